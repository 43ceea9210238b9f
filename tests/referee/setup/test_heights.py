"""The heights step: which pictures are taken, what is said of those that are not, and what is written."""

from pathlib import Path

import pytest
from hill_walk import FRAME, HIGH_CM, HILL, camera, spoilt_pictures, walk_pictures
from shapely import Polygon

from referee.setup.folder import SetUp
from referee.setup.heights import MOST, HeightsStep, piece_there
from referee.setup.small_files import HeightsFile, RaisedPiece
from referee.words.translation import translated
from table.errors import BadInput
from table.terrain import Piece
from vision.arrays import Picture
from vision.picture import read_picture
from vision.table_view import TableView
from vision.terrain.height_map import STEPS
from vision.terrain.piece_height import PieceHeight, piece_height


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures of the hill from two places, and spoilt ones."""
    made = tmp_path_factory.mktemp("walk")
    walk_pictures(made, count=2)
    spoilt_pictures(made)
    return made


@pytest.fixture
def step() -> HeightsStep:
    return HeightsStep(TableView(camera(0), FRAME))


def of(folder: Path, name: str) -> Picture:
    return read_picture(folder / name)


def refused(step: HeightsStep, folder: Path, name: str) -> str:
    before = step.pictures
    with pytest.raises(BadInput) as error:
        step.add(name, of(folder, name))
    assert step.pictures == before
    assert translated(error.value.template, "it") != error.value.template
    return str(error.value)


@pytest.mark.ci
def test_a_picture_that_does_not_help_says_why(step: HeightsStep, folder: Path) -> None:
    assert refused(step, folder, "dark.png").startswith("dark.png: I see 0 of 6 cards (expected 240, 241,")
    assert refused(step, folder, "small.png") == (
        "small.png: the picture is 480 x 270 px, but the table was calibrated at 960 x 540 px"
    )
    step.add("walk-0.png", of(folder, "walk-0.png"))
    assert refused(step, folder, "walk-0.png") == (
        "walk-0.png: that is where picture 1 was taken: hold the camera elsewhere, a hand's length away or more"
    )
    step.add("walk-1.png", of(folder, "walk-1.png"))
    assert (step.pictures, step.enough) == (2, False)


@pytest.mark.ci
def test_fewer_than_four_measure_nothing(step: HeightsStep, folder: Path, tmp_path: Path) -> None:
    setup = SetUp(tmp_path)
    for name in ("walk-0.png", "walk-1.png"):
        step.add(name, of(folder, name))
    with pytest.raises(BadInput, match="from 4 places or more, better six, and these are from 2"):
        step.measure(setup, lambda _done, _of: None)
    assert (setup.heights, setup.measured_heights()) == (None, None)


def test_so_many_are_enough(step: HeightsStep, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeightsStep, "pictures", MOST)
    assert "9 pictures are enough" in refused(step, folder, "walk-0.png")


def test_the_pictures_are_of_one_table(step: HeightsStep) -> None:
    assert step.is_of(TableView(camera(1), FRAME))  # the camera stands elsewhere
    lens = camera(0).lens
    other = TableView(camera(0), FRAME)
    assert step.is_of(other)
    turned = type(lens)(lens.size_px, lens.matrix * [[1.1, 1, 1], [1, 1.1, 1], [1, 1, 1]], lens.distortion)
    assert not step.is_of(TableView(type(camera(0))(turned, camera(0).rotation, camera(0).translation), FRAME))


@pytest.mark.ci
def test_what_was_measured_outlives_the_program(step: HeightsStep, tmp_path: Path) -> None:
    walk_pictures(tmp_path)
    for k in range(4):
        step.add(f"walk-{k}.png", of(tmp_path, f"walk-{k}.png"))
    told: list[tuple[int, int]] = []
    step.measure(SetUp(tmp_path), lambda done, of: told.append((done, of)))
    assert told == [(k, STEPS) for k in range(1, STEPS + 1)]
    setup = SetUp(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir() if file.stem == "heights") == ["heights.npz", "heights.toml"]
    found, proposed = setup.measured_heights(), setup.heights
    assert found is not None
    assert proposed is not None
    assert (proposed.pictures, proposed.width_cm, proposed.depth_cm) == (4, 58.0, 44.0)
    (piece,) = proposed.piece
    shape = Polygon(piece.polygon)
    assert shape.intersection(HILL).area / shape.union(HILL).area > 0.9
    assert abs(piece.height_cm - HIGH_CM) < 3 * piece.sigma_cm < 0.5
    asked = piece_height(found, piece.polygon)  # the editor's answer is that of the proposal
    assert isinstance(asked, PieceHeight)
    assert asked.height_cm == pytest.approx(piece.height_cm, abs=0.03)


def test_a_piece_that_lies_there_is_known() -> None:
    square = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))
    proposed = RaisedPiece(polygon=square, height_cm=3.0, sigma_cm=0.1, told=1.0)
    there = Piece("rise", "hill", tuple((x + 1, y) for x, y in square))
    beside = Piece("other", "hill", tuple((x + 6, y) for x, y in square))
    assert piece_there(proposed, (beside, there)) == "rise"
    assert piece_there(proposed, (beside,)) is None


def test_what_is_proposed_is_read_back(tmp_path: Path) -> None:
    ring = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.5))
    pieces = (
        RaisedPiece(polygon=ring, height_cm=3.02, sigma_cm=0.05, top="slope", crest=ring, told=0.9),
        RaisedPiece(polygon=ring, height_cm=1.0, sigma_cm=0.3, told=0.5),
    )
    told = HeightsFile(pictures=5, width_cm=58.0, depth_cm=44.0, piece=pieces)
    SetUp(tmp_path).heights = told
    assert SetUp(tmp_path).heights == told
    SetUp(tmp_path).heights = HeightsFile(pictures=3)
    assert SetUp(tmp_path).heights == HeightsFile(pictures=3)
