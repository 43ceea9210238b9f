"""Shadows' edges across a square: told by its paper, told better by its white, and lifted off the picture."""

import numpy as np
import pytest

from vision.alignment import GAMMA
from vision.search.lamps import EDGES, Lamps, told_by_margin, told_by_white
from vision.search.shadowed import deshadowed

QUAD = np.array([[[20.0, 22.0], [43.0, 20.0], [45.0, 43.0], [22.0, 45.0]]])
MODULE = 23.1 / 6


def lamps(*edges: tuple[float, float, float, float]) -> Lamps:
    """Return the light on one square by ways in degrees, offsets and widths in px, and darknesses."""
    rest = [(0.0, 99.0, 1.0, 0.0)] * (EDGES - len(edges))
    ways, offsets, soft, dark = (np.array([column]) for column in zip(*edges, *rest, strict=True))
    return Lamps(QUAD.mean(axis=1), np.radians(ways), offsets, soft, dark)


def grid(many: int, reach: float) -> np.ndarray:
    """Return places px on the square: a grid from ``reach`` modules beyond its sides."""
    at = np.linspace(-reach, 6 + reach, many) / 6
    u, v = (g.ravel()[:, None] for g in np.meshgrid(at, at))
    a, b, c, d = QUAD[0]
    return ((1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d)[None]


ONE, TWO = ((30.0, 2.0, 1.4, 1.0),), ((30.0, -4.0, 1.4, 0.9), (110.0, 3.0, 1.4, 1.4))
THREE = (*TWO, (200.0, 1.0, 1.4, 0.7))


def test_no_shadow_leaves_no_light_at_all():
    """Of a margin that is none, print beside black, some were told beyond any number: it was divided by nothing."""
    cells = np.random.default_rng(4).choice([1e-3, 1.0], (400, 8, 8)).astype(np.float32)
    told, _ = told_by_margin(cells, np.repeat(QUAD, 400, axis=0))
    assert np.exp(-told.dark).min() > 1e-3


@pytest.mark.parametrize(("edges", "most"), [(ONE, 0.12), (TWO, 0.15), (THREE, 0.25)])
def test_paper_tells_the_light_inside(edges, most):
    light = lamps(*edges)
    cells = 0.8 * light.light(grid(8, 0.5)).reshape(1, 8, 8)
    cells[:, 1:-1, 1:-1] = 0.04  # ink, whatever is printed
    told, left = told_by_margin(cells.astype(np.float32), QUAD)
    assert left[0] < 0.1
    inside = grid(12, 0.0)
    ratio = np.log(told.light(inside) / light.light(inside))[0]
    assert np.std(ratio) < most


def test_paper_that_no_edges_explain_says_so():
    dice = np.random.default_rng(2)
    cells = np.full((5, 8, 8), 0.04, np.float32)
    cells[:, 0], cells[:, -1] = dice.uniform(0.2, 0.9, (2, 5, 8))
    cells[:, :, 0], cells[:, :, -1] = dice.uniform(0.2, 0.9, (2, 5, 8))
    assert (told_by_margin(cells, np.repeat(QUAD, 5, axis=0))[1] > 0.15).all()


def test_white_tells_edges_better():
    true = lamps((35.0, 2.5, 1.2, 1.1), (250.0, 4.0, 2.0, 0.6))
    rough = lamps((28.0, 1.5, 1.6, 0.8), (258.0, 5.0, 1.6, 0.8))
    places = grid(24, 0.6)
    shade = (np.random.default_rng(1).random((1, 576)) < 0.6).astype(np.float32)
    seen = (0.7 * true.light(places) * (0.055 + 0.945 * shade)).astype(np.float32)
    told = told_by_white(rough, seen, shade, places)
    off = np.log(told.light(places) / true.light(places))[0]
    assert np.std(off) < 0.01
    assert np.degrees(told.ways[0, :2]) == pytest.approx([35, 250], abs=0.5)
    assert told.offsets[0, :2] == pytest.approx([2.5, 4.0], abs=0.1)


def test_none_at_all_are_told_nothing():
    none = lamps(*ONE).of(slice(0, 0))
    told, left = told_by_margin(np.zeros((0, 8, 8), np.float32), QUAD[:0])
    assert told.ways.shape == (0, EDGES)
    assert left.shape == (0,)
    empty = np.zeros((0, 4), np.float32)
    assert told_by_white(none, empty, empty, np.zeros((0, 4, 2))).dark.shape == (0, EDGES)
    assert deshadowed(np.zeros((9, 9), np.uint8), QUAD[:0], none, 6).shifts_px.shape == (0, 1, 2)


def test_deshadowed_is_what_it_would_be_without_the_shadow():
    light = lamps(*TWO)
    y, x = np.mgrid[:64, :64]
    plain = np.where((x // 4 + y // 4) % 2, 0.6, 0.05)
    places = np.stack([x.ravel(), y.ravel()], axis=1)[None].astype(float)
    seen = plain * light.light(places).reshape(64, 64)
    grey = np.rint(255 * seen ** (1 / GAMMA)).astype(np.uint8)
    sheet = deshadowed(
        grey, np.concatenate([QUAD, QUAD]), Lamps(*(np.repeat(v, 2, 0) for v in vars(light).values())), 6
    )
    for dx, dy in sheet.shifts_px[:, 0].astype(int):
        part = sheet.grey[22 + dy : 44 + dy, 22 + dx : 44 + dx]
        want = 255 * plain[22:44, 22:44] ** (1 / GAMMA)
        gain = part[want > 100].mean() / want[want > 100].mean()
        assert np.abs(part / gain - want).max() < 12
    assert sheet.shifts_px[0, 0, 0] == sheet.shifts_px[1, 0, 0]
    assert sheet.shifts_px[0, 0, 1] != sheet.shifts_px[1, 0, 1]


def test_at_a_pictures_edge_what_is_there_is_shown():
    grey = np.full((40, 30), 128, np.uint8)
    sheet = deshadowed(grey, QUAD - 18, lamps(*ONE), 6)
    assert sheet.shifts_px.tolist() == [[[0.0, 0.0]]]
