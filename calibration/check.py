"""The known-distance check: stands on crosses whose distances are known tell how far the table measures wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from pydantic import Field

from calibration.crosses import SheetSeen, find_sheets, turn
from table.errors import BadInput, Wanted
from table.notation.toml import Strict, parse_toml
from vision.arrays import Floats
from vision.correction import DEGREE, TERMS, Correction, basis, degrees
from vision.spread import slopes
from vision.table_view import TableView

PLACING_CM = 0.05  # how well a hand puts a base's middle on a cross
MOUNT_CM = 0.05  # how far off the base's middle a marker may be glued
TAPE_CM = 0.05  # a cross measured in with a tape
MOST_CM = 0.5  # nothing sound measures further off than this
_FEWEST_FREE = 8  # numbers known beyond what lays the sheets
_SMOOTH = (0.0, 0.3, 1.0, 1.0)  # by degree: how a bent table's errors go, beyond lens, pose and survey
_SCALES_CM = (0.0, 0.003, 0.01, 0.03, 0.1)  # how large they may be: as the stands show
_EVIDENT = 6.0  # log-likelihood by which they must show it: hands put stands down unevenly too
_HEIGHT_CM = 0.3
_LEAST_CM = 1e-4  # a prior without width cannot be turned over
_NEAR_CROSS_CM = 1.5
_STRETCH = 0.008  # the share by which a sheet may look larger or smaller than it is
_POOR_CM = 0.15  # a stand further than this from its cross, by all the others, was put elsewhere


@dataclass(frozen=True, slots=True)
class StandSeen:
    """A stand as measured without any correction: its name, place in table cm, and the picture's name."""

    name: str
    x: float
    y: float
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Cross:
    """A cross whose place on the table was measured in, in table cm."""

    x: float
    y: float
    sigma_cm: float = TAPE_CM


@dataclass(frozen=True, eq=False)
class CheckFit:
    """The table with its correction; N points: measured places, and offsets (N, 2) cm from the crosses.

    ``before_cm`` with each sheet laid as well as can be without a correction, ``after_cm`` with it. ``sheets`` is 0 for
    crosses measured in. ``placing_cm`` is how well stands were put on crosses, judged by what is left; ``left_out`` the
    stands that stand on none.
    """

    view: TableView
    points: tuple[StandSeen, ...]
    sheets: int
    before_cm: Floats
    after_cm: Floats
    placing_cm: float
    left_out: tuple[str, ...]

    @property
    def correction(self) -> Correction:
        """The correction, which is in the view."""
        assert self.view.correction is not None
        return self.view.correction

    def most_cm(self) -> float:
        """Return the largest correction on the table."""
        return most_cm(self.correction)


@dataclass(frozen=True, eq=False)
class _Known:
    """Crosses under stands: groups of points with their places; ``rigid`` (S,) whether the group may lie anywhere."""

    sheets: list[SheetSeen]
    rigid: bool
    sigmas_cm: Floats


def check_on_grid(
    view: TableView, seen: Sequence[StandSeen], step_cm: float, placing_cm: float = PLACING_CM
) -> CheckFit:
    """Return the correction that stands on sheets of crosses every ``step_cm`` ask for, wherever the sheets lie.

    Raises BadInput where too few stand on crosses, or they ask for what cannot be.
    """
    seen = _once(seen)
    places = np.array([(stand.x, stand.y) for stand in seen]).reshape(-1, 2)
    sheets = find_sheets(places, step_cm)
    if not sheets:
        raise BadInput(
            "of the stands I see ({count}) no four stand on crosses {step_cm:g} cm apart: put the middle of their "
            "bases on the crosses of one sheet, or say --grid-cm",
            count=len(seen), step_cm=step_cm,
        )  # fmt: skip
    _check_scale(sheets, places, step_cm)
    return _checked(view, seen, _Known(sheets, True, np.zeros(len(seen))), placing_cm)


def check_on_crosses(
    view: TableView, seen: Sequence[StandSeen], crosses: Sequence[Cross], placing_cm: float = PLACING_CM
) -> CheckFit:
    """Return the correction that stands on crosses of known places ask for; each stands on the cross it is nearest to.

    Raises BadInput where too few stand on crosses, or they ask for what cannot be.
    """
    seen = _once(seen)
    places = np.array([(cross.x, cross.y) for cross in crosses]).reshape(-1, 2)
    sigmas = np.zeros(len(seen))
    members, under = [], []
    for k, stand in enumerate(seen):
        off = np.hypot(*(places - (stand.x, stand.y)).T) if len(places) else np.array([np.inf])
        nearest = int(np.argmin(off))
        if off[nearest] < _NEAR_CROSS_CM:
            members.append(k)
            under.append(places[nearest])
            sigmas[k] = crosses[nearest].sigma_cm
    if not members:
        raise BadInput(
            "of the stands I see ({count}) none is within {near_cm:g} cm of a cross you measured in",
            count=len(seen), near_cm=_NEAR_CROSS_CM,
        )  # fmt: skip
    laid = SheetSeen(np.array(members, dtype=np.intp), np.array(under), 0.0, np.zeros(2))
    return _checked(view, seen, _Known([laid], False, sigmas), placing_cm)


def _once(seen: Sequence[StandSeen]) -> tuple[StandSeen, ...]:
    """Drop what did not move since an earlier picture: it says nothing new."""
    kept: list[StandSeen] = []
    for stand in seen:
        if not any(o.name == stand.name and np.hypot(o.x - stand.x, o.y - stand.y) < _POOR_CM for o in kept):
            kept.append(stand)
    return tuple(kept)


def _checked(view: TableView, seen: Sequence[StandSeen], known: _Known, placing_cm: float) -> CheckFit:
    used = np.concatenate([sheet.members for sheet in known.sheets])
    _check_enough(len(used), len(known.sheets) if known.rigid else 0)
    places = np.array([(stand.x, stand.y) for stand in seen])
    problem = _Problem(view, seen, places, known)
    best: tuple[float, float, Floats, _Solved] | None = None
    for scale in _SCALES_CM:
        prior = prior_of(view, scale)
        sigma, solved = _weighed(problem, prior, placing_cm)
        if best is None or solved.evidence > best[0] + _EVIDENT:
            best = (solved.evidence, sigma, prior, solved)
    assert best is not None
    _, sigma, prior, solved = best
    after = solved.left
    before = problem.solve(sigma, None).left
    width, depth = view.frame.width_cm, view.frame.depth_cm
    correction = Correction(width, depth, solved.mean, solved.covariance, prior, places[used], before)
    _check_sane(correction, after, [seen[k] for k in used])
    left_out = [stand.name for k, stand in enumerate(seen) if k not in set(used.tolist())]
    return CheckFit(
        replace(view, correction=correction), tuple(seen[k] for k in used),
        len(known.sheets) if known.rigid else 0, before, after, sigma,
        tuple(dict.fromkeys(left_out)),
    )  # fmt: skip


def _weighed(problem: "_Problem", prior: Floats, placing_cm: float) -> tuple[float, "_Solved"]:
    """Return how well the stands were put on the crosses, as what is left shows, and the solution."""
    sigma = placing_cm
    solved = problem.solve(sigma, prior)
    for _ in range(5):
        grown = float(np.clip(sigma * np.sqrt(solved.misfit), 0.2 * placing_cm, 6 * placing_cm))
        if abs(grown / sigma - 1) < 0.02:
            break
        sigma = grown
        solved = problem.solve(sigma, prior)
    return sigma, solved


def prior_of(view: TableView, smooth_cm: float = 0.0) -> Floats:
    """Return the covariance (2 TERMS, 2 TERMS) of a table's error before any check.

    Its calibration's, and that of a bent table whose errors are as large as ``smooth_cm``.
    """
    wide, deep = view.frame.width_cm, view.frame.depth_cm
    grid = np.stack(np.meshgrid(np.linspace(0, wide, 9), np.linspace(0, deep, 9)), axis=-1).reshape(-1, 2)
    smooth = np.diag((smooth_cm * np.array(_SMOOTH)[degrees()]) ** 2 + _LEAST_CM**2)
    if view.covariance is None:
        return smooth
    fit = np.linalg.pinv(basis(grid, wide, deep).reshape(-1, 2 * TERMS))
    by_camera = slopes(view.camera, np.column_stack([grid, np.full(len(grid), _HEIGHT_CM)])).table_by_parameter()
    numbers = fit @ by_camera.reshape(2 * len(grid), -1)
    wanted = numbers @ view.covariance @ numbers.T
    return np.asarray((wanted + wanted.T) / 2 + smooth)


@dataclass(frozen=True, eq=False)
class _Solved:
    """The correction's numbers, their covariance, what is left at each point (N, 2) cm; its mean square in sigmas."""

    mean: Floats
    covariance: Floats
    left: Floats
    misfit: float
    evidence: float


class _Problem:
    """Least squares over the correction's numbers, how each sheet lies, and how each stand's marker is glued."""

    def __init__(self, view: TableView, seen: Sequence[StandSeen], places: Floats, known: _Known) -> None:
        self.known = known
        self.used = np.concatenate([sheet.members for sheet in known.sheets])
        names = [seen[k].name for k in self.used]
        self.stands = sorted(name for name in set(names) if names.count(name) > 1)
        count = len(self.used)
        self.sheet_of = np.concatenate([np.full(len(s.members), k) for k, s in enumerate(known.sheets)])
        self.crosses = np.concatenate([sheet.crosses_cm for sheet in known.sheets])
        self.places = places[self.used]
        self.terms = basis(self.places, view.frame.width_cm, view.frame.depth_cm)
        self.mounts = np.zeros((count, 2, 2 * len(self.stands)))
        for k, name in enumerate(names):
            if name in self.stands:
                # Glued askew, a marker is off by the same on every cross if the stand always looks the same way.
                at = 2 * self.stands.index(name)
                self.mounts[k, :, at : at + 2] = np.eye(2)
        self.sigmas = known.sigmas_cm[self.used]

    def solve(self, placing_cm: float, prior: Floats | None) -> _Solved:
        """Return the correction that fits best; without a ``prior`` none, only the sheets are laid."""
        sheets, count = self.known.sheets, len(self.used)
        laid = 3 * len(sheets) if self.known.rigid else 0
        angles = np.array([sheet.turn_rad for sheet in sheets])
        shifts = np.array([sheet.shift_cm for sheet in sheets])
        numbers = 0 if prior is None else 2 * TERMS
        size = numbers + laid + self.mounts.shape[2]
        weight = np.repeat(1.0 / np.hypot(placing_cm, self.sigmas), 2)
        held = np.zeros((size, size))
        if prior is not None:
            held[:numbers, :numbers] = np.linalg.inv(prior)
        held[numbers + laid :, numbers + laid :] = np.eye(self.mounts.shape[2]) / MOUNT_CM**2
        for _ in range(3):
            rows = np.zeros((count, 2, size))
            rows[:, :, :numbers] = self.terms[:, :, :numbers]
            rows[:, :, numbers + laid :] = self.mounts
            expected = np.zeros((count, 2))
            for k in range(len(sheets)):
                here = np.flatnonzero(self.sheet_of == k)
                turned = self.crosses[here] @ turn(angles[k]).T
                expected[here] = shifts[k] + turned
                if laid:
                    at = numbers + 3 * k
                    rows[here, :, at] = np.column_stack([-turned[:, 1], turned[:, 0]])
                    rows[here[:, None], [[0, 1]], at + 1 + np.array([[0, 1]])] = 1.0
            off = (self.places - expected).ravel()
            design = rows.reshape(2 * count, size) * weight[:, None]
            normal = design.T @ design + held
            inverse = np.linalg.pinv(normal, hermitian=True)
            found = inverse @ (design.T @ (off * weight))
            left = off - rows.reshape(2 * count, size) @ found
            if laid:
                moved = found[numbers : numbers + laid].reshape(-1, 3)
                angles, shifts = angles + moved[:, 0], shifts + moved[:, 1:]
        freedom = 2 * count - float(np.trace(inverse @ (design.T @ design)))
        misfit = float(((left * weight) ** 2).sum() / max(freedom, 1.0))
        evidence = float(np.log(weight).sum() - ((left * weight) ** 2).sum() / 2 - found @ held @ found / 2)
        evidence -= float(np.linalg.slogdet(normal)[1]) / 2
        if prior is not None:
            evidence -= float(np.linalg.slogdet(prior)[1]) / 2
        return _Solved(found[:numbers], inverse[:numbers, :numbers], left.reshape(-1, 2), misfit, evidence)


def _check_enough(count: int, sheets: int) -> None:
    if 2 * count - 3 * sheets < _FEWEST_FREE:
        need = -(-(_FEWEST_FREE + 3 * sheets) // 2)
        raise BadInput(
            "too few stands on crosses to check a table by: {count}, at least {need}, better twenty, all over it",
            count=count, need=need,
        )  # fmt: skip


def _check_scale(sheets: Sequence[SheetSeen], places: Floats, step_cm: float) -> None:
    """Raise BadInput where the crosses themselves are further apart than said, or nearer: no table is so wrong."""
    share = _stretch(sheets, places)
    on_them = sum(len(sheet.members) for sheet in sheets)
    if on_them < 0.75 * len(places) or abs(share) > _STRETCH / 2:
        # On crosses far from what was said only those near each other seem to stand together.
        for scale in (1 + 0.01 * k for k in (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)):
            others = find_sheets(places, scale * step_cm)
            count = sum(len(sheet.members) for sheet in others)
            if count > max(1.3 * on_them, 8):
                on_them, share = count, scale * (1 + _stretch(others, places)) - 1
    if abs(share) > _STRETCH:
        way = "further apart" if share > 0 else "nearer"
        raise BadInput(
            "the crosses look {percent:.1f} % {way} than {step_cm:g} cm: was the sheet printed at 100 % (measure "
            "its bar), and is --grid-cm right?",
            percent=100 * abs(share), way=Wanted(way), step_cm=step_cm,
        )  # fmt: skip


def _stretch(sheets: Sequence[SheetSeen], places: Floats) -> float:
    """Return by what share of it stands on sheets are further apart than their crosses; 0 where that may be chance."""
    along, squares, off, free = 0.0, 0.0, 0.0, 0
    for sheet in sheets:
        home = sheet.placed() - sheet.placed().mean(axis=0)
        away = places[sheet.members] - places[sheet.members].mean(axis=0)
        along, squares, off = along + (home * away).sum(), squares + (home**2).sum(), off + ((away - home) ** 2).sum()
        free += 2 * len(sheet.members) - 3
    share = float(along / squares - 1)
    return share if abs(share) > 3 * np.sqrt(off / max(free, 1) / squares) else 0.0


def _check_sane(correction: Correction, after: Floats, points: Sequence[StandSeen]) -> None:
    off = np.hypot(*after.T)
    if float(np.sqrt((off**2).mean())) > 2 * _POOR_CM:
        worst, most_mm = points[int(np.argmax(off))], 10 * off.max()
        raise BadInput(
            "the stands do not lie as the crosses do, whatever the table's error: {name} is {most_mm:.0f} mm off. "
            "Was the sheet printed at 100 %, and is its --grid-cm right?",
            name=worst.name, most_mm=most_mm,
        )  # fmt: skip
    most = most_cm(correction)
    if most > MOST_CM:
        raise BadInput(
            "this check asks for corrections of up to {most_mm:.0f} mm, which no sound calibration needs: was the "
            "sheet printed at 100 % (measure its bar), is --grid-cm right, and is the table calibrated for this "
            "camera?",
            most_mm=10 * most,
        )


def most_cm(correction: Correction) -> float:
    """Return the largest correction on the table."""
    wide, deep = correction.width_cm, correction.depth_cm
    grid = np.stack(np.meshgrid(np.linspace(0, wide, 13), np.linspace(0, deep, 11)), axis=-1).reshape(-1, 2)
    return float(np.hypot(*correction.offset_cm(grid).T).max())


def _stands(count: int) -> str:
    return "one stand" if count == 1 else f"{count} stands"


assert len(_SMOOTH) == DEGREE + 1


class CrossModel(Strict):
    """One ``[[cross]]``, in table cm."""

    x: float
    y: float
    sigma_cm: Annotated[float, Field(ge=0)] = TAPE_CM


class CrossesModel(Strict):
    """All of crosses.toml."""

    cross: Annotated[list[CrossModel], Field(min_length=1)]


def parse_crosses(text: str, file: str = "crosses.toml") -> tuple[Cross, ...]:
    """Read crosses.toml's text; raises BadFile."""
    return tuple(Cross(cross.x, cross.y, cross.sigma_cm) for cross in parse_toml(text, CrossesModel, file).cross)
