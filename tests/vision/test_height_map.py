"""The height map of small drawn tables: hills as high as they are, nothing on the flat, and what is not told."""

import numpy as np
import pytest
import shapely
from hill_tables import HillTable, bare_table, camera_at, looks, with_hill
from shapely import Polygon

from table.errors import BadInput
from vision.terrain.height_drawing import PX_PER_CELL, height_picture
from vision.terrain.height_map import STEPS, HeightMap, height_map, semi_global
from vision.terrain.plane_sweep import CELL_CM, Look
from vision.terrain.raised import Raised, raised_pieces

SIZE = (40.0, 30.0)
BROWN = np.array([90.0, 130.0, 160.0], np.float32)
FOAM = shapely.box(8, 6, 20, 20)
CAMERAS = [
    camera_at((x, y, z), (20, 15), (400, 300), 500)
    for x, y, z in ((20, 13, 62), (0, 7, 56), (40, 9, 58), (22, 36, 57), (16, -9, 60))
]


def measured(table: HillTable, layer_cm: float = 0.5) -> HeightMap:
    return height_map(looks(table, CAMERAS, np.random.default_rng(7), layer_cm=layer_cm), SIZE)


def on(found: HeightMap, shape: Polygon) -> np.ndarray:
    rows, columns = np.indices(found.heights_cm.shape) + 0.5
    return shapely.contains_xy(shape, columns * CELL_CM, SIZE[1] - rows * CELL_CM)


def table(contrast: float = 10.0) -> HillTable:
    return bare_table(SIZE, np.random.default_rng(2), contrast)


def brown(made: HillTable) -> np.ndarray:
    return BROWN + (made.colours - made.colours.mean(axis=(0, 1)))[::-1, ::-1]


@pytest.fixture(scope="module")
def step_seen() -> tuple[Look, ...]:
    made = table()
    return tuple(looks(with_hill(made, FOAM, 3.0, brown(made)), CAMERAS, np.random.default_rng(7), layer_cm=0.25))


@pytest.fixture(scope="module")
def step(step_seen: tuple[Look, ...]) -> HeightMap:
    count = iter(range(STEPS))
    found = height_map(step_seen, SIZE, made=lambda: next(count))
    assert next(count, None) is None  # the work was told as it went on, as often as STEPS says
    return found


def overlap(piece: Raised, truth: Polygon) -> float:
    shape = Polygon(piece.polygon)
    return shape.intersection(truth).area / shape.union(truth).area


@pytest.mark.ci
def test_a_step_is_found_outlined_and_as_high_as_it_is(step: HeightMap) -> None:
    (piece,) = raised_pieces(step)
    assert piece.top == "level"
    assert piece.height_cm == pytest.approx(3.0, abs=0.1)
    assert abs(piece.height_cm - 3.0) < 3 * piece.sigma_cm < 0.5
    assert overlap(piece, FOAM) > 0.92
    assert piece.told > 0.9
    top, around = on(step, FOAM.buffer(-1)), ~on(step, FOAM.buffer(2))
    assert np.abs(step.heights_cm[top] - 3.0).max() < 0.5
    assert np.quantile(np.abs(step.heights_cm[around & step.told]), 0.99) < 0.3


@pytest.mark.ci
def test_on_a_flat_table_nothing_is_found() -> None:
    found = measured(table())
    assert raised_pieces(found) == ()
    assert found.told.mean() > 0.95
    assert found.sigma_cm < 0.05


@pytest.mark.ci
def test_a_trench_is_as_deep_as_it_is_and_a_high_roof_as_high() -> None:
    made, roof = table(), shapely.box(22, 8, 32, 18)
    pit = shapely.box(6, 8, 16, 22)
    deep = with_hill(with_hill(made, pit, -2.0, brown(made)), roof, 15.0, brown(made))
    found = {piece.top: piece for piece in raised_pieces(measured(deep, 1.0))}
    assert found.keys() == {"trench", "level"}
    for top, shape, height_cm in (("trench", pit, 2.0), ("level", roof, 15.0)):
        piece = found[top]
        assert piece.height_cm == pytest.approx(height_cm, abs=0.15)
        assert abs(piece.height_cm - height_cm) < 3 * piece.sigma_cm < 0.6
        assert overlap(piece, shape) > 0.85


@pytest.mark.ci
def test_a_step_in_the_tables_own_colours_is_found_by_its_height() -> None:
    (piece,) = raised_pieces(measured(with_hill(table(), FOAM, 3.0)))
    assert piece.height_cm == pytest.approx(3.0, abs=0.1)
    assert overlap(piece, FOAM) > 0.85


@pytest.mark.ci
def test_a_dome_is_a_slope_with_a_crest() -> None:
    made, round_hill = table(), shapely.Point(20, 15).buffer(11)
    (piece,) = raised_pieces(measured(with_hill(made, round_hill, 3.0, brown(made), dome=True), 0.1))
    assert piece.top == "slope"
    assert piece.height_cm == pytest.approx(3.0, abs=0.2)
    assert overlap(piece, round_hill) > 0.9
    assert Polygon(piece.polygon).covers(Polygon(piece.crest))


@pytest.mark.ci
def test_steps_on_steps_are_pieces_of_their_own() -> None:
    made, upper = table(), shapely.box(10, 8, 17, 16)
    terraced = with_hill(with_hill(made, FOAM, 2.0, brown(made)), upper, 4.0)
    below, above = raised_pieces(measured(terraced))
    assert (below.height_cm, above.height_cm) == pytest.approx((2.0, 4.0), abs=0.15)
    assert overlap(below, FOAM) > 0.9
    assert overlap(above, upper) > 0.8


@pytest.mark.ci
def test_bare_ground_is_not_told_and_nothing_is_invented_there() -> None:
    bare = measured(table(contrast=0.0))
    assert bare.told.mean() < 0.02
    assert raised_pieces(bare) == ()


@pytest.mark.ci
def test_a_blank_patch_is_not_told_beside_ground_that_is() -> None:
    made = table()
    patch = shapely.box(18, 4, 36, 24)
    colours = np.where(on_colours(made, patch)[..., None], BROWN, made.colours)
    found = measured(HillTable(made.size_cm, made.heights_cm, colours.astype(np.float32)))
    assert found.told[on(found, patch.buffer(-3))].mean() < 0.1
    assert found.told[~on(found, patch.buffer(3))].mean() > 0.9
    assert raised_pieces(found) == ()


def on_colours(made: HillTable, shape: Polygon) -> np.ndarray:
    rows, columns = np.indices(made.heights_cm.shape) + 0.5
    scale = SIZE[0] / made.heights_cm.shape[1]
    return shapely.contains_xy(shape, columns * scale, SIZE[1] - rows * scale)


@pytest.mark.ci
def test_a_picture_that_is_darker_towards_a_side_does_no_harm(step_seen: tuple[Look, ...]) -> None:
    seen = list(step_seen)
    shade = np.linspace(0.7, 1.0, seen[1].picture.shape[1])[None, :, None]
    seen[1] = type(seen[1])((seen[1].picture * shade).astype(np.uint8), seen[1].camera)
    (piece,) = raised_pieces(height_map(seen, SIZE))
    assert piece.height_cm == pytest.approx(3.0, abs=0.1)


@pytest.mark.ci
def test_what_a_stand_hides_is_no_hill() -> None:
    made = with_hill(table(), shapely.box(26, 18, 30, 24), 3.0, brown(table()))
    seen = looks(made, CAMERAS, np.random.default_rng(7), layer_cm=0.5)
    found = height_map(seen, SIZE, [[(25, 17), (31, 17), (31, 25), (25, 25)]])
    assert found.hidden[on(found, shapely.box(26, 18, 30, 24))].all()
    assert raised_pieces(found) == ()


def read(heights_cm: np.ndarray, told: np.ndarray | None = None) -> tuple[Raised, ...]:
    """Return the pieces of heights that the pictures tell, everywhere or there, on a table of one colour."""
    every, photo = np.ones(heights_cm.shape, bool), np.full((*heights_cm.shape, 3), 90, np.uint8)
    rows, columns = heights_cm.shape
    rectangle = (0.0, 0.0, columns * CELL_CM, rows * CELL_CM)
    apart, seen = np.zeros(heights_cm.shape, np.float32), every if told is None else told
    return raised_pieces(HeightMap(heights_cm.astype(np.float32), seen, ~every, rectangle, 0.05, apart, photo))


def test_a_wall_is_longer_than_it_is_high() -> None:
    flat = np.zeros((120, 160))
    wall, pole = flat.copy(), flat.copy()
    wall[60:65, 20:100] = 1.5
    pole[60:65, 20:40] = 17.0
    (found,) = read(wall)
    assert (found.top, found.height_cm) == (None, pytest.approx(1.5))
    assert read(pole) == ()


def test_a_slope_is_as_high_as_where_the_pictures_tell() -> None:
    """Of a dome of plain cloth they tell a third; what lies between is guessed, and may be anything."""
    rows, columns = np.indices((120, 160))
    dome = 3.0 * np.cos(np.pi / 2 * np.minimum(np.hypot(rows - 60, columns - 80) / 45, 1)) ** 2
    told = (rows // 8 + columns // 8) % 3 == 0
    guessed = np.where(~told & (dome > 1) & (rows % 24 < 8) & (columns % 40 < 8), 17.0, dome)
    (found,) = read(guessed, told)
    assert found.top == "slope"
    assert found.height_cm == pytest.approx(3.0, abs=0.2)
    assert found.sigma_cm < 0.4


@pytest.mark.ci
def test_the_foot_of_a_dome_lifts_no_ground() -> None:
    """The table is level where it is bare: a dome that covers a third of it is as high above it as it is."""
    made, middle = table(), shapely.Point(20, 15)
    found = measured(with_hill(made, middle.buffer(11), 3.0, brown(made), dome=True), 0.05)
    assert np.median(found.heights_cm[on(found, middle.buffer(1))]) == pytest.approx(2.97, abs=0.06)
    assert abs(np.median(found.heights_cm[~on(found, middle.buffer(12))])) < 0.02


def test_two_places_are_too_few_and_so_is_one_place_thrice() -> None:
    seen = looks(bare_table((10.0, 8.0), np.random.default_rng(2), 10.0), CAMERAS[:2], np.random.default_rng(1))
    with pytest.raises(BadInput, match="these are from 2"):
        height_map(seen, SIZE)
    with pytest.raises(BadInput, match="these are from 1"):
        height_map([seen[0]] * 3, SIZE)


@pytest.mark.ci
def test_the_picture_of_heights_is_hatched_where_nothing_is_told(step: HeightMap) -> None:
    picture = height_picture(step, raised_pieces(step))
    rows, columns = step.heights_cm.shape
    assert picture.shape == (PX_PER_CELL * rows, PX_PER_CELL * columns + 60, 3)
    dark = (picture[:, :-60] == 60).all(axis=-1).reshape(rows, PX_PER_CELL, columns, PX_PER_CELL).any(axis=(1, 3))
    assert dark[~step.told].mean() > 0.3
    assert dark[step.told].mean() < 0.01


def test_matching_leaves_a_jump_where_it_is_worth_it_and_fills_what_costs_nothing() -> None:
    cost = np.full((6, 4, 12), 2.0, np.float32)
    cost[1, :, :6], cost[4, :, 6:] = 0.0, 0.0
    cost[:, 1:3, 2:4] = 0.0
    best = semi_global(cost, 0.1, 0.8).argmin(axis=0)
    assert (best[:, :6] == 1).all()
    assert (best[:, 6:] == 4).all()
