"""What stays at a table from match to match, over a year: the dice that are thrown there by hand, and its cannons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import select

from referee.club.record import Club, ClubMatch
from referee.club.schema import ENTRY, MATCH
from referee.club.season_dice import dice_at
from referee.luck.goodness_of_fit import FairnessTest
from referee.shots.history import CannonHistory, histories
from referee.shots.shot_journal import shots_over
from rules.registry import game_named


@dataclass(frozen=True, slots=True)
class TableYear:
    """A table's year: its dice of each kind held against fair ones, each cannon's history with its game."""

    place: str
    year: int
    dice: tuple[FairnessTest, ...]
    cannons: tuple[tuple[str, CannonHistory], ...]


def table_year(club: Club, place: str, year: int) -> TableYear:
    """Return what was thrown and fired at a table in a year; raises VedetteError for a match that cannot be read."""
    return TableYear(place, year, dice_at(club, place, year), tuple(_cannons(club, _with_shots(club, place, year))))


def _with_shots(club: Club, place: str, year: int) -> list[ClubMatch]:
    """Return the table's matches of the year in which a cannon fired, by game and the first first."""
    fired = select(ENTRY.c.match).where(ENTRY.c.match == MATCH.c.match, ENTRY.c.kind == "shot").exists()
    here = (MATCH.c.place == place, MATCH.c.opened.between(f"{year:04}", f"{year:04}~"), fired)
    with club.reading() as connection:
        rows = connection.execute(select(MATCH).where(*here).order_by(MATCH.c.game, MATCH.c.opened)).mappings()
        return [ClubMatch(**row) for row in rows]


def _cannons(club: Club, matches: Sequence[ClubMatch]) -> Iterator[tuple[str, CannonHistory]]:
    for game, played in groupby(matches, key=lambda match: match.game):
        shots = shots_over(club.journal(match.match) for match in played)
        yield from ((game, history) for history in histories(shots, game_named(game).field_of))
