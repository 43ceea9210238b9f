"""Finding the printed ChArUco board in a picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.board_markers import BoardMarkers, board_markers
from calibration.lattice import lattice_of
from calibration.saddles import refine_saddles
from table.errors import BadInput, Remark
from vision.arrays import Floats, Grey, Indices
from vision.dictionary import dictionary
from vision.known_markers import Follower

FEWEST_CORNERS = 8
_SHARE_OFF = 0.04  # a marker's size in squares further off than this was told wrongly
_WITHIN_PX = 1.5
_FEWEST_MARKERS = 4
_ASTRAY = 0.15  # squares: markers that lie further off than this are of another board
_SURE = 40  # corners of one layout more than of the other: by then it is known which was printed


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """The board as printed: squares are columns x rows, sizes of a square and of the markers in them.

    Raises BadInput for a board that cannot be.
    """

    columns: int
    rows: int
    square_cm: float
    marker_cm: float
    dictionary: str = "4x4_250"

    def __post_init__(self) -> None:
        if self.columns < 3 or self.rows < 3:
            raise BadInput(
                "a ChArUco board has at least 3x3 squares, got {columns}x{rows}", columns=self.columns, rows=self.rows
            )
        if not 0 < self.marker_cm < self.square_cm < 1000:
            raise BadInput(
                "markers of {marker_cm:g} cm do not go into squares of {square_cm:g} cm",
                marker_cm=self.marker_cm, square_cm=self.square_cm,
            )  # fmt: skip
        markers, known = self.columns * self.rows // 2, len(dictionary(self.dictionary).bytesList)
        if markers > known:
            raise BadInput(
                "a board of {columns}x{rows} squares needs {markers} markers; {dictionary} has {known}",
                columns=self.columns, rows=self.rows, markers=markers, dictionary=self.dictionary, known=known,
            )  # fmt: skip

    def corners_cm(self) -> Floats:
        """Return the inner corners (N, 2) in cm, by their ids."""
        return np.asarray(self.board(False).getChessboardCorners(), dtype=np.float64)[:, :2]

    def board(self, legacy: bool) -> cv2.aruco.CharucoBoard:
        """Return OpenCV's board, laid out as since 4.6 or (``legacy``) as before: the first square white or black."""
        words = dictionary(self.dictionary)
        board = cv2.aruco.CharucoBoard((self.columns, self.rows), self.square_cm, self.marker_cm, words)
        board.setLegacyPattern(legacy)
        return board


@dataclass(frozen=True, eq=False)
class BoardView:
    """The board in one picture: its corners' ids (N,) and where they are, (N, 2) px, with covariances (N, 2, 2) px².

    No covariances: all corners are found equally well. ``markers`` are the board's, where they were looked for.
    ``blur_px`` is how far the corners' edges are smeared, one sigma; None where it was not looked at.
    """

    name: str
    size_px: tuple[int, int]
    ids: Indices
    corners_px: Floats
    covariance_px: Floats | None = None
    markers: BoardMarkers | None = None
    blur_px: float | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """A picture that was not used, and why."""

    name: str
    reason: str


class BoardFinder:
    """Finds one board in many pictures, which of OpenCV's two layouts was printed, and how large its markers are."""

    def __init__(self, spec: BoardSpec) -> None:
        self.spec = spec
        # With an odd number of rows the two layouts are one.
        self._layouts = (False, True) if spec.rows % 2 == 0 else (False,)
        self._finders = self._made(spec)
        self._found = dict.fromkeys(self._layouts, 0)
        self._shares: list[float] = []
        self._sides_px: list[float] = []

    @property
    def legacy(self) -> bool:
        """Whether the board was printed by an OpenCV older than 4.6 (or a generator that still draws it so)."""
        return self._found.get(True, 0) > self._found[False]

    @property
    def marker_share(self) -> float | None:
        """How large the markers are in the pictures, in squares; None before any was found."""
        return float(np.median(self._shares)) if self._shares else None

    def warnings(self) -> tuple[str, ...]:
        """Return what is wrong with the sizes given, in words."""
        said, seen = self.spec.marker_cm / self.spec.square_cm, self.marker_share
        # OpenCV's quads lie a little within the black, the more so the fewer pixels a marker has.
        if seen is None or abs(seen / said - 1) < _SHARE_OFF + _WITHIN_PX / float(np.median(self._sides_px)):
            return ()
        return (
            Remark("--marker-cm {marker_cm:g} and --square-cm {square_cm:g} make the markers {said:.0%} of a square, "
                   "but in the pictures they are {seen:.0%}: one of the two was measured wrongly. I went by the "
                   "pictures, and the lens is right all the same",
                   marker_cm=self.spec.marker_cm, square_cm=self.spec.square_cm, said=said, seen=seen),
        )  # fmt: skip

    def find(self, grey: Grey, name: str) -> BoardView | Rejected:
        """Return the board in a grey picture, or why it cannot be used."""
        ids, corners, share, legacy = self._detected(grey)
        if share is not None:
            self._shares.append(share)
            if len(ids) < FEWEST_CORNERS and abs(share * self.spec.square_cm / self._marker_cm - 1) > _SHARE_OFF:
                # OpenCV finds no corner of a board whose markers are of another size than it was told.
                self._finders = self._made(replace(self.spec, marker_cm=share * self.spec.square_cm))
                ids, corners, _, legacy = self._detected(grey)
        if not len(ids):
            return Rejected(name, Remark("the board is not in it, or it has other squares"))
        if len(ids) < 4:
            few = Remark("only {count} corners of the board can be seen", count=len(ids))
            return Rejected(name, few if len(ids) > 1 else Remark("only one corner of the board can be seen"))
        ids, corners, covariance, blur_px = self._refined(grey, ids, corners)
        if len(ids) < FEWEST_CORNERS:
            few = Remark("only {count} corners of the board can be seen sharply", count=len(ids))
            return Rejected(name, few if len(ids) > 1 else Remark("only one corner of the board can be seen sharply"))
        height, width = grey.shape[:2]
        markers = board_markers(grey, self.spec.board(legacy), Follower(self.spec.dictionary), ids, corners)
        return BoardView(name, (width, height), ids, corners, covariance, markers, blur_px)

    def _made(self, spec: BoardSpec) -> dict[bool, cv2.aruco.CharucoDetector]:
        tuned = cv2.aruco.DetectorParameters()
        tuned.minMarkerPerimeterRate = 0.015  # a board held far away, seen in 4K
        plain = cv2.aruco.CharucoParameters()
        self._marker_cm = spec.marker_cm
        return {legacy: cv2.aruco.CharucoDetector(spec.board(legacy), plain, tuned) for legacy in self._layouts}

    def _detected(self, grey: Grey) -> tuple[Indices, Floats, float | None, bool]:
        """Return ids and places of what OpenCV finds, how large the markers are in squares, and in which layout."""
        best: tuple[Indices, Floats] = (np.zeros(0, np.intp), np.zeros((0, 2)))
        share, best_layout = None, False
        for legacy, finder in self._finders.items():
            if abs(self._found.get(True, 0) - self._found[False]) >= _SURE and legacy != self.legacy:
                continue
            corners, ids, marker_corners, marker_ids = finder.detectBoard(grey)
            count = 0 if ids is None else len(ids)
            self._found[legacy] += count
            if share is None or count > len(best[0]):
                found = (
                    None
                    if marker_ids is None
                    else self._share(
                        legacy,
                        marker_ids.ravel().astype(np.intp),
                        [np.asarray(part, dtype=np.float64) for part in marker_corners],
                    )
                )
                share = found if found is not None else share
            if count > len(best[0]):
                best = ids.ravel().astype(np.intp), np.asarray(corners, dtype=np.float64).reshape(-1, 2)
                best_layout = legacy
        return *best, share, best_layout

    def _share(self, legacy: bool, ids: Indices, corners_px: Sequence[Floats]) -> float | None:
        """Return how large the markers seen are, in squares; None where they do not lie as this layout has them."""
        board = self.spec.board(legacy)
        middles = np.array(board.getObjPoints(), dtype=np.float64)[:, :, :2].mean(axis=1) / self.spec.square_cm
        place = {int(number): middle for number, middle in zip(np.ravel(board.getIds()), middles, strict=True)}
        known = [k for k, number in enumerate(ids) if int(number) in place]
        if len(known) < _FEWEST_MARKERS:
            return None
        tips = np.array([np.asarray(corners_px[k], dtype=np.float64).reshape(4, 2) for k in known])
        where = np.array([place[int(ids[k])] for k in known])
        # Where the diagonals cross is the middle also under perspective: nothing of a marker's size is in it.
        a, b, c, d = tips.transpose(1, 0, 2)
        along, other, between = c - a, d - b, b - a
        cut = (between[:, 0] * other[:, 1] - between[:, 1] * other[:, 0]) / (
            along[:, 0] * other[:, 1] - along[:, 1] * other[:, 0] + 1e-9
        )
        seen = a + cut[:, None] * along
        home, _ = cv2.findHomography(seen, where, cv2.RANSAC, 0.1)
        if home is None:
            return None
        on_board = cv2.perspectiveTransform(np.concatenate([seen[:, None], tips], axis=1), home)
        off = np.linalg.norm(on_board[:, 0] - where, axis=1)
        if np.median(off) > _ASTRAY:
            return None
        self._sides_px.append(float(np.median(np.linalg.norm(tips - np.roll(tips, -1, axis=1), axis=2))))
        sides = np.linalg.norm(on_board[:, 1:] - np.roll(on_board[:, 1:], -1, axis=1), axis=2)
        return float(np.median(sides.mean(axis=1)))

    def _refined(self, grey: Grey, ids: Indices, corners: Floats) -> tuple[Indices, Floats, Floats, float]:
        """Return the corners, refined by their pixels' light, and how blurred they are.

        Corners that OpenCV left out, beside a marker cut off or in glare, are among them.
        """
        grid = self.spec.corners_cm() / self.spec.square_cm
        share = self.marker_share or self.spec.marker_cm / self.spec.square_cm
        margin = max(0.0, (1 - share) / 2)
        try:
            first = refine_saddles(grey, corners, lattice_of(grid[ids], corners).straight(), margin)
            good = first.good(corners)
            ids, places = ids[good], first.corners_px[good]
            last = refine_saddles(grey, places, lattice_of(grid[ids], places), margin, rounds=2)
            places, covariance = last.corners_px, last.covariance_px
            blur_px = float(np.median(last.blur_px)) if len(places) else 0.0
            for _ in range(2):
                near = np.abs(grid[:, None] - grid[ids][None]).max(axis=2).min(axis=1, initial=np.inf)
                more = np.flatnonzero((near > 0.5) & (near < 1.5))
                if len(ids) < 6 or not len(more):
                    break
                guess = lattice_of(grid[ids], places, grid[more])
                height, width = grey.shape[:2]
                inside = np.asarray(((guess.corners_px > 3) & (guess.corners_px < (width - 4, height - 4))).all(axis=1))
                more, guess = more[inside], guess.only(inside)
                found = refine_saddles(grey, guess.corners_px, guess, margin)
                good = found.good(guess.corners_px)
                ids = np.concatenate([ids, more[good]])
                places = np.concatenate([places, found.corners_px[good]])
                covariance = np.concatenate([covariance, found.covariance_px[good]])
        except (cv2.error, np.linalg.LinAlgError):
            return ids[:0], corners[:0], np.zeros((0, 2, 2)), 0.0
        order = np.argsort(ids)
        return ids[order], places[order], covariance[order], blur_px
