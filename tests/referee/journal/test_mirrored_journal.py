"""A journal and its mirror: whatever was confirmed is in both, and the journal can be built from the mirror."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from journals import TABLE, Ticking, play
from matches import match_at
from postgres import Cluster

from referee.journal.entry import Entry
from referee.journal.errors import NotSaved, WriterTaken
from referee.journal.export import entry_in
from referee.journal.history import opened, point_at
from referee.journal.integrity import check_journal
from referee.journal.mirrored_journal import MOST_WAITS, MirroredJournal, TextMirror, open_mirror, rebuild
from referee.journal.store import Journal
from rules.state import State
from table.errors import BadFile, BadInput

NOTE = ("note", 1, {"about": "test", "text": "è", "data": {"half": 0.5, "big": 1e16}})


@pytest.fixture(params=["text", "sqlite", "postgresql"])
def mirror(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "text":
        yield str(tmp_path / "mirror.jsonl")
    elif request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'mirror.sqlite'}"
    else:
        cluster: Cluster = request.getfixturevalue("postgres")
        yield cluster.new()


@pytest.mark.parametrize("line", ["[]", "7", "{}", '{"sequence": 1}'])
def test_what_is_no_line_of_a_journal_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no entry of a journal"):
        entry_in(line)


def entries_in(where: str | Path) -> list[Entry]:
    record = open_mirror(str(where))
    assert check_journal(record.entries()).faults == ()
    entries = list(record.entries())
    record.close()
    return entries


@pytest.mark.ci
def test_what_is_played_is_in_both_and_the_journal_is_built_again(
    where: str | Path, mirror: str, tmp_path: Path
) -> None:
    with MirroredJournal(where, mirror, now=Ticking()) as journal:
        journal.append(opened("ambush", "a test", {}, State(("us", "de")), "test"))
        match = match_at(TABLE, journal=journal)
        play(match)
        assert journal.trouble is None
        state = point_at(journal).state
    assert entries_in(mirror) == entries_in(where)
    built = tmp_path / "built.sqlite"
    record = open_mirror(mirror)
    assert rebuild(record, str(built)) == (11, None)
    with pytest.raises(BadInput, match="there is a journal already"):
        rebuild(record, str(built))
    record.close()
    assert entries_in(built) == entries_in(where)
    with MirroredJournal(built, mirror) as journal:  # the match goes on in it
        assert point_at(journal).state == state
        journal.append(NOTE)
    assert entries_in(built) == entries_in(mirror)


@pytest.mark.ci
def test_a_mirror_that_is_behind_catches_up_and_one_that_is_ahead_is_told(where: str | Path, mirror: str) -> None:
    with Journal(where, write=True) as journal:
        journal.append(NOTE)
        journal.append(NOTE)
    with MirroredJournal(where, mirror) as both:
        both.append(NOTE)
    assert len(entries_in(mirror)) == 3
    with Journal(where, write=True) as journal:
        journal.append(NOTE)
    with MirroredJournal(where, mirror):
        assert len(entries_in(mirror)) == 4 or "postgres" in mirror
    assert entries_in(mirror) == entries_in(where)


def test_a_journal_behind_its_mirror_says_so(tmp_path: Path, mirror: str) -> None:
    file = tmp_path / "match.sqlite"
    with MirroredJournal(file, mirror) as journal:
        journal.append(NOTE)
    older = file.read_bytes()
    with MirroredJournal(file, mirror) as journal:
        journal.append(NOTE)
    file.write_bytes(older)
    for said in ("ends at entry 1", "is empty"):
        with pytest.raises(BadInput, match=rf"{said}, and its mirror .* at entry 2: .*vedette journal rebuild"):
            MirroredJournal(file, mirror)
        file.unlink()
    with Journal(file, write=True) as other:
        for _ in range(3):
            other.append(NOTE)
    with pytest.raises(BadInput, match="the mirror of another match"):
        MirroredJournal(file, mirror)


def test_what_is_no_mirror_is_left_as_it_is(tmp_path: Path) -> None:
    file, other = tmp_path / "match.sqlite", tmp_path / "letter.txt"
    other.write_text("Dear Anna")
    for mirror, said in ((file, "another file than the journal"), (other, "expected the mirror of a journal")):
        with pytest.raises(BadInput, match=said):
            MirroredJournal(file, str(mirror))
    assert other.read_text() == "Dear Anna"
    with pytest.raises(BadInput, match="cannot be opened"):
        MirroredJournal(file, str(tmp_path / "nowhere" / "mirror.jsonl"))
    with MirroredJournal(file, str(tmp_path / "m.jsonl")), pytest.raises(WriterTaken):
        MirroredJournal(tmp_path / "second.sqlite", str(tmp_path / "m.jsonl"))


@pytest.fixture
def both(tmp_path: Path) -> Iterator[MirroredJournal]:
    with MirroredJournal(tmp_path / "match.sqlite", str(tmp_path / "mirror.jsonl")) as journal:
        journal.append(NOTE)
        yield journal


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be deleted on Windows")
@pytest.mark.parametrize("how", ["deleted", "cut off", "longer"])
def test_a_mirror_that_fails_stops_nothing_says_so_and_catches_up(
    both: MirroredJournal, how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "mirror.jsonl"
    if how == "deleted":
        file.unlink()
    elif how == "cut off":
        os.truncate(file, file.stat().st_size - 10)
    else:
        file.write_bytes(file.read_bytes() + b"\n\n")
    both.append(NOTE)
    assert both.trouble is not None
    assert "mirror" in both.trouble
    assert "deleted, replaced or changed" in caplog.text
    both.append(NOTE)
    assert both.trouble is not None
    both.append(NOTE)
    assert both.trouble is None
    assert "caught up" in caplog.text
    assert entries_in(file) == list(both.entries())


@pytest.mark.ci
def test_a_mirror_that_is_gone_is_asked_less_and_less_often(
    both: MirroredJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def away() -> None:
        tried.append(1)
        raise OSError("no such disk")

    monkeypatch.setattr(both, "_catch_up", away)
    for _ in range(100):
        both.append(NOTE)
    assert len(tried) == 9 < 100 // MOST_WAITS + 5
    monkeypatch.undo()
    for _ in range(MOST_WAITS + 1):
        both.append(NOTE)
    assert both.trouble is None


def test_a_damaged_journal_points_to_its_mirror_only_while_that_is_whole(both: MirroredJournal, tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("an open file cannot be cut off on Windows")
    os.truncate(tmp_path / "match.sqlite-wal", 0)
    with pytest.raises(NotSaved, match="all that was confirmed is in its mirror"):
        both.append(NOTE)
    both._say("the mirror is not written")
    with pytest.raises(NotSaved, match="export the match now"):
        both.append(NOTE)


def lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines(keepends=True)


def test_a_torn_last_line_is_passed_over_and_counted(both: MirroredJournal, tmp_path: Path) -> None:
    file = tmp_path / "mirror.jsonl"
    both.append(NOTE)
    both.close()
    first, second = lines(file)
    for cut in range(1, len(second) - 1, 7):
        file.write_bytes(first + second[:cut])
        with TextMirror(file) as mirror:
            assert [entry.sequence for entry in mirror.entries()] == [1]
            assert mirror.torn == 1
    with MirroredJournal(tmp_path / "match.sqlite", str(file)) as again:
        again.append(NOTE)
    with TextMirror(file) as mirror:
        assert check_journal(mirror.entries()).faults == ()
        assert [entry.sequence for entry in mirror.entries()] == [1, 2, 3]
        assert mirror.torn == 1
    file.write_bytes(first + second.rstrip(b"\n"))  # only the end of the line is missing: the entry is there
    with TextMirror(file, write=True) as mirror:
        assert mirror.head is not None
        assert mirror.head.sequence == 2


@pytest.mark.ci
def test_an_altered_mirror_is_found_and_built_from_as_far_as_it_is_whole(both: MirroredJournal, tmp_path: Path) -> None:
    both.append(NOTE)
    both.append(NOTE)
    both.close()
    file = tmp_path / "mirror.jsonl"
    first, second, third = lines(file)
    for middle in (second.replace(b"test", b"tess"), b"", second[:30] + b"\n"):
        file.write_bytes(first + middle + third)
        with TextMirror(file) as mirror:
            assert check_journal(mirror.entries()).faults != ()
            built = tmp_path / f"built{len(middle)}.sqlite"
            count, wrong = rebuild(mirror, str(built))
        assert (count, wrong) == (1, "entry 2 is missing or was altered")
        assert len(entries_in(built)) == 1
    file.write_bytes(second)
    with TextMirror(file) as mirror, pytest.raises(BadInput, match="nothing to build a journal from"):
        rebuild(mirror, str(tmp_path / "none.sqlite"))
    assert not (tmp_path / "none.sqlite").exists()


def test_a_file_that_is_neither_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd"
    file.write_text("not one")
    with pytest.raises(BadFile):
        open_mirror(str(file))
    with pytest.raises(BadInput, match="no such journal"):
        open_mirror(str(tmp_path / "none"))
