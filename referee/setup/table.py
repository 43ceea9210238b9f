"""The table step: found by its frame markers, or laid by hand on the corners of the play area in the picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.profile import CameraProfile
from calibration.table_pose import fit_table
from table.errors import BadInput
from table.frame import Frame, FrameMarker, HexBoard, SquareBoard
from table.hex_board import centre_of, hex_of, hexes_of
from table.hex_board import corners_of as hex_corners
from vision.camera import Camera
from vision.markers import MarkerSeen, find_markers
from vision.pose import PoseFit, first_guess, fit_pose
from vision.square import square_corners
from vision.table_view import FrameSeen, TableView

Floats = NDArray[np.float64]
Corner = tuple[float, float]

HAND_PX = 2.0
"""How well a corner is laid by hand, one sigma an axis."""
SQUARE_CM = 1.0
LEAST_MARKERS = 3
"""Frame markers that must be seen: by them a bump of the camera is noticed."""
LEAST_AREA_SHARE = 0.02


@dataclass(frozen=True, eq=False)
class FoundTable:
    """The table in a picture: the corners to see it by (`outline_cm`, near left first) px, and the view.

    ``missing`` are the frame markers that are not seen; ``warnings`` are the calibration's.
    """

    view: TableView
    corners_px: tuple[Corner, ...]
    missing: tuple[int, ...]
    warnings: tuple[str, ...] = ()


def find_table(profile: CameraProfile, frame: Frame, grey: NDArray[np.uint8]) -> FoundTable:
    """Return the table that a picture (H, W) shows, by its frame markers; raises BadInput where too few are seen."""
    seen = markers_of(profile, frame, grey)
    fit = fit_table(profile.lens, profile.covariance, frame, {"the picture": seen})
    view = replace(
        fit.view, self_calibrated=profile.self_calibrated, floor=profile.floor, tone=profile.seen_tone,
        identity=profile.identity,
    )  # fmt: skip
    return _found(view, frame, seen, fit.warnings)


def lay_by_hand(
    profile: CameraProfile, frame: Frame, grey: NDArray[np.uint8], corners_px: Sequence[Corner]
) -> FoundTable:
    """Return the table whose corners (`outline_cm`) were laid by hand in a picture (H, W), near left first.

    Where the frame's cards really lie is read off the picture: frame.toml's own places count for nothing. Raises
    BadInput for corners in the wrong order, or with fewer than three frame markers to hold the camera by.
    """
    places = np.array(corners_px, dtype=np.float64)
    _check_corners(places, profile.lens.size_px)
    seen = [m for m in markers_of(profile, frame, grey) if m.id in {marker.id for marker in frame.markers}]
    if len(seen) < LEAST_MARKERS:
        raise BadInput(
            "I see {count} cards; lay at least {least} of them anywhere in the picture: by them I notice when "
            "the camera is bumped",
            count=len(seen), least=LEAST_MARKERS,
        )  # fmt: skip
    rough = _camera_of(profile, frame, places)
    view = TableView(
        rough.camera, _where_they_lie(rough.camera, frame, seen), rough.covariance,
        tuple(FrameSeen(m.id, m.corners_px) for m in seen), 0.0, rough.rms_px, None, profile.self_calibrated,
        profile.floor, profile.seen_tone, profile.identity,
    )  # fmt: skip
    return _found(view, frame, seen, ())


def _camera_of(profile: CameraProfile, frame: Frame, places: Floats) -> PoseFit:
    """Return the camera that sees the table's corners at places (4, 2) px, each laid as well as a hand can.

    A corner stands for a small square that was moved as a whole: the play area as one square would be taken for a card,
    whose print may be off by two in a hundred.
    """
    corners = outline_cm(frame)
    guess = first_guess(profile.lens, corners, places)
    off = places - guess.project(corners)
    squares = np.array([square_corners(x, y, 0.0, 90.0, SQUARE_CM) for x, y, _ in corners])
    squares_px = guess.project(squares.reshape(-1, 3)).reshape(4, 4, 2) + off[:, None]
    together = np.tile(np.eye(2), (4, 4)) * HAND_PX**2 + np.eye(8) * 0.01
    covariance = np.tile(together, (4, 1, 1))
    return fit_pose(profile.lens, squares, squares_px, covariance, 0.0, profile.covariance, guess)


def is_by_hand(view: TableView) -> bool:
    """Say whether a table's corners were laid by hand."""
    return view.frame.survey_sigma_cm is None and not view.survey_sigma_cm


def outline_cm(frame: Frame) -> Floats:
    """Return the four places (4, 3) cm a table is seen by.

    They are the corners of its board of squares, the middles of a hex board's corner hexes, or those of its play area.
    """
    if isinstance(frame.board, HexBoard):
        return np.array([(*place, 0.0) for place in _corner_hexes(frame.board)], dtype=np.float64)
    left, near, wide, deep = 0.0, 0.0, frame.width_cm, frame.depth_cm
    if isinstance(frame.board, SquareBoard):
        (left, near), side_cm = frame.board.origin, frame.board.square_cm
        wide, deep = frame.board.files * side_cm, frame.board.ranks * side_cm
    right, far = left + wide, near + deep
    return np.array([(left, near, 0), (right, near, 0), (right, far, 0), (left, far, 0)], dtype=np.float64)


def _corner_hexes(board: HexBoard) -> tuple[Corner, ...]:
    (left, near), right, far = board.first, board.columns - 1, board.rows - 1
    places = ((left, near), (left + right, near), (left + right, near + far), (left, near + far))
    return tuple(centre_of(board, hex_of(board, column, row)) for column, row in places)


def corners_of(camera: Camera, frame: Frame) -> tuple[Corner, ...]:
    """Return where the table's corners (`outline_cm`) are seen, near left first, then anticlockwise."""
    return _px(camera, outline_cm(frame))


def grid_of(camera: Camera, frame: Frame) -> tuple[tuple[Corner, ...], ...]:
    """Return where the lines between a board's squares or hexes are seen, each as points px; none without a board."""
    board = frame.board
    if isinstance(board, HexBoard):
        outlines = (hex_corners(board, here) for here in hexes_of(board))
        return tuple(_px(camera, np.array([(*at, 0.0) for at in (*outline, outline[0])])) for outline in outlines)
    if not isinstance(board, SquareBoard):
        return ()
    (left, near), side_cm = board.origin, board.square_cm
    across = np.arange(board.files + 1) * side_cm + left
    along = np.arange(board.ranks + 1) * side_cm + near
    lines = [[(x, y, 0.0) for y in along] for x in across] + [[(x, y, 0.0) for x in across] for y in along]
    return tuple(_px(camera, np.array(line)) for line in lines)


def _px(camera: Camera, places: Floats) -> tuple[Corner, ...]:
    return tuple((float(u), float(v)) for u, v in camera.project(places))


def default_corners(size_px: tuple[int, int]) -> tuple[Corner, ...]:
    """Return corners to begin with where nothing was found: a rectangle well inside the picture."""
    width, height = size_px
    left, right, near, far = 0.15 * width, 0.85 * width, 0.85 * height, 0.15 * height
    return ((left, near), (right, near), (right, far), (left, far))


def markers_of(profile: CameraProfile, frame: Frame, grey: NDArray[np.uint8]) -> tuple[MarkerSeen, ...]:
    """Return the markers in a picture (H, W) of the camera; raises BadInput for one of another size."""
    height, width = grey.shape
    if (width, height) != profile.lens.size_px:
        wide, high = profile.lens.size_px
        raise BadInput(
            "{name} is {width} x {height} px, and the lens was learned at {wide} x {high} px",
            name="the picture", width=width, height=height, wide=wide, high=high,
        )  # fmt: skip
    return find_markers(grey, frame.dictionary, {marker.id for marker in frame.markers}, tone=profile.seen_tone)


def _found(view: TableView, frame: Frame, seen: Sequence[MarkerSeen], warnings: Sequence[str]) -> FoundTable:
    there = {marker.id for marker in seen}
    missing = tuple(marker.id for marker in frame.markers if marker.id not in there)
    return FoundTable(view, corners_of(view.camera, view.frame), missing, tuple(warnings))


def _where_they_lie(camera: Camera, frame: Frame, seen: Sequence[MarkerSeen]) -> Frame:
    """Return the frame with the cards that are seen where they are seen, and without the others."""
    known = {marker.id: marker for marker in frame.markers}
    laid: list[FrameMarker] = []
    for found in seen:
        card = known[found.id]
        corners = camera.to_plane(found.corners_px, card.height_cm)
        x, y = corners.mean(axis=0)
        up = (corners[0] + corners[1]) / 2 - (x, y)
        heading_deg = float(np.degrees(np.arctan2(up[1], up[0])))
        laid.append(replace(card, x=float(x), y=float(y), heading_deg=heading_deg))
    return replace(frame, markers=tuple(laid), survey_sigma_cm=None, laid_sigma_cm=None, tape=None)


def _check_corners(places: Floats, size_px: tuple[int, int]) -> None:
    if places.shape != (4, 2) or not np.isfinite(places).all():
        raise BadInput("the play area has four corners")
    x, y = places.T
    area = float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)
    legs = np.roll(places, -1, axis=0) - places
    after = np.roll(legs, -1, axis=0)
    turns = legs[:, 0] * after[:, 1] - legs[:, 1] * after[:, 0]
    if not ((turns < 0).all() or (turns > 0).all()):
        raise BadInput("the corners do not go round the table: near left, near right, far right, far left")
    if area > 0:  # pixels count downwards: anticlockwise on the table is negative here
        raise BadInput("the corners go round the wrong way: near left, near right, far right, far left")
    if abs(area) < LEAST_AREA_SHARE * size_px[0] * size_px[1]:
        raise BadInput("the play area is too small in the picture: bring the camera nearer")
