"""Matches of Ambush between players of known skill, every shot ruled on by the game's own engine.

Two lines of eight, three men of each in a trench, fire until one side has lost half (A5.1). A skilled player lets each
man fire, at an enemy in the open where there is one; another forgets some, and fires at anybody. The same match is
played either by the rulings alone, which is quick, or with a journal as at a table.
"""

import random
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests" / "shared"))
from matches import match_at

from referee.journal.store import Journal
from referee.match.match import Match
from rules.odds import odds
from rules.registry import rule
from rules.ruling import Ruling
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

SIDES = ("us", "de")
MEN, NEED, MOST_ROUNDS = 8, 4, 12
LINE_CM = {"us": 30.0, "de": 62.0}
LEVELS = tuple(k / 10 for k in range(2, 11))
"""The skills that there are: how often a man does the best he can."""


def _men(side: str) -> list[Stand]:
    facing = 90.0 if side == "us" else -90.0
    return [
        Stand(f"{side}{k}", side, "soldier", 30.0 + 8 * k, LINE_CM[side], facing, 2.0, 1.6, state={"revealed": True})
        for k in range(MEN)
    ]


def _trench(side: str) -> Piece:
    y = LINE_CM[side]
    return Piece(f"trench-{side}", "trench", ((27, y - 2), (49, y - 2), (49, y + 2), (27, y + 2)))


TABLE = Snapshot(120, 100, (*_men("us"), *_men("de")), (_trench("us"), _trench("de")))


@dataclass(frozen=True)
class Fought:
    """A match that was fought: the Americans' score, and what the dice gave them beyond the Germans."""

    winner: str | None
    score: float
    luck: float


@cache
def ruled(actor: str, target: str, dice: tuple[int, ...] = ()) -> Ruling:
    """Return the engine's ruling on a shot with those dice."""
    return rule("ambush", TABLE, {"type": "shoot", "actor": actor, "target": target}, dice, {}, {}, "season", {})


def falls(ruling: Ruling) -> bool:
    """Say whether a ruling takes somebody off the table."""
    return any(effect.type == "remove" for effect in ruling.effects)


@cache
def chance(actor: str, target: str) -> Fraction | None:
    """Return how likely a shot fells, exactly; None for one that is not allowed."""
    if ruled(actor, target).verdict != "allowed":
        return None
    return odds(lambda dice: ruled(actor, target, dice), falls).get(True, Fraction(0))


def chosen(actor: str, enemies: list[str], skill: float, dice: random.Random) -> str | None:
    """Return at whom a man fires; None where he is forgotten, or sees nobody."""
    seen = [enemy for enemy in enemies if chance(actor, enemy)]
    if not seen:
        return None
    if dice.random() < skill:
        best = max(chance(actor, enemy) or 0 for enemy in seen)
        return dice.choice([enemy for enemy in seen if chance(actor, enemy) == best])
    return dice.choice(seen) if dice.random() < 0.5 else None


def fight(skills: tuple[float, float], dice: random.Random, match: Match | None = None) -> Fought:
    """Fight a match between an American and a German of those skills; with a ``match``, also there."""
    left = {side: [f"{side}{k}" for k in range(MEN)] for side in SIDES}
    luck = dict.fromkeys(SIDES, 0.0)
    for _ in range(MOST_ROUNDS):
        for side, other, skill in (("us", "de", skills[0]), ("de", "us", skills[1])):
            for actor in list(left[side]):
                target = chosen(actor, left[other], skill, dice)
                if target is None:
                    continue
                fell = _shoot(actor, target, dice, match)
                luck[side] += (fell - float(chance(actor, target) or 0)) / NEED
                if fell:
                    left[other].remove(target)
            if match is not None:
                match.end_turn()
        if min(map(len, left.values())) <= MEN - NEED:
            break
    lost = {side: MEN - len(men) for side, men in left.items()}
    losers = [side for side in SIDES if lost[side] >= NEED]
    winner = None if len(losers) != 1 else SIDES[1 - SIDES.index(losers[0])]
    if match is not None:
        match.end("draw" if winner is None else "won", winner)
    won = 0.0 if winner is None else 1 - lost[winner] / NEED
    return Fought(winner, won if winner == "us" else -won, luck["us"] - luck["de"])


def _shoot(actor: str, target: str, dice: random.Random, match: Match | None) -> bool:
    thrown: tuple[int, ...] = ()
    if match is not None:
        match.declare(actor, target)
    while ruled(actor, target, thrown).needs is not None:
        thrown = (*thrown, dice.randint(1, 6))
        if match is not None:
            match.throw([thrown[-1]], confirm=ruled(actor, target, thrown).needs is None)
    return falls(ruled(actor, target, thrown))


def with_journal(journal: Journal, skills: tuple[float, float], dice: random.Random, title: str) -> Fought:
    """Fight a match that is written in a journal."""
    return fight(skills, dice, match_at(TABLE, state=State(SIDES), journal=journal, title=title))
