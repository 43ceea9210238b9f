"""`vedette terrain` on drawn pictures of a hill from several places: written, told in words, and its errors."""

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result
from hill_walk import FRAME, HIGH_CM, HILL, camera, spoilt_pictures, walk_pictures
from shapely import Polygon

from calibration.profile import format_table
from cli.main import main
from table.notation.terrain_file import parse_terrain
from vision.table_view import TableView


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["terrain", *map(str, args)])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with table.toml and a picture in which no card is seen."""
    out = tmp_path_factory.mktemp("terrain")
    (out / "table.toml").write_text(format_table(TableView(camera(0), FRAME)))
    spoilt_pictures(out)
    return out


@pytest.fixture(scope="module")
def walked(made: Path) -> Path:
    """The same folder with pictures of a foam hill from four places."""
    walk_pictures(made)
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
    assert piece.height_cm == pytest.approx(HIGH_CM, abs=0.15)
    shape = Polygon(piece.polygon)
    assert shape.intersection(HILL).area / shape.union(HILL).area > 0.9
    (told,) = said["pieces"]
    assert (told["height_cm"], told["sigma_cm"]) == (piece.height_cm, piece.height_sigma_cm)
    assert abs(piece.height_cm - HIGH_CM) < 3 * told["sigma_cm"] < 0.5
    assert said["pictures_used"] == 4
    (left_out,) = said["warnings"]
    assert "dark.png" in left_out
    assert left_out.endswith("sharp? I left it out")
    assert cv2.imread(str(walked / "map.png")).shape == (2 * 44 * 4, 2 * 58 * 4 + 60, 3)


@pytest.mark.ci
def test_a_picture_that_cannot_be_read_or_tells_nothing_new_is_left_out(walked: Path, tmp_path: Path) -> None:
    """A copy agrees with its picture on any height."""
    walk = sorted(walked.glob("walk-*.png"))
    (tmp_path / "copy.png").write_bytes(walk[0].read_bytes())
    (tmp_path / "cut.png").write_bytes(walk[0].read_bytes()[:9000])
    done = run(*walk, tmp_path / "copy.png", tmp_path / "cut.png", "--table", walked / "table.toml", "--json")
    assert done.exit_code == 0, done.output
    assert "cut.png: the picture is cut short" in done.stderr
    said = json.loads(done.stdout)
    assert said["pictures_used"] == 4
    assert "copy.png: that is where picture 1 was taken" in said["warnings"][0]


@pytest.mark.ci
def test_it_says_so_in_words(walked: Path) -> None:
    done = run(walked / "walk-*.png", "--table", walked / "table.toml")
    assert done.exit_code == 0, done.output
    assert "From 4 pictures" in done.stdout
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("hill-1")]
    assert "level" in line
    assert "Written" not in done.stdout


@pytest.mark.parametrize(
    ("pictures", "more", "said"),
    [
        (["dark.png"], [], "dark.png: I see 0 of 6 cards"),
        (["dark.png"], [], "heights need pictures from 4 places at least, better six, and I have 0"),
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
