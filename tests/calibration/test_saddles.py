"""A board's corners are found to a hundredth of a pixel, with honest sigmas, and what is no corner is dropped."""

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.charuco import BoardFinder, BoardSpec, BoardView
from calibration.lattice import lattice_of
from calibration.saddles import refine_saddles

SPEC = BoardSpec(7, 5, 3.0, 2.2)
SIZE = (500, 400)
FINE = 9  # rays a pixel's side


def photograph(home: np.ndarray, spec: BoardSpec = SPEC, bend: float = 0.0, noise: float = 1.0, seed: int = 0):
    """Return a board's picture and its corners: ``home`` takes squares to px, ``bend`` bows what is seen (k1)."""
    grey, true = noiseless(home.tobytes(), spec, bend)
    noisy = grey + np.random.default_rng(seed).normal(0, noise, grey.shape)
    return np.clip(np.round(noisy), 0, 255).astype(np.uint8), true.copy()


@cache
def noiseless(homes_bytes: bytes, spec: BoardSpec, bend: float) -> tuple[np.ndarray, np.ndarray]:
    home = np.frombuffer(homes_bytes).reshape(3, 3)
    texel = 60
    texture = spec.board(False).generateImage((texel * spec.columns, texel * spec.rows), marginSize=0)
    texture = cv2.copyMakeBorder(texture, texel, texel, texel, texel, cv2.BORDER_CONSTANT, value=255)
    width, height = SIZE
    at = (np.arange(max(SIZE) * FINE) + 0.5) / FINE - 0.5
    u, v = np.meshgrid(at[: width * FINE], at[: height * FINE])
    middle = np.array([width / 2, height / 2])

    def bent(points: np.ndarray) -> np.ndarray:
        away = (points - middle) / width
        return middle + width * away * (1 + bend * (away**2).sum(axis=-1, keepdims=True))

    # Rays on a plain grid would all meet a straight edge at once: each row and column of them is shifted a little.
    golden = 0.6180339887
    rows, columns = np.arange(u.shape[0])[:, None], np.arange(u.shape[1])[None, :]
    u = u + ((rows * golden) % 1 - 0.5) / FINE
    v = v + ((columns * golden) % 1 - 0.5) / FINE
    pixels = np.stack([u, v], axis=-1).reshape(-1, 2)
    back = pixels
    for _ in range(4 if bend else 0):
        back = back - (bent(back) - pixels)
    squares = cv2.perspectiveTransform(back[:, None], np.linalg.inv(home)).reshape(*u.shape, 2)
    where = ((squares + 1) * texel - 0.5).astype(np.float32)
    shown = cv2.remap(texture, where[..., 0], where[..., 1], cv2.INTER_NEAREST, borderValue=90)
    light = 0.04 + 0.6 * shown.astype(np.float32) / 255
    light = light.reshape(height, FINE, width, FINE).mean(axis=(1, 3))
    light *= np.linspace(0.7, 1.2, width, dtype=np.float32)  # a lamp on one side
    light = cv2.GaussianBlur(light, (0, 0), 0.6)
    grey = 255 * np.clip(light, 0, 1) ** (1 / 2.2)
    places = spec.corners_cm() / spec.square_cm
    true = bent(cv2.perspectiveTransform(places[:, None], home)[:, 0])
    return grey, true


def home_of(*corners: tuple[float, float], spec: BoardSpec = SPEC) -> np.ndarray:
    board = np.array([[0, 0], [spec.columns, 0], [spec.columns, spec.rows], [0, spec.rows]], np.float32)
    return cv2.getPerspectiveTransform(board, np.array(corners, np.float32))


SLANTED = ((65, 55), (452, 30), (422, 345), (42, 360))


def refined(grey, start, spec=SPEC):
    grid = spec.corners_cm() / spec.square_cm
    margin = (1 - spec.marker_cm / spec.square_cm) / 2
    first = refine_saddles(grey, start, lattice_of(grid, start).straight(), margin)
    good = first.good(start)
    lattice = lattice_of(grid[good], first.corners_px[good], grid)
    return refine_saddles(grey, first.corners_px, lattice, margin, rounds=2)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("bend", [0.0, -0.15], ids=["no lens", "a barrel"])
def test_corners_are_found_to_a_hundredth_of_a_pixel(bend):
    rng = np.random.default_rng(1)
    in_sigmas, off = [], []
    for seed in range(1 if bend else 2):
        corners = np.array(SLANTED) + rng.uniform(-6, 6, (4, 2))
        grey, true = photograph(home_of(*corners), bend=bend, noise=2.0, seed=seed)
        found = refined(grey, true + rng.uniform(-1.0, 1.0, true.shape))
        assert found.good(true).all()
        off.append(found.corners_px - true)
        half = np.linalg.cholesky(np.linalg.inv(found.covariance_px))
        in_sigmas.append(np.einsum("nji,nj->ni", half, off[-1]))
    assert np.sqrt(np.mean(np.square(off))) < 0.012
    assert np.abs(np.mean(off, axis=(0, 1))).max() < 0.004
    assert 0.7 < np.std(in_sigmas) < 1.3
    assert 0.4 < np.median(found.blur_px) < 0.8


@pytest.mark.ci
def test_the_finder_is_finer_than_opencv():
    grey, true = photograph(home_of(*SLANTED))
    view = BoardFinder(SPEC).find(grey, "a.jpg")
    assert isinstance(view, BoardView)
    coarse, ids, _, _ = cv2.aruco.CharucoDetector(SPEC.board(False)).detectBoard(grey)
    opencv = np.sqrt(np.mean((coarse.reshape(-1, 2) - true[ids.ravel()]) ** 2))
    ours = np.sqrt(np.mean((view.corners_px - true[view.ids]) ** 2))
    assert ours < 0.5 * opencv
    assert view.covariance_px is not None
    assert view.covariance_px.shape == (len(view.ids), 2, 2)


@pytest.mark.ci
def test_a_covered_corner_is_dropped_and_its_neighbours_stay():
    grey, true = photograph(home_of(*SLANTED))
    middle = true[8]
    cv2.circle(grey, (int(middle[0]), int(middle[1])), 9, 120, -1)
    found = refined(grey, true + 0.3)
    good = found.good(true + 0.3)
    assert not good[8]
    assert np.delete(good, 8).all()


@pytest.mark.ci
def test_glare_widens_a_corners_sigma_where_it_pulls():
    grey, true = photograph(home_of(*SLANTED))
    rows, columns = np.mgrid[: SIZE[1], : SIZE[0]]
    lamp = 200 * np.exp(-((columns - 230) ** 2 + (rows - 180) ** 2) / (2 * 45**2))
    found = refined(np.clip(grey + lamp, 0, 255).astype(np.uint8), true)
    off = np.linalg.norm(found.corners_px - true, axis=1)
    sigma = np.sqrt(np.trace(found.covariance_px, axis1=1, axis2=2) / 2)
    pulled = off > 0.1
    assert 2 < pulled.sum() < 8
    assert np.median(sigma[pulled]) > 8 * np.median(sigma[~pulled])
    assert np.median(off[~pulled]) < 0.02


@pytest.mark.ci
def test_corners_beside_cut_off_markers_are_found():
    """The board runs out of the picture: its outermost corners have no whole marker on their far side."""
    home = home_of((-30, -40), (405, -20), (430, 335), (-38, 322))
    grey, true = photograph(home)
    view = BoardFinder(SPEC).find(grey, "a.jpg")
    _, opencv, _, _ = cv2.aruco.CharucoDetector(SPEC.board(False)).detectBoard(grey)
    inside = np.flatnonzero(((true > 6) & (true < np.array(SIZE) - 7)).all(axis=1))
    assert len(opencv) < len(view.ids) == len(inside)
    assert np.abs(view.corners_px - true[view.ids]).max() < 0.05


@pytest.mark.ci
@pytest.mark.parametrize("marker_cm", [0.8, 1.9, 2.6])
def test_markers_of_another_size_than_said_are_noticed_and_do_no_harm(marker_cm):
    grey, true = photograph(home_of(*SLANTED))
    finder = BoardFinder(BoardSpec(7, 5, 3.0, marker_cm))
    view = finder.find(grey, "a.jpg")
    assert isinstance(view, BoardView)
    assert len(view.ids) == 24
    assert np.sqrt(np.mean((view.corners_px - true[view.ids]) ** 2)) < 0.012
    assert finder.marker_share == pytest.approx(2.2 / 3.0, abs=0.02)
    (words,) = finder.warnings()
    assert f"make the markers {marker_cm / 3:.0%} of a square, but in the pictures they are 7" in words


@pytest.mark.ci
def test_the_right_size_is_not_complained_about():
    finder = BoardFinder(SPEC)
    finder.find(photograph(home_of(*SLANTED))[0], "a.jpg")
    assert finder.warnings() == ()


def test_a_lattice_knows_its_squares_and_how_a_lens_bows_them():
    grid = np.stack(np.meshgrid(np.arange(9.0), np.arange(7.0)), axis=-1).reshape(-1, 2)

    def seen(places: np.ndarray) -> np.ndarray:
        away = (places - (4, 3)) * 0.1
        return 500 * away * (1 - 0.1 * (away**2).sum(axis=1, keepdims=True))

    lattice = lattice_of(grid, seen(grid))
    step = 1e-3
    for axis in (0, 1):
        shift = np.eye(2)[axis] * step
        ahead, behind = seen(grid + shift), seen(grid - shift)
        assert lattice.squares_px[:, :, axis] == pytest.approx((ahead - behind) / (2 * step), abs=0.05)
        curved = (
            (ahead + behind - 2 * seen(grid)) / step**2 / (lattice.squares_px[:, :, axis] ** 2).sum(axis=1)[:, None]
        )
        across = lattice.squares_px[:, ::-1, axis] * (-1, 1)
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        assert (lattice.bends[:, axis] * across).sum(axis=1) == pytest.approx((curved * across).sum(axis=1), abs=1e-5)
    # Where a corner is expected that was not found.
    outside = np.array([[9.0, 3.0], [-1.0, 0.0]])
    assert lattice_of(grid, seen(grid), outside).corners_px == pytest.approx(seen(outside), abs=0.1)
