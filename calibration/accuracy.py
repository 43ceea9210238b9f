"""The one number of a table: how well any distance on it is known, and what that is made of."""

from dataclasses import dataclass, replace
from itertools import combinations
from math import hypot, sqrt

import numpy as np

from calibration.uncertainty import middle_px, way_sigma_cm
from table.roster import Roster
from table.uncertainty import SIGMAS_95
from vision.arrays import Floats
from vision.spread import POSE, slopes
from vision.table_view import TableView

_HEIGHT_CM = 0.3


@dataclass(frozen=True, slots=True)
class Accuracy:
    """One sigma in cm of the worst distance on a table, by what it is owed to: each is in every stand's sigma.

    ``cards``: where the frame's cards lie, and their frame's size. ``tape``: the length that set that size, as far as
    one did. ``heights``: how high markers are mounted. ``camera``: lens, pixels, and the stands' own markers.
    """

    cards_cm: float
    tape_cm: float
    heights_cm: float
    camera_cm: float

    @property
    def shares_cm(self) -> dict[str, float]:
        """One sigma of each share, by its name."""
        return {"cards": self.cards_cm, "tape": self.tape_cm, "heights": self.heights_cm, "camera": self.camera_cm}

    @property
    def sigma_cm(self) -> float:
        """All together."""
        return hypot(*self.shares_cm.values())

    @property
    def good_to_cm(self) -> float:
        """What any distance on the table is good to, 95 times of 100."""
        return SIGMAS_95 * self.sigma_cm


def accuracy_of(view: TableView, roster: Roster | None = None) -> Accuracy:
    """Return how well distances on this table are known, between stands like those of the roster."""
    wide, deep = view.frame.width_cm, view.frame.depth_cm
    places = np.array([(wide / 2, deep / 2), (0, 0), (wide, 0), (wide, deep), (0, deep)])
    one, other = max(combinations(places, 2), key=lambda way: way_sigma_cm(view, way[0], way[1], _HEIGHT_CM))
    frame_and_lens = way_sigma_cm(view, one, other, _HEIGHT_CM)
    pixels = way_sigma_cm(replace(view, covariance=None), one, other, _HEIGHT_CM, middle_px(view))
    lens, tape = _by_lens(view, one, other), _by_tape(view, one, other)
    lens = min(lens, frame_and_lens)  # a check may have found out more of it
    rest = sqrt(max(frame_and_lens**2 - lens**2, 0.0))
    tape = min(tape, rest)
    cards = sqrt(max(rest**2 - tape**2, 0.0))
    return Accuracy(cards, tape, _by_heights(view, roster, one, other), hypot(lens, pixels))


def _by_lens(view: TableView, one: Floats, other: Floats) -> float:
    """Return the share of the lens, and of the pose as far as it follows from the lens."""
    if view.covariance is None:
        return 0.0
    through = view.covariance[:, POSE:]
    lens = through @ np.linalg.pinv(view.covariance[POSE:, POSE:], hermitian=True) @ through.T
    return way_sigma_cm(replace(view, covariance=lens, correction=None), one, other, _HEIGHT_CM)


def _by_tape(view: TableView, one: Floats, other: Floats) -> float:
    tape = view.frame.tape
    return 0.0 if tape is None else tape.sigma_cm / tape.length_cm * float(np.hypot(*(other - one)))


def _by_heights(view: TableView, roster: Roster | None, one: Floats, other: Floats) -> float:
    """Return the share of how high markers are above the table, as far as the roster says that it is not sure."""
    sigma_cm = max((entry.mount.height_sigma_cm for entry in roster.entries), default=0.0) if roster else 0.0
    along = (other - one) / max(float(np.hypot(*(other - one))), 1e-9)
    by_height = slopes(view.camera, np.array([(*one, _HEIGHT_CM), (*other, _HEIGHT_CM)])).table_by_height()
    return sigma_cm * float(np.hypot(*(by_height @ along)))
