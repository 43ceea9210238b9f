"""Outlines proposed from a picture: exact boxes, bare ground, what leans, what stands on it."""

import numpy as np
import pytest
import shapely
import shapely.affinity
from hypothesis import given
from hypothesis import strategies as st
from outline_tables import RECTANGLE_CM, laid_table
from shapely import Polygon

from table.errors import BadGeometry
from vision.terrain.corners import MOST_CORNERS, at_foot, few_corners, outline_px
from vision.terrain.outline import Hints, Proposal, TerrainPicture

PX = 10.0
EYE = (60.0, 45.0, 150.0)


def sandy(*boxes: tuple[tuple[float, float, float, float], tuple[int, int, int]]) -> np.ndarray:
    """Return a sandy table of 60 x 50 cm at 10 px/cm with boxes (left, near, right, far) of a colour on it."""
    picture = np.array([100, 160, 190]) + np.random.default_rng(3).normal(0, 4, (500, 600, 3))
    slope = np.linspace(1.1, 0.8, 600)[None, :, None]
    for (left, near, right, far), colour in boxes:
        picture[round(500 - far * PX) : round(500 - near * PX), round(left * PX) : round(right * PX)] = colour
    return np.clip(picture * slope, 0, 255).astype(np.uint8)


def ready(picture: np.ndarray, stands=()) -> TerrainPicture:
    return TerrainPicture(picture, (0, 0, 60, 50), (60, 50), stands)


def overlap(found: Proposal, truth: Polygon) -> float:
    shape = Polygon(found.polygon)
    return shape.intersection(truth).area / shape.union(truth).area


@pytest.mark.ci
def test_a_box_is_found_with_its_four_corners():
    found = ready(sandy(((20, 10, 35, 18), (60, 90, 40)))).outline_at(22, 12)
    assert isinstance(found, Proposal)
    assert len(found.polygon) == 4
    assert overlap(found, shapely.box(20, 10, 35, 18)) > 0.95
    assert found.confidence > 0.95


@pytest.mark.ci
def test_the_same_tap_gives_the_same_outline():
    picture = sandy(((20, 10, 35, 18), (60, 90, 40)))
    assert ready(picture).outline_at(22, 12) == ready(picture).outline_at(22, 12)


@pytest.mark.ci
def test_bare_ground_and_places_beside_the_table_are_told_apart():
    table = ready(sandy(((20, 10, 35, 18), (60, 90, 40))))
    assert table.outline_at(50, 40) == "bare_ground"
    assert table.outline_at(61, 40) == "off_table"
    assert table.outline_at(5, -0.1) == "off_table"


@pytest.mark.ci
def test_a_shadow_is_ground():
    picture = sandy()
    picture[100:300, 100:400] = (0.73 * picture[100:300, 100:400]).astype(np.uint8)  # half of the light
    assert ready(picture).outline_at(25, 30) == "bare_ground"


@pytest.mark.ci
def test_half_the_table_is_no_piece():
    found = ready(sandy(((0, 0, 27, 50), (60, 90, 40)))).outline_at(10, 10)
    assert found in ("too_large", "no_ground")


@pytest.mark.ci
def test_a_speck_is_no_piece():
    assert ready(sandy(((20, 10, 20.8, 10.8), (60, 90, 40)))).outline_at(20.4, 10.4) in ("too_small", "bare_ground")


@pytest.mark.ci
def test_a_stand_on_a_piece_makes_no_hole_and_one_beside_it_no_bulge():
    on, beside = (26, 12, 29, 15), (35, 12, 38, 15)
    picture = sandy(((20, 8, 35, 20), (60, 90, 40)), (on, (230, 230, 230)), (beside, (230, 230, 230)))
    corners = [tuple(shapely.box(*box).exterior.coords[:-1]) for box in (on, beside)]
    found = ready(picture, corners).outline_at(22, 18)
    assert isinstance(found, Proposal)
    assert overlap(found, shapely.box(20, 8, 35, 20)) > 0.93


@pytest.mark.ci
def test_trees_that_stand_apart_are_one_wood_only_where_it_is_told():
    trees = [((x, y, x + 4, y + 4), (40, 90, 40)) for x, y in ((20, 20), (27, 21), (23, 27))]
    table = ready(sandy(*trees))
    alone, wood = table.outline_at(22, 22), table.outline_at(22, 22, Hints(loose_cm=5.0))
    assert isinstance(alone, Proposal)
    assert isinstance(wood, Proposal)
    assert Polygon(alone.polygon).area == pytest.approx(16, rel=0.15)
    assert Polygon(wood.polygon).buffer(0.6).covers(shapely.union_all([shapely.box(*box) for box, _ in trees]))


def test_a_picture_of_another_shape_is_refused():
    with pytest.raises(BadGeometry):
        TerrainPicture(np.zeros((100, 300, 3), np.uint8), (0, 0, 60, 50), (60, 50))


def leaning(foot: Polygon, height_cm: float) -> Polygon:
    """Return what a camera at EYE sees of an upright box over a convex foot: everything from foot to top."""
    grown = EYE[2] / (EYE[2] - height_cm)
    top = shapely.affinity.scale(foot, grown, grown, origin=EYE[:2])
    return shapely.convex_hull(foot.union(top))


@given(st.floats(2, 110), st.floats(2, 90), st.floats(4, 20), st.floats(4, 20), st.floats(0, 90), st.floats(0.5, 12))
def test_the_foot_of_an_upright_piece_is_found_whatever_it_leans(x, y, width, depth, turn, height_cm):
    foot = shapely.affinity.rotate(shapely.box(x, y, x + width, y + depth), turn)
    found = at_foot(leaning(foot, height_cm), EYE, height_cm)
    assert found.symmetric_difference(foot).area < 0.02 * foot.area


def test_flat_pieces_and_low_cameras_are_left_as_seen():
    box = shapely.box(10, 10, 20, 20)
    assert at_foot(box, EYE, 0.0) is box
    assert at_foot(box, (0, 0, 5.0), 6.0) is box


def test_crowns_are_drawn_back_whole():
    seen = shapely.box(80, 45, 90, 55)
    foot = at_foot(seen, EYE, 10.0, crown=True)
    assert foot.centroid.x == pytest.approx(60 + 25 * 143 / 150)
    assert foot.area == pytest.approx(100 * (143 / 150) ** 2)


@given(
    st.lists(st.floats(3.0, 9.0), min_size=3, max_size=60), st.floats(-50, 50), st.floats(-50, 50)
)  # fmt: skip
def test_any_star_has_few_corners_and_stays_simple(radii, x, y):
    """Rays of three times its middle: of longer ones few corners cannot keep half, and no piece of terrain has any."""
    turn = np.linspace(0, 2 * np.pi, len(radii), endpoint=False)
    star = Polygon(np.column_stack([x + np.array(radii) * np.cos(turn), y + np.array(radii) * np.sin(turn)]))
    corners = few_corners(star)
    assert 3 <= len(corners) <= MOST_CORNERS
    shape = Polygon(corners)
    assert shape.is_valid
    assert shape.exterior.is_ccw
    assert shape.intersection(star).area > 0.5 * star.area


def test_a_patch_s_outline_has_the_pixels_own_size():
    patch = np.zeros((20, 20), bool)
    patch[5:9, 3:13] = True
    assert outline_px(patch).area == pytest.approx(4 * 10, rel=0.03)
    assert outline_px(np.zeros((5, 5), bool)).is_empty


@pytest.mark.ci
def test_a_drawn_house_on_grass_is_found_from_a_tap_on_its_roof():
    laid = laid_table(0)
    house = next(piece for piece in laid.table.pieces if piece.kind == "house")
    eye = tuple(float(v) for v in laid.camera.position_cm)
    middle = np.array(Polygon(house.polygon).centroid.coords[0])
    x, y = eye[:2] + (middle - eye[:2]) * eye[2] / (eye[2] - house.height_cm)
    table = TerrainPicture(laid.picture, RECTANGLE_CM, (120, 100))
    found = table.outline_at(float(x), float(y), Hints(house.height_cm, eye))
    assert isinstance(found, Proposal)
    assert overlap(found, Polygon(house.polygon)) > 0.8
