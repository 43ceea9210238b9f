"""Dice over a season, held against fair ones: a player's luck passport for the year, and a table's."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping

from sqlalchemy import select

from referee.club.record import Club
from referee.club.schema import MATCH, RESULT, SEAT
from referee.luck.goodness_of_fit import DieKind, FairnessTest, assess_counts, die_kind, told_together
from rules.dice import Face
from rules.registry import game_named, game_names

Thrown = Mapping[DieKind, Mapping[str, Counter[Face]]]
"""How often each face fell, by the kind of die and by who threw it: ``table`` dice of its own, or ``vedette``."""


def dice_of(club: Club, player: int, year: int) -> tuple[FairnessTest, ...]:
    """Return the dice of a player's finished matches of a year: all of each kind, and by who threw them."""
    asked = (
        select(MATCH.c.game, RESULT.c.dice)
        .join(MATCH, MATCH.c.match == RESULT.c.match)
        .join(SEAT, (SEAT.c.match == RESULT.c.match) & (SEAT.c.side == RESULT.c.side))
        .where(SEAT.c.player == player, MATCH.c.opened.between(f"{year:04}", f"{year:04}~"))
    )
    with club.reading() as connection:
        rows = [(row.game, json.loads(row.dice)) for row in connection.execute(asked)]
    return tuple(told_together(list(_groups(_counted(rows)))))


def dice_at(club: Club, place: str, year: int) -> tuple[FairnessTest, ...]:
    """Return the dice that were thrown by hand at a table in a year's finished matches, whoever threw them."""
    asked = select(MATCH.c.game, RESULT.c.dice).join(MATCH, MATCH.c.match == RESULT.c.match)
    with club.reading() as connection:
        rows = connection.execute(
            asked.where(MATCH.c.place == place, MATCH.c.opened.between(f"{year:04}", f"{year:04}~"))
        )
        thrown = [(row.game, {"table": json.loads(row.dice).get("table", {})}) for row in rows]
    return tuple(told_together(list(_groups(_counted(thrown)))))


def _counted(rows: Iterable[tuple[str, Mapping[str, Mapping[str, int]]]]) -> Thrown:
    found: dict[DieKind, dict[str, Counter[Face]]] = {}
    for game, by in rows:
        if game not in game_names():  # it is not installed here any more
            continue
        kind = die_kind(game_named(game).die)
        known = {str(face): face for face in kind.faces}
        for source, faces in by.items():
            for said, count in faces.items():
                if said in known:
                    found.setdefault(kind, {}).setdefault(source, Counter())[known[said]] += count
    return found


def _groups(thrown: Thrown) -> Iterable[FairnessTest]:
    for kind, by in thrown.items():
        yield assess_counts(kind, sum(by.values(), Counter()), "all", "")
        for source, counts in sorted(by.items()) if len(by) > 1 else ():
            yield assess_counts(kind, counts, "source", source)
