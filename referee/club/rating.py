"""Who is how good, and how sure that is: a linear model of matches' scores, with the dice's luck as a covariate.

A score is the skill of one less the skill of the other, what armies and scenarios add, luck times a weight, and chance.
What the dice gave above expectation has the mean 0 whoever throws them and however well he plays, so that any weight
takes noise away and no skill; the weight is estimated. Skills come from a normal law around 0, whose width is estimated
too, and its uncertainty is in the intervals (restricted maximum likelihood; a grid over the width).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize
from scipy.sparse import coo_array, csr_array
from scipy.special import stdtr, stdtrit
from threadpoolctl import threadpool_limits

threadpool_limits(1, user_api="blas")  # for matrices so small, threads wait for one another a hundred times as long

LEVEL = 0.95
WIDTHS = np.geomspace(0.03, 6.0, 25)
"""How wide the law of skills may be, in sigmas of a match's chance."""
LEAST_SHARE = 1e-3
"""A width that is less likely than that, held against the likeliest, is left out."""
Group = Literal["player", "army", "scenario"]


@dataclass(frozen=True, slots=True)
class Played:
    """A match as the model sees it: who played against whom, the first one's score and luck, less the other's.

    ``armies`` are theirs, None where nobody said; ``scenario`` is what was played, the first side being the same one in
    each match of it.
    """

    players: tuple[Hashable, Hashable]
    score: float
    luck: float
    armies: tuple[Hashable | None, Hashable | None] = (None, None)
    scenario: Hashable | None = None


@dataclass(frozen=True, slots=True)
class Rated:
    """How good a player or an army is, in a match's score against a middling one, and where the truth lies."""

    name: Hashable
    skill: float
    low: float
    high: float
    matches: int


@dataclass(frozen=True, slots=True)
class Weight:
    """By how much a score grows with luck, its interval, and which share of the scores' noise luck explains."""

    weight: float
    low: float
    high: float
    explains: float


@dataclass(frozen=True)
class Ranking:
    """The players and armies of a season, the best first, and what luck was worth."""

    mean: np.ndarray
    covariance: np.ndarray
    columns: Mapping[tuple[Group, Hashable], int]
    matches: Mapping[tuple[Group, Hashable], int]
    freedom: int
    weight: Weight | None

    @cached_property
    def players(self) -> tuple[Rated, ...]:
        """The players, the best first."""
        return self._rated("player")

    @cached_property
    def armies(self) -> tuple[Rated, ...]:
        """The armies, what each adds to its player's skill, the best first."""
        return self._rated("army")

    def better(self, one: Hashable, other: Hashable) -> float:
        """Return how likely one player is better than another."""
        a, b = self.columns["player", one], self.columns["player", other]
        cov = self.covariance
        sigma = float(np.sqrt(max(cov[a, a] + cov[b, b] - 2 * cov[a, b], 1e-18)))
        return float(stdtr(self.freedom, (self.mean[a] - self.mean[b]) / sigma))

    def _rated(self, group: Group) -> tuple[Rated, ...]:
        reach = float(stdtrit(self.freedom, (1 + LEVEL) / 2))
        found = []
        for (kind, name), k in self.columns.items():
            if kind == group:
                skill, half = float(self.mean[k]), reach * float(np.sqrt(self.covariance[k, k]))
                found.append(Rated(name, skill, skill - half, skill + half, self.matches[kind, name]))
        return tuple(sorted(found, key=lambda it: (-it.skill, str(it.name))))


def rank(played: Sequence[Played], *, by_luck: bool = True) -> Ranking | None:
    """Return the ranking of a season; None where too few matches tell anything. Without ``by_luck``, of raw scores."""
    if len(played) < 3:
        return None
    columns, counts, design = _design(played)
    scores = np.array([it.score for it in played])
    luck = np.array([it.luck for it in played])
    fixed = luck[:, None] if by_luck and float(np.ptp(luck)) > 0 else np.zeros((len(played), 0))
    groups = np.array([("player", "army", "scenario").index(kind) for kind, _ in columns])
    model = _Model(design, scores, fixed, groups)
    best = model.best()
    mean, covariance, weights = model.mixed(best)
    weight = None
    if fixed.shape[1]:
        raw = _Model(design, scores, fixed[:, :0], groups)
        explains = 1 - model.at(best).noise / raw.at(raw.best()).noise
        half = float(stdtrit(model.freedom, (1 + LEVEL) / 2) * np.sqrt(weights[1]))
        weight = Weight(weights[0], weights[0] - half, weights[0] + half, max(0.0, explains))
    return Ranking(mean, covariance, columns, counts, model.freedom, weight)


def _design(
    played: Sequence[Played],
) -> tuple[dict[tuple[Group, Hashable], int], dict[tuple[Group, Hashable], int], csr_array]:
    """Return the columns of players, armies and scenarios, in how many matches each is, and the matches' rows."""
    columns: dict[tuple[Group, Hashable], int] = {}
    counts: dict[tuple[Group, Hashable], int] = {}
    rows: list[tuple[int, int]] = []
    signs: list[float] = []
    for k, it in enumerate(played):
        for kind, name, sign in _terms(it):
            rows.append((k, columns.setdefault((kind, name), len(columns))))
            signs.append(sign)
            counts[kind, name] = counts.get((kind, name), 0) + 1
    match, column = np.array(rows).T
    return columns, counts, csr_array(coo_array((signs, (match, column)), shape=(len(played), len(columns))))


def _terms(it: Played) -> Iterable[tuple[Group, Hashable, float]]:
    for sign, player, army in zip((1.0, -1.0), it.players, it.armies, strict=True):
        yield "player", player, sign
        if army is not None:
            yield "army", army, sign
    if it.scenario is not None:
        yield "scenario", it.scenario, 1.0


@dataclass(frozen=True)
class _Fit:
    """The model at given widths: its restricted log-likelihood, skills, luck's weight, and what a covariance takes."""

    likelihood: float
    noise: float
    mean: np.ndarray
    weight: np.ndarray
    left: np.ndarray
    carried: np.ndarray
    factor: tuple[np.ndarray, bool]

    def covariance(self) -> np.ndarray:
        """Return the skills' covariance, the weight's uncertainty in it."""
        found = cho_solve(self.factor, np.eye(len(self.mean)))
        if len(self.weight):
            found += self.carried @ np.linalg.solve(self.left, self.carried.T)
        return np.asarray(self.noise * found)


class _Model:
    """Scores = luck's weight + random effects + noise; all that depends on the data alone is worked out once."""

    def __init__(self, design: csr_array, scores: np.ndarray, fixed: np.ndarray, groups: np.ndarray) -> None:
        self._kinds = sorted(set(groups.tolist()))
        self._group = np.searchsorted(self._kinds, groups)
        self._zz = (design.T @ design).toarray()
        self._zx, self._zy = design.T @ fixed, design.T @ scores
        self._xx, self._xy, self._yy = fixed.T @ fixed, fixed.T @ scores, float(scores @ scores)
        self.freedom = len(scores) - fixed.shape[1]

    def best(self) -> np.ndarray:
        """Return the likeliest width of each group's law, in sigmas of the noise, as its logarithm."""
        span = (float(np.log(WIDTHS[0])), float(np.log(WIDTHS[-1])))

        def unlikely(told: np.ndarray) -> float:
            return -self.at(told).likelihood

        found = minimize(
            unlikely, np.full(len(self._kinds), np.log(0.3)), method="L-BFGS-B",
            bounds=[span] * len(self._kinds), options={"maxiter": 40, "ftol": 1e-7},
        )  # fmt: skip
        return np.asarray(found.x)

    def mixed(self, best: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[float, float]]:
        """Return skills and luck's weight over all widths of the players' law, each as likely as the data say."""
        told = np.tile(best, (len(WIDTHS), 1))
        told[:, 0] = np.log(WIDTHS)
        likely = np.array([self.at(each).likelihood for each in told]) + told[:, 0]  # every width alike before
        shares = np.exp(likely - likely.max())
        kept = np.flatnonzero(shares > LEAST_SHARE * shares.max())
        shares = shares[kept] / shares[kept].sum()
        fits = [self.at(told[k]) for k in kept]
        mean = sum(share * fit.mean for share, fit in zip(shares, fits, strict=True))
        covariance = sum(
            share * (fit.covariance() + np.outer(fit.mean - mean, fit.mean - mean))
            for share, fit in zip(shares, fits, strict=True)
        )
        if not len(fits[0].weight):
            return np.asarray(mean), np.asarray(covariance), (0.0, 0.0)
        weights = np.array([fit.weight[0] for fit in fits])
        middle = float(shares @ weights)
        own = np.array([fit.noise * np.linalg.inv(fit.left)[0, 0] for fit in fits])
        return np.asarray(mean), np.asarray(covariance), (middle, float(shares @ (own + (weights - middle) ** 2)))

    def at(self, told: np.ndarray) -> _Fit:
        """Return the model at those widths (Henderson's mixed model equations)."""
        widths = np.exp(told)[self._group]
        factor = cho_factor(self._zz + np.diag(widths**-2.0), lower=True)
        log_det = 2 * float(np.log(np.diag(factor[0])).sum() + np.log(widths).sum())
        mean, carried = cho_solve(factor, self._zy), cho_solve(factor, self._zx)
        rest = self._yy - float(self._zy @ mean)
        left, weight = self._xx - self._zx.T @ carried, np.zeros(0)
        if len(left):
            wanted = self._xy - carried.T @ self._zy
            weight = np.linalg.solve(left, wanted)
            rest -= float(wanted @ weight)
            log_det += float(np.linalg.slogdet(left)[1])
            mean = mean - carried @ weight
        noise = max(rest, 1e-12) / self.freedom
        likelihood = -0.5 * (log_det + self.freedom * float(np.log(noise)))
        return _Fit(likelihood, noise, mean, weight, left, carried, factor)
