"""Calls of a referee: a table writes one into its journal, and so it reaches the club with everything else, once."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, insert, select, update

from referee.club.schema import CALL, MATCH
from referee.journal.entry import Entry
from referee.journal.errors import Overtaken
from referee.journal.payloads import Appealed, Note, read_payload
from table.errors import VedetteError
from table.names import visible

CALLED, CALL_CLOSED = "referee_called", "call_closed"
"""What the notes of a journal are about by which a table calls a referee, and says that it needs none any more."""
CALL_KINDS = ("note", "appealed", "match_ended")
"""The kinds of entries that say something of calls."""
MOST_ABOUT = 200
MOST_ADDRESS = 200


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a match's table: the number of its entry, what it is about, who comes ("" while nobody has taken it).

    An ``appeal`` is against the ruling of that entry, and is ``wanted`` of who took the match's call before, by name.
    ``address`` is that of the table's own page, where it told one.
    """

    match: str
    number: int
    place: str
    time: str
    about: str
    appeal: int | None
    wanted: str
    address: str
    taken: str
    open: bool


def call_note(about: str, address: str | None) -> Note:
    """Return what a table writes down to call a referee."""
    return Note(about=CALLED, text=about, data={} if address is None else {"address": address})


def keep_calls(connection: Connection, match: str, entries: Sequence[Entry]) -> None:
    """Keep the calls that are among entries which come in; of one match the newest only is open, until its end.

    A table's new match closes the calls of those before it there.
    """
    if entries[0].sequence == 1:
        _close_before(connection, match, entries[0].time)
    for entry in entries:
        told = told_by(entry)
        if told is None:
            continue
        before = newest_call(connection, match)
        connection.execute(update(CALL).where(CALL.c.match == match).values(open=False))
        if isinstance(told, Appealed):
            wanted, address = ("", "") if before is None else (before.taken or before.wanted, before.address)
            more = {"about": "", "address": address, "appeal": told.of, "wanted": wanted}
        elif told.about == CALLED:
            more = {"about": _line(told.text, MOST_ABOUT), "address": _address(told), "appeal": None, "wanted": ""}
        else:
            continue
        call = {"match": match, "number": entry.sequence, "time": entry.time, "taken": "", "open": True, **more}
        connection.execute(insert(CALL).values(call))


def told_by(entry: Entry) -> Note | Appealed | None:
    """Return the call that an entry is, or that nobody is needed any more (CALL_CLOSED); None for any other entry."""
    if entry.kind == "match_ended":
        return Note(about=CALL_CLOSED)
    if entry.kind not in CALL_KINDS:
        return None
    try:
        payload = read_payload(entry)
    except (VedetteError, ValueError):
        return None
    if isinstance(payload, Note) and payload.about in (CALLED, CALL_CLOSED):
        return payload
    return payload if isinstance(payload, Appealed) and payload.of < entry.sequence else None


def open_calls(connection: Connection) -> tuple[Call, ...]:
    """Return the calls that are open, the first that came first."""
    rows = connection.execute(_CALLS.where(CALL.c.open).order_by(CALL.c.time, CALL.c.match)).mappings()
    return tuple(_call(row) for row in rows)


def newest_call(connection: Connection, match: str) -> Call | None:
    """Return a match's newest call; None where there was none."""
    wanted = _CALLS.where(CALL.c.match == match).order_by(CALL.c.number.desc()).limit(1)
    row = connection.execute(wanted).mappings().first()
    return None if row is None else _call(row)


def take_call(connection: Connection, match: str, number: int, name: str) -> None:
    """Let a referee take a call; raises Overtaken where another has taken it, or it is not open any more."""
    here = (CALL.c.match == match, CALL.c.number == number, CALL.c.open)
    taken = connection.execute(update(CALL).where(*here, CALL.c.taken == "").values(taken=name))
    if taken.rowcount:
        return
    found = connection.execute(select(CALL.c.taken).where(*here)).scalar()
    if found is None:
        raise Overtaken("this call is not open any more")
    if found != name:
        raise Overtaken("{name} has taken this call", name=found)


def close_call(connection: Connection, match: str, number: int) -> None:
    """Close a call, whoever has taken it; one that is closed stays so."""
    connection.execute(update(CALL).where(CALL.c.match == match, CALL.c.number == number).values(open=False))


_CALLS = select(CALL, MATCH.c.place).join(MATCH, MATCH.c.match == CALL.c.match)


def _close_before(connection: Connection, match: str, opened: str) -> None:
    """Close the calls of those matches of the same table that began before this one."""
    place = select(MATCH.c.place).where(MATCH.c.match == match).scalar_subquery()
    before = select(MATCH.c.match).where(MATCH.c.place == place, MATCH.c.opened < opened)
    connection.execute(update(CALL).where(CALL.c.match.in_(before)).values(open=False))


def _call(row: RowMapping) -> Call:
    return Call(**row)


def _address(called: Note) -> str:
    address = _line(str(called.data.get("address", "")), MOST_ADDRESS)
    return address if address.startswith(("http://", "https://")) else ""


def _line(text: str, most: int) -> str:
    return visible(" ".join(text.split()))[:most]
