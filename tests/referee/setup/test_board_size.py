"""A printed board's frame: its squares and cards lie where the numbers say, and its corners are what a hand lays."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import CameraProfile
from referee.setup.bases import entry_of, mount_kind, usual_bases
from referee.setup.hex_size import board_size, frame_with_board, same_table
from referee.setup.table import corners_of, grid_of, lay_by_hand, outline_cm
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.renderer import Renderer
from table.board_size import SquareSize
from table.errors import BadInput
from table.frame import Frame, SquareBoard
from table.notation.frame_file import format_frame, parse_frame
from table.roster import Roster
from table.snapshot import Snapshot
from table.squares import Square, centre_of
from vision.picture import in_grey

IDS = range(240, 248)


def test_the_usual_board_is_44_by_95_cm() -> None:
    frame = frame_with_board(SquareSize(), IDS, 5.0)
    assert (frame.width_cm, frame.depth_cm) == (44.0, 95.0)
    assert frame.board == SquareBoard((4.0, 7.0), 4.5, 8, 18)
    assert frame.banners is not None
    assert frame.banners.ids == (230, 231, 232, 233)
    near_left = min(frame.markers, key=lambda marker: marker.x + marker.y)
    assert (near_left.x, near_left.y) == (-3.75, -3.75)  # a card of 7.5 cm touches the corner from outside


def test_the_corners_a_hand_lays_are_those_of_the_squares() -> None:
    frame = frame_with_board(SquareSize(), IDS, 5.0)
    assert outline_cm(frame).tolist() == [[4, 7, 0], [40, 7, 0], [40, 88, 0], [4, 88, 0]]
    assert outline_cm(replace(frame, board=None)).tolist() == [[0, 0, 0], [44, 0, 0], [44, 95, 0], [0, 95, 0]]


@pytest.mark.ci
@given(st.floats(2, 6), st.floats(0, 15), st.floats(0, 12), st.sampled_from([1, 2]))
def test_a_board_is_read_back_from_its_frame(square: float, strip: float, border: float, boards: int) -> None:
    size = SquareSize(square, strip, border, boards)
    frame = parse_frame(format_frame(frame_with_board(size, IDS, 3.0)))
    again = board_size(frame)
    assert again.boards == boards
    assert (again.square_cm, again.strip_cm, again.border_cm) == pytest.approx((square, strip, border), abs=1e-4)
    assert same_table(frame, frame_with_board(again, IDS, 3.0))


def test_another_board_on_as_large_a_table_is_another_table() -> None:
    one = frame_with_board(SquareSize(), IDS, 5.0)
    other = frame_with_board(SquareSize(4.4, 7.9, 4.4), IDS, 5.0)
    assert (other.width_cm, other.depth_cm) == pytest.approx((one.width_cm, one.depth_cm))
    assert not same_table(one, other)
    assert not same_table(one, replace(one, board=None))
    assert not same_table(None, one)


@pytest.mark.parametrize("size", [SquareSize(square_cm=0), SquareSize(strip_cm=-1), SquareSize(border_cm=-0.1)])
def test_a_board_without_size_is_refused(size: SquareSize) -> None:
    with pytest.raises(BadInput, match="a board needs squares"):
        frame_with_board(size, IDS, 5.0)


def test_the_lines_are_where_the_camera_sees_the_squares(profile: CameraProfile) -> None:
    frame = frame_with_board(SquareSize(), IDS, 5.0)
    camera = default_camera(frame)
    lines = grid_of(camera, frame)
    assert len(lines) == 9 + 19
    corners = corners_of(camera, frame)
    assert (lines[0][0], lines[8][0], lines[8][-1], lines[0][-1]) == corners
    board = frame.board
    assert isinstance(board, SquareBoard)
    x, y = centre_of(board, Square.parse("A-01"))
    u, v = camera.project([(x, y, 0.0)])[0]
    around = np.array([lines[0][0], lines[1][1]])
    assert around.min(axis=0)[0] < u < around.max(axis=0)[0]
    assert around.min(axis=0)[1] < v < around.max(axis=0)[1]
    assert profile.lens.size_px == camera.lens.size_px
    assert grid_of(camera, replace(frame, board=None)) == ()


@pytest.mark.ci
def test_corners_laid_by_hand_put_the_squares_there(profile: CameraProfile) -> None:
    frame = frame_with_board(SquareSize(), IDS, 5.0)
    camera = default_camera(frame)
    grey = in_grey(Renderer(camera, frame, Roster(()), seed=2).render(Snapshot(44.0, 95.0, (), ())))
    view = lay_by_hand(replace(profile, lens=camera.lens), frame, grey, corners_of(camera, frame)).view
    middle = np.array([(*centre_of_square(frame, name), 0.0) for name in ("A-01", "A-64", "G-01", "G-40")])
    assert np.abs(view.camera.project(middle) - camera.project(middle)).max() < 0.5


def centre_of_square(frame: Frame, name: str) -> tuple[float, float]:
    assert isinstance(frame.board, SquareBoard)
    return centre_of(frame.board, Square.parse(name))


def test_a_soldier_holds_his_marker_over_his_head() -> None:
    (soldier,) = usual_bases("montecassino")
    made = entry_of(3, "a-3", "A", soldier.kind, "", (soldier.width_cm, soldier.depth_cm), soldier.mount, 1.2)
    assert (made.mount.height_cm, made.mount.along_cm, made.mount.size_cm) == (2.56, 0.0, 1.2)
    assert mount_kind(made) == "head"
