"""The club's people: its players, and who played which side of a match with which army."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from referee.club.record import Club
from referee.club.schema import PLAYER, SEAT, SETTING
from referee.journal.history import point_at
from table.errors import BadInput
from table.names import MOST

STAMP = "season"
"""The setting that is another whenever a result, a seat or a name has changed."""
NAMELESS = "#"
"""What the name of a player who was forgotten begins with: his number follows, and nobody else's may begin so."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the club: the number that stays his, and his name, which may change."""

    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Who played a side of a match, with which army ("" where nobody said)."""

    match: str
    side: str
    player: int
    name: str
    army: str


def players_of(connection: Connection) -> list[Player]:
    """Return the players, by their names."""
    rows = connection.execute(select(PLAYER.c.player, PLAYER.c.name))
    return sorted((Player(row.player, row.name) for row in rows), key=lambda player: player.name.casefold())


def add_player(connection: Connection, name: str) -> Player:
    """Add a player; raises BadInput for a name that another has, or that is none."""
    Club.one_by_one(connection, "players")
    found = _free(name, players_of(connection))
    number = 1 + int(connection.execute(select(func.max(PLAYER.c.player))).scalar() or 0)
    connection.execute(insert(PLAYER).values(player=number, name=found))
    return Player(number, found)


def _free(name: str, others: Sequence[Player]) -> str:
    """Return a name as it is kept; raises BadInput where it is none, or another player's."""
    found = " ".join(name.split())
    if not 0 < len(found) <= MOST or found.startswith(NAMELESS):
        raise BadInput(
            "a player's name has 1 to {most} letters, and does not begin with {sign}", most=MOST, sign=NAMELESS
        )
    for player in others:
        if player.name.casefold() == found.casefold():
            raise BadInput("{name} is the name of a player already", name=player.name)
    return found


def stamp(connection: Connection) -> None:
    """Let who keeps a season in memory know that it has changed."""
    connection.execute(delete(SETTING).where(SETTING.c.name == STAMP))
    connection.execute(insert(SETTING).values(name=STAMP, value=secrets.token_hex(8)))


class People:
    """The players of a club and their seats, in its database. Names are kept here only, in no entry of a match."""

    def __init__(self, club: Club) -> None:
        self._club = club

    def players(self) -> list[Player]:
        """Return the players, by their names."""
        with self._club.reading() as connection:
            return players_of(connection)

    def named(self, name: str) -> Player:
        """Return the player of that name, in capitals or not; raises BadInput where there is none."""
        wanted = name.strip().casefold()
        for player in self.players():
            if player.name.casefold() == wanted:
                return player
        raise BadInput("{text!r} is no player of this club", text=name)

    def add(self, name: str) -> Player:
        """Add a player; raises BadInput for a name that another has, or that is none."""
        with self._club.writing() as connection:
            return add_player(connection, name)

    def rename(self, name: str, new: str) -> Player:
        """Give a player another name; raises BadInput."""
        player = self.named(name)
        found = _free(new, [other for other in self.players() if other != player])
        with self._club.writing() as connection:
            connection.execute(update(PLAYER).where(PLAYER.c.player == player.player).values(name=found))
            stamp(connection)
        return Player(player.player, found)

    def seat(self, match: str, side: str, player: Player, army: str = "") -> Seat:
        """Say who played a side of a match, and with which army, instead of what was said before; raises BadInput."""
        if len(army.strip()) > MOST:
            raise BadInput("an army's name has at most {most} letters", most=MOST)
        found = self._club.named(match).match
        sides = point_at(self._club.journal(found), 1).state.sides
        if side not in sides:
            raise BadInput("{side!r} is no side of this match; it has {sides}", side=side, sides=", ".join(sides))
        seat = Seat(found, side, player.player, player.name, army.strip())
        with self._club.writing() as connection:
            connection.execute(delete(SEAT).where(SEAT.c.match == seat.match, SEAT.c.side == side))
            connection.execute(insert(SEAT).values(match=seat.match, side=side, player=seat.player, army=seat.army))
            stamp(connection)
        return seat

    def seats(self, matches: Sequence[str] | None = None) -> list[Seat]:
        """Return who played in these matches (their whole numbers), or in all, side by side."""
        asked = select(SEAT, PLAYER.c.name).join(PLAYER, PLAYER.c.player == SEAT.c.player)
        asked = asked if matches is None else asked.where(SEAT.c.match.in_(matches))
        with self._club.reading() as connection:
            rows = connection.execute(asked.order_by(SEAT.c.match, SEAT.c.side))
            return [Seat(row.match, row.side, row.player, row.name, row.army) for row in rows]
