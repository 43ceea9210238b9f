"""`vedette board fit` on a rendered table: a map that lies askew is found, and written where it truly lies."""

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.profile import format_table, parse_table
from cli.main import main
from simulation.synthetic.fittings import default_camera, default_frame
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.frame import Frame, HexBoard, SquareBoard
from table.hex_board import centre_of, hexes_of
from table.notation.frame_file import parse_frame
from table.snapshot import Snapshot
from vision.boards.hex_net import Net
from vision.table_view import TableView

SAID = HexBoard((9.0, 8.5), 2.4, 9, 8)


def lies() -> HexBoard:
    """The map as it lies: turned by 1.2 degrees, 2 % larger, 6 mm off, and a little wavy."""
    net = Net((5.0, 5.0, 53.0, 40.0), 6, 5)
    turn = 1.02 * np.array([[math.cos(0.021), -math.sin(0.021)], [math.sin(0.021), math.cos(0.021)]])
    waves = 0.12 * np.column_stack([np.sin(net.places_cm[:, 1] / 6), np.cos(net.places_cm[:, 0] / 8)])
    there = (net.places_cm - SAID.origin) @ turn.T + np.array(SAID.origin) + (0.5, -0.35) + waves
    return replace(SAID, warp=net.warp(there - net.places_cm))


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["board", "fit", *[str(arg) for arg in args]])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a picture of the map, one of the bare table, and table.toml with the board as it was said."""
    out = tmp_path_factory.mktemp("board")
    frame = default_frame(58, 44)
    camera = default_camera(frame, (1280, 720))
    for name, board in (("map", lies()), ("bare", None)):
        view = Renderer(camera, replace(frame, board=board), None, Look(ground="sand"), 3)
        assert cv2.imwrite(str(out / f"{name}.png"), view.render(Snapshot(58, 44)))
    for name, said in (("table", SAID), ("none", None), ("squares", SquareBoard((4.0, 4.0), 4.0, 8, 9))):
        (out / f"{name}.toml").write_text(format_table(TableView(camera, replace(frame, board=said))))
    return out


def board_of(frame: Frame) -> HexBoard:
    assert isinstance(frame.board, HexBoard)
    return frame.board


def worst_mm(board: HexBoard) -> float:
    return max(10 * math.dist(centre_of(board, here), centre_of(lies(), here)) for here in hexes_of(SAID))


@pytest.mark.prove
def test_a_map_that_lies_askew_is_found_and_written(made: Path) -> None:
    done = run(
        made / "map.png", "--table", made / "table.toml", "--out", made / "new.toml",
        "--frame-out", made / "frame.toml", "--report", made / "fit.html", "--json",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    new = board_of(parse_table((made / "new.toml").read_text()).frame)
    assert worst_mm(SAID) > 10
    assert worst_mm(new) < 0.5
    assert board_of(parse_frame((made / "frame.toml").read_text())) == new
    assert (new.columns, new.rows, new.pointy, new.offset) == (9, 8, True, "odd")
    assert said["lines_found"] > 0.9 * said["lines_visible"] > 200
    assert said["rms_cm"] < 0.03
    assert said["worst_cm"] >= said["rms_cm"]
    assert said["turn_deg"] == pytest.approx(1.2, abs=0.15)
    assert said["scale"] == pytest.approx(1.02, abs=0.005)
    assert said["moved_cm"] == pytest.approx(worst_mm(SAID) / 10, abs=0.05)
    assert said["warnings"] == []
    assert said["less_sure"] == []
    page = (made / "fit.html").read_text()
    assert f"{said['lines_found']} of {said['lines_visible']} lines found" in page
    assert "data:image/png;base64," in page


@pytest.mark.prove
def test_it_says_so_in_words_and_draws_it(made: Path) -> None:
    done = run(made / "map.png", "--table", made / "table.toml", "--report", made / "fit.png")
    assert done.exit_code == 0, done.output
    assert "Found " in done.output
    assert "Not written: give --out" in done.output
    drawn = cv2.imread(str(made / "fit.png"))
    assert drawn is not None
    green = (drawn[..., 1] > drawn[..., 2].astype(int) + 40) & (drawn[..., 1] > drawn[..., 0].astype(int) + 20)
    assert green.mean() > 0.005


@pytest.mark.ci
@pytest.mark.parametrize(
    ("picture", "table", "more", "said"),
    [
        ("bare.png", "table.toml", [], "there is no map of hexes of 2.4 cm"),
        ("map.png", "squares.toml", [], "expected a board of hexes to look for, got one of squares"),
        ("map.png", "none.toml", [], "expected a board of hexes to look for, got none"),
        ("map.png", "missing.toml", [], "no such file"),
        ("gone.png", "table.toml", [], "no such picture"),
        ("map.png", "table.toml", ["--report", "fit.pdf"], "ends in .png, .html"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    made: Path, picture: str, table: str, more: list[str], said: str
) -> None:
    before = sorted(made.iterdir())
    done = run(made / picture, "--table", made / table, "--out", made / "never.toml", *more)
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert sorted(made.iterdir()) == before


@pytest.mark.ci
def test_a_picture_of_another_size_is_refused(made: Path) -> None:
    small = cv2.resize(cv2.imread(str(made / "map.png")), (640, 360))
    assert cv2.imwrite(str(made / "small.png"), small)
    done = run(made / "small.png", "--table", made / "table.toml")
    assert done.exit_code == 2
    assert "640 x 360 px, but the table was calibrated at 1280 x 720 px" in done.stderr
