"""The one length measured by hand, from one frame marker's centre to another's: the scale of a survey or of a table."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import combinations
from math import hypot

import numpy as np

from table.errors import BadInput
from table.frame import Frame, FrameMarker, Tape
from vision.arrays import Floats
from vision.camera import Camera
from vision.spread import POSE, camera_moved, slopes
from vision.table_view import FrameSeen, TableView

TAPE_SIGMA_CM = 0.05
ALIKE_CM = 0.2  # pairs as far apart as this are one and the same to somebody who names a length only
_NEAR, _NEAR_NAMED = 0.05, 0.2  # how far the length may be from what frame.toml says, as a share of it
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class ChosenTape(Tape):
    """The tape of a survey; ``others`` are pairs as far apart."""

    others: tuple[tuple[int, int], ...] = ()


def choose_tape(
    frame: Frame,
    seen: Collection[int],
    length_cm: float,
    between: tuple[int, int] | None = None,
    sigma_cm: float = TAPE_SIGMA_CM,
) -> ChosenTape:
    """Return which two of the markers ``seen`` a length was measured between.

    Not named, it is the pair whose distance in frame.toml is nearest; the first in the file's order, where several are
    alike. Raises BadInput for a pair that is not there and for a length far from what frame.toml says.
    """
    _check_numbers(length_cm, sigma_cm)
    markers = [marker for marker in frame.markers if marker.id in seen]
    if between is not None:
        _check_named(frame, seen, between)
        apart = _apart([marker for marker in markers if marker.id in between])
        if abs(length_cm / apart - 1) > _NEAR_NAMED:
            raise BadInput(
                "--survey {length_cm:g}: cards {one} and {other} are {apart:.1f} cm apart in frame.toml; "
                "measure from centre to centre, in cm",
                length_cm=length_cm, one=between[0], other=between[1], apart=apart,
            )  # fmt: skip
        return ChosenTape(length_cm, between, sigma_cm)
    pairs = {(a.id, b.id): _apart([a, b]) for a, b in combinations(markers, 2)}
    nearest = min(pairs.values(), key=lambda apart: abs(apart - length_cm))
    if abs(length_cm / nearest - 1) > _NEAR:
        listed = ", ".join(f"{a}-{b} {apart:.1f}" for (a, b), apart in list(pairs.items())[:6])
        raise BadInput(
            "--survey {length_cm:g}: no two cards are about that far apart in frame.toml ({listed}... "
            "cm); measure from centre to centre, in cm, or name them: --survey-between ID,ID",
            length_cm=length_cm, listed=listed,
        )  # fmt: skip
    alike = [pair for pair, apart in pairs.items() if abs(apart - nearest) <= ALIKE_CM]
    return ChosenTape(length_cm, alike[0], sigma_cm, tuple(alike[1:]))


def _apart(pair: list[FrameMarker]) -> float:
    return hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y)


def _check_numbers(length_cm: float, sigma_cm: float) -> None:
    if not 0 < length_cm < float("inf"):
        raise BadInput("--survey {length_cm:g}: a length in cm must be more than 0", length_cm=length_cm)
    if not 0 < sigma_cm < 0.1 * length_cm:
        raise BadInput(
            "--tape-sigma-cm {sigma_cm:g}: say in cm how well {length_cm:g} cm was measured (0.05 is half a mm)",
            sigma_cm=sigma_cm, length_cm=length_cm,
        )  # fmt: skip


def _check_named(frame: Frame, seen: Collection[int], between: tuple[int, int]) -> None:
    known = [marker.id for marker in frame.markers]
    if between[0] == between[1]:
        raise BadInput("--survey-between: name two different cards")
    for number in between:
        if number not in known:
            listed = ", ".join(map(str, known))
            raise BadInput(
                "--survey-between: {number} is no card (frame.toml has {listed})", number=number, listed=listed
            )
        if number not in seen:
            raise BadInput("--survey-between: card {number} is not seen in any of the pictures", number=number)


def taped(view: TableView) -> TableView:
    """Return the view by the tape of its frame; the view itself where that has none, or its cards were not seen.

    The pose's covariance must hold that the frame's size is unknown (laid.Laid). The lens stays what it is: one length
    tells nothing of it, but what it errs by is in the length seen.
    """
    tape, covariance = view.frame.tape, view.covariance
    ends = _ends(view.frame, view.seen, tape)
    if tape is None or covariance is None or ends is None:
        return view
    camera = view.camera
    off = np.zeros(POSE)
    for _ in range(_ROUNDS):
        length_cm, by_camera = _seen_length(camera, *ends)
        # A consider filter: the lens's numbers take part in what is expected, and are not moved.
        gain = covariance @ by_camera / float(by_camera @ covariance @ by_camera + tape.sigma_cm**2)
        gain[POSE:] = 0.0
        expected_cm = length_cm - float(by_camera[:POSE] @ off)  # at the camera it began with
        step = gain[:POSE] * (tape.length_cm - expected_cm) - off
        camera, off = camera_moved(camera, step), off + step
    left = np.eye(len(covariance)) - np.outer(gain, by_camera)
    after = left @ covariance @ left.T + np.outer(gain, gain) * tape.sigma_cm**2
    frame = _as_seen(view.frame, view.seen, camera)
    return replace(view, camera=camera, frame=frame, covariance=(after + after.T) / 2)


def _as_seen(frame: Frame, seen: tuple[FrameSeen, ...], camera: Camera) -> Frame:
    """Return the frame with the cards that are seen where the camera sees them; others where they are said to lie."""
    there = {each.id: each for each in seen}

    def laid(card: FrameMarker) -> FrameMarker:
        x, y, _ = centre_seen(camera, card, there[card.id])
        return replace(card, x=round(float(x), 5), y=round(float(y), 5))

    return replace(frame, markers=tuple(laid(m) if m.id in there else m for m in frame.markers))


_Ends = tuple[tuple[FrameMarker, FrameSeen], tuple[FrameMarker, FrameSeen]]


def _ends(frame: Frame, seen: tuple[FrameSeen, ...], tape: Tape | None) -> _Ends | None:
    """Return the two cards a tape lies between, as they are said to lie and as they were seen."""
    cards, there = {m.id: m for m in frame.markers}, {m.id: m for m in seen}
    if tape is None or any(number not in there for number in tape.between):
        return None
    first, second = tape.between
    return (cards[first], there[first]), (cards[second], there[second])


def _seen_length(
    camera: Camera, one: tuple[FrameMarker, FrameSeen], other: tuple[FrameMarker, FrameSeen]
) -> tuple[float, Floats]:
    """Return how far apart (cm) a camera sees the centres of two cards, and that a unit of its parameters (P,)."""
    places = [centre_seen(camera, card, seen) for card, seen in (one, other)]
    slope = slopes(camera, np.array(places)).table_by_parameter()
    way = places[1][:2] - places[0][:2]
    length = float(np.hypot(*way))
    return length, np.asarray((way / length) @ (slope[1] - slope[0]))


def centre_seen(camera: Camera, card: FrameMarker, seen: FrameSeen) -> Floats:
    """Return where (3,) a camera sees the centre of a card."""
    centre = camera.to_plane(seen.corners_px, card.height_cm).mean(axis=0)
    return np.append(centre, card.height_cm)
