"""A club's database copied whole into an empty one: its backup, and how it is restored or moved to another machine."""

from collections.abc import Callable

from sqlalchemy import Connection, MetaData, Table, func, insert, select, text

from referee.club.record import Club
from referee.club.upgrade import VERSIONS
from table.errors import BadInput

_AT_ONCE = 500


def copy_club(source: Club, target: Club, tick: Callable[[int], None] = lambda _: None) -> None:
    """Copy everything that a club's database has at one moment, all or nothing; ``tick`` is told how many rows came.

    A file can be copied into PostgreSQL and PostgreSQL into a file. Raises BadInput for a target that is not empty,
    NotSaved, Unread.
    """
    with source.reading() as here, target.writing() as there:
        _hold(here)
        tables = _tables(here)
        if any(there.execute(select(table).limit(1)).first() for table in _tables(there)):
            raise BadInput("{name} is not empty: name a new database", name=target.name)
        for table in tables:
            rows = here.execution_options(yield_per=_AT_ONCE).execute(select(table)).mappings()
            for some in rows.partitions():
                there.execute(insert(table), [dict(row) for row in some])
                tick(len(some))
        if there.dialect.name == "postgresql":
            _count_on(there, tables)


def rows_in(club: Club) -> int:
    """Return how many rows a club's database has: so many are copied."""
    with club.reading() as connection:
        return sum(
            int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)
            for table in _tables(connection)
        )


def _hold(connection: Connection) -> None:
    """Let all that is read from now on be as it is at this moment, whatever tables send meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
    else:
        connection.exec_driver_sql("BEGIN")


def _tables(connection: Connection) -> list[Table]:
    """Return the club's tables, each after those it refers to."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name.startswith("club_") and name != VERSIONS)
    return found.sorted_tables


def _count_on(connection: Connection, tables: list[Table]) -> None:
    """Let the numbers that PostgreSQL gives out go on after those that were copied."""
    connection.execute(text("SELECT setval('club_growth', (SELECT coalesce(max(grown), 0) + 1 FROM club_match))"))
    for table in tables:
        for column in table.primary_key.columns:
            sequence = connection.execute(
                text("SELECT pg_get_serial_sequence(:table, :column)"), {"table": table.name, "column": column.name}
            ).scalar()
            if sequence is not None:
                highest = connection.execute(select(func.coalesce(func.max(column), 0) + 1)).scalar()
                connection.execute(select(func.setval(sequence, highest, False)))
