"""Simulated seasons of players of known skill: do the ranking's intervals hold, and how soon is the best found?

    python benchmarks/season.py [--seasons 200] [--players 8] [--journals 20]

Laws: the ranking's own (normal); errors of heavy tails; results that only say won, drawn or lost; skill that weighs
less the wider apart two players are; and matches of Ambush whose every shot its engine ruled on (season_play.py). In
each the same matches are ranked with luck and without. Some matches are also written in journals and read again: their
scores and luck must be the same.
"""

import argparse
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from season_play import LEVELS, SIDES, Fought, fight, with_journal

from referee.club.rating import Played, rank
from referee.journal.store import Journal
from referee.result.luck_adjusted import results_in

COUNTS = (12, 24, 34, 48, 68, 96, 136, 192, 384)
WANTED = 0.7
"""The true best is to be found in so many seasons."""
LEAST, MOST, HALF = 0.92, 0.98, 0.5
"""An interval of 95 % holds the truth so often, and the best of Ambush's players is found with so many matches."""
WIDTH, NOISE, LUCK, WEIGHT = 0.3, 0.35, 0.5, 0.9
"""Of the laws that are not the engine's: skills, chance, luck and its worth. It explains 62 % of the noise."""
SHARES = np.exp(-0.5 * ((np.array(LEVELS) - 0.6) / 0.2) ** 2)
TRUTH_MATCHES = 600

Law = Callable[[float, float, np.random.Generator], tuple[float, float]]
"""What a match between two skills came to: its score, and its luck."""


def normal(one: float, other: float, dice: np.random.Generator) -> tuple[float, float]:
    """The ranking's own law."""
    luck = dice.normal(0, LUCK)
    return one - other + WEIGHT * luck + dice.normal(0, NOISE), luck


def heavy(one: float, other: float, dice: np.random.Generator) -> tuple[float, float]:
    """Errors of Student's law with 3 degrees of freedom, luck in lumps as few dice give it."""
    luck = LUCK * float(dice.exponential() - 1)
    return one - other + WEIGHT * luck + NOISE / 3**0.5 * float(dice.standard_t(3)), luck


@dataclass(frozen=True)
class Told:
    """What seasons said: how often an interval held the truth, and how often the best was found."""

    covered: float
    found: float


def truth_of(law: Law, skills: np.ndarray, shares: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """Return what each skill is worth in a match's score against everybody, each as often as he is met."""
    worth = np.zeros((len(skills), len(skills)))
    for a in range(len(skills)):
        for b in range(a):
            played = [
                law(skills[a], skills[b], dice)[0] - law(skills[b], skills[a], dice)[0] for _ in range(TRUTH_MATCHES)
            ]
            worth[a, b] = np.mean(played) / 2
            worth[b, a] = -worth[a, b]
    return worth @ (shares / shares.sum())


def seasons(
    law: Law, draw: Callable[[np.random.Generator], tuple[np.ndarray, np.ndarray]], matches: int, count: int,
    dice: np.random.Generator,
) -> dict[bool, Told]:  # fmt: skip
    """Play seasons, rank each with luck and without; ``draw`` gives the players' skills and their true worth."""
    covered: dict[bool, list[bool]] = {True: [], False: []}
    found: dict[bool, list[bool]] = {True: [], False: []}
    for _ in range(count):
        skills, worth = draw(dice)
        played = []
        for _ in range(matches):
            a, b = dice.choice(len(skills), 2, replace=False)
            score, luck = law(skills[a], skills[b], dice)
            played.append(Played((int(a), int(b)), score, luck, scenario="the only one"))
        for by_luck in (True, False):
            ranking = rank(played, by_luck=by_luck)
            assert ranking is not None
            covered[by_luck] += [it.low <= worth[it.name] <= it.high for it in ranking.players]
            found[by_luck].append(bool(worth[ranking.players[0].name] >= worth.max()))
    return {by: Told(float(np.mean(covered[by])), float(np.mean(found[by]))) for by in covered}


def needed(found: dict[int, float]) -> float | None:
    """Return after how many matches the best is found often enough, between the counts tried by their logarithm."""
    before: tuple[int, float] | None = None
    for count, share in sorted(found.items()):
        if share >= WANTED:
            if before is None or before[1] >= share:
                return float(count)
            part = (WANTED - before[1]) / (share - before[1])
            return float(before[0] * (count / before[0]) ** part)
        before = count, share
    return None


def report(name: str, law: Law, draw: Callable[[np.random.Generator], tuple[np.ndarray, np.ndarray]], count: int,
           dice: np.random.Generator) -> tuple[bool, float]:  # fmt: skip
    """Print what seasons of one law said; return whether intervals by luck hold, and which share of matches it took."""
    print(f"\n{name}\n  matches   interval holds: by luck  raw    best found: by luck  raw")
    found: dict[bool, dict[int, float]] = {True: {}, False: {}}
    holds = True
    for matches in COUNTS:
        told = seasons(law, draw, matches, count, dice)
        holds = holds and LEAST <= told[True].covered <= MOST
        for by, it in told.items():
            found[by][matches] = it.found
        print(f"  {matches:7}   {told[True].covered:23.3f}  {told[False].covered:.3f}  {told[True].found:19.2f}  "
              f"{told[False].found:.2f}")  # fmt: skip
    by_luck, raw = needed(found[True]), needed(found[False])
    said = "more than were tried" if raw is None else f"{raw:.0f}"
    if by_luck is None:
        print(f"  the best in {WANTED:.0%} of seasons: not within {COUNTS[-1]} matches")
        return holds, 1.0
    share = by_luck / (raw or COUNTS[-1])
    print(f"  the best in {WANTED:.0%} of seasons after {by_luck:.0f} matches, by raw scores {said}: "
          f"{'less than ' if raw is None else ''}{share:.2f} of them")  # fmt: skip
    return holds, share


def drawn(players: int, law: Law | None = None) -> Callable[[np.random.Generator], tuple[np.ndarray, np.ndarray]]:
    """Return what draws players of a normal law of skills; of ``law`` their worth is not their skill, and found out."""
    grid = np.linspace(-3 * WIDTH, 3 * WIDTH, 13)
    shares = np.exp(-0.5 * (grid / WIDTH) ** 2)
    worth = None if law is None else truth_of(law, grid, shares, np.random.default_rng(5))

    def draw(dice: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        skills = dice.normal(0, WIDTH, players)
        return skills, skills if worth is None else np.interp(skills, grid, worth)

    return draw


def signs(one: float, other: float, dice: np.random.Generator) -> tuple[float, float]:
    """Only who has won is known, and a tenth are draws."""
    score, luck = normal(one, other, dice)
    return float(np.sign(score)) if abs(score) > 0.08 else 0.0, luck


def bent(one: float, other: float, dice: np.random.Generator) -> tuple[float, float]:
    """Skill and luck weigh less the wider a match is won: no score is over 1."""
    score, luck = normal(one, other, dice)
    return float(np.tanh(score)), luck


def shootout(one: float, other: float, dice: np.random.Generator) -> tuple[float, float]:
    """A match of Ambush by its engine; either side is as often the first's."""
    seed = random.Random(int(dice.integers(1 << 62)))
    turned = seed.random() < 0.5
    it: Fought = fight((other, one) if turned else (one, other), seed)
    return (-it.score, -it.luck) if turned else (it.score, it.luck)


def journals(count: int) -> None:
    """Say whether matches read from their journals came to what was played."""
    same = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            with Journal(Path(folder) / f"{number}.sqlite", write=True) as journal:
                fought = with_journal(journal, (0.9, 0.4), random.Random(number), f"match {number}")
                found = {it.side: it for it in results_in(journal)}
                luck = found[SIDES[0]].luck - found[SIDES[1]].luck
                same += found[SIDES[0]].score == fought.score and abs(luck - fought.luck) < 1e-9
    print(f"Matches of Ambush written in a journal: of {count}, {same} read again came to the same score and luck.")


def main() -> int:
    """Print everything; the status is 1 where intervals do not hold, or the best is not found soon enough."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seasons", type=int, default=200)
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--journals", type=int, default=20)
    given = parser.parse_args()
    dice = np.random.default_rng(23)
    print(f"{given.seasons} seasons of {given.players} players for each number of matches; intervals of 95 %.")
    journals(given.journals)
    levels = np.array(LEVELS)
    worth = truth_of(shootout, levels, SHARES, np.random.default_rng(5))

    def shooters(dice: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        chosen = dice.choice(len(levels), given.players, p=SHARES / SHARES.sum())
        return levels[chosen], worth[chosen]

    told = [
        report("Ambush by its engine", shootout, shooters, given.seasons, dice),
        report("The ranking's own law", normal, drawn(given.players), given.seasons, dice),
        report("Heavy tails, luck in lumps", heavy, drawn(given.players), given.seasons, dice),
        report("Scores bent at their ends", bent, drawn(given.players, bent), given.seasons, dice),
        report("Only won, drawn or lost", signs, drawn(given.players, signs), given.seasons, dice),
    ]
    return 0 if all(holds for holds, _ in told) and told[0][1] <= HALF else 1


if __name__ == "__main__":
    raise SystemExit(main())
