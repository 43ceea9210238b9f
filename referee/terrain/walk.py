"""Pictures of a table by its camera held in several places, and the pieces of terrain that their heights propose."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from calibration.table_pose import FEWEST, fit_table
from referee.terrain.proposer import hiding
from table.errors import BadGeometry, BadInput
from table.roster import Roster
from table.terrain import Piece, Point
from vision.arrays import Picture
from vision.camera import Camera
from vision.markers import find_markers
from vision.measure import measure
from vision.picture import in_grey
from vision.table_view import TableView
from vision.terrain.height_map import SAME_CM
from vision.terrain.raised import Raised


class Misplaced(BadInput):
    """A picture tells nothing: too few frame markers, none where they should be, or taken where another was."""


def seen_from(name: str, picture: Picture, view: TableView) -> TableView:
    """Return the table as its camera saw it from elsewhere, by a picture (H, W, 3) BGR.

    Raises BadInput for a picture of another size, Misplaced for one whose frame markers do not tell the place.
    """
    lens, (height, width) = view.camera.lens, picture.shape[:2]
    if (width, height) != lens.size_px:
        wide, high = lens.size_px
        raise BadInput(
            "{name}: the picture is {width} x {height} px, but the table was calibrated at {wide} x {high} px",
            name=name, width=width, height=height, wide=wide, high=high,
        )  # fmt: skip
    # The table as it was calibrated is what all pictures are held against: of a size that is no longer asked for.
    sigma_cm = view.frame.survey_sigma_cm or view.survey_sigma_cm
    frame = replace(view.frame, survey_sigma_cm=sigma_cm, laid_sigma_cm=0.0, tape=None)
    wanted = [marker.id for marker in frame.markers]
    seen = find_markers(in_grey(picture), frame.dictionary, wanted)
    if (count := len({marker.id for marker in seen} & {*wanted})) < FEWEST:
        raise Misplaced(
            "{name}: I see {count} of {all} cards (expected {listed}), and {fewest} is the least; is the whole "
            "table in the picture, and sharp?",
            name=name, count=count, all=len(wanted), listed=", ".join(map(str, wanted)), fewest=FEWEST,
        )  # fmt: skip
    try:
        return fit_table(lens, None, frame, {name: seen}).view
    except (BadInput, BadGeometry) as error:
        raise Misplaced(error.template, **error.values) from None


def check_apart(name: str, camera: Camera, others: Sequence[Camera]) -> None:
    """Raise Misplaced for a picture whose camera was where another picture's was: both agree on any height."""
    for number, other in enumerate(others, 1):
        if np.linalg.norm(camera.position_cm - other.position_cm) <= SAME_CM:
            raise Misplaced(
                "{name}: that is where picture {number} was taken: hold the camera elsewhere, a hand's length away or "
                "more",
                name=name, number=number,
            )  # fmt: skip


def hidden_by(name: str, picture: Picture, view: TableView, roster: Roster) -> tuple[Sequence[Point], ...]:
    """Return the outlines of what stands hide in a picture (H, W, 3) BGR, as ``view`` sees it."""
    return hiding(measure(in_grey(picture), view, roster, name).stands)


def pieces_of(raised: Sequence[Raised], kind: str) -> tuple[Piece, ...]:
    """Return pieces found as pieces of terrain of that kind, numbered."""
    pieces = []
    for number, it in enumerate(raised, 1):
        polygon, crest = ([(round(x, 2), round(y, 2)) for x, y in ring] for ring in (it.polygon, it.crest))
        high, sigma = round(it.height_cm, 2), round(it.sigma_cm, 4)
        made = Piece(f"{kind}-{number}", kind, tuple(polygon), high, it.top, (), sigma)
        with suppress(BadGeometry):  # rounded to where it crosses the outline
            made = replace(made, crest=tuple(crest))
        pieces.append(made)
    return tuple(pieces)
