"""Following every marker through a film: how far it is from where it stood, and whether it still looks alike."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.errors import BadInput
from table.roster import Roster
from table.terrain import Point
from vision.arrays import Bools, Floats, Grey, Light, Picture
from vision.falls.board_picture import read_board
from vision.falls.board_push import push_between
from vision.picture import in_colour, in_grey
from vision.table_view import TableView

LEAST_CM, NOISES = 0.05, 6.0
"""A marker farther from its place than both is on its way; what all markers do together is the board or the camera."""
ALIKE = 0.8
"""A marker that looks less like itself than this (correlation) is tilted, blurred by its fall, or covered."""
QUIET = 3
"""Frames at the beginning that tell how noisy places are."""
_HALF, _SEARCH = 0.65, 0.5  # of a marker's side: its patch reaches so far from its centre, and is sought so far off


@dataclass(frozen=True, eq=False)
class FilmFrame:
    """A frame of a film: its time in s, its picture (H, W, 3) BGR or (H, W) grey."""

    time_s: float
    picture: Picture


@dataclass(frozen=True, eq=False)
class FilmTracks:
    """T frames' times (T,), and by name how far the marker was from its place, cm (T,), and how alike it looked (T,).

    ``places`` are the footprints' centres in table cm in the first frame.
    """

    times_s: Floats
    places: dict[str, Point]
    away_cm: dict[str, Floats]
    alike: dict[str, Floats]

    def moving(self, name: str) -> Bools | None:
        """Return in which frames (T,) a figure was not as it stood; None where the first frame does not show it."""
        if name not in self.away_cm:
            return None
        away, alike = self.away_cm[name], self.alike[name]
        # Every marker's noise is like every other's: who moves from the first frame on does not tell how quiet it is.
        quiet = np.median([cm[1 : 1 + QUIET] for cm in self.away_cm.values()]) if len(self.times_s) > 1 else 0.0
        usual = np.median([one[1 : 1 + QUIET] for one in self.alike.values()]) if len(self.times_s) > 1 else 1.0
        return np.asarray((away > max(LEAST_CM, NOISES * float(quiet))) | (alike < ALIKE * float(usual)))


class FilmFollower:
    """Sees a film frame by frame; the first shows where everyone stood."""

    def __init__(self, first: FilmFrame, view: TableView, roster: Roster) -> None:
        picture = first.picture
        colour = in_colour(picture)
        seen = read_board(colour, view, roster, "the film's first frame")
        self._size = picture.shape[:2]
        self._start_s = first.time_s
        self._places = {name: stand.centre for name, stand in seen.stands.items()}
        grey = in_grey(picture)
        self._names: list[str] = []
        self._patches: list[Picture] = []
        self._centres: list[Floats] = []
        self._reach: list[int] = []
        sides = []
        for entry in roster.entries:
            marker = seen.markers.get(entry.marker)
            if marker is None or entry.name not in self._places:
                continue
            side = float(np.linalg.norm(marker.corners_px[0] - marker.corners_px[2])) / np.sqrt(2)
            half, reach = max(round(_HALF * side), 4), max(round(_SEARCH * side), 4)
            u, v = np.rint(marker.centre_px).astype(int)
            if not (
                half + reach <= u < self._size[1] - half - reach and half + reach <= v < self._size[0] - half - reach
            ):
                continue
            self._names.append(entry.name)
            self._patches.append(grey[v - half : v + half + 1, u - half : u + half + 1].copy())
            self._centres.append(np.array([u, v], dtype=np.float64))
            self._reach.append(reach)
            sides.append(entry.mount.size_cm / side)
        self._cm_a_px = np.array(sides)
        self._times = [first.time_s]
        self._shifts = [np.zeros((len(self._names), 2))]
        self._alike = [np.ones(len(self._names))]

    def see(self, frame: FilmFrame) -> None:
        """Look at the next frame; raises BadInput where it has another size."""
        if frame.picture.shape[:2] != self._size:
            raise BadInput("the frames of the film differ in size")
        grey = in_grey(frame.picture)
        shifts, alike = np.zeros((len(self._names), 2)), np.zeros(len(self._names))
        for k, (patch, centre, reach) in enumerate(zip(self._patches, self._centres, self._reach, strict=True)):
            shifts[k], alike[k] = _found(grey, patch, centre.astype(int), reach)
        self._times.append(frame.time_s)
        self._shifts.append(shifts)
        self._alike.append(alike)

    def followed(self) -> FilmTracks:
        """Return what was seen so far."""
        order = np.argsort(np.array(self._times), kind="stable")
        times, alike = np.array(self._times)[order], np.array(self._alike)[order]
        centres = np.array(self._centres).reshape(-1, 2)
        away = np.zeros_like(alike)
        if len(self._names):
            cm_a_px = float(np.median(self._cm_a_px))
            there = centres * cm_a_px
            for k, shift in enumerate(np.array(self._shifts)[order]):
                # What nearly all do together is a push of the board, or the camera's own.
                seen = alike[k] > ALIKE
                now = there + shift * cm_a_px
                away[k] = np.linalg.norm(now - push_between(there[seen], now[seen]).after(there), axis=1)
        columns = range(len(self._names))
        return FilmTracks(
            times, {name: self._places[name] for name in self._names},
            {self._names[k]: away[:, k] for k in columns}, {self._names[k]: alike[:, k] for k in columns},
        )  # fmt: skip


def _found(grey: Grey, patch: Picture, centre: NDArray[np.int_], reach: int) -> tuple[Floats, float]:
    """Return how far (2,) px from its place a patch is found, finer than a pixel, and how alike it looks there."""
    half = patch.shape[0] // 2
    u, v = centre
    window = grey[v - half - reach : v + half + reach + 1, u - half - reach : u + half + reach + 1]
    score = np.asarray(cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED), dtype=np.float32)
    _, best, _, (x, y) = cv2.minMaxLoc(score)
    fine = [_peak(line, k) for line, k in ((score[y], x), (score[:, x], y))]
    return np.array(fine) - reach, float(best)


def _peak(line: Light, k: int) -> float:
    """Return where a parabola through three scores has its top."""
    if not 0 < k < len(line) - 1:
        return float(k)
    before, here, after = (float(s) for s in line[k - 1 : k + 2])
    bend = before - 2 * here + after
    return k + 0.5 * (before - after) / bend if bend < 0 else float(k)
