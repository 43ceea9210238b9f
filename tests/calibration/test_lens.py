"""The lens is found from a bent board too, and a bad set is refused with what to do about it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.bundle import solve
from calibration.charuco import BoardSpec, BoardView, Rejected
from calibration.coverage import coverage, seen_cells, widest_angle_deg
from calibration.lens import fit_lens
from calibration.lens_sense import is_sane
from table.errors import BadInput
from vision.camera import Lens

SPEC = BoardSpec(11, 8, 2.4, 1.8)
SIZE = (1920, 1080)
MATRIX = np.array([[1340.0, 0, 965], [0, 1338, 545], [0, 0, 1]])
DISTORTION = np.array([-0.11, 0.06, 0.0006, -0.0004, -0.012])
TILTS = [
    (0.5, 0.1),
    (-0.5, 0.2),
    (0.2, 0.6),
    (-0.1, -0.6),
    (0.0, 0.0),
    (0.4, -0.4),
    (-0.4, 0.4),
    (0.6, 0.0),
    (0.0, 0.5),
]
PLACES = [(-12, -7), (12, -7), (12, 7), (-12, 7), (0, 0), (-8, 3), (9, -3), (0, 6), (0, -6)]


def views(
    count: int = 9, noise_px: float = 0.0, bow_cm: float = 0.0, distortion: np.ndarray = DISTORTION, tilt: float = 1.0,
    seed: int = 0,
) -> list[BoardView]:  # fmt: skip
    """Return the board seen through a known lens, exact but for noise; only corners within the picture."""
    rng = np.random.default_rng(seed)
    corners = SPEC.corners_cm() - SPEC.corners_cm().mean(axis=0)
    lifted = np.column_stack([corners, bow_cm * (corners[:, 0] / np.abs(corners).max()) ** 2])
    found = []
    for k in range(count):
        (a, b), (x, y) = TILTS[k % 9], PLACES[k % 9]
        turn = np.array([a * tilt, b * tilt, 0.3 * (k % 5) * tilt])
        place = np.array([x, y, 34.0 + 3 * (k % 3)])
        seen, _ = cv2.projectPoints(lifted, turn, place, MATRIX, distortion)
        seen = seen.reshape(-1, 2) + rng.normal(0, noise_px, (len(lifted), 2))
        inside = ((seen > 5) & (seen < np.array(SIZE) - 6)).all(axis=1)
        found.append(BoardView(f"shot-{k}.jpg", SIZE, np.flatnonzero(inside), seen[inside]))
    return found


@pytest.mark.ci
def test_a_known_lens_is_found_exactly_and_what_is_wrong_with_the_board_is_passed_on():
    fit = fit_lens(SPEC, views(), warnings=["measure the board anew"])
    assert fit.warnings == ("measure the board anew",)
    assert fit.lens.matrix == pytest.approx(MATRIX, abs=1e-3)
    assert fit.lens.distortion == pytest.approx(DISTORTION, abs=1e-5)
    assert fit.rms_px < 1e-4
    assert len(fit.used) == 9
    assert fit.rejected == ()


@pytest.mark.ci
def test_a_bent_board_does_not_bend_the_lens():
    fit = fit_lens(SPEC, views(bow_cm=0.07, noise_px=0.02))
    assert fit.lens.matrix[0, 0] == pytest.approx(1340, abs=1.0)
    assert fit.bow_mm == pytest.approx(0.7, abs=0.05)
    assert fit.rms_px < 0.04


@pytest.mark.ci
def test_the_covariance_is_what_noise_does():
    fits = [solve(views(noise_px=0.05, seed=seed), SPEC.corners_cm(), (0, 1, 2, 3, 4)) for seed in range(100, 120)]
    found = np.array([[*fit.lens.matrix[[0, 1, 0, 1], [0, 1, 2, 2]], *fit.lens.distortion] for fit in fits])
    said = np.sqrt(np.mean([np.diag(fit.covariance) for fit in fits], axis=0))
    ratio = found.std(axis=0) / said
    assert ratio.min() > 0.5
    assert ratio.max() < 1.6
    true = np.array([1340, 1338, 965, 545, *DISTORTION])
    assert (np.abs(found.mean(axis=0) - true) < 4 * said / np.sqrt(20)).all()


@pytest.mark.ci
def test_a_plain_lens_gets_no_number_the_pictures_do_not_show():
    """Two numbers explain this lens: a third would be noise, and run wild where no corner was seen."""
    simple = np.array([-0.08, 0.0, 0.0, 0.0, 0.0])
    fit = fit_lens(SPEC, views(noise_px=0.05, distortion=simple))
    assert fit.lens.distortion[4] == 0.0
    assert fit.lens.distortion[0] == pytest.approx(-0.08, abs=0.004)


def wide_views(distortion: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0), count: int = 9, noise_px: float = 0.03):
    """Return the board seen through a fisheye of 110 degrees."""
    lens = Lens(SIZE, np.array([[1000.0, 0, 960], [0, 1000, 540], [0, 0, 1]]), np.array(distortion), fisheye=True)
    corners = np.column_stack([SPEC.corners_cm() - SPEC.corners_cm().mean(axis=0), np.zeros(70)])
    rng = np.random.default_rng(2)
    found = []
    for k in range(count):
        (a, b), (x, y) = TILTS[k % 9], PLACES[k % 9]
        seen, _ = lens.seen(corners, np.array([a, b, 0.2 * k]), np.array([1.1 * x, 1.1 * y, 15.0 + k // 9]))
        seen = seen + rng.normal(0, noise_px, (70, 2))
        inside = ((seen > 5) & (seen < np.array(SIZE) - 6)).all(axis=1)
        found.append(BoardView(f"shot-{k}.jpg", SIZE, np.flatnonzero(inside), seen[inside]))
    return found, lens


@pytest.mark.ci
@pytest.mark.parametrize("bend", [(0.0, 0.0, 0.0, 0.0), (-0.04, 0.01, 0.0, 0.0)], ids=["by the angle", "bent"])
def test_a_fisheye_is_known_for_one(bend):
    """Five numbers of a pinhole leave a third of a pixel."""
    found, true = wide_views(bend)
    fit = fit_lens(SPEC, found)
    assert solve(found, SPEC.corners_cm(), (0, 1, 2, 3, 4)).rms_px > 0.3
    assert fit.lens.fisheye
    assert fit.rms_px < 0.05
    assert fit.lens.matrix == pytest.approx(true.matrix, abs=0.5)
    edge = np.array([[30.0, 30], [1890, 1050], [960, 20]])
    assert fit.lens.rays(edge) == pytest.approx(true.rays(edge), abs=2e-3)


@pytest.mark.ci
def test_an_ordinary_lens_is_no_fisheye():
    assert not fit_lens(SPEC, views(noise_px=0.05)).lens.fisheye


def wobbly(rng: np.random.Generator) -> list[BoardView]:
    """Return views of a board that moved while the picture was read, row by row: each is sheared as a whole."""
    sheared = []
    for view in views(noise_px=0.03, seed=int(rng.integers(1 << 30))):
        shear = rng.normal(0, 8e-4, 2) * (view.corners_px[:, 1:] - SIZE[1] / 2)
        sheared.append(replace(view, corners_px=view.corners_px + shear))
    return sheared


@pytest.mark.ci
def test_the_covariance_knows_that_corners_of_one_view_err_together():
    rng = np.random.default_rng(4)
    off, plain = [], []
    for _ in range(12):
        bundle = solve(wobbly(rng), SPEC.corners_cm(), (0, 1, 2, 3, 4), bows=0)
        found = np.array([*bundle.lens.matrix[[0, 1, 0, 1], [0, 1, 2, 2]], *bundle.lens.distortion])
        error = found - np.array([1340, 1338, 965, 545, *DISTORTION])
        off.append(error / np.sqrt(np.diag(bundle.covariance)))
        plain.append(bundle.extra_px.max())
    size = np.sqrt((np.array(off) ** 2).mean())
    assert 0.5 < size < 1.5
    assert (np.abs(off) < 3).mean() > 0.95
    assert np.median(plain) > 0.05  # the shear is there


@pytest.mark.ci
def test_halves_of_a_set_agree():
    found = wobbly(np.random.default_rng(9)) + wobbly(np.random.default_rng(10))
    one, other = (fit_lens(SPEC, found[k::2]) for k in (0, 1))
    apart = [*(one.lens.matrix - other.lens.matrix)[[0, 1, 0, 1], [0, 1, 2, 2]]]
    apart += [*(one.lens.distortion - other.lens.distortion)]
    sigmas = np.abs(apart) / np.sqrt(np.diag(one.covariance) + np.diag(other.covariance))
    assert (sigmas < 3).all()


@pytest.mark.ci
def test_what_no_lens_explains_is_refused_with_what_to_do():
    rng = np.random.default_rng(3)
    bad = [replace(view, corners_px=view.corners_px + rng.normal(0, 3, view.corners_px.shape)) for view in views()]
    with pytest.raises(BadInput, match=r"no lens puts the board's corners nearer than \d.*glue the board"):
        fit_lens(SPEC, bad)


@pytest.mark.ci
def test_a_lens_that_is_known_poorly_is_said_to_be():
    """Boards that are hardly tilted leave the focal length open."""
    fit = fit_lens(SPEC, views(9, tilt=0.35, noise_px=0.7))
    assert any("the focal length is known to" in warning for warning in fit.warnings)


@pytest.mark.parametrize(
    ("bend", "sane"),
    [((0.0, 0.0, 0.0, 0.0, 0.0), True), (tuple(DISTORTION), True), ((-0.6, 0.0, 0.0, 0.0, 0.0), False)],
    ids=["straight", "bent", "folded"],
)
def test_a_lens_that_folds_the_picture_makes_no_sense(bend, sane):
    assert is_sane(Lens(SIZE, MATRIX @ np.diag([0.8, 0.8, 1]), np.array(bend))) is sane


@pytest.mark.ci
def test_a_blurred_view_is_left_out_with_the_reason():
    good = views(noise_px=0.03)
    rng = np.random.default_rng(1)
    good[4] = replace(good[4], corners_px=good[4].corners_px + rng.normal(0, 1.5, good[4].corners_px.shape))
    fit = fit_lens(SPEC, [*good, Rejected("empty.jpg", "the board is not in it")])
    assert {view.name for view in fit.rejected} == {"shot-4.jpg", "empty.jpg"}
    assert any("blurred, or the board was moving" in view.reason for view in fit.rejected)
    assert len(fit.used) == 8
    assert fit.lens.matrix[0, 0] == pytest.approx(1340, abs=1.5)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([], "seen in none of 0 pictures"),
        ([Rejected("a.jpg", "the board is not in it")] * 5, r"none of 5 pictures \(the board is not in it\)"),
        (views(4), "can be used in 4 of 4 pictures, and 6 is the least; take 15 or so"),
        (views(6, tilt=0.02), "from one angle only .* tilt it"),
        (
            [
                replace(view, corners_px=view.corners_px * 0.3 + 300, ids=view.ids)
                for view in views(6)
            ],
            "seen in only .* bring it into every corner",
        ),
        (
            [*views(8), replace(views(9)[8], size_px=(1280, 720))],
            r"differ in size: shot-8\.jpg is 1280 x 720 px, most are 1920 x 1080",
        ),
    ],
    ids=["nothing", "no board", "too few", "one angle", "the middle only", "two sizes"],
)  # fmt: skip
def test_a_bad_set_is_refused_with_what_to_do(found, words):
    with pytest.raises(BadInput, match=words):
        fit_lens(SPEC, found)


@pytest.mark.ci
def test_a_lens_that_cannot_be_is_refused_with_what_to_do():
    """Whoever squeezed the pictures to another shape gets pixels that no camera has."""
    squeezed = [replace(view, corners_px=view.corners_px * (1.0, 0.4)) for view in views(noise_px=0.03)]
    with pytest.raises(BadInput, match=r"no sense: its focal length upwards is 53\d.*px; expected .*none cropped"):
        fit_lens(SPEC, squeezed)


@pytest.mark.ci
def test_a_set_that_leaves_the_lens_open_is_refused():
    with pytest.raises(BadInput, match=r"focal length open|one angle|no lens|makes no sense"):
        fit_lens(SPEC, views(9, tilt=0.25, noise_px=2.0))


def test_coverage_counts_what_the_boards_hulls_cover():
    corner = np.array([[0.0, 0], [900, 0], [900, 500], [0, 500]])
    quarter = BoardView("a", SIZE, np.arange(4), corner)
    assert coverage([quarter]) == pytest.approx(0.25, abs=0.06)
    assert seen_cells([quarter, quarter]).max() == 2
    assert coverage([]) == 0


def test_the_widest_angle_is_between_the_boards_normals():
    turns = np.radians([[0, 0, 50], [0, 20, 0], [-25, 0, 0]])
    assert widest_angle_deg(turns) == pytest.approx(
        np.degrees(np.arccos(np.cos(np.radians(20)) * np.cos(np.radians(25))))
    )


def bowed(shape: str, height_cm: float, count: int = 14, noise_px: float = 0.006) -> list[BoardView]:
    """Return close-ups of a board that is no plane, with corners as fine as photometric ones."""
    rng = np.random.default_rng(3)
    flat = SPEC.corners_cm() - SPEC.corners_cm().mean(axis=0)
    x, y = (flat / flat.max(axis=0)).T
    lift = {
        "sag": (1 - x**2) * (1 - y**2),
        "twist": x * y,
        "corner": np.maximum(0.0, (x + y) / 2 - 0.2) ** 2 / 0.64,
        "s": np.sin(np.pi * x) / 2,
    }[shape]
    points = np.column_stack([flat, height_cm * lift])
    found = []
    for k in range(count):
        x_cm, y_cm = PLACES[k % 9]
        turn, place = (*rng.uniform(-0.6, 0.6, 2), rng.uniform(-3, 3)), (0.8 * x_cm, 0.8 * y_cm, rng.uniform(26, 38))
        seen, _ = cv2.projectPoints(points, np.array(turn), np.array(place), MATRIX, DISTORTION)
        seen = seen.reshape(-1, 2) + rng.normal(0, noise_px, (len(flat), 2))
        inside = ((seen > 5) & (seen < np.array(SIZE) - 6)).all(axis=1)
        spread = np.tile(np.eye(2) * noise_px**2, (inside.sum(), 1, 1))
        found.append(BoardView(f"shot-{k}.jpg", SIZE, np.flatnonzero(inside), seen[inside], spread))
    return found


def off_px(lens) -> float:
    """Return how far a lens is from the true one over the picture (rms), after the best turn of the camera."""
    grid = np.stack(np.meshgrid(np.linspace(0, 1919, 13), np.linspace(0, 1079, 9)), axis=-1).reshape(-1, 2)
    true = replace(lens, matrix=MATRIX, distortion=DISTORTION)
    one, two = (np.column_stack([lens.rays(grid), np.ones(len(grid))]) for lens in (lens, true))
    one, two = (part / np.linalg.norm(part, axis=1, keepdims=True) for part in (one, two))
    u, _, v = np.linalg.svd(one.T @ two)
    turned = one @ (u @ v)
    off = turned[:, :2] / turned[:, 2:] - two[:, :2] / two[:, 2:]
    return float(1340 * np.sqrt((off**2).sum(axis=1).mean()))


@pytest.mark.first(2)
@pytest.mark.ci
@pytest.mark.parametrize(("shape", "limit_px"), [("s", 0.15), ("twist", 0.06), ("sag", 0.06), ("corner", 0.06)])
def test_a_board_bent_any_way_does_not_bend_the_lens(shape, limit_px):
    found = bowed(shape, 0.1)
    fit = fit_lens(SPEC, found)
    assert off_px(fit.lens) < limit_px
    assert 0.5 < fit.bow_mm < 2.1
    parabola = solve(found, SPEC.corners_cm(), (0, 1, 2, 3, 4), bows=3)
    if shape != "twist":
        assert parabola.rms_px > 4 * fit.rms_px


def test_a_poor_view_counts_for_less():
    """One view's corners are ten times worse than they say: it is weighed as what it is."""
    found = bowed("twist", 0.0)
    rng = np.random.default_rng(5)
    poor = found[3].corners_px + rng.normal(0, 0.06, found[3].corners_px.shape)
    bundle = solve([*found[:3], replace(found[3], corners_px=poor), *found[4:]], SPEC.corners_cm(), (0, 1, 2, 3, 4))
    assert bundle.extra_px[3] == pytest.approx(0.06, rel=0.3)
    assert np.delete(bundle.extra_px, 3).max() < 0.004
    assert off_px(bundle.lens) < 0.06


@pytest.mark.ci
def test_partial_boards_and_few_views_will_do():
    """Half of the board is covered or outside in each of seven views: the corners there are tell the lens still."""
    rng = np.random.default_rng(8)
    parts = []
    for view in bowed("twist", 0.05, count=10):
        x, y = SPEC.corners_cm()[view.ids].T
        side = rng.uniform(-np.pi, np.pi)
        kept = np.cos(side) * (x - x.mean()) + np.sin(side) * (y - y.mean()) > 0
        if kept.sum() >= 12:
            parts.append(
                replace(
                    view, ids=view.ids[kept], corners_px=view.corners_px[kept], covariance_px=view.covariance_px[kept]
                )
            )
    fit = fit_lens(SPEC, parts[:7])
    assert len(fit.used) == 7
    assert off_px(fit.lens) < 0.25
    assert abs(fit.lens.matrix[0, 0] - 1340) < 4 * np.sqrt(fit.covariance[0, 0])
