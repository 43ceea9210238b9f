"""A known-distance check finds the table's own error, and leaves a sound table alone."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.check import Cross, StandSeen, check_on_crosses, check_on_grid, parse_crosses
from calibration.check_report import check_page
from calibration.crosses import find_sheets, lay, turn
from calibration.table_drawing import contour, enlargement, nice
from table.errors import BadFile, BadInput
from vision.table_view import TableView

SPOTS = ((15, 15), (90, 12), (88, 70), (15, 68), (50, 40), (52, 75))
LATTICE = np.array([(5.0 * i, 5.0 * j) for i in range(4) for j in range(5)])


@pytest.fixture
def view(camera, frame, lens_covariance) -> TableView:
    """Return a table whose frame may be 0.5 mm off: its pose is known no better."""
    pose = np.diag([3e-4, 3e-4, 2e-4, 0.03, 0.03, 0.05]) ** 2
    covariance = np.zeros((15, 15))
    covariance[:6, :6], covariance[6:, 6:] = pose, lens_covariance
    return TableView(camera, frame, covariance)


def bent(places: np.ndarray) -> np.ndarray:
    """Return the error of a table that is badly wrong: 2 mm too wide at its ends, and warped."""
    u, v = (places / (60, 50) - 1).T
    return np.column_stack([0.2 * u - 0.1 * u * v, 0.15 * v**2])


def stands(error=bent, placing_cm: float = 0.03, seed: int = 0, spots=SPOTS, per: int = 12) -> list[StandSeen]:
    rng = np.random.default_rng(seed)
    seen = []
    for k, spot in enumerate(spots):
        sheet = np.array(spot) + LATTICE[rng.permutation(20)[:per]] @ turn(rng.uniform(-0.3, 0.3)).T
        true = sheet + rng.normal(0, placing_cm, sheet.shape)
        seen += [StandSeen(f"s{k}-{i}", *place, f"{k}.jpg") for i, place in enumerate(true + error(true))]
    return seen


def left_cm(view: TableView, error=bent) -> tuple[float, float]:
    """Return the error of distances under 60 cm (rms), without and with the correction."""
    grid = np.stack(np.meshgrid(np.linspace(8, 112, 7), np.linspace(8, 92, 6)), axis=-1).reshape(-1, 2)
    one, two = np.triu_indices(len(grid), 1)
    near = np.hypot(*(grid[one] - grid[two]).T) < 60
    one, two = one[near], two[near]
    assert view.correction is not None
    measured = grid + error(grid)

    def off(places: np.ndarray) -> float:
        gaps = np.hypot(*(places[one] - places[two]).T) - np.hypot(*(grid[one] - grid[two]).T)
        return float(np.sqrt((gaps**2).mean()))

    return off(measured), off(measured - view.correction.offset_cm(measured))


def test_a_bent_table_is_straightened(view):
    fit = check_on_grid(view, stands(placing_cm=0.008), 5.0)
    before, after = left_cm(fit.view)
    assert before > 0.08
    assert after < 0.4 * before
    assert fit.sheets == 6
    assert len(fit.points) == 72
    assert fit.placing_cm < 0.014
    assert np.hypot(*fit.after_cm.T).mean() < 0.75 * np.hypot(*fit.before_cm.T).mean()


@pytest.mark.ci
def test_a_sound_table_is_left_alone(view):
    for seed in range(6):
        fit = check_on_grid(view, stands(lambda places: 0 * places, 0.05, seed), 5.0)
        assert left_cm(fit.view, lambda places: 0 * places)[1] < 0.012
        assert fit.placing_cm == pytest.approx(0.05, rel=0.3)


def test_where_no_stand_stood_nothing_is_claimed(view):
    fit = check_on_grid(view, stands(spots=SPOTS[:2] * 2), 5.0)
    near, far = fit.correction.left([[25.0, 25.0], [60.0, 95.0]])
    assert np.trace(far) > 2 * np.trace(near)


def test_crosses_measured_in_tell_of_shifts_too(view):
    crosses = [Cross(x, y, 0.02) for x in (20.0, 60.0, 100.0) for y in (20.0, 50.0, 80.0)]
    seen = [StandSeen(f"s{k}", cross.x + 0.1, cross.y - 0.06) for k, cross in enumerate(crosses)]
    seen.append(StandSeen("aside", 40.0, 35.0))
    fit = check_on_crosses(view, seen, crosses)
    assert fit.correction.offset_cm([[60, 50]])[0] == pytest.approx([0.1, -0.06], abs=0.03)
    assert fit.left_out == ("aside",)
    assert len(fit.points) == 9


def test_one_stand_with_a_marker_glued_askew_makes_no_error(view):
    """It is moved from cross to cross and always looks the same way: what is common to all is its own."""
    crosses = [Cross(x, y, 0.005) for x in (20.0, 60.0, 100.0) for y in (20.0, 50.0, 80.0)]
    rng = np.random.default_rng(2)
    seen = [StandSeen("one", c.x + 0.05 + rng.normal(0, 0.01), c.y + rng.normal(0, 0.01), f"{k}.jpg")
            for k, c in enumerate(crosses)]  # fmt: skip
    sure = replace(view, covariance=view.covariance * 0.01)
    fit = check_on_crosses(sure, seen, crosses, 0.01)
    assert np.abs(fit.correction.offset_cm([[60, 50], [10, 10]])).max() < 0.015


@pytest.mark.ci
def test_a_stand_that_did_not_move_counts_once(view):
    seen = stands(per=8)
    again = [replace(stand, x=stand.x + 0.004, picture="again.jpg") for stand in seen[:20]]
    assert len(check_on_grid(view, [*seen, *again], 5.0).points) == len(check_on_grid(view, seen, 5.0).points) == 48


def test_stands_beside_the_crosses_are_left_out(view):
    rng = np.random.default_rng(3)
    others = [StandSeen(f"other-{k}", *place) for k, place in enumerate(rng.uniform(0, 1, (6, 2)) * (120, 100))]
    fit = check_on_grid(view, [*stands(), *others], 5.0)
    assert len(fit.left_out) >= 4
    assert set(fit.left_out) <= {other.name for other in others}


@pytest.mark.first(3)
@pytest.mark.ci
@pytest.mark.parametrize(
    ("seen", "words"),
    [
        ([], r"of the stands I see \(0\) no four stand on crosses 5 cm apart"),
        ([StandSeen("one", 3.0, 4.0)], r"of the stands I see \(1\) no four"),
        (stands(spots=SPOTS[:1], per=5), "too few stands on crosses to check a table by: 5, at least 6"),
        (stands(lambda places: 0.03 * (places - (60, 50))), r"look 3\.\d % further apart than 5 cm: was the sheet"),
        (stands(lambda places: -0.012 * (places - (60, 50))), r"look 1\.\d % nearer than 5 cm: was the sheet"),
    ],
    ids=["nothing", "one", "few", "a sheet 3 % too large", "1 % too small"],
)  # fmt: skip
def test_what_cannot_be_used_is_refused(view, seen, words):
    with pytest.raises(BadInput, match=words):
        check_on_grid(view, seen, 5.0)


def test_impossible_crosses_are_refused(view):
    crosses = [Cross(x, y) for x in (20.0, 60.0, 100.0) for y in (20.0, 50.0, 80.0)]
    wild = [StandSeen(f"s{k}", c.x + (-1) ** k * 0.9, c.y + (-1) ** (k // 2) * 0.8) for k, c in enumerate(crosses)]
    with pytest.raises(BadInput, match="do not lie as the crosses do, whatever the table's error"):
        check_on_crosses(view, wild, crosses)
    with pytest.raises(BadInput, match=r"none is within 1\.5 cm of a cross"):
        check_on_crosses(view, [StandSeen("a", 0, 0)], crosses)
    shifted = [StandSeen(f"s{k}", c.x + 0.9, c.y) for k, c in enumerate(crosses)]
    with pytest.raises(BadInput, match=r"corrections of up to .* which no sound calibration needs"):
        check_on_crosses(replace(view, covariance=100 * view.covariance), shifted, crosses)


def test_a_sheet_is_found_however_it_lies():
    rng = np.random.default_rng(5)
    crosses = LATTICE[rng.permutation(20)[:7]]
    points = (40, 30) + crosses @ turn(1.1).T + rng.normal(0, 0.03, (7, 2))
    (sheet,) = find_sheets(np.concatenate([points, [[80.0, 80.0]]]), 5.0)
    assert sorted(sheet.members) == list(range(7))
    assert np.hypot(*(sheet.placed() - points[sheet.members]).T).max() < 0.1
    angle, shift = lay(crosses, (40, 30) + crosses @ turn(1.1).T)
    assert angle == pytest.approx(1.1)
    assert shift == pytest.approx([40, 30])


def test_crosses_toml():
    (one, two) = parse_crosses("[[cross]]\nx = 10\ny = 20.5\n[[cross]]\nx = 1\ny = 2\nsigma_cm = 0.01\n")
    assert (one.x, one.y, one.sigma_cm) == (10, 20.5, 0.05)
    assert two.sigma_cm == 0.01
    for text, words in (("", "cross: expected"), ("[[cross]]\nx = 1\n", r"cross\[1\].y: expected")):
        with pytest.raises(BadFile, match=words):
            parse_crosses(text)


def test_the_page_shows_arrows_before_and_after(view):
    page = check_page(check_on_grid(view, stands(), 5.0))
    assert page.count("<svg") == 4
    for words in ("72 stands on crosses", "Before", "After", "The correction", "s3-4", "times larger"):
        assert words in page
    assert "nan" not in page


def test_contours_run_where_the_value_is():
    grid = np.stack(np.meshgrid(np.linspace(0, 10, 11), np.linspace(0, 5, 6)), axis=-1)
    pieces = contour(grid, 2 * grid[..., 0] + grid[..., 1], 7.3)
    ends = np.array(pieces).reshape(-1, 2)
    assert len(pieces) > 5
    assert 2 * ends[:, 0] + ends[:, 1] == pytest.approx(np.full(len(ends), 7.3))


@pytest.mark.parametrize(("value", "step"), [(0.011, 0.02), (0.05, 0.05), (3.2, 5.0), (0.0, 0.001), (70, 100)])
def test_steps_are_round(value, step):
    assert nice(value) == pytest.approx(step)


def test_arrows_are_enlarged_to_be_seen():
    assert enlargement(np.array([[0.03, 0.0], [0.01, 0.0]]), 7.0) == 100
    assert enlargement(np.zeros((0, 2)), 7.0) == 5000
