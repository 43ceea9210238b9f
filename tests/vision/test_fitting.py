"""The compiled alignment against plain numpy: pattern, slopes, normal equations, solving."""

import numpy as np
import pytest
from scipy.special import erf

from vision.fit import NEARBY, nearby
from vision.kernels.alignment import MOST_MARGIN, margin_seen
from vision.kernels.normal import POWERS, SUMS, UNKNOWNS, add_row, equations, factor, solve
from vision.kernels.pattern import edges_seen, pattern_at
from vision.kernels.sampling import seen_at, square_to_quad
from vision.kernels.uneven import unevenly

DICE = np.random.default_rng(8)
N = 6


def shade(printed: np.ndarray, u: float, v: float, blur: float) -> float:
    """Return a blurred pattern at one place, rectangle by rectangle; paper has no end."""

    def step(at: float) -> float:
        return 0.5 * (1 + erf(at / blur / np.sqrt(2)))

    total = 1.0  # white everywhere, less what each black module takes
    for row, column in np.argwhere(printed[1:-1, 1:-1] < 0.5):
        across, down = step(u - column) - step(u - column - 1), step(v - row) - step(v - row - 1)
        total -= across * down
    return total


@pytest.mark.parametrize("blur", [0.12, 0.4, 1.1])
def test_the_pattern_and_its_slopes_are_exact(blur):
    printed = np.ones((1, N + 2, N + 2), np.float32)
    printed[0, 1:-1, 1:-1] = DICE.integers(0, 2, (N, N))
    u, v = (DICE.uniform(-0.6, N + 0.6, (1, 30)).astype(np.float32) for _ in range(2))
    seen, by_u, by_v, by_blur = (np.empty((1, 30), np.float32) for _ in range(4))
    pattern_at(printed, u, v, np.array([blur]), seen, by_u, by_v, by_blur)
    h = 1e-4
    for k in range(30):
        at = float(u[0, k]), float(v[0, k])
        assert seen[0, k] == pytest.approx(shade(printed[0], *at, blur), abs=2e-5)
        slope = (shade(printed[0], at[0] + h, at[1], blur) - shade(printed[0], at[0] - h, at[1], blur)) / (2 * h)
        assert by_u[0, k] == pytest.approx(slope, abs=1e-4)
        slope = (shade(printed[0], at[0], at[1] + h, blur) - shade(printed[0], at[0], at[1] - h, blur)) / (2 * h)
        assert by_v[0, k] == pytest.approx(slope, abs=1e-4)
        slope = (shade(printed[0], *at, blur + h) - shade(printed[0], *at, blur - h)) / (2 * h)
        assert by_blur[0, k] == pytest.approx(slope, abs=1e-4)


def test_what_a_place_sees_of_all_modules_is_all_there_is():
    at = np.linspace(-0.6, N + 0.6, 24)
    share, slope, widen = (np.empty((N + 2, 24), np.float32) for _ in range(3))
    edges_seen(at, N, 0.5, share, slope, widen)
    assert np.allclose(share.sum(axis=0), 1, atol=1e-6)
    assert np.allclose(slope.sum(axis=0), 0, atol=1e-6)
    assert np.allclose(widen.sum(axis=0), 0, atol=1e-6)


def test_moments_make_the_normal_equations():
    size = 16
    share = (np.arange(size) + 0.5) / size
    images = DICE.normal(size=(4, size, size)).astype(np.float32)
    trust, residual = DICE.random((size, size)).astype(np.float32), DICE.normal(size=(size, size)).astype(np.float32)
    sums, right = np.zeros((POWERS, SUMS), np.float32), share.astype(np.float32)
    for j in range(size):
        rows = np.ascontiguousarray(images[:, j])
        add_row(rows, trust[j], residual[j], right, share[j], sums)
    normal, pull = np.empty((UNKNOWNS, UNKNOWNS)), np.empty(UNKNOWNS)
    equations(sums, normal, pull)
    r, d = np.broadcast_to(share, (size, size)), np.broadcast_to(share[:, None], (size, size))
    corner, bent = [1 + 0 * r, r, d, r * d], [1 + 0 * r, r, d, r * d, r * r, d * d]
    by_u, by_v, by_blur, white = images.astype(float)
    design = [*(by_u * s for s in corner), *(by_v * s for s in corner), by_blur, *(white * s for s in bent), *bent[:3]]
    rows = np.array([row.ravel() for row in design])
    assert np.allclose(normal, (rows * trust.ravel()) @ rows.T, atol=1e-3)
    assert np.allclose(pull, rows @ (trust * residual).ravel(), atol=1e-3)


def test_a_system_is_solved():
    rows = DICE.normal(size=(18, 40))
    matrix, right = rows @ rows.T, DICE.normal(size=18)
    factored, solution = matrix.copy(), right.copy()
    factor(factored)
    solve(factored, solution)
    assert np.allclose(matrix @ solution, right)


def test_looking_between_pixels_and_beyond_the_edge():
    grey = np.array([[0, 100, 200], [50, 150, 250], [0, 0, 0]], np.uint8)
    by_level = np.arange(256, dtype=np.float32)
    home = np.empty((3, 3))
    square_to_quad(np.array([[0.0, 0], [2, 0], [2, 2], [0, 2]]), 2.0, home)
    seen = np.empty((3, 3), np.float32)
    seen_at(grey, by_level, home, np.array([-5.0, 0.5, 99.0]), seen)
    assert seen.tolist() == [[0, 50, 200], [25, 75, 225], [0, 0, 0]]
    home[:] = np.nan
    seen_at(grey, by_level, home, np.array([0.0, 1.0, 2.0]), seen)
    assert (seen == 0).all()


def test_less_of_the_margin_is_looked_at_where_a_blur_shows_what_lies_beyond():
    assert margin_seen(16.0) == MOST_MARGIN
    assert margin_seen(4.0) == pytest.approx(0.5)
    assert margin_seen(2.0) == 0.45


@pytest.mark.parametrize("samples", [40, 64, 96])
def test_uneven_light_is_told_by_cells_as_by_samples(samples):
    """A lamp to the left and a soft shadow's edge: what white and black are off by, asked of fewer places."""
    near = nearby(N, samples)
    at = -MOST_MARGIN + (np.arange(samples) + 0.5) * (N + 2 * MOST_MARGIN) / samples
    own = np.exp(-0.5 * ((at[:, None] - at) / NEARBY) ** 2)
    own = (own / own.sum(axis=1, keepdims=True)).astype(np.float32)
    assert len(near) < len(own)
    u, v = np.meshgrid(at, at)
    shade = ((np.floor(u) + np.floor(v)) % 2).astype(np.float32)
    light = (0.05 * u / N - 0.3 * 0.5 * (1 + erf((u + 0.5 * v - 4) / np.sqrt(2)))).astype(np.float32)
    told = []
    for weights in (own, near):
        white, black = np.empty((2, *shade.shape), np.float32)
        unevenly(light * shade, shade, weights, 0.8, white, black)
        told.append((white, black))
    for by_sample, by_cell in zip(*told, strict=True):
        assert np.abs(by_cell - by_sample).max() < 0.03
        assert np.sqrt(((by_cell - by_sample) ** 2).mean()) < 0.01
    assert np.ptp(told[1][0]) > 0.2
