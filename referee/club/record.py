"""The club's record: every match that its tables have sent on, in one database."""

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    RowMapping,
    Select,
    create_engine,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from referee.club.calls import keep_calls
from referee.club.schema import ENTRY, MATCH
from referee.club.upgrade import NO_CLUB, upgrade
from referee.journal.engines import engine_of, name_of, reading_sqlite, url_of
from referee.journal.entry import GENESIS, Entry
from referee.journal.errors import NotSaved, Overtaken, Unread
from referee.journal.payloads import Opened, read_payload
from referee.journal.reader import JournalReader
from referee.journal.schema import is_full, row_of, said_by
from table.errors import BadFile, BadInput, VedetteError
from table.names import MOST, hidden_in, visible

CHANNEL = "vedette_club"
"""Where PostgreSQL tells who listens that a match has grown: the match's number is what it says."""
AWAY = "the club's database does not answer now"
NO_ROOM = "the club's database has no room left"
HOME = "home"
"""The table of a match of which nobody said where it is played."""
MOST_GAME = 40
"""So many letters of a game's name there is room for; what is longer is no game that there is."""
SHORT = 8
"""So many letters of a match's number are shown; any beginning that only one has names it."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClubMatch:
    """A match as the club has it: its number (the seal of its first entry), the table it is played at, how far it is.

    ``opened`` and ``last`` are the times of its first and its newest entry by its table's clock, ``head`` the newest
    seal; of two matches the one that grew later has the larger ``grown``.
    """

    match: str
    place: str
    game: str
    title: str
    opened: str
    length: int
    head: str
    last: str
    grown: int


class Club:
    """A club's database, open to take entries and to read every match."""

    def __init__(self, where: str | Path, *, make: bool = True) -> None:
        """Open it, ``make`` it where there is none, bring it up to date.

        Raises BadInput where it is none, or a newer Vedette's, Unread.
        """
        url = url_of(where)
        self.name = name_of(url)
        self._file = Path(str(url.database)) if url.get_backend_name() == "sqlite" else None
        if not make and self._file is not None and not self._file.exists():
            raise BadInput(NO_CLUB, name=self.name)
        engine: Engine | None = None
        try:
            engine = engine_of(url, True) if self._file is None else _writing(self._file)
            upgrade(engine, self.name, make=make)
            self._engine = engine
            self._reader = reading_sqlite(self._file) if self._file is not None else _without_transactions(engine)
        except BaseException as error:
            if engine is not None:
                engine.dispose()
            if not isinstance(error, SQLAlchemyError):
                raise
            if self._file is None:
                raise Unread(AWAY, f"{self.name}: {said_by(error)}") from None
            raise BadFile(self.name, "", "a journal", said_by(error)) from None

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()
        self._reader.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def matches(self, most: int | None = 200, *, of: Collection[str] | None = None) -> list[ClubMatch]:
        """Return the matches, or those ``of`` these whole numbers, those first that grew last."""
        asked = select(MATCH) if of is None else select(MATCH).where(MATCH.c.match.in_(of))
        return self._asked(asked.order_by(MATCH.c.grown.desc()).limit(most))

    def newest(self, most: int) -> list[ClubMatch]:
        """Return the newest match of each table, however many any of them has begun, those first that grew last."""
        newest = select(func.max(MATCH.c.grown)).group_by(MATCH.c.place)
        return self._asked(select(MATCH).where(MATCH.c.grown.in_(newest)).order_by(MATCH.c.grown.desc()).limit(most))

    def _asked(self, asked: Select[Any]) -> list[ClubMatch]:
        with self.reading() as connection:
            return [_match_of(row) for row in connection.execute(asked).mappings()]

    def count(self) -> tuple[int, int]:
        """Return how many matches there are, and how many entries in all."""
        with self.reading() as connection:
            matches, entries = connection.execute(
                select(func.count(), func.coalesce(func.sum(MATCH.c.length), 0))
            ).one()
        return int(matches), int(entries)

    def named(self, begins: str) -> ClubMatch:
        """Return the match whose number begins so; raises BadInput where none does, or several."""
        wanted = begins.strip().lower()
        if not wanted or not set(wanted) <= set("0123456789abcdef"):
            raise BadInput("{text!r} is no number of a match: the club's list has them", text=begins)
        with self.reading() as connection:
            rows = connection.execute(select(MATCH).where(MATCH.c.match.startswith(wanted)).limit(2)).mappings().all()
        if len(rows) != 1:
            raise BadInput("{text} is no match of this club, or the beginning of several", text=begins)
        return _match_of(rows[0])

    def journal(self, match: str) -> JournalReader:
        """Return a match's journal, to be read as any other is."""
        return JournalReader(self._reader, f"{self.name} ({match[:SHORT]})", ENTRY, match)

    def take(self, place: str | None, entries: Sequence[Entry], match: str | None = None) -> ClubMatch:
        """Take entries of a match in that a table sends, all or none; return how far the match is then.

        What is here already is passed over: a table that was not told may send it again. ``match`` is the number of
        one whose beginning is not among them; without a ``place`` it stays where it is. Raises Overtaken where they do
        not follow what is here, or the match is at another table; BadInput for entries that were altered, NotSaved.
        """
        match = need_chain(entries, match)
        with self.writing() as connection:
            known = self._known(connection, match)
            found = known or self._begun(connection, place or HOME, entries[0])
            if known is not None and place not in (None, known.place):
                raise Overtaken("this match is at another table now: {place}", place=known.place)
            new = self._new(connection, found, entries)
            if not new:
                return found
            connection.execute(insert(ENTRY), [{"match": match, **row_of(entry)} for entry in new])
            keep_calls(connection, match, new)
            return self._grown(connection, found, new)

    def need_place(self, match: str, place: str) -> ClubMatch:
        """Return the match with this whole number; raises Overtaken unless it is played at that table."""
        with self.reading() as connection:
            row = connection.execute(select(MATCH).where(MATCH.c.match == match)).mappings().first()
        if row is None or row["place"] != place:
            raise Overtaken("this match is at another table now: {place}", place="?" if row is None else row["place"])
        return _match_of(row)

    def length(self, match: str) -> int:
        """Return how many entries of a match are here; 0 of one that is not."""
        with self.reading() as connection:
            return int(connection.execute(select(MATCH.c.length).where(MATCH.c.match == match)).scalar() or 0)

    def state(self) -> tuple[tuple[str, str, int], ...]:
        """Return where and how far the newest matches are, as ``growth`` does within a connection."""
        with self.reading() as connection:
            return growth(connection)

    @property
    def tells(self) -> bool:
        """Whether the database itself tells who listens that something has come in."""
        return self._file is None

    def listen(self) -> Any:
        """Return a connection of psycopg's that hears of every match that grows; raises SQLAlchemyError."""
        connection = self._engine.raw_connection()
        heard: Any = connection.driver_connection
        connection.detach()  # it is the listener's own from now on
        heard.autocommit = True
        heard.execute(f"LISTEN {CHANNEL}")
        return heard

    def take_up(self, match: str, place: str) -> ClubMatch:
        """Put a match at another table: what the one before sends from now on is refused; raises NotSaved."""
        with self.writing() as connection:
            connection.execute(
                update(MATCH).where(MATCH.c.match == match).values(place=place, grown=_growth(connection))
            )
            self.tell(connection, match)
        return self.named(match)

    def _known(self, connection: Connection, match: str) -> ClubMatch | None:
        self.one_by_one(connection, match)  # two may begin the same match at once
        row = connection.execute(select(MATCH).where(MATCH.c.match == match)).mappings().first()
        return None if row is None else _match_of(row)

    @staticmethod
    def _begun(connection: Connection, place: str, first: Entry) -> ClubMatch:
        opened = read_payload(first) if first.sequence == 1 else None
        if not isinstance(opened, Opened):
            raise Overtaken("the beginning of this match has not come yet: send it from its first entry")
        sides = opened.state.get("sides")
        for side in sides if isinstance(sides, list) else ():
            if isinstance(side, str) and (hidden_in(side) is not None or not 0 < len(side) <= MOST):
                raise BadInput("a side's name has 1 to {most} letters, and none that nobody sees", most=MOST)
        game, title = visible(opened.game)[:MOST_GAME], visible(opened.title)
        begun = ClubMatch(first.seal, place, game, title, first.time, 0, GENESIS, first.time, 0)
        connection.execute(insert(MATCH), asdict(begun))
        return begun

    @staticmethod
    def _new(connection: Connection, found: ClubMatch, entries: Sequence[Entry]) -> list[Entry]:
        """Return those that are not here yet; raises Overtaken where they follow something else than what is here."""
        first, last = entries[0], entries[-1]
        if first.sequence > found.length + 1:
            raise Overtaken("entries are missing before {number}", number=first.sequence)
        meets = min(last.sequence, found.length)
        here = found.head if meets == found.length else connection.execute(
            select(ENTRY.c.seal).where(ENTRY.c.match == found.match, ENTRY.c.sequence == meets)
        ).scalar()  # fmt: skip
        theirs = first.previous if meets < first.sequence else entries[meets - first.sequence].seal
        if theirs != here:
            raise Overtaken("this match went on otherwise at another table, before its entry {number}", number=meets)
        return list(entries[max(0, found.length + 1 - first.sequence) :])

    def _grown(self, connection: Connection, found: ClubMatch, new: Sequence[Entry]) -> ClubMatch:
        last = new[-1]
        grown = replace(found, length=last.sequence, head=last.seal, last=last.time, grown=_growth(connection))
        connection.execute(update(MATCH).where(MATCH.c.match == found.match).values(asdict(grown)))
        self.tell(connection, found.match)
        return grown

    @staticmethod
    def one_by_one(connection: Connection, what: str) -> None:
        """Let nobody else get past this, for the same thing, until the connection's changes are kept."""
        if connection.dialect.name == "postgresql":  # in a SQLite file only one writes anyway
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:what))"), {"what": what})

    @staticmethod
    def tell(connection: Connection, match: str) -> None:
        """Tell who listens that something has changed, when this change is kept."""
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_notify(:channel, :match)"), {"channel": CHANNEL, "match": match})

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that reads; raises Unread where the database does not answer."""
        try:
            with self._reader.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise Unread(AWAY, f"{self.name}: {said_by(error)}") from None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose changes are kept all or none; raises NotSaved where they are not."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise _away(error, self.name) from None


def growth(connection: Connection) -> tuple[tuple[str, str, int], ...]:
    """Return where and how far the newest matches are: another whenever something has come in."""
    newest = select(MATCH.c.match, MATCH.c.place, MATCH.c.length).order_by(MATCH.c.grown.desc()).limit(200)
    return tuple((row.match, row.place, row.length) for row in connection.execute(newest))


@contextmanager
def reading_match(match: str) -> Iterator[None]:
    """Make BadFile of whatever goes wrong while a match is read: its seals hold, but a table may send anything."""
    try:
        yield
    except VedetteError:
        raise
    except Exception as error:
        log.info("%s cannot be read", match, exc_info=True)
        raise BadFile(match[:SHORT], "", "entries that can be read", type(error).__name__) from error


def need_chain(entries: Sequence[Entry], match: str | None) -> str:
    """Return the number of the match these belong to; raises BadInput unless each is sound and follows the last."""
    if not entries or (match is None and entries[0].sequence != 1):
        raise BadInput("no entries, or their match is not named")
    for k, entry in enumerate(entries):
        follows = k == 0 or (entry.sequence == entries[k - 1].sequence + 1 and entry.previous == entries[k - 1].seal)
        begins = entry.sequence != 1 or entry.previous == GENESIS
        if not (follows and begins and entry.is_sound):
            raise BadInput("entry {number} was altered, or does not follow the one before", number=entry.sequence)
    if entries[0].sequence == 1 and match not in (None, entries[0].seal):
        raise BadInput("these entries are another match's")
    return match or entries[0].seal


def _away(error: SQLAlchemyError, name: str) -> NotSaved:
    """Return what people are told when the database refuses; its own words are for the terminal only."""
    return NotSaved(NO_ROOM if is_full(error) else AWAY, f"{name}: {said_by(error)}")


def _growth(connection: Connection) -> int:
    """Return a number larger than any before."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(text("SELECT nextval('club_growth')")).scalar() or 0)
    return 1 + int(connection.execute(select(func.max(MATCH.c.grown))).scalar() or 0)


def _without_transactions(engine: Engine) -> Engine:
    """Return its connections for what only reads: one round trip instead of three."""
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def _match_of(row: RowMapping) -> ClubMatch:
    return ClubMatch(**row)


def _writing(file: Path) -> Engine:
    """Return connections that write a SQLite file: each transaction takes the right to write when it begins."""
    engine = create_engine(URL.create("sqlite", database=str(file)), connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # or Python's driver would begin when it likes, and never before a CREATE
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
