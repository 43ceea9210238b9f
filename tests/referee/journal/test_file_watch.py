"""A journal whose files are damaged while it is written: whatever was answered is there after a kill."""

import errno
import os
import random
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from journals import begin
from sqlalchemy.exc import OperationalError

from referee.journal.entry import Entry
from referee.journal.errors import NotSaved
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from table.errors import VedetteError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be deleted on Windows")
LONG = ("note", 1, {"about": "test", "text": "x" * 9000, "data": {}})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.sqlite"


def part(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def after_a_kill(file: Path) -> list[str]:
    """Return the seals that whoever opens a journal finds, if its program were killed now."""
    folder = file.parent / "killed"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for ending in ("", "-wal"):
        if part(file, ending).exists():
            shutil.copyfile(part(file, ending), folder / f"{file.name}{ending}")
    with Journal(folder / file.name) as journal:
        assert check_journal(journal.entries()).faults == ()
        return [entry.seal for entry in journal.entries()]


def answered(journal: Journal, acts: int) -> tuple[list[str], list[str]]:
    """Try so many acts; return the seals of those that were answered, and what was said of the others."""
    seals, said = [], []
    for _ in range(acts):
        try:
            seals.append(journal.append(LONG).seal)
        except NotSaved as error:
            said.append(str(error))
    return seals, said


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_a_part_that_is_taken_away_is_seen_at_the_next_act_and_made_whole(file: Path, ending: str, how: str) -> None:
    with Journal(file, write=True) as journal:
        seals, _ = answered(journal, 10)
        if how == "deleted":
            part(file, ending).unlink()
        else:
            part(file, ending).rename(file.with_name("elsewhere"))
        if how == "replaced":
            part(file, ending).write_bytes(file.with_name("elsewhere").read_bytes()[:20_000])
        with pytest.raises(NotSaved, match="deleted or replaced"):
            journal.append(LONG)
        assert after_a_kill(file) == seals
        again, said = answered(journal, 5)
        assert (len(again), said) == (5, [])
        assert after_a_kill(file) == seals + again


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_a_part_that_is_taken_away_while_an_act_is_written_is_seen_before_it_is_answered(
    file: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(file, write=True) as journal:
        seals, _ = answered(journal, 10)
        watch = journal._lock.watch  # type: ignore[attr-defined]
        written = watch._need_written

        def too_late(changed: bool) -> None:
            part(file, ending).unlink()
            written(changed)

        monkeypatch.setattr(watch, "_need_written", too_late)
        seals += answered(journal, 1)[0]
        monkeypatch.undo()
        assert set(seals) <= set(after_a_kill(file))
        seals += answered(journal, 2)[0]
        assert set(seals) <= set(after_a_kill(file))


def test_a_journal_that_could_not_be_opened_again_is_opened_at_the_next_act(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(file, write=True) as journal:
        seals, _ = answered(journal, 3)
        watch = journal._lock.watch  # type: ignore[attr-defined]

        def full() -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        part(file, "-wal").unlink()
        monkeypatch.setattr(watch, "open", full)
        for _ in range(2):
            with pytest.raises(NotSaved, match="No space left"):
                journal.append(LONG)
        monkeypatch.undo()
        seals += answered(journal, 2)[0]
        assert len(seals) == 5
        assert after_a_kill(file) == seals


def test_a_refusal_for_now_is_no_damage(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(file, write=True) as journal:
        seals, _ = answered(journal, 3)
        busy = sqlite3.OperationalError("database is locked")
        busy.sqlite_errorname = "SQLITE_BUSY"  # type: ignore[misc]

        def execute(*_: object) -> None:
            raise OperationalError("SELECT", {}, busy)

        monkeypatch.setattr(journal._lock.watch._reader, "execute", execute)  # type: ignore[attr-defined]
        with pytest.raises(NotSaved, match=r"could not be written: nothing has happened .*locked"):
            journal.append(LONG)
        monkeypatch.undo()
        seals += answered(journal, 1)[0]
        assert after_a_kill(file) == seals


def overwrite(file: Path, at: int, data: bytes) -> None:
    with file.open("r+b") as raw:
        raw.seek(at)
        raw.write(data)


@pytest.mark.ci
def test_rubbish_anywhere_in_the_log_stops_the_journal(file: Path) -> None:
    dice = random.Random(5)
    for _ in range(20):
        file.unlink(missing_ok=True)
        with Journal(file, write=True) as journal:
            seals, _ = answered(journal, 6)
            log = part(file, "-wal")
            overwrite(log, dice.randrange(log.stat().st_size), dice.randbytes(100))
            whole = log.stat().st_size
            again, said = answered(journal, 4)
            if again:  # beyond the last commit, where nothing is read
                assert set(seals + again) <= set(after_a_kill(file))
            else:
                assert all("damaged from outside" in line for line in said)
            assert log.stat().st_size >= whole


@pytest.mark.parametrize("size", [0, 5000])
def test_a_log_cut_off_stops_the_journal(file: Path, size: int) -> None:
    with Journal(file, write=True) as journal:
        answered(journal, 6)
        os.truncate(part(file, "-wal"), size)
        again, said = answered(journal, 3)
    assert again == []
    assert "damaged from outside" in said[0]


def database_only(journal: Journal) -> None:
    """Bring everything from the log into the database, as SQLite does from time to time."""
    with journal._lock.session() as connection:
        pass
    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()
    connection.rollback()
    journal._lock.watch._note()  # type: ignore[attr-defined]


@pytest.mark.parametrize("spoil", ["rubbish", "cut off"])
def test_damage_anywhere_in_the_database_stops_the_journal_until_it_is_whole_again(file: Path, spoil: str) -> None:
    with Journal(file, write=True) as journal:
        seals, _ = answered(journal, 12)
        database_only(journal)
        whole = file.read_bytes()
        for page in range(0, len(whole) // 4096, 3):
            if spoil == "rubbish":
                overwrite(file, page * 4096, random.Random(page).randbytes(4096))
            else:
                os.truncate(file, page * 4096)
            again, said = answered(journal, 2)
            assert again == [], page
            assert "damaged from outside" in said[0]
            overwrite(file, 0, whole)
        seals += answered(journal, 2)[0]
        assert len(seals) == 14
        assert after_a_kill(file) == seals


def test_an_older_copy_in_the_place_of_the_database_stops_the_journal(file: Path) -> None:
    with Journal(file, write=True) as journal:
        answered(journal, 3)
        database_only(journal)
        older = file.read_bytes()
        answered(journal, 3)
        database_only(journal)
        overwrite(file, 0, older)
        again, said = answered(journal, 2)
        assert again == []
        assert "damaged from outside" in said[0]
        file.unlink()
        file.write_bytes(older)
        with pytest.raises(NotSaved, match="is gone"):
            journal.append(LONG)


def test_the_oldest_entries_are_read_again_in_their_turn(file: Path) -> None:
    """Where no time tells: on a stick whose clock is too coarse, or a disk that rots."""
    with Journal(file, write=True) as journal:
        answered(journal, 40)
        database_only(journal)
        data = file.read_bytes()
        overwrite(file, data.index(b"x" * 500), b"y")
        journal._lock.watch._note()  # type: ignore[attr-defined]
        again, said = answered(journal, 5)
        assert len(again) < 5
        assert "damaged from outside" in said[-1]


def test_reading_again_begins_anew_at_the_end_while_a_match_is_played(file: Path) -> None:
    with Journal(file, write=True) as journal:
        answered(journal, 40)
        last_read = []
        for _ in range(3):
            answered(journal, 1)
            last_read.append(journal._lock.watch._rolled[1])  # type: ignore[attr-defined]
    assert sorted(last_read) == [0, 16, 32]


def test_an_entry_that_was_altered_is_named(file: Path) -> None:
    with Journal(file, write=True) as journal:
        answered(journal, 3)
        database_only(journal)
        overwrite(file, file.read_bytes().index(b"x" * 500), b"y")
        with pytest.raises(NotSaved) as refused:
            journal.append(LONG)
    assert re.search(r"\(entry \d: ", str(refused.value))


def test_an_entry_that_is_not_read_back_as_it_was_written_stops_the_journal(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(file, write=True) as journal:
        journal.append(LONG)
        watch = journal._lock.watch  # type: ignore[attr-defined]
        read = watch._read

        def otherwise(after: int, most: int | None = None) -> list[Entry]:
            return [replace(entry, time="2000-01-01") if most is None else entry for entry in read(after, most)]

        monkeypatch.setattr(watch, "_read", otherwise)
        with pytest.raises(NotSaved, match="entry 2 is not read back as it was written"):
            journal.append(LONG)


def touched(file: Path) -> None:
    os.utime(file)


def linked(file: Path) -> None:
    os.link(file, file.with_name("backup"))


def read(file: Path) -> None:
    with Journal(file) as reader:
        assert list(reader.entries())


@pytest.mark.ci
@pytest.mark.parametrize("harmless", [touched, linked, read])
def test_what_harms_nothing_stops_nothing(file: Path, harmless: Callable[[Path], None]) -> None:
    with Journal(file, write=True) as journal:
        seals: list[str] = []
        for _ in range(6):
            more, said = answered(journal, 60)  # past the size at which SQLite begins its log anew
            assert said == []
            seals += more
            harmless(file) if not file.with_name("backup").exists() else None
        assert after_a_kill(file) == seals


@pytest.mark.ci
def test_a_match_whose_log_is_deleted_again_and_again_loses_no_act(file: Path) -> None:
    journal, match = begin(file)
    dice, done = random.Random(3), []
    for _ in range(40):
        if dice.random() < 0.3:
            part(file, dice.choice(["-wal", "-shm"])).unlink(missing_ok=True)
        try:
            match.declare("Miller", "Weber")
        except VedetteError:
            continue
        assert journal.head is not None
        done.append(journal.head.seal)
        assert set(done) <= set(after_a_kill(file))
    assert 20 < len(done) < 40
    journal.close()


@pytest.mark.ci
def test_nothing_is_read_through_where_only_this_program_has_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, match = begin(file)
    watch, calls = journal._lock.watch, []  # type: ignore[attr-defined]
    monkeypatch.setattr(watch, "_need_all", calls.append)
    for number in range(60):
        match.end_turn()
        if number % 20 == 0:
            read(file)
            list(journal.entries())
    assert calls == []
    journal.close()
    with Journal(file, write=True) as again:
        monkeypatch.setattr(again._lock.watch, "_need_all", calls.append)  # type: ignore[attr-defined]
        again.append(LONG)
    assert calls == []
