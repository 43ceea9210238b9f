"""Dice held against fair ones: how unevenly, how high, how often the same; and what so many dice can say."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Literal

import numpy as np
from scipy.special import bdtr, betaincinv

from referee.luck.exact import ALPHA, chi_square, p_uneven, smallest_bias
from rules.dice import Die, Face
from rules.registry import game_named


@dataclass(frozen=True, slots=True)
class DieKind:
    """A kind of die: its faces, and on how many of its sides each is."""

    name: str
    faces: tuple[Face, ...]
    sides: tuple[int, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """How often a fair one shows each face."""
        return tuple(side / sum(self.sides) for side in self.sides)

    @property
    def numbered(self) -> bool:
        """Whether its faces are numbers, of which there is a mean."""
        return all(isinstance(face, int) for face in self.faces)


def die_kind(die: Die) -> DieKind:
    """Return a die as its faces and how many of its sides show each."""
    counts = Counter(die.faces)
    return DieKind(die.name, tuple(counts), tuple(counts.values()))


def kind_of(game: str, face: Face) -> DieKind | None:
    """Return a game's die where it shows a face; None where it does not."""
    kind = die_kind(game_named(game).die)
    return kind if face in kind.faces and not isinstance(face, bool) else None


def p_of_sum(kind: DieKind, count: int, total: int) -> float:
    """Return how often so many fair dice lie as far from their mean as a total, above or below."""
    chances = _sums(kind, count)
    totals = count * min(int(face) for face in kind.faces) + np.arange(len(chances))
    mean = count * mean_of(kind)
    far = abs(total - mean)
    return min(1.0, float(chances[np.abs(totals - mean) >= far - 1e-9].sum()))


def mean_of(kind: DieKind) -> float:
    """Return the mean of a fair die."""
    return sum(int(face) * chance for face, chance in zip(kind.faces, kind.chances, strict=True))


@lru_cache(maxsize=64)
def _sums(kind: DieKind, count: int) -> np.ndarray:
    """Return how likely each sum of so many fair dice is, from the least."""
    numbers = [int(face) for face in kind.faces]
    one = np.zeros(max(numbers) - min(numbers) + 1)
    for number, chance in zip(numbers, kind.chances, strict=True):
        one[number - min(numbers)] += chance
    total = np.ones(1)
    for digit in bin(count)[2:]:  # squares and products: 1000 dice in ten steps
        total = np.convolve(total, total)
        if digit == "1":
            total = np.convolve(total, one)
    return total


def longest_run(dice: Sequence[Face]) -> tuple[Face, int] | None:
    """Return the face that came most often one after the other, the first of several, and how often; None of none."""
    runs = [(face, len(list(same))) for face, same in groupby(dice)]
    return max(runs, key=lambda run: run[1], default=None)


@lru_cache(maxsize=256)
def p_of_run(kind: DieKind, count: int, long: int) -> float:
    """Return how often any face comes at least so many times one after the other among so many fair dice."""
    if long <= 1:
        return 1.0 if count else 0.0
    chances = np.asarray(kind.chances)
    runs = np.zeros((len(chances), long))  # by face, and how long its run is now, from 1; the last has happened
    ended = 0.0
    for thrown in range(count):
        if not thrown:
            runs[:, 0] = chances
            continue
        others = runs.sum() - runs.sum(axis=1)
        grown = runs * chances[:, None]
        runs = np.concatenate([(others * chances)[:, None], grown[:, :-1]], axis=1)
        ended += float(runs[:, long - 1].sum())
        runs[:, long - 1] = 0.0
    return min(1.0, ended)


TAILS = (0.025, 0.975)
Verdict = Literal["too_few", "as_fair", "unusual"]
Grouping = Literal["all", "source", "side", "taken_back"]


@dataclass(frozen=True, slots=True)
class FaceHeld:
    """A face: how often it fell, its share of a fair die, and between what its true share lies with 95 %.

    That interval is Bayes' with every die equally likely beforehand. ``band`` holds the share that it has on 95 of 100
    occasions with fair dice.
    """

    face: Face
    count: int
    fair: float
    low: float
    high: float
    band: tuple[float, float]


@dataclass(frozen=True, slots=True)
class FairnessTest:
    """A group of dice held against fair ones.

    ``by`` is what makes the group: all dice of the kind, those of one source, those thrown for one side, those taken
    back; ``name`` is the source or side. The p are how often fair dice do at least as much: fall as unevenly, lie as
    far from their mean, show a face as often one after the other; ``least_p`` is the least of them once it is counted
    how many were looked at (Holm). ``smallest_bias`` would have been found 80 times in 100.
    """

    kind: DieKind
    by: Grouping
    name: str
    count: int
    faces: tuple[FaceHeld, ...]
    chi_square: float
    p_uneven: float
    mean: float | None
    p_mean: float | None
    run: tuple[Face, int] | None
    p_run: float
    smallest_bias: float | None
    least_p: float = 1.0

    @property
    def fair_mean(self) -> float | None:
        """The mean of fair dice; None where faces are no numbers."""
        return mean_of(self.kind) if self.kind.numbered else None

    @property
    def verdict(self) -> Verdict:
        """What is to be said of them in a word."""
        if self.least_p < ALPHA:
            return "unusual"
        return "too_few" if self.smallest_bias is None else "as_fair"


def assess_fairness(kind: DieKind, dice: Sequence[Face], by: Grouping, name: str) -> FairnessTest:
    """Return dice of one kind, in the order they fell, held against fair ones."""
    run = longest_run(dice)
    counted = assess_counts(kind, Counter(dice), by, name)
    return counted if run is None else replace(counted, run=run, p_run=p_of_run(kind, len(dice), run[1]))


def assess_counts(kind: DieKind, counted: Mapping[Face, int], by: Grouping, name: str) -> FairnessTest:
    """Return dice of one kind, of which the order is not known, held against fair ones."""
    counts = [counted.get(face, 0) for face in kind.faces]
    thrown = sum(counts)
    total = sum(face * count for face, count in zip(kind.faces, counts, strict=True) if isinstance(face, int))
    told = kind.numbered and thrown > 0
    return FairnessTest(
        kind, by, name, thrown,
        tuple(
            _face(face, count, thrown, chance, len(kind.faces))
            for face, count, chance in zip(kind.faces, counts, kind.chances, strict=True)
        ),
        chi_square(counts, kind.sides), p_uneven(counts, kind.sides),
        total / thrown if told else None, p_of_sum(kind, thrown, total) if told else None,
        None, 1.0, smallest_bias(thrown, kind.sides),
    )  # fmt: skip


def told_together(groups: Sequence[FairnessTest]) -> list[FairnessTest]:
    """Return groups with the least p of each, as it counts where all of them were looked at (Holm 1979)."""
    found = [(p, index) for index, group in enumerate(groups) for p in (group.p_uneven, group.p_mean, group.p_run)
             if p is not None]  # fmt: skip
    worst, least = 0.0, [1.0] * len(groups)
    for rank, (p, index) in enumerate(sorted(found)):
        worst = max(worst, min(1.0, p * (len(found) - rank)))
        least[index] = min(least[index], worst)
    return [replace(group, least_p=p) for group, p in zip(groups, least, strict=True)]


def _face(face: Face, count: int, thrown: int, fair: float, faces: int) -> FaceHeld:
    low, high = (float(betaincinv(1 + count, faces - 1 + thrown - count, tail)) for tail in TAILS)
    shown = bdtr(np.arange(thrown + 1), thrown, fair)
    band = [float(np.searchsorted(shown, tail)) / max(thrown, 1) for tail in TAILS]
    return FaceHeld(face, count, fair, low, high, (band[0], band[1]))
