"""Are markers in the picture where the camera says? Measured by means that know nothing of the renderer."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
import shapely
from looks import BARE
from marker_truth import true_corners_px
from scipy.optimize import least_squares
from scipy.special import ndtr

from simulation.synthetic.renderer import Renderer
from table.frame import Frame, FrameMarker
from table.mount import Mount
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Stand
from vision.camera import Camera, Lens

GAMMA = 2.2


def camera(distortion, size_px=(1920, 1080), focal_px=1322.0) -> Camera:
    lens = Lens(size_px, np.array([[focal_px, 0, 951.3], [0, focal_px, 547.9], [0, 0, 1]]), np.array(distortion))
    rotation, _ = cv2.Rodrigues(np.array([np.pi - 0.07, 0.02, 0.035]))
    return Camera(lens, rotation, np.array([-58.0, 47.0, 148.0]))


def world(size_cm: float, height_cm: float, seed: int) -> tuple[Frame, Roster, Snapshot]:
    """Thirty stands at odd places and headings, their markers off to one side, turned and at a height."""
    dice = np.random.default_rng(seed)
    stands, entries = [], []
    for i in range(30):
        x, y = 8 + (i % 6) * 20 + dice.uniform(-3, 3), 8 + (i // 6) * 20 + dice.uniform(-3, 3)
        stands.append(Stand(f"s{i}", "blue", "soldier", x, y, float(dice.uniform(-180, 180)), 0.5, 0.5))
        mount = Mount(-3.5, 1.5, height_cm, size_cm, turn_deg=float(dice.choice([0, 30])))
        entries.append(Entry(i, f"s{i}", "blue", "soldier", 0.5, 0.5, mount))
    frame = Frame(120, 100, tuple(FrameMarker(240 + i, 20 + 40 * i, 104, 5, 0.02, 77.0 + 9 * i) for i in range(3)))
    return frame, Roster(tuple(entries)), Snapshot(120, 100, tuple(stands))


def linear_light(picture: np.ndarray) -> np.ndarray:
    assert (picture[..., 1] > 0).any()
    return (picture[..., 1].astype(np.float64) / 255) ** GAMMA


# Gauss-Legendre over a pixel's square: what a pixel sees of a blurred edge is its mean, not the value at its centre.
NODES, WEIGHTS = np.polynomial.legendre.leggauss(4)


def fitted_corners(light: np.ndarray, near: np.ndarray, modules: int = 6) -> np.ndarray:
    """Fit a blurred straight edge to each side of a black square: (4, 2) rough corners to the sides' crossings."""
    lines = []
    for a, b in zip(near, np.roll(near, -1, axis=0), strict=True):
        length = float(np.hypot(*(b - a)))
        along, reach = (b - a) / length, min(0.5 * length / modules, 3.0)
        out = np.array([along[1], -along[0]])  # corners go round clockwise as seen: outside is on the left
        low, high = np.floor(np.minimum(a, b) - 4).astype(int), np.ceil(np.maximum(a, b) + 4).astype(int)
        u, v = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
        points = np.column_stack([u.ravel(), v.ravel()])
        run, off = (points - a) @ along / length, (points - a) @ out
        use = (run > 0.1) & (run < 0.9) & (np.abs(off) < reach)
        run, off, seen = run[use], off[use], light[points[use, 1], points[use, 0]]
        inner = (NODES[:, None] * out[0] / 2 + NODES[None, :] * out[1] / 2).ravel()
        weight = (WEIGHTS[:, None] * WEIGHTS[None, :] / 4).ravel()

        def misfit(p, run=run, off=off, seen=seen, inner=inner, weight=weight):
            edge = p[0] * (1 - run) + p[1] * run
            share = ndtr((off[:, None] + inner - edge[:, None]) / p[4]) @ weight
            return p[2] + (p[3] - p[2]) * share - seen

        fit = least_squares(misfit, [0, 0, seen.min(), seen.max(), 0.6]).x
        lines.append((a + out * fit[0], b + out * fit[1]))
    corners = []
    for (a, b), (c, d) in zip(np.roll(lines, 1, axis=0), lines, strict=True):
        share = np.linalg.solve(np.column_stack([b - a, c - d]), c - a)
        corners.append(a + (b - a) * share[0])
    return np.array(corners)


CASES = {
    "low, mild lens": ((0.071, -0.163, 0.0007, -0.0005, 0.058), 3.0, 0.31),
    "on roofs, no distortion": ((), 3.0, 3.01),
    "barrel lens": ((-0.19, 0.05, 0.001, -0.001, 0.0), 2.6, 1.0),
}


@pytest.mark.prove
@pytest.mark.parametrize("case", CASES)
def test_corners_fitted_in_the_picture_are_at_the_projected_truth(case):
    distortion, size_cm, height_cm = CASES[case]
    view = camera(distortion)
    frame, roster, snapshot = world(size_cm, height_cm, seed=len(case))
    light = linear_light(Renderer(view, frame, roster, replace(BARE, blur_px=0.5)).render(snapshot))
    dice = np.random.default_rng(1)
    errors = []
    for corners in true_corners_px(view, frame, roster, snapshot).values():
        if corners.min() > 20 and (corners < np.array([1900, 1060])).all():
            rough = fitted_corners(light, corners + dice.uniform(-0.3, 0.3, (4, 2)))
            errors.append(fitted_corners(light, rough) - corners)  # again, its windows now on the edges
    error = np.array(errors)
    assert len(error) >= 26
    # The single corner carries the fit's own noise (8-bit levels, a straight line through a side the lens bends):
    # what is asked of the picture is 0.02 px; the mean over all corners must show no shift at all.
    assert error.mean(axis=(0, 1)) == pytest.approx([0, 0], abs=0.002)
    assert np.hypot(*error.reshape(-1, 2).T).mean() <= 0.01
    assert np.hypot(*error.mean(axis=1).T).max() <= 0.02  # each marker's centre


@pytest.mark.ci
def test_the_black_modules_centre_of_light_is_at_their_projected_centre():
    """By moments: no edge model at all, on 4K and 1.5 cm markers, with the ordinary blur."""
    lens = Lens(
        (3840, 2160), np.array([[2644.0, 0, 1903.1], [0, 2644, 1096.3], [0, 0, 1]]), np.array([0.07, -0.16, 0, 0, 0.05])
    )
    rotation, _ = cv2.Rodrigues(np.array([np.pi - 0.07, 0.02, 0.035]))
    view = Camera(lens, rotation, np.array([-58.0, 47.0, 148.0]))
    frame, roster, snapshot = world(1.5, 0.31, seed=5)
    light = linear_light(Renderer(view, frame, roster, BARE).render(snapshot))
    truth = true_corners_px(view, frame, roster, snapshot)
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    errors = []
    for marker, corners in truth.items():
        if marker >= 240 or corners.min() < 20 or (corners > np.array([3819, 2139])).any():
            continue
        card = shapely.Polygon(corners).buffer(0.5 * np.hypot(*(corners[1] - corners[0])) / 6, join_style="mitre")
        left, top, right, bottom = (round(k) for k in card.bounds)
        u, v = np.meshgrid(np.arange(left, right + 1), np.arange(top, bottom + 1))
        on = shapely.contains_xy(card, u, v)
        paper = np.quantile(light[v[on], u[on]], 0.98)
        ink = paper - light[v[on], u[on]]
        seen = np.array([(u[on] * ink).sum(), (v[on] * ink).sum()]) / ink.sum()
        errors.append(seen - centre_of_black(words.generateImageMarker(marker, 6) < 128, corners))
    error = np.array(errors)
    assert len(error) >= 25
    assert error.mean(axis=0) == pytest.approx([0, 0], abs=0.002)
    assert np.hypot(*error.T).max() <= 0.02


def centre_of_black(black: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return the centroid of the black modules, each a quadrilateral between corners mapped by a homography."""
    square = np.array([(0, 0), (6, 0), (6, 6), (0, 6)], np.float32)
    into = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    cells = []
    for row, column in zip(*np.nonzero(black), strict=True):
        cell = np.array([(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)], np.float64)
        cells.append(shapely.Polygon(cv2.perspectiveTransform(cell[None], into)[0]))
    areas = np.array([cell.area for cell in cells])
    centres = np.array([cell.centroid.coords[0] for cell in cells])
    return (centres * areas[:, None]).sum(axis=0) / areas.sum()


def test_grey_levels_are_the_mean_light_over_a_pixel_coded_once():
    """Straight down at 8 px a module and on whole pixels: an edge half way through a pixel shows half the light."""
    lens = Lens((400, 400), np.array([[1000.0, 0, 199.5], [0, 1000, 199.5], [0, 0, 1]]), np.zeros(0))
    view = Camera(lens, np.diag([1.0, -1, -1]), np.array([-10.0, 10, 100]))
    frame = Frame(20, 20, (FrameMarker(17, 10, 10, 4.8, 0.0, 90.0), FrameMarker(18, 10.05, 3, 4.8, 0.0, 90.0)))
    picture = Renderer(view, frame, None, replace(BARE, blur_px=0.0, light=1.0)).render(Snapshot(20, 20))
    light = linear_light(picture)
    # 4.8 cm are 48 px: from 175.5 to 223.5, so column 175 is paper and 176 is ink; the other marker is 0.5 px further.
    row = 180
    assert picture[row, 175, 1] > 200
    assert picture[row, 176, 1] < 60
    paper, ink = light[row, 175], light[row, 176]
    assert light[row + 70, 176] == pytest.approx((paper + ink) / 2, abs=0.004)
