"""The printed map of a game on hexes, as a picture of the table shows it, for page and commands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from table.errors import BadInput
from table.frame import Frame, HexBoard
from table.hex_board import centre_of, hex_of
from vision.boards.hex_fit import BoardFit, OtherOffset, fit_board
from vision.bump import settle
from vision.camera import Camera
from vision.markers import find_markers
from vision.picture import in_grey
from vision.table_view import TableView

Picture = NDArray[np.uint8]

WRONG_SCALE = 0.003
"""A map so much larger or smaller than said was laid among cards of another play area, or measured wrongly."""
_MOST_SCALE, _MOST_MOVED = 0.05, 1.0
"""What a fit changes at most: the size of a hex as a share, and the middle of the board in sizes of a hex."""


@dataclass(frozen=True, eq=False)
class MapFound:
    """A table with its hexes where the printed ones lie, the fit, and what is to be said of the camera."""

    view: TableView
    fit: BoardFit
    warnings: tuple[str, ...] = ()


def camera_in(view: TableView, picture: Picture, name: str = "the picture") -> tuple[Camera, tuple[str, ...]]:
    """Return the camera of a picture (H, W, 3) by its frame markers, and words on it; raises BadInput."""
    height, width = picture.shape[:2]
    if (width, height) != view.camera.lens.size_px:
        wide, high = view.camera.lens.size_px
        raise BadInput(
            "{name}: the picture is {width} x {height} px, but the table was calibrated at {wide} x {high} px",
            name=name, width=width, height=height, wide=wide, high=high,
        )  # fmt: skip
    grey = in_grey(picture)
    wanted = {marker.id for marker in view.frame.markers}
    markers = {marker.id: marker for marker in find_markers(grey, view.frame.dictionary, wanted) if marker.id in wanted}
    settled = settle(view, markers, name, grey)
    return settled.view.camera, settled.warnings


def find_map(view: TableView, pictures: Sequence[Picture]) -> MapFound:
    """Return the table with the hexes that its pictures (H, W, 3) show; raises BadInput in a player's words."""
    board = view.frame.board
    if not isinstance(board, HexBoard):
        raise BadInput("this table has no board of hexes to look for")
    seen, warnings = [], list[str]()
    for picture in pictures:
        camera, said = camera_in(view, picture)
        seen.append((camera, picture))
        warnings += [warning for warning in said if warning not in warnings]
    try:
        fit = fit_board(seen, board, view.correction)
    except OtherOffset:
        raise BadInput(
            "the map's rim shows the other lines shifted by half a hex: choose so where its hexes are asked for (Print)"
        ) from None
    except BadInput:
        raise BadInput(
            "I do not find the printed map: the hexes stay where your cards and measures put them. See that measures "
            "and cards are right, clear the map, light it evenly, and look for it again"
        ) from None
    return MapFound(replace(view, frame=replace(view.frame, board=fit.board)), fit, tuple(warnings))


def same_board(said: Frame, found: Frame) -> bool:
    """Say whether a table has the board that its frame says, or that board fitted to a printed map."""
    one, other = said.board, found.board
    if not isinstance(one, HexBoard) or not isinstance(other, HexBoard):
        return one == other
    shapes = [(board.columns, board.rows, board.pointy, board.offset, board.first) for board in (one, other)]
    if shapes[0] != shapes[1] or abs(other.size_cm / one.size_cm - 1) > _MOST_SCALE:
        return False
    return float(np.hypot(*np.subtract(_middle(one), _middle(other)))) < _MOST_MOVED * one.size_cm


def is_fitted(said: Frame | None, found: Frame) -> bool:
    """Say whether a table's hexes lie where a printed map was found, and not only where its frame says."""
    board = found.board
    fitted = isinstance(board, HexBoard) and (board.warp is not None or bool(board.unsure_cm))
    return fitted or (said is not None and said.board != board)


def _middle(board: HexBoard) -> tuple[float, float]:
    left, near = board.first
    even = replace(board, warp=None, unsure_cm=())
    return centre_of(even, hex_of(even, left + board.columns // 2, near + board.rows // 2))
