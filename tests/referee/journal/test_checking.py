"""Whatever is done to a journal behind its back is found."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import begin, play

from referee.journal.checking import Report, check_journal
from referee.journal.entry import Entry, sealed
from referee.journal.store import Journal


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a whole journal, in one file."""
    file = tmp_path_factory.mktemp("journal") / "match.sqlite"
    journal, match = begin(file)
    play(match)
    journal.close()
    with sqlite3.connect(file) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.execute("DROP TRIGGER entry_no_update")
        raw.execute("DROP TRIGGER entry_no_delete")
        raw.execute("PRAGMA journal_mode=DELETE")
    return file.read_bytes()


def report_after(
    whole: bytes, folder: Path, act: Callable[[sqlite3.Connection], object], head: str | None = None
) -> Report:
    file = folder / "spoilt.sqlite"
    file.write_bytes(whole)
    connection = sqlite3.connect(file)
    act(connection)
    connection.commit()
    connection.close()
    with Journal(file) as journal:
        return check_journal(journal, head)


def head_of(whole: bytes, folder: Path) -> str:
    return report_after(whole, folder, lambda _: None).head


def test_a_whole_journal_has_no_fault(whole: bytes, tmp_path: Path) -> None:
    report = report_after(whole, tmp_path, lambda _: None)
    assert report.faults == ()
    assert report.entries > 8


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("text", '{"dice":[6],"by":"table"}'),
        ("time", "2026-11-21T12:00:59.000+00:00"),
        ("kind", "note"),
        ("version", 9),
    ],
)
def test_an_altered_entry_is_found(whole: bytes, tmp_path: Path, column: str, value: object) -> None:
    report = report_after(
        whole, tmp_path, lambda db: db.execute(f"UPDATE entry SET {column} = ? WHERE sequence = 3", (value,))
    )
    assert [fault.sequence for fault in report.faults] == [3]
    assert "altered" in report.faults[0].what


def test_a_missing_entry_is_found(whole: bytes, tmp_path: Path) -> None:
    report = report_after(whole, tmp_path, lambda db: db.execute("DELETE FROM entry WHERE sequence IN (4, 5)"))
    assert [(fault.sequence, fault.what) for fault in report.faults] == [(6, "entries 4 to 5 are missing")]


def test_two_entries_that_changed_places_are_found(whole: bytes, tmp_path: Path) -> None:
    def swap(db: sqlite3.Connection) -> None:
        for old, new in ((3, 99), (4, 3), (99, 4)):
            db.execute("UPDATE entry SET sequence = ? WHERE sequence = ?", (new, old))

    assert {fault.sequence for fault in report_after(whole, tmp_path, swap).faults} >= {3, 4}


def test_an_entry_taken_out_and_the_rest_renumbered_is_found(whole: bytes, tmp_path: Path) -> None:
    def cut(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM entry WHERE sequence = 3")
        db.execute("UPDATE entry SET sequence = sequence - 1000 WHERE sequence > 3")
        db.execute("UPDATE entry SET sequence = sequence + 999 WHERE sequence < 0")

    report = report_after(whole, tmp_path, cut)
    assert report.faults
    assert report.faults[0].sequence == 3


def test_a_cut_tail_is_whole_by_itself_and_exposed_by_the_seal_on_a_card(whole: bytes, tmp_path: Path) -> None:
    head = head_of(whole, tmp_path)
    last = report_after(whole, tmp_path, lambda _: None).entries

    def cut(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM entry WHERE sequence = ?", (last,))

    assert report_after(whole, tmp_path, cut).faults == ()
    assert "cut off or rewritten" in report_after(whole, tmp_path, cut, head).faults[0].what


def test_a_chain_written_anew_is_exposed_by_the_seal_on_a_card(whole: bytes, tmp_path: Path) -> None:
    head = head_of(whole, tmp_path)

    def anew(db: sqlite3.Connection) -> None:
        rows = db.execute(
            "SELECT sequence, time, kind, version, text, previous, seal FROM entry ORDER BY sequence"
        ).fetchall()
        previous = None
        for row in rows:
            entry = Entry(*row)
            text = entry.text.replace("[5]", "[6]")
            again = sealed(entry.sequence, entry.time, entry.kind, entry.version, text, previous or entry.previous)
            previous = again.seal
            db.execute(
                "UPDATE entry SET text = ?, previous = ?, seal = ? WHERE sequence = ?",
                (again.text, again.previous, again.seal, again.sequence),
            )

    assert report_after(whole, tmp_path, anew).faults == ()
    assert report_after(whole, tmp_path, anew, head).faults


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_one_character_changed_anywhere_is_found(
    whole: bytes, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("spoilt")
    count = report_after(whole, folder, lambda _: None).entries
    sequence = data.draw(st.integers(1, count))
    column = data.draw(st.sampled_from(["time", "kind", "text", "previous", "seal"]))

    def spoil(db: sqlite3.Connection) -> None:
        (old,) = db.execute(f"SELECT {column} FROM entry WHERE sequence = ?", (sequence,)).fetchone()
        place = data.draw(st.integers(0, len(old) - 1))
        new = data.draw(st.characters(codec="utf-8").filter(lambda char: char != old[place]))
        db.execute(
            f"UPDATE entry SET {column} = ? WHERE sequence = ?", (old[:place] + new + old[place + 1 :], sequence)
        )

    assert report_after(whole, folder, spoil).faults
