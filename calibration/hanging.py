"""Where a camera must hang above a table, and what it will measure there: sums for before anything is bought.

The lens is taken to draw straight lines straight, and to look straight down on the table's middle, the longer side of
its picture along the longer side of the table.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import atan, ceil, degrees, hypot, isfinite, log2, radians, tan
from typing import Literal

import numpy as np

from calibration.accuracy import Accuracy, accuracy_of
from calibration.sheets.frame import CM, SIX, Unit, card_side_cm, frame_of
from calibration.table_pose import fit_table
from calibration.uncertainty import table_error_cm
from table.errors import BadInput
from table.frame import Frame, Tape
from vision.arrays import Floats
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen
from vision.noise_floor import NoiseFloor
from vision.search.pyramid import LEAST_PX, READABLE_PX
from vision.square import frame_corners
from vision.table_view import TableView

CARD_CM = 5.0
FRAME_IDS = tuple(range(240, 240 + len(SIX)))
MOUNT_CM = 5.0
"""What a camera and the arm that holds it take below a ceiling."""
GOOD_PX = 17.0  # a marker's side: every kind of webcam finds all of these, a dim one not all of 13 px (cameras.txt)
_BORDER = 0.025  # of the picture's height, round the cards: nobody aims a camera exactly
_ANGLES_DEG, _SIDES_PX, _HIGHEST_CM = (20, 130), (320, 20_000), 2000
_NARROWEST = 0.1  # a picture's shorter side by its longer one
_FIELDS = 9  # places along and across a table that its error is the mean of
_EXACT_CM = 5e-4
# What a good webcam leaves, one sigma an axis, as rendering shows it (tests/proofs/test_planned_camera.py). A marker's
# middle is found to the first, divided by its side in px; the figures' shadows over it move it by the second, divided
# by its side in cm. A frame card's corner is found to the third, twice that in a picture halved to read large cards.
_MIDDLE_PX, _SHADOW_CM, _CARD_CORNER_PX = 0.56, 0.0018, 0.036
# A soldier in the middle of a base, his marker behind it: of 216 under a lens of 90 degrees (15 mm markers, corners
# covered up to 1.0) four were not seen, covered 0.7 and more; under narrower lenses (up to 0.64) none (same proof).
_FIGURE_CM, _HALF_BASE_CM, _MARGIN, _TOO_COVERED = 3.0, 0.8, 1 / 6, 0.65

Enough = Literal["good", "limit", "small"]


def across_deg(diagonal_deg: float, size_px: tuple[int, int]) -> float:
    """Return a lens's angle along the longer side of a picture, of that from corner to corner, as makers name it."""
    return _widened(diagonal_deg, max(size_px) / hypot(*size_px))


def diagonal_deg(across_deg: float, size_px: tuple[int, int]) -> float:
    """Return a lens's angle from corner to corner of a picture, of that along its longer side."""
    return _widened(across_deg, hypot(*size_px) / max(size_px))


def _widened(angle_deg: float, times: float) -> float:
    return degrees(2 * atan(tan(radians(angle_deg) / 2) * times))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A play area, the camera thought of, and the room: its ceiling above the floor, where it matters, and the table's
    top. ``across_deg`` is the lens's angle along the longer side of its picture, ``unit`` what people measure in.
    Raises BadInput."""

    width_cm: float
    depth_cm: float
    across_deg: float
    size_px: tuple[int, int] = (1920, 1080)
    top_cm: float = 75.0
    ceiling_cm: float | None = None
    unit: Unit = CM

    def __post_init__(self) -> None:
        low, high = _ANGLES_DEG
        if not low <= self.across_deg <= high:
            raise BadInput(
                "a lens of {angle:g} degrees across the picture cannot be planned with; {low} to {high} can",
                angle=round(self.across_deg, 1), low=low, high=high,
            )  # fmt: skip
        least, most = _SIDES_PX
        if not (least <= min(self.size_px) and max(self.size_px) <= most) or self.shape < _NARROWEST:
            raise BadInput("a picture of {wide} x {high} px cannot be planned with", wide=self.size_px[0],
                           high=self.size_px[1])  # fmt: skip
        heights = (self.top_cm,) if self.ceiling_cm is None else (self.top_cm, self.ceiling_cm)
        if not all(isfinite(cm) and 0 <= cm <= _HIGHEST_CM for cm in heights):
            name, cm = self.unit
            raise BadInput(
                "the table's top and the ceiling must be 0 to {most:.0f} {unit} above the floor",
                most=_HIGHEST_CM / cm, unit=name,
            )  # fmt: skip
        if self.ceiling_cm is not None and self.ceiling_cm <= self.top_cm + MOUNT_CM:
            raise BadInput("the ceiling must be above the table")

    @property
    def shape(self) -> float:
        """The picture's shorter side by its longer one."""
        return min(self.size_px) / max(self.size_px)

    @property
    def highest_cm(self) -> float | None:
        """How high above the table the camera may hang."""
        return None if self.ceiling_cm is None else self.ceiling_cm - MOUNT_CM - self.top_cm


@dataclass(frozen=True)
class Hanging:
    """How a camera hangs above a table as low as all frame cards are in its picture, and what follows from that."""

    wish: Wish

    @cached_property
    def frame(self) -> Frame:
        """The play area with its six cards; raises BadInput for one that has no room for them."""
        return frame_of(self.wish.width_cm, self.wish.depth_cm, FRAME_IDS, CARD_CM, unit=self.wish.unit)

    @cached_property
    def needed_cm(self) -> tuple[float, float]:
        """The longer and the shorter side of play area and cards together."""
        beside = 2 * card_side_cm(CARD_CM)
        long, short = sorted((self.frame.width_cm + beside, self.frame.depth_cm + beside), reverse=True)
        return long, short

    @cached_property
    def above_cm(self) -> float:
        """From the table's top up to the lens."""
        return _half(self.wish, self.needed_cm) / tan(radians(self.wish.across_deg) / 2)

    @property
    def floor_cm(self) -> float:
        """From the floor up to the lens."""
        return self.above_cm + self.wish.top_cm

    @property
    def fits(self) -> bool:
        """Whether it hangs below the ceiling, as far as one is known."""
        return self.wish.highest_cm is None or self.above_cm <= self.wish.highest_cm

    @property
    def sees_cm(self) -> tuple[float, float]:
        """The longer and the shorter side of what the picture shows of the table's plane."""
        long = 2 * self.above_cm * tan(radians(self.wish.across_deg) / 2)
        return long, long * self.wish.shape

    @property
    def px_per_cm(self) -> float:
        """How many pixels a cm on the table has."""
        return max(self.wish.size_px) / self.sees_cm[0]

    @cached_property
    def camera(self) -> Camera:
        """The camera as it hangs, and its plain lens."""
        wide, high = sorted(self.wish.size_px, reverse=True)
        focal = wide / 2 / tan(radians(self.wish.across_deg) / 2)
        matrix = np.array([[focal, 0, (wide - 1) / 2], [0, focal, (high - 1) / 2], [0, 0, 1.0]])
        down = np.diag([1.0, -1.0, -1.0])
        if self.frame.depth_cm > self.frame.width_cm:  # turned a quarter, the picture's long side goes away from you
            down = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
        middle = np.array([self.frame.width_cm / 2, self.frame.depth_cm / 2, self.above_cm])
        return Camera(Lens((wide, high), matrix, np.zeros(0)), down, -down @ middle)

    def side_px(self, size_cm: float) -> float:
        """Return how long the side of a marker looks."""
        return size_cm * self.px_per_cm

    def enough(self, size_cm: float) -> Enough:
        """Return whether a marker of that size will do: at its limit it is found in sharp, well lit pictures only."""
        side_px = self.side_px(size_cm)
        return "good" if side_px >= GOOD_PX else "limit" if side_px >= LEAST_PX else "small"

    def hidden_share(self, size_cm: float, x: float, y: float) -> float:
        """Return how much of a marker a figure 3 cm high hides that stands at x, y between it and the camera."""
        aside_cm = hypot(x - self.frame.width_cm / 2, y - self.frame.depth_cm / 2)
        leans_cm = _FIGURE_CM * aside_cm / self.above_cm
        return min(max((leans_cm - _HALF_BASE_CM) / size_cm - _MARGIN, 0.0), 1.0)

    def hides(self, size_cm: float, x: float = 0.0, y: float = 0.0) -> bool:
        """Return whether a figure can hide its own marker at a place, else at the table's corner."""
        return self.hidden_share(size_cm, x, y) > _TOO_COVERED

    def place_sigma_cm(self, size_cm: float) -> float:
        """Return what the eye finds the place of a stand with such a marker to, one sigma an axis, by a good webcam.

        Where the cards lie and what the lens does are taken as known: ``accuracy`` has these.
        """
        return hypot(self._middle_cm(size_cm), self._pose_cm)

    def _middle_cm(self, size_cm: float) -> float:
        return hypot(_MIDDLE_PX / self.side_px(size_cm) / self.px_per_cm, _SHADOW_CM / size_cm)

    @cached_property
    def _pose_cm(self) -> float:
        exact = replace(self.frame, survey_sigma_cm=_EXACT_CM, laid_sigma_cm=0.0)
        steps = (np.arange(_FIELDS) + 0.5) / _FIELDS
        places = np.stack(np.meshgrid(steps * exact.width_cm, steps * exact.depth_cm), axis=-1).reshape(-1, 2)
        return float(np.sqrt((table_error_cm(self._view(exact), places) ** 2).mean()))

    def accuracy(self, size_cm: float, *, taped: bool) -> Accuracy:
        """Return how well distances will be known with cards laid by hand; ``taped``: one length of theirs, too."""
        frame = self.frame
        if taped:
            long = max(((one, other) for one in frame.markers for other in frame.markers),
                       key=lambda two: hypot(two[0].x - two[1].x, two[0].y - two[1].y))  # fmt: skip
            length_cm = hypot(long[0].x - long[1].x, long[0].y - long[1].y)
            frame = replace(frame, tape=Tape(length_cm, (long[0].id, long[1].id)))
        return accuracy_of(replace(self._view(frame), floor=NoiseFloor(self._middle_cm(size_cm) * self.px_per_cm)))

    def _view(self, frame: Frame) -> TableView:
        corners: Floats = np.array([frame_corners(marker) for marker in frame.markers])
        seen_px = self.camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2)
        halvings = max(0, ceil(log2(self.side_px(CARD_CM) / READABLE_PX)))
        noise = np.eye(8) * (_CARD_CORNER_PX * 2**halvings) ** 2
        seen = [MarkerSeen(m.id, px, 1.0, noise) for m, px in zip(frame.markers, seen_px, strict=True)]
        return fit_table(self.camera.lens, None, frame, {"planned": seen}).view


def _half(wish: Wish, needed_cm: tuple[float, float]) -> float:
    """Return half of what the picture's longer side must show, so that all is in it with a border."""
    long, short = needed_cm
    border = 2 * _BORDER * wish.shape
    return max(long / (1 - border), short / (wish.shape * (1 - 2 * _BORDER))) / 2


@dataclass(frozen=True, slots=True)
class WaysOut:
    """What would fit under a ceiling that is too low: any one of them.

    ``across_deg``: a lens of at least that angle; ``lower_cm``: a table so much lower; ``share``: a play area with its
    sides so many times as long. None where there is none.
    """

    across_deg: float | None
    lower_cm: float | None
    share: float | None


def ways_out(hanging: Hanging) -> WaysOut | None:
    """Return what to do where a camera does not fit under the ceiling; None where it does."""
    wish, highest = hanging.wish, hanging.wish.highest_cm
    if highest is None or hanging.fits:
        return None
    angle = degrees(2 * atan(_half(wish, hanging.needed_cm) / highest))
    lower = hanging.above_cm - highest
    beside = 2 * card_side_cm(CARD_CM)
    long, short = (side * highest / hanging.above_cm - beside for side in hanging.needed_cm)
    share = min(long / (hanging.needed_cm[0] - beside), short / (hanging.needed_cm[1] - beside))
    return WaysOut(
        angle if angle <= _ANGLES_DEG[1] else None, lower if lower <= wish.top_cm else None,
        share if share > 0 else None,
    )  # fmt: skip
