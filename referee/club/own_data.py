"""A person's own data: taken out of the club's database whole, and his name taken out of it for good."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlalchemy import and_, delete, func, select, update

from referee.club.people import NAMELESS, Player, stamp
from referee.club.record import Club
from referee.club.schema import CALL, ENTRANT, ENTRY, EVENING, GUEST, MATCH, OUTCOME, PLAYER, REPORT, RESULT, SEAT
from referee.result.luck_adjusted import Faces

_SAID = (SEAT.c.army, MATCH.c.title, EVENING.c.name, OUTCOME.c.typed_by, CALL.c.about, CALL.c.wanted, CALL.c.taken,
         REPORT.c.told)  # fmt: skip
"""Where people may have written a name."""


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match that he played; what it came to is None until it is over. Numbers and dice are as ``SideResult``'s."""

    match: str
    place: str
    game: str
    title: str
    opened: str
    side: str
    army: str
    result: str | None
    won: bool | None
    score: float | None
    expected: float | None
    gained: float | None
    dice: Mapping[str, Faces] | None


@dataclass(frozen=True, slots=True)
class OwnData:
    """All that a club has of a player: his number and name, matches, evenings, invitations, results he typed in."""

    player: int
    name: str
    matches: tuple[OwnMatch, ...]
    evenings: tuple[str, ...]
    invited_as: tuple[str, ...]
    typed_at: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What is left of a player who was forgotten: his number in his name's place.

    ``sealed`` entries have his name in their text, as a title or a call of a referee may: they cannot be changed.
    """

    name: str
    sealed: int


def data_of(club: Club, player: Player) -> OwnData:
    """Return all that a club has of a player."""
    s, m, r = SEAT.c, MATCH.c, RESULT.c
    matches = (
        select(s.match, m.place, m.game, m.title, m.opened, s.side, s.army, r.result, r.won, r.score, r.expected,
               r.gained, r.dice)
        .join(MATCH, m.match == s.match)
        .outerjoin(RESULT, and_(r.match == s.match, r.side == s.side))
        .where(s.player == player.player)
        .order_by(m.opened)
    )  # fmt: skip
    evenings = select(EVENING.c.name).join(ENTRANT).where(ENTRANT.c.player == player.player)
    with club.reading() as connection:
        return OwnData(
            player.player,
            player.name,
            tuple(
                OwnMatch(**{**row, "dice": None if row["dice"] is None else json.loads(row["dice"])})
                for row in connection.execute(matches).mappings()
            ),
            tuple(row.name for row in connection.execute(evenings.order_by(EVENING.c.evening))),
            tuple(row.role for row in connection.execute(select(GUEST)) if _same(row.name, player.name)),
            tuple(row.at for row in connection.execute(select(OUTCOME)) if _same(row.typed_by or "", player.name)),
        )


def forget(club: Club, player: Player) -> Forgotten:
    """Take a player's name out of everything that is not sealed; his matches stay, under his number."""
    left = f"{NAMELESS}{player.player}"
    without = _without(player.name, left)
    with club.writing() as connection:
        connection.execute(update(PLAYER).where(PLAYER.c.player == player.player).values(name=left))
        for guest in connection.execute(select(GUEST)).all():
            if guest.role != "table" and _same(guest.name, player.name):
                connection.execute(delete(GUEST).where(GUEST.c.role == guest.role, GUEST.c.name == guest.name))
        for column in _SAID:
            for said in connection.execute(select(column).distinct()).scalars().all():
                if said and without(said) != said:
                    connection.execute(update(column.table).where(column == said).values({column.name: without(said)}))
        stamp(connection)
    has = func.lower(ENTRY.c.text).contains(player.name.lower(), autoescape=True)
    with club.reading() as connection:
        sealed = connection.execute(select(func.count()).select_from(ENTRY).where(has)).scalar()
    return Forgotten(left, int(sealed or 0))


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _without(name: str, left: str) -> Callable[[str], str]:
    """Return what puts a number in a name's place, wherever the name stands as a word of its own."""
    found = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return lambda said: found.sub(left, said)
