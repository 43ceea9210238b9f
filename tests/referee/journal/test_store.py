"""A journal keeps what it took: in order, sealed, one writer, nothing half."""

import os
import threading
from pathlib import Path

import pytest
from journals import begin, play
from sqlalchemy import NullPool, create_engine, insert, text
from sqlalchemy.exc import DatabaseError, IntegrityError

from referee.journal import reader as reading
from referee.journal import store
from referee.journal.engines import url_of
from referee.journal.entry import GENESIS
from referee.journal.errors import NotSaved, Overtaken, WriterTaken
from referee.journal.integrity import check_journal
from referee.journal.schema import metadata
from referee.journal.store import Journal
from table.errors import BadFile, BadInput

NOTE = ("note", 1, {"about": "test", "text": "", "data": {}})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.sqlite"


def test_entries_are_numbered_sealed_and_chained(where: str | Path) -> None:
    with Journal(where, write=True) as journal:
        assert (journal.head, journal.folded, journal.torn) == (None, 0, 0)
        first = journal.append(NOTE)
        second = journal.append(NOTE)
    assert (first.sequence, first.previous) == (1, GENESIS)
    assert (second.sequence, second.previous) == (2, first.seal)
    assert second.is_sound
    with Journal(where) as again:
        assert [entry.seal for entry in again.entries()] == [first.seal, second.seal]
        assert again.head == second


def test_several_entries_are_one_act_all_or_none(where: str | Path) -> None:
    with Journal(where, write=True) as journal:
        journal.append(NOTE, NOTE)
        with pytest.raises(ValueError, match="JSON"):
            journal.append(NOTE, ("note", 1, {"about": float("nan")}))
        assert [entry.sequence for entry in journal.entries()] == [1, 2]
        assert journal.append(NOTE).sequence == 3


def test_what_is_written_is_never_changed(where: str | Path) -> None:
    journal, match = begin(where)
    play(match)
    journal.close()
    url = url_of(where)
    statements = ["UPDATE entry SET text = '{}' WHERE sequence = 2", "DELETE FROM entry WHERE sequence = 2"]
    if url.get_backend_name() == "sqlite":
        statements.append("REPLACE INTO entry SELECT sequence, time, kind, 9, '{}', previous, seal FROM entry")
    else:
        statements.append("TRUNCATE entry")
    engine = create_engine(url, poolclass=NullPool)
    for statement in statements:
        with engine.begin() as raw, pytest.raises(DatabaseError, match="a journal is only added to"):
            raw.execute(text(statement))


def test_no_part_of_an_entry_may_be_missing() -> None:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    for table in metadata.sorted_tables:
        for missing in (column for column in table.columns if not column.primary_key):
            row = {column.name: None if column is missing else 1 for column in table.columns}
            with engine.connect() as connection, pytest.raises(IntegrityError, match=str(missing)):
                connection.execute(insert(table), row)
    engine.dispose()


def test_a_second_writer_is_refused_with_the_reason(where: str | Path) -> None:
    with Journal(where, write=True):
        with pytest.raises(WriterTaken, match=f": process {os.getpid()} is writing it"):
            Journal(where, write=True)
        with Journal(where) as reader:
            assert reader.head is None  # who only reads is welcome
    with Journal(where, write=True) as journal:
        journal.append(NOTE)


def test_of_two_at_once_one_comes_first(where: str | Path) -> None:
    with Journal(where, write=True) as journal:
        head = journal.append(NOTE)
        journal.append(NOTE, after=head.seal)
        with pytest.raises(Overtaken, match="somebody else was quicker"):
            journal.append(NOTE, after=head.seal)
        assert journal.newest() == journal.head


def test_a_full_disk_loses_nothing_and_says_so(file: Path) -> None:
    journal, match = begin(file)
    match.declare("Miller", "Weber")
    match.throw([5])
    with journal._lock.session() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    for _ in range(40):
        if match.now.confirmed:
            break
        try:
            journal.append(("note", 1, {"about": "x" * 3000, "text": "", "data": {}}))
        except NotSaved:
            break
    before = match.now
    with pytest.raises(NotSaved, match="full"):
        match.throw([6], confirm=True)
    assert match.now is before  # nothing happened: the die may be thrown again once there is room
    assert "Weber" in match.table
    with journal._lock.session() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1073741823")
    match.throw([6], confirm=True)
    assert "Weber" not in match.table
    assert check_journal(journal.entries()).faults == ()
    journal.close()


def test_a_file_that_is_gone_takes_nothing(file: Path) -> None:
    journal, match = begin(file)
    file.rename(file.with_name("elsewhere"))
    with pytest.raises(NotSaved, match="is gone"):
        match.declare("Miller", "Weber")
    assert match.now.declared is None
    file.with_name("elsewhere").rename(file)
    match.declare("Miller", "Weber")
    journal.close()


def test_reading_makes_no_file_and_says_what_is_not_there(file: Path) -> None:
    with pytest.raises(BadInput, match="no such journal"):
        Journal(file)
    assert not file.exists()
    file.write_text("this is no database")
    with pytest.raises(BadFile, match="a journal"):
        Journal(file)


def test_stored_states_are_read_page_by_page_to_the_last(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PAGE", 2)
    with Journal(file, write=True) as journal:
        for sequence in range(5):
            journal.store_fold(sequence, "{}")
        assert [sequence for sequence, _ in journal.folds()] == [0, 1, 2, 3, 4]


def test_entries_are_read_page_by_page_either_way(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PAGE", 2)
    with Journal(file, write=True) as journal:
        journal.append(*[NOTE] * 25)  # the way back begins with a page of 20
        assert [entry.sequence for entry in journal.entries()] == list(range(1, 26))
        assert [entry.sequence for entry in journal.back(25, 1, ())] == list(range(25, 0, -1))


@pytest.mark.ci
def test_threads_do_not_mix_their_entries(where: str | Path) -> None:
    with Journal(where, write=True) as journal:
        lock = threading.Lock()

        def write() -> None:
            for _ in range(20):
                with lock:
                    journal.append(NOTE)

        threads = [threading.Thread(target=write) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        report = check_journal(journal.entries())
    assert (report.entries, report.faults) == (80, ())
