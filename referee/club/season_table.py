"""What stays at a table from match to match, over a year: the dice that are thrown there by hand, and its cannons."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import select

from referee.club.record import SHORT, Club, ClubMatch, reading_match
from referee.club.schema import ENTRY, MATCH
from referee.club.season_dice import dice_at
from referee.luck.goodness_of_fit import FairnessTest
from referee.shots.history import CannonHistory, histories
from referee.shots.record import ShotRecord
from referee.shots.shot_journal import each_once, elsewhere, shots_in
from rules.registry import game_named, game_names
from table.errors import VedetteError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableYear:
    """A table's year: its dice of each kind held against fair ones, each cannon's history with its game."""

    place: str
    year: int
    dice: tuple[FairnessTest, ...]
    cannons: tuple[tuple[str, CannonHistory], ...]


def table_year(club: Club, place: str, year: int) -> TableYear:
    """Return what was thrown and fired at a table in a year."""
    return TableYear(place, year, dice_at(club, place, year), tuple(_cannons(club, _with_shots(club, place, year))))


def _with_shots(club: Club, place: str, year: int) -> list[ClubMatch]:
    """Return the table's matches of the year in which a cannon fired, by game and the first first.

    Those of a game that is not installed here are left out.
    """
    fired = select(ENTRY.c.match).where(ENTRY.c.match == MATCH.c.match, ENTRY.c.kind == "shot").exists()
    here = (MATCH.c.place == place, MATCH.c.opened.between(f"{year:04}", f"{year:04}~"), fired,
            MATCH.c.game.in_(game_names()))  # fmt: skip
    with club.reading() as connection:
        rows = connection.execute(select(MATCH).where(*here).order_by(MATCH.c.game, MATCH.c.opened)).mappings()
        return [ClubMatch(**row) for row in rows]


def _cannons(club: Club, matches: Sequence[ClubMatch]) -> Iterator[tuple[str, CannonHistory]]:
    for game, played in groupby(matches, key=lambda match: match.game):
        shots = each_once(elsewhere(_shots_of(club, match)) for match in played)
        yield from ((game, history) for history in histories(shots, game_named(game).field_of))


def _shots_of(club: Club, match: ClubMatch) -> Iterable[ShotRecord]:
    """Return a match's shots; one that cannot be read has none, as its result is not known either."""
    try:
        with reading_match(match.match):
            return shots_in(club.journal(match.match))
    except VedetteError as error:
        log.warning("%s: its shots are not known: %s", match.match[:SHORT], error)
        return ()
