"""Finding the printed ChArUco board in a picture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.errors import BadInput
from vision.dictionary import dictionary

Floats = NDArray[np.float64]

FEWEST_CORNERS = 8
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
            raise BadInput(f"a ChArUco board has at least 3x3 squares, got {self.columns}x{self.rows}")
        if not 0 < self.marker_cm < self.square_cm < 1000:
            raise BadInput(
                f"a ChArUco board's markers are smaller than its squares: got --marker-cm {self.marker_cm:g}, "
                f"--square-cm {self.square_cm:g}"
            )
        markers, known = self.columns * self.rows // 2, len(dictionary(self.dictionary).bytesList)
        if markers > known:
            raise BadInput(
                f"a board of {self.columns}x{self.rows} squares needs {markers} markers; {self.dictionary} has {known}"
            )

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
    """The board in one picture: its corners' ids (N,) and where they are, (N, 2) px."""

    name: str
    size_px: tuple[int, int]
    ids: NDArray[np.intp]
    corners_px: Floats


@dataclass(frozen=True, slots=True)
class Rejected:
    """A picture that was not used, and why."""

    name: str
    reason: str


class BoardFinder:
    """Finds one board in many pictures, and which of OpenCV's two layouts was printed."""

    def __init__(self, spec: BoardSpec) -> None:
        self.spec = spec
        tuned = cv2.aruco.DetectorParameters()
        tuned.minMarkerPerimeterRate = 0.015  # a board held far away, seen in 4K
        plain = cv2.aruco.CharucoParameters()
        # With an odd number of rows the two layouts are one.
        layouts = (False, True) if spec.rows % 2 == 0 else (False,)
        self._finders = {legacy: cv2.aruco.CharucoDetector(spec.board(legacy), plain, tuned) for legacy in layouts}
        self._found = dict.fromkeys(layouts, 0)

    @property
    def legacy(self) -> bool:
        """Whether the board was printed by an OpenCV older than 4.6 (or a generator that still draws it so)."""
        return self._found.get(True, 0) > self._found[False]

    def find(self, grey: NDArray[np.uint8], name: str) -> BoardView | Rejected:
        """Return the board in a grey picture, or why it cannot be used."""
        best: tuple[NDArray[np.intp], Floats] = (np.zeros(0, np.intp), np.zeros((0, 2)))
        for legacy, finder in self._finders.items():
            if abs(self._found.get(True, 0) - self._found[False]) >= _SURE and legacy != self.legacy:
                continue
            corners, ids, _, _ = finder.detectBoard(grey)
            count = 0 if ids is None else len(ids)
            self._found[legacy] += count
            if count > len(best[0]):
                best = ids.ravel().astype(np.intp), np.asarray(corners, dtype=np.float64).reshape(-1, 2)
        if not len(best[0]):
            return Rejected(name, "the board is not in it, or not the one described")
        if len(best[0]) < FEWEST_CORNERS:
            return Rejected(name, f"only {_corners(len(best[0]))} of the board can be seen")
        height, width = grey.shape[:2]
        return BoardView(name, (width, height), *best)


def _corners(count: int) -> str:
    return "one corner" if count == 1 else f"{count} corners"
