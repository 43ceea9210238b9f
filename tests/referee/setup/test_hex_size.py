"""A printed hex board's frame: its hexes lie where a ruler's numbers say, and what a hand lays are its corner hexes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import CameraProfile
from referee.setup.hex_size import frame_with_hexes, hex_size, same_table, usual_hexes
from referee.setup.table import corners_of, grid_of, lay_by_hand, outline_cm
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.renderer import Renderer
from table.board_size import HexSize
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import centre_of, hex_of, hexes_of
from table.hex_board import corners_of as hex_corners
from table.notation.frame_file import format_frame, parse_frame
from table.snapshot import Snapshot
from vision.picture import in_grey

IDS = range(240, 248)
SIZES = st.builds(
    HexSize, st.floats(1.5, 6), st.integers(5, 20), st.integers(5, 20), st.booleans(), st.sampled_from(["odd", "even"]),
    st.floats(0, 5), st.floats(0, 5),
)  # fmt: skip


@given(SIZES)
def test_the_hexes_keep_the_borders_and_the_distance_that_were_measured(size: HexSize) -> None:
    board = size.board
    x, y = np.array([corner for here in hexes_of(board) for corner in hex_corners(board, here)]).T
    assert (x.min(), size.width_cm - x.max()) == pytest.approx((size.border_cm, size.border_cm), abs=1e-9)
    assert (y.min(), size.depth_cm - y.max()) == pytest.approx((size.strip_cm, size.strip_cm), abs=1e-9)
    here = hex_of(board, 2, 2)
    apart = [np.hypot(*np.subtract(centre_of(board, here), centre_of(board, n))) for n in here.neighbours()]
    assert apart == pytest.approx([size.apart_cm] * 6)


@given(SIZES)
def test_a_board_is_read_back_from_its_frame(size: HexSize) -> None:
    wide = HexSize(size.apart_cm, size.columns, size.rows, size.pointy, size.offset, 9.0, 9.0)  # room for the cards
    again = hex_size(parse_frame(format_frame(frame_with_hexes(wide, IDS, 2.0))), "rommel")
    assert (again.columns, again.rows, again.pointy, again.offset) == (
        wide.columns,
        wide.rows,
        wide.pointy,
        wide.offset,
    )
    lengths = (again.apart_cm, again.border_cm, again.strip_cm)
    assert lengths == pytest.approx((wide.apart_cm, 9.0, 9.0), abs=1e-3)


def test_a_hex_board_that_was_changed_is_another_table() -> None:
    usual = frame_with_hexes(usual_hexes("ancients"), IDS, 5.0)
    assert same_table(usual, usual)
    flat = HexSize(5.5, 13, 9, pointy=False)
    assert not same_table(usual, frame_with_hexes(flat, IDS, 5.0))
    assert not same_table(usual, frame_with_hexes(HexSize(5.5, 13, 9, offset="even"), IDS, 5.0))
    assert hex_size(None, "ancients") == usual_hexes("ancients")


@pytest.mark.parametrize("wrong", [HexSize(0.0, 13, 9), HexSize(5.5, 0, 9), HexSize(5.5, 13, 9, border_cm=-1.0)])
def test_a_board_of_no_size_is_refused(wrong: HexSize) -> None:
    with pytest.raises(BadInput, match="hexes of some size"):
        frame_with_hexes(wrong, IDS, 5.0)


@pytest.mark.ci
def test_corner_hexes_laid_by_hand_put_every_hex_in_its_place(profile: CameraProfile) -> None:
    frame = frame_with_hexes(HexSize(5.0, 12, 8), IDS, 4.0)
    assert isinstance(frame.board, HexBoard)
    camera = default_camera(frame)
    grey = in_grey(Renderer(camera, frame, seed=5).render(Snapshot(frame.width_cm, frame.depth_cm)))
    laid = [(u + 1.0, v - 0.5) for u, v in corners_of(camera, frame)]
    view = lay_by_hand(profile, frame, grey, laid).view
    assert outline_cm(frame)[0, :2] == pytest.approx(centre_of(frame.board, hex_of(frame.board, 0, 0)))
    lines, true = grid_of(view.camera, view.frame), grid_of(camera, frame)
    assert len(lines) == 12 * 8
    assert np.abs(np.array(lines) - np.array(true)).max() < 4.0, "no farther off than the hand was, and a little"
