"""The club's database is made, kept and brought up to date by migrations, all or nothing."""

from pathlib import Path

import pytest
from alembic import command
from journals import played
from sqlalchemy import MetaData, create_engine, inspect, text
from sqlalchemy.pool import NullPool

from referee.club import schema
from referee.club.record import Club
from referee.club.upgrade import _config, _scripts
from referee.journal.engines import url_of
from referee.journal.schema import row_of
from referee.journal.store import Journal
from table.errors import BadInput


def test_the_migrations_make_what_the_code_reads(where: str | Path) -> None:
    Club(where).close()
    found = MetaData()
    engine = create_engine(url_of(where), poolclass=NullPool)
    found.reflect(engine)
    for table in schema.metadata.tables.values():
        made = found.tables[table.name]
        assert [(c.name, c.nullable, c.primary_key) for c in made.columns] == [
            (c.name, c.nullable, c.primary_key) for c in table.columns
        ]
    assert inspect(engine).get_foreign_keys("club_entry")[0]["referred_table"] == "club_match"


def test_a_database_that_is_up_to_date_is_left_alone(where: str | Path) -> None:
    for _ in range(2):
        with Club(where) as club:
            assert club.matches() == []


def test_a_newer_vedettes_database_is_left_alone(where: str | Path) -> None:
    Club(where).close()
    with create_engine(url_of(where), poolclass=NullPool).begin() as connection:
        connection.execute(text("UPDATE club_version SET version_num = '9999'"))
    with pytest.raises(BadInput, match="newer Vedette"):
        Club(where)


def test_a_change_that_fails_leaves_nothing_half_made(where: str | Path) -> None:
    engine = create_engine(url_of(where), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE club_entry (x INTEGER)"))  # in the way of the second table
    with pytest.raises(Exception, match="club_entry"):
        Club(where)
    assert not inspect(engine).has_table("club_match")


def revisions() -> list[object]:
    """Every one but the newest, the oldest by default."""
    oldest, *others = [script.revision for script in _scripts().walk_revisions()][:0:-1]
    return [oldest, *(pytest.param(other, marks=pytest.mark.ci) for other in others)]


@pytest.mark.parametrize("revision", revisions())
def test_a_match_of_an_older_database_is_all_there_and_goes_on(
    where: str | Path, revision: str, tmp_path: Path
) -> None:
    with Journal(played(tmp_path)) as journal:
        entries = list(journal.entries())
    first, some = entries[0], entries[:6]
    engine = create_engine(url_of(where), poolclass=NullPool)
    with engine.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.execute(schema.MATCH.insert().values(
            match=first.seal, place="Table 3", game="ambush", title="a test", opened=first.time, length=6,
            head=some[-1].seal, last=some[-1].time, grown=1,
        ))  # fmt: skip
        connection.execute(schema.ENTRY.insert(), [{"match": first.seal, **row_of(entry)} for entry in some])
    with Club(where) as club:
        (match,) = club.matches()
        assert (match.place, match.length) == ("Table 3", 6)
        club.take("Table 3", entries[6:], match.match)
        assert list(club.journal(match.match).entries()) == entries
