"""The lens step: pictures of the board are gathered, what they cover is shown, and the lens is learned from them."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.charuco import BoardFinder, BoardSpec, BoardView, Rejected
from calibration.coverage import seen_cells
from calibration.lens import FEWEST_VIEWS, fit_lens
from calibration.lens_guide import Guidance, guidance
from calibration.profile import CameraProfile
from calibration.self_calibration import SelfFit, self_calibrate
from referee.setup.folder import SetUp
from table.errors import BadInput
from table.frame import Frame
from table.roster import Roster
from vision.camera_identity import CameraIdentity
from vision.markers import find_markers
from vision.picture import read_picture

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""

ENOUGH_VIEWS = 15


@dataclass(frozen=True)
class LensCoverage:
    """What the pictures of the board cover so far: how many saw each cell (6, 10), which were of use, which not."""

    cells: NDArray[np.intp]
    used: int
    rejected: tuple[Rejected, ...]

    @property
    def coverage(self) -> float:
        """The share of the picture in which the board was seen."""
        return float((self.cells > 0).mean())

    @property
    def enough(self) -> bool:
        """Whether a lens can be tried from them."""
        return self.used >= FEWEST_VIEWS


@dataclass(frozen=True, eq=False)
class LensLook:
    """A look at the board: in which of the camera's pictures, where it is there (None: nowhere), what to do next."""

    number: int
    board: BoardView | None
    guidance: Guidance


class LensStep:
    """Finds the board in the pictures of one set-up, each once."""

    def __init__(self, setup: SetUp, spec: BoardSpec) -> None:
        self.setup, self.spec = setup, spec
        self._finder = BoardFinder(spec)
        self._found: dict[Path, BoardView | Rejected] = {}
        self._looked: LensLook | None = None
        self._lock = threading.Lock()

    def gathered(self) -> LensCoverage:
        """Look at the pictures that are new, and return what all of them cover."""
        found = self._look(lambda _done, _of: None)
        views = [view for view in found if isinstance(view, BoardView)]
        return LensCoverage(seen_cells(views), len(views), tuple(view for view in found if isinstance(view, Rejected)))

    def add(
        self, grey: NDArray[np.uint8], data: bytes, suffix: str, identity: CameraIdentity | None = None
    ) -> BoardView | Rejected | None:
        """Keep a picture (H, W; coded in ``data``) if the board is in it, and return where it is, or why it is not.

        None: this very picture is there already. ``identity`` is the camera it is of.
        """
        with self._lock:
            if self.setup.has_lens_picture(data):
                return None
            found = self._finder.find(grey, "picture")
            return self._keep(found, data, suffix, identity) if isinstance(found, BoardView) else found

    def look(
        self, number: int, grey: NDArray[np.uint8], coded: Callable[[], tuple[bytes, str]],
        identity: CameraIdentity | None = None,
    ) -> LensLook:  # fmt: skip
        """Look at the camera's newest picture (H, W), keep it if it is worth it, and return what to do next.

        ``number`` is which picture it is: looked at twice it tells nothing of how still the board is. ``coded`` returns
        it as a file has it, ``identity`` is the camera it is of.
        """
        taken = self._views()
        with self._lock:
            before = self._looked
            if before is not None and before.number == number:
                self._looked = replace(before, guidance=replace(before.guidance, take=False))
                return self._looked
            found = self._finder.find(grey, "picture")
            board = found if isinstance(found, BoardView) else None
            told = guidance(self.spec, taken, before.board if before is not None else None, board)
            if told.take and board is not None:
                board = self._keep(board, *coded(), identity)
            self._looked = LensLook(number, board, told)
            return self._looked

    def _keep(self, found: BoardView, data: bytes, suffix: str, identity: CameraIdentity | None) -> BoardView:
        path = self.setup.add_lens_picture(data, suffix, identity)
        kept = replace(found, name=path.name)
        self._found[path] = kept
        return kept

    def _views(self) -> list[BoardView]:
        return [view for view in self._look(lambda _done, _of: None) if isinstance(view, BoardView)]

    def learn(self, progress: Progress) -> CameraProfile:
        """Learn the lens, write camera.toml and return it; raises BadInput with what to do about a bad set."""
        found = self._look(progress)
        fit = fit_lens(self.spec, found, self._finder.legacy, self._finder.warnings())
        profile = replace(fit.profile, identity=self.setup.taken_with)
        self.setup.camera = profile
        return profile

    def _look(self, progress: Progress) -> list[BoardView | Rejected]:
        pictures = self.setup.lens_pictures()
        for k, path in enumerate(pictures):
            progress(k, len(pictures))
            with self._lock:
                if path not in self._found:
                    self._found[path] = self._find(path)
        progress(len(pictures), len(pictures))
        return [self._found[path] for path in pictures]

    def _find(self, path: Path) -> BoardView | Rejected:
        try:
            return self._finder.find(read_picture(path, colour=False), path.name)
        except BadInput as error:
            return Rejected(path.name, str(error).removeprefix(f"{path}: "))


def learn_without_board(
    setup: SetUp, greys: dict[str, NDArray[np.uint8]], frame: Frame, roster: Roster | None,
    identity: CameraIdentity | None = None,
) -> SelfFit:  # fmt: skip
    """Learn lens and table at once from pictures (H, W) of the frame, and write both; less exact than with a board.

    ``identity`` is the camera they are of. Raises BadInput where they determine no lens.
    """
    wanted = {marker.id for marker in frame.markers} | (set() if roster is None else set(roster.by_marker))
    sizes = {grey.shape for grey in greys.values()}
    if len(sizes) != 1:
        raise BadInput("the pictures differ in size: take them with one camera at one setting")
    height, width = sizes.pop()
    seen = {name: find_markers(grey, frame.dictionary, wanted) for name, grey in greys.items()}
    fit = self_calibrate(frame, seen, (width, height), roster)
    setup.camera, setup.table = replace(fit.profile, identity=identity), replace(fit.view, identity=identity)
    return fit
