"""What the set-up's pages show of lens and table, and of the check by a tape, in the language of who asks."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lens_guide import Way
from referee.setup.distance import distances_of
from referee.setup.folder import SetUp
from referee.setup.lens import ENOUGH_VIEWS, LensCoverage, LensLook
from referee.setup.match_file import CM_PER, MatchFile, Units
from referee.setup.scale import MOST_OFF
from referee.setup.typed_length import likely_meant
from referee.view_fields import IfKnown, fields_of
from referee.words.translation import remark_said

Pixel = tuple[float, float]
"""A place in the camera's picture."""


@dataclass(frozen=True, slots=True)
class RejectedView:
    """A picture of the board that is not used, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LensView:
    """What the board's pictures cover: how often it was seen in each cell of the picture."""

    pictures: int
    used: int
    wanted: int
    enough: bool
    coverage: float
    cells: tuple[tuple[int, ...], ...]
    rejected: tuple[RejectedView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LensLookView(LensView):
    """A look at the board: whether the picture was kept, where to hold the board next, and where it is seen, px.

    ``frame`` is which of the camera's pictures, ``target`` where in it the board's middle is to be.
    """

    frame: int
    size: tuple[int, int]
    taken: bool
    way: Way
    outline: tuple[Pixel, ...]
    target: Pixel | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityView:
    """How well a table was found; ``by_hand``: its corners were laid.

    ``good_to_mm`` is what any distance on it is good to, 95 times of 100.
    """

    rms_px: float
    by_hand: bool
    good_to_mm: float


@dataclass(frozen=True, slots=True)
class TapeView:
    """A length between two frame markers, in the match's units."""

    between: tuple[int, int]
    length: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTableView:
    """The table in the picture: its corners, near left first, and the lines of its board, px.

    ``fitted``: the printed map was found; ``map_picture``: there is a picture of that. Before the table is found
    nothing is known of its quality. ``missing`` are the frame markers that were not seen when it was. ``cards`` are
    those a tape can lie between, ``tape`` is the length that set the scale.
    """

    size: tuple[int, int]
    corners: tuple[Pixel, ...]
    found: bool
    board: bool
    hexes: bool
    fitted: bool
    map_picture: bool
    grid: tuple[tuple[Pixel, ...], ...]
    cards: tuple[int, ...]
    units: Units
    rms_px: IfKnown[float] = None
    by_hand: IfKnown[bool] = None
    good_to_mm: IfKnown[float] = None
    tape: IfKnown[TapeView] = None
    missing: IfKnown[tuple[int, ...]] = None
    warnings: IfKnown[tuple[str, ...]] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedDistanceView:
    """A distance as the tape says and as the camera measures, in the match's units; its ends in the picture, px.

    ``meant`` is what was meant where another number was typed; ``scales`` whether the tape may set the table's scale.
    """

    between: str
    true: float
    measured: float
    off_mm: float
    allowed_mm: float
    agrees: bool
    meant: float | None
    scales: bool
    start: Pixel
    end: Pixel


@dataclass(frozen=True, slots=True, kw_only=True)
class TapeCheckView(QualityView):
    """The distances that were checked; after one was measured where its ends are in the picture."""

    distances: tuple[CheckedDistanceView, ...]
    units: Units
    start: IfKnown[Pixel] = None
    end: IfKnown[Pixel] = None


def lens_view(gathered: LensCoverage, pictures: int, language: str) -> LensView:
    """Return what the board's pictures cover."""
    return LensView(
        pictures=pictures,
        used=gathered.used,
        wanted=ENOUGH_VIEWS,
        enough=gathered.enough,
        coverage=round(gathered.coverage, 3),
        cells=tuple(map(tuple, gathered.cells.tolist())),
        rejected=tuple(RejectedView(view.name, remark_said(view.reason, language)) for view in gathered.rejected),
    )


def look_view(look: LensLook, size_px: tuple[int, int], told: LensView) -> LensLookView:
    """Return what a look at the board showed, with what the pictures cover after it."""
    corners = look.board.corners_px if look.board is not None else np.zeros((0, 2))
    hull = cv2.convexHull(corners.astype(np.float32)).reshape(-1, 2) if len(corners) else corners
    target = look.guidance.target
    return LensLookView(
        **fields_of(told),
        frame=look.number,
        size=size_px,
        taken=look.guidance.take,
        way=look.guidance.way,
        outline=tuple((round(float(x), 1), round(float(y), 1)) for x, y in hull),
        target=None if target is None else (round(target[0] * size_px[0], 1), round(target[1] * size_px[1], 1)),
    )


def distances_view(setup: SetUp, match: MatchFile) -> tuple[CheckedDistanceView, ...]:
    """Return the distances that were checked, in the match's units."""
    cm = CM_PER[match.units]
    return tuple(
        CheckedDistanceView(
            between=d.between,
            true=d.true_cm / cm,
            measured=d.measured_cm / cm,
            off_mm=10 * d.off_cm,
            allowed_mm=10 * d.allowed_cm,
            agrees=d.agrees,
            meant=None if d.agrees else likely_meant(d.true_cm / cm, d.measured_cm / cm, d.allowed_cm / cm),
            scales=abs(d.true_cm / d.measured_cm - 1) <= MOST_OFF,
            start=d.start,
            end=d.end,
        )
        for d in distances_of(setup)
    )
