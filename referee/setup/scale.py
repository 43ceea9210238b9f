"""The table's scale, set by a tape: between two of its cards, or by a distance that was held against the camera."""

from dataclasses import replace
from itertools import combinations
from math import hypot
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from calibration.accuracy import accuracy_of
from calibration.tape import centre_seen
from referee.setup.distance import distances_of, measured_again
from referee.setup.folder import SetUp
from referee.setup.match_file import CM_PER, Units
from referee.setup.small_files import TAPE_CM, CheckFile, Distance
from referee.setup.table import FoundTable, find_table, is_by_hand
from referee.setup.typed_length import likely_meant
from table.errors import BadInput
from table.frame import Tape
from vision.table_view import TableView

ON_CARD_CM = 0.1
MOST_OFF = 0.05
"""Of its length: a tape that says so much else than the camera was held to other places, or read in other units."""
DOUBTED = 4.0
"""So many times what the table is good to, without a tape: a tape that differs by more is asked about once."""


class DoubtedTape(BadInput):
    """A tape that says another length than the sheet, and may still be right: said once more, it is believed."""


def tape_of(view: TableView, distance: Distance) -> Tape:
    """Return the length between two cards that a distance tells: between those it was measured between.

    Elsewhere on the table, between the two farthest apart: by what share the tape says more than the camera there, the
    cards are farther apart than the camera says.
    """
    by_id = {marker.id: marker for marker in view.frame.markers}
    centres = {seen.id: centre_seen(view.camera, by_id[seen.id], seen)[:2] for seen in view.seen}
    sigma_cm = hypot(TAPE_CM, distance.pointed_cm)
    nearest = [min(centres, key=lambda k: float(np.hypot(*(centres[k] - p)))) for p in (distance.start, distance.end)]
    away_cm = [float(np.hypot(*(centres[k] - p))) for k, p in zip(nearest, (distance.start, distance.end), strict=True)]
    if nearest[0] != nearest[1] and max(away_cm) < ON_CARD_CM:
        return Tape(distance.true_cm, (nearest[0], nearest[1]), round(sigma_cm, 4))
    ways = {(a, b): float(np.hypot(*(centres[a] - centres[b]))) for a, b in combinations(centres, 2)}
    between, seen_cm = max(ways.items(), key=lambda way: way[1])
    places = np.array([distance.start, distance.end])
    if view.correction is not None:  # the cards are seen as the camera sees them: so is the distance then
        places = places + view.correction.offset_cm(places)
    share = distance.true_cm / float(np.hypot(*(places[1] - places[0])))
    return Tape(round(share * seen_cm, 4), between, round(sigma_cm * seen_cm / distance.true_cm, 4))


def set_scale(setup: SetUp, grey: NDArray[np.uint8], tape: Tape, *, sure: bool = True) -> FoundTable:
    """Find the table anew in a picture (H, W) with the scale that a tape tells, and write frame.toml and table.toml.

    Distances that were checked are measured again. A tape that is not ``sure`` is asked about where it says another
    length than the sheet, beyond what the table is good to. Raises DoubtedTape for that, BadInput for a tape that
    cannot be, where one of its cards is not seen, and for a table whose corners were laid by hand.
    """
    view, frame, profile = setup.table, setup.frame, setup.camera
    if view is None or frame is None or profile is None:
        raise BadInput("find the table first")
    if is_by_hand(view):
        raise BadInput("the corners of this table were laid by hand: lay them again, where the tape says")
    for number in tape.between:
        if number not in {marker.id for marker in frame.markers}:
            raise BadInput("{number} is no card round the table", number=number)
    found = find_table(profile, replace(frame, tape=tape), grey)
    if set(tape.between) & set(found.missing):
        raise BadInput("card {number} is not seen", number=min(set(tape.between) & set(found.missing)))
    places = {marker.id: (marker.x, marker.y) for marker in frame.markers}
    apart_cm = hypot(*(a - b for a, b in zip(*(places[number] for number in tape.between), strict=True)))
    unit = setup.match.units if setup.match is not None else "cm"
    said, length = apart_cm / CM_PER[unit], tape.length_cm / CM_PER[unit]
    if abs(length / said - 1) > MOST_OFF:
        if (meant := likely_meant(length, said, 0.0)) is not None:
            raise BadInput(
                "by the sheet the two cards are {said:.1f} {unit} apart, the tape says {length:.1f}: did you mean "
                "{meant:g}?",
                said=said, length=length, unit=unit, meant=meant,
            )  # fmt: skip
        raise BadInput(
            "by the sheet the two cards are {said:.1f} {unit} apart, the tape says {length:.1f}: measure from centre "
            "to centre",
            said=said, length=length, unit=unit,
        )  # fmt: skip
    if not sure:
        bare = view if view.frame.tape is None else find_table(profile, replace(frame, tape=None), grey).view
        allowed = DOUBTED * accuracy_of(bare).good_to_cm / CM_PER[unit]
        if abs(length - said) > allowed:
            _doubt(length, said, unit, allowed)
    again = tuple(measured_again(distance, view, found.view) for distance in distances_of(setup))
    setup.frame, setup.table = replace(frame, tape=tape), found.view
    if again:
        setup.check = CheckFile(table=setup.fingerprint(), distance=again)
    return found


def _doubt(length: float, said: float, unit: Units, allowed: float) -> NoReturn:
    """Raise DoubtedTape, which asks whether a tape is right that says another length than the sheet."""
    off_mm = 10 * CM_PER[unit] * abs(length - said)
    if (meant := likely_meant(length, said, allowed)) is not None:
        raise DoubtedTape(
            "the tape says {length:.1f} {unit}, by the sheet the cards are {said:.1f} apart: {off:.0f} mm are more "
            "than both can be off; did you mean {meant:g}? If the tape is right, set the scale by it once more",
            length=length, said=said, unit=unit, off=off_mm, meant=meant,
        )  # fmt: skip
    raise DoubtedTape(
        "the tape says {length:.1f} {unit}, by the sheet the cards are {said:.1f} apart: {off:.0f} mm are more than "
        "both can be off; measure again, or, if the tape is right, set the scale by it once more",
        length=length, said=said, unit=unit, off=off_mm,
    )  # fmt: skip
