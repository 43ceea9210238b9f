"""How much of each match a receiver of events was told: a number an entry of the club's database."""

from hashlib import sha256

from sqlalchemy import and_, func, insert, literal, select, update

from referee.club.record import Club, ClubMatch
from referee.club.schema import MATCH, SETTING, TOLD


class Told:
    """What a receiver was told, match by match. One that is new was told all that there is already.

    All methods raise VedetteError where the database is away.
    """

    def __init__(self, club: Club, receiver: str) -> None:
        self._club, self._receiver = club, receiver
        self._known = False

    def waiting(self) -> list[tuple[ClubMatch, int]]:
        """Return the matches with entries it was not told, and how many it was told; first the one that grew first."""
        self._begin()
        told = func.coalesce(TOLD.c.length, 0)
        asked = (
            select(MATCH, told.label("told"))
            .outerjoin(TOLD, and_(TOLD.c.match == MATCH.c.match, TOLD.c.receiver == self._receiver))
            .where(MATCH.c.length > told)
            .order_by(MATCH.c.grown)
        )
        with self._club.reading() as connection:
            rows = connection.execute(asked).mappings().all()
        return [(ClubMatch(**{key: row[key] for key in row if key != "told"}), row["told"]) for row in rows]

    def note(self, match: str, length: int) -> None:
        """Keep that it was told a match's first entries."""
        mine = and_(TOLD.c.match == match, TOLD.c.receiver == self._receiver)
        with self._club.writing() as connection:
            if not connection.execute(update(TOLD).where(mine).values(length=length)).rowcount:
                connection.execute(insert(TOLD).values(receiver=self._receiver, match=match, length=length))

    def _begin(self) -> None:
        if self._known:
            return
        begun = f"told {sha256(self._receiver.encode()).hexdigest()[:32]}"
        with self._club.writing() as connection:
            if connection.execute(select(SETTING).where(SETTING.c.name == begun)).first() is None:
                everything = select(literal(self._receiver), MATCH.c.match, MATCH.c.length)
                connection.execute(insert(TOLD).from_select(["receiver", "match", "length"], everything))
                connection.execute(insert(SETTING).values(name=begun, value=self._receiver))
        self._known = True
