"""The kinds of dice there are; how often fair ones lie as high or low, or show a face again and again: exactly."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np

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


def p_of_sum(kind: DieKind, dice: Sequence[int]) -> float:
    """Return how often as many fair dice lie as far from their mean as these, above or below."""
    chances = _sums(kind, len(dice))
    least = len(dice) * min(int(face) for face in kind.faces)
    totals = least + np.arange(len(chances))
    mean = len(dice) * mean_of(kind)
    far = abs(sum(dice) - mean)
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
