"""`vedette terrain` on drawn pictures of a hill from several places: written, told in words, and its errors."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import shapely
from click.testing import CliRunner, Result
from hill_tables import bare_table, drawn, with_hill
from shapely import Polygon

from calibration.profile import format_table
from cli.main import main
from simulation.synthetic.fittings import default_frame, over_table
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.notation.terrain_file import parse_terrain
from table.snapshot import Snapshot
from vision.camera import Camera, Lens
from vision.table_view import TableView

FRAME = default_frame(58, 44)
LENS = Lens((960, 540), np.array([[680.0, 0, 479.5], [0, 680, 269.5], [0, 0, 1]]), np.zeros(5))
HILL = shapely.box(20, 14, 38, 30)


def camera(k: int) -> Camera:
    return over_table(LENS, FRAME, 4.0 if k == 0 else 17.0, 90.0 * k)


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["terrain", *map(str, args)])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with table.toml and a picture in which no card is seen."""
    out = tmp_path_factory.mktemp("terrain")
    (out / "table.toml").write_text(format_table(TableView(camera(0), FRAME)))
    assert cv2.imwrite(str(out / "dark.png"), np.full((540, 960, 3), 40, np.uint8))
    assert cv2.imwrite(str(out / "small.png"), np.full((270, 480, 3), 40, np.uint8))
    return out


@pytest.fixture(scope="module")
def walked(made: Path) -> Path:
    """The same folder with pictures of a foam hill from four places."""
    dice = np.random.default_rng(3)
    bare = bare_table((58.0, 44.0), dice, 12.0)
    brown = np.array([90.0, 130.0, 160.0]) + (bare.colours - bare.colours.mean(axis=(0, 1)))[::-1]
    table = with_hill(bare, HILL, 3.0, brown.astype(np.float32))
    for k in range(4):
        flat = Renderer(camera(k), FRAME, None, Look(ground="sand"), 3).render(Snapshot(58, 44))
        assert cv2.imwrite(str(made / f"walk-{k}.png"), drawn(table, camera(k), dice, under=flat, layer_cm=0.25))
    return made


@pytest.mark.ci
def test_a_hill_is_found_and_written(walked: Path) -> None:
    done = run(
        walked / "walk-*.png", walked / "dark.png", "--table", walked / "table.toml", "--kind", "rise", "--out",
        walked / "terrain.toml", "--picture", walked / "map.png", "--json",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    (piece,) = parse_terrain((walked / "terrain.toml").read_text())
    assert (piece.name, piece.kind, piece.top) == ("rise-1", "rise", "level")
    assert piece.height_cm == pytest.approx(3.0, abs=0.15)
    shape = Polygon(piece.polygon)
    assert shape.intersection(HILL).area / shape.union(HILL).area > 0.9
    (told,) = said["pieces"]
    assert told["height_cm"] == piece.height_cm
    assert abs(piece.height_cm - 3.0) < 3 * told["sigma_cm"] < 0.5
    assert said["pictures_used"] == 4
    (left_out,) = said["warnings"]
    assert "dark.png" in left_out
    assert "I left it out" in left_out
    assert cv2.imread(str(walked / "map.png")).shape == (2 * 44 * 4, 2 * 58 * 4 + 60, 3)


@pytest.mark.ci
def test_it_says_so_in_words(walked: Path) -> None:
    done = run(*sorted(walked.glob("walk-*.png"))[:3], "--table", walked / "table.toml")
    assert done.exit_code == 0, done.output
    assert "From 3 pictures" in done.stdout
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("hill-1")]
    assert "level" in line
    assert "Written" not in done.stdout


@pytest.mark.parametrize(
    ("pictures", "more", "said"),
    [
        (["dark.png"], [], "dark.png: I see 0 of 6 frame markers"),
        (["dark.png"], [], "heights need pictures from 3 places at least, better six, and I have 0"),
        (["small.png"], [], "small.png: the picture is 480 x 270 px, but the table was calibrated at 960 x 540 px"),
        (["gone.png"], [], "no such picture"),
        (["dark.png"], ["--picture", "map.jpg"], "--picture map.jpg: expected a name that ends in .png"),
        (["dark.png"], ["--roster", "gone.toml"], "gone.toml: no such file"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(made: Path, pictures: list[str], more: list[str], said: str) -> None:
    done = run(*[made / name for name in pictures], "--table", made / "table.toml", "--out", made / "never.toml", *more)
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (made / "never.toml").exists()
