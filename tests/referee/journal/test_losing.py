"""A database that goes away, before, while or after it commits: what was confirmed stays, what was not has not been."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from journals import begin
from postgres import Cluster
from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.exc import OperationalError

from referee.journal.appender import not_saved
from referee.journal.engines import url_of
from referee.journal.errors import NotSaved, Overtaken, WriterTaken
from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.replay_check import differences
from referee.journal.store import Journal
from referee.journal.writer_lock import DatabaseLock, WriterLock

NOTE = ("note", 1, {"about": "test", "text": "", "data": {}})
GONE = OperationalError("COMMIT", {}, Exception("the server closed the connection"))


@pytest.mark.parametrize(
    ("error", "said"),
    [(GONE, "the server closed the connection"), (WriterTaken("process 7 is writing"), "process 7 is writing")],
)
def test_people_are_told_what_refused_but_no_statement(error: OperationalError | WriterTaken, said: str) -> None:
    assert str(not_saved(error)) == f"the journal could not be written: nothing has happened ({said})"


def test_a_database_that_refuses_for_another_reason_is_not_said_to_be_taken() -> None:
    lock = DatabaseLock(create_engine("sqlite://"))  # it knows no SET
    with pytest.raises(OperationalError, match="syntax error"):
        lock.take()
    lock.give_back()


class Flaky:
    """A database that commits what it is given and is gone before it says so; ``back`` brings it back."""

    def __init__(self, journal: Journal, spare: int = 0) -> None:
        self._spare = spare  # so many times it answers still
        assert journal._appender is not None
        self._appender, self._inner, self._away = journal._appender, journal._appender._lock, False
        self._appender._lock: WriterLock = self

    @contextmanager
    def session(self) -> Iterator[Connection]:
        if self._away:
            raise GONE
        with self._inner.session() as connection:
            yield connection
        self._spare -= 1
        if self._spare < 0:
            self._away = True
            raise GONE

    def back(self) -> None:
        self._appender._lock = self._inner

    def take(self) -> None: ...

    def give_back(self) -> None: ...


def test_what_was_kept_though_nobody_was_told_is_taken_back(where: str | Path) -> None:
    journal, match = begin(where)
    match.declare("Miller", "Weber")
    match.throw([5])
    before, sure = match.now, journal.head
    flaky = Flaky(journal)
    with pytest.raises(NotSaved, match="closed the connection"):
        match.throw([6], confirm=True)
    assert match.now is before
    assert journal.newest() != sure  # the hit is in the database all the same
    with pytest.raises(NotSaved):
        match.throw([6], confirm=True)
    flaky.back()
    flaky = Flaky(journal, spare=1)
    with pytest.raises(NotSaved):  # and what takes it back is in doubt once more
        match.throw([1], confirm=True)
    flaky.back()
    match.throw([1], confirm=True)
    assert "Weber" in match.table
    assert point_at(journal).state == match.now.memory
    assert match.now.sequence == match.journal_head[0]
    assert [entry.kind for entry in journal.entries()].count("undone") == 2
    assert check_journal(journal.entries()).faults == ()
    assert list(differences(journal)) == []
    journal.close()


def test_what_was_kept_is_told_at_once_where_it_can_be_asked(where: str | Path) -> None:
    with Journal(where, write=True) as journal:
        journal.append(NOTE)
        flaky = Flaky(journal)
        inner, sessions = flaky._inner, []

        @contextmanager
        def once() -> Iterator[Connection]:
            sessions.append(1)
            with inner.session() as connection:
                yield connection
            if len(sessions) == 1:
                raise GONE

        flaky.session = once  # type: ignore[method-assign]
        assert journal.append(NOTE) == journal.newest()
        assert journal.append(NOTE).sequence == 3


def test_a_beginning_that_was_kept_after_all_is_to_be_opened_again(where: str | Path) -> None:
    with Journal(where, write=True) as journal:
        flaky = Flaky(journal)
        with pytest.raises(NotSaved):
            journal.append(NOTE)
        flaky.back()
        with pytest.raises(Overtaken, match="open it again"):
            journal.append(NOTE)


@pytest.mark.ci
def test_a_server_that_is_killed_saves_nothing_and_goes_on_when_it_is_back(postgres: Cluster) -> None:
    url = postgres.new()
    journal, match = begin(url)
    match.declare("Miller", "Weber")
    match.throw([5])
    before = match.now
    postgres.stop("immediate")
    try:
        for _ in range(2):
            with pytest.raises(NotSaved, match="nothing has happened"):
                match.throw([6], confirm=True)
            assert match.now is before
    finally:
        postgres.start()
    match.throw([6], confirm=True)
    assert "Weber" not in match.table
    assert point_at(journal).state == match.now.memory
    assert check_journal(journal.entries()).faults == ()
    with pytest.raises(WriterTaken, match=f"process {os.getpid()} is writing"):
        Journal(url, write=True)  # the lock is held again, by the session that writes
    journal.close()


@pytest.mark.ci
def test_a_server_that_restarted_between_two_acts_is_no_reason_to_refuse_one(postgres: Cluster) -> None:
    journal, match = begin(postgres.new())
    postgres.stop("immediate")
    postgres.start()
    match.declare("Miller", "Weber")
    assert [entry.kind for entry in journal.entries()] == ["opened", "declared"]
    journal.close()


def test_a_connection_that_the_server_has_closed_is_no_reason_not_to_read(postgres: Cluster) -> None:
    url = postgres.new()
    with Journal(url, write=True) as journal:
        journal.append(NOTE)
    with Journal(url) as reader, create_engine(url_of(url), poolclass=NullPool).connect() as other:
        assert [entry.sequence for entry in reader.entries()] == [1]
        other.exec_driver_sql(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert [entry.sequence for entry in reader.entries()] == [1]


@pytest.mark.ci
def test_who_lost_its_lock_to_another_writer_writes_no_more(postgres: Cluster) -> None:
    """The server forgets who wrote when it restarts: the first to come back is the writer."""
    url = postgres.new()
    first = Journal(url, write=True)
    first.append(NOTE)
    postgres.stop("immediate")
    postgres.start()
    with Journal(url, write=True) as second:
        for why in ("closed the connection", "is writing it"):
            with pytest.raises(NotSaved, match=why):
                first.append(NOTE)
        second.append(NOTE)
    for _ in range(2):
        with pytest.raises(Overtaken, match="open it again"):
            first.append(NOTE)
    first.close()
    with Journal(url) as reader:
        assert (check_journal(reader.entries()).entries, check_journal(reader.entries()).faults) == (2, ())


@pytest.mark.ci
def test_a_journal_closes_though_its_server_is_gone(postgres: Cluster) -> None:
    journal = Journal(postgres.new(), write=True)
    postgres.stop("immediate")
    try:
        journal.close()
    finally:
        postgres.start()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be deleted on Windows")
def test_two_writers_past_a_deleted_lock_do_not_mix(tmp_path: Path) -> None:
    """Not even where both write the same at the same instant, so that their entries are one another's twins."""
    file = tmp_path / "match.sqlite"
    with Journal(file, write=True, now=lambda: "2026-11-22T12:00:00.000+00:00") as first:
        first.append(NOTE)
        (tmp_path / "match.sqlite.lock").unlink()
        with Journal(file, write=True, now=lambda: "2026-11-22T12:00:00.000+00:00") as second:
            second.append(NOTE)
            for _ in range(2):
                with pytest.raises(Overtaken, match="another program has written"):
                    first.append(NOTE)
            second.append(NOTE)
    with Journal(file) as reader:
        report = check_journal(reader.entries())
    assert (report.entries, report.faults) == (3, ())


FULL = """
import resource, sys
sys.path[:0] = sys.argv[2:]
from journals import begin
from referee.journal.errors import NotSaved
journal, match = begin(sys.argv[1])
room = journal.file.with_name(journal.file.name + "-wal").stat().st_size + 30000
resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
try:
    for kept in range(1000):
        match.declare("Miller", "Weber")
except NotSaved as error:
    print(error)
assert kept and match.now.sequence == journal.head.sequence == journal.newest().sequence
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
match.declare("Miller", "Weber")
assert match.now.sequence == journal.newest().sequence == kept + 2, (match.now.sequence, kept)
"""


@pytest.mark.ci
@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file's size")
def test_a_file_that_may_not_grow_takes_nothing_half(tmp_path: Path) -> None:
    file = tmp_path / "match.sqlite"
    command = [sys.executable, "-c", FULL, str(file), *sys.path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert "nothing has happened" in done.stdout
    with Journal(file) as journal:
        assert check_journal(journal.entries()).faults == ()


def test_a_postgresql_without_room_takes_nothing(postgres: Cluster) -> None:
    """As it says where the disk is full; a trigger says it here."""
    journal, match = begin(postgres.new())
    with journal._engine.begin() as connection:
        for statement in (
            "CREATE FUNCTION full_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
            "'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$",
            "CREATE CONSTRAINT TRIGGER room AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION full_up()",  # at the commit
        ):
            connection.exec_driver_sql(statement)
    before = match.now
    with pytest.raises(NotSaved, match="No space left"):
        match.declare("Miller", "Weber")
    assert match.now is before
    with journal._engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER room ON entry")
    match.declare("Miller", "Weber")
    assert [entry.kind for entry in journal.entries()] == ["opened", "declared"]
    journal.close()
