"""What a table's camera says now, beside its match: how the table is, what it is good to, a small picture."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from sqlalchemy import ColumnElement, Connection, Float, delete, func, insert, literal_column, select

from referee.club.record import Club
from referee.club.schema import REPORT

FRESH_S = 60.0
"""A table of which nothing was heard for longer says nothing of itself any more."""
MOST_SAID, MOST_PICTURE = 200, 60_000


@dataclass(frozen=True, slots=True)
class TableReport:
    """How a table is, ``said`` in each language, and what it is ``good_to`` in each; never kept but the newest.

    ``still``: nobody moves anything, the camera was not bumped. ``agrees``: no tape speaks against what the table is
    good to. ``picture`` is a small JPEG; none where its referee lets not everybody see the camera's.
    ``titles`` are what this match calls its sides, of those that it calls otherwise than the game does.
    """

    still: bool
    said: Mapping[str, str]
    good_to: Mapping[str, str]
    agrees: bool
    picture: bytes = b""
    titles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reported:
    """A report that the club has, without its picture; ``picture_number`` changes with that, and is 0 without one.

    Of one that is not ``fresh`` only what its sides are called still holds.
    """

    report: TableReport
    picture_number: int
    fresh: bool


def keep_report(connection: Connection, match: str, report: TableReport) -> None:
    """Keep a match's newest report, and when it was heard of by the database's own clock."""
    told = _told(report)
    here = REPORT.c.match == match
    before = connection.execute(select(REPORT.c.told, REPORT.c.changed).where(here)).first()
    same = before is not None and before.told == told  # a new picture alone is no news: pages that come anew show it
    changed = before.changed if before is not None and same else 1 + changes(connection)
    connection.execute(delete(REPORT).where(here))
    connection.execute(insert(REPORT).values(
        match=match, told=told, picture=report.picture, picture_number=_number_of(report.picture),
        heard_s=_now_s(connection), changed=changed,
    ))  # fmt: skip
    if not same:
        Club.tell(connection, match)


def reports(connection: Connection, matches: Sequence[str]) -> dict[str, Reported]:
    """Return the reports of these matches, by their whole numbers."""
    asked = select(REPORT.c.match, REPORT.c.told, REPORT.c.picture_number, _fresh(connection).label("fresh"))
    rows = connection.execute(asked.where(REPORT.c.match.in_(matches)))
    return {
        row.match: Reported(TableReport(**json.loads(row.told)), row.picture_number, bool(row.fresh)) for row in rows
    }


def picture_of(connection: Connection, match: str) -> bytes:
    """Return the picture of a match's report that is not too old; none where there is none."""
    asked = select(REPORT.c.picture).where(REPORT.c.match == match, _fresh(connection))
    return bytes(connection.execute(asked).scalar() or b"")


def changes(connection: Connection) -> int:
    """Return a number that grows whenever a report says something else."""
    return int(connection.execute(select(func.coalesce(func.max(REPORT.c.changed), 0))).scalar() or 0)


def count_fresh(connection: Connection) -> int:
    """Return how many reports are not too old: fewer when a camera falls silent."""
    return int(connection.execute(select(func.count()).select_from(REPORT).where(_fresh(connection))).scalar() or 0)


def _told(report: TableReport) -> str:
    told = {
        "still": report.still, "said": dict(report.said), "good_to": dict(report.good_to), "agrees": report.agrees,
        "titles": dict(report.titles),
    }  # fmt: skip
    return json.dumps(told, sort_keys=True, ensure_ascii=False)


def _number_of(picture: bytes) -> int:
    return crc32(picture) >> 1  # the database's whole numbers have a sign


def _fresh(connection: Connection) -> ColumnElement[bool]:
    return REPORT.c.heard_s > _now_s(connection) - FRESH_S


def _now_s(connection: Connection) -> ColumnElement[float]:
    asked = "extract(epoch FROM now())" if connection.dialect.name == "postgresql" else "unixepoch()"
    return literal_column(asked, Float)
