"""Whatever is done to a journal behind its back is found."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from postgres import Cluster
from spoiling import Spoiled
from sqlalchemy import Connection, text

from referee.journal.entry import GENESIS, Entry, sealed
from referee.journal.integrity import Fault, check_journal
from table.errors import BadFile, BadInput


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def spoiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Spoiled:
    if request.param == "sqlite":
        return Spoiled(tmp_path_factory.mktemp("journal") / "match.sqlite")
    cluster: Cluster = request.getfixturevalue("postgres")
    return Spoiled(cluster.new())


def sql(*statements: str, **values: object) -> Callable[[Connection], object]:
    return lambda db: [db.execute(text(statement), values) for statement in statements]


def test_a_whole_journal_has_no_fault(spoiled: Spoiled) -> None:
    report = spoiled.whole()
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
def test_an_altered_entry_is_found(spoiled: Spoiled, column: str, value: object) -> None:
    report = spoiled.report_after(sql(f"UPDATE entry SET {column} = :value WHERE sequence = 3", value=value))
    assert [fault.sequence for fault in report.faults] == [3]
    assert "altered" in report.faults[0].what


def test_a_missing_entry_is_found(spoiled: Spoiled) -> None:
    report = spoiled.report_after(sql("DELETE FROM entry WHERE sequence IN (4, 5)"))
    assert [(fault.sequence, fault.what) for fault in report.faults] == [(6, "entries 4 to 5 are missing")]


def chain(count: int, kind: str = "note", text: str = "{}") -> Iterator[Entry]:
    """Yield so many sealed entries."""
    seal = GENESIS
    for number in range(1, count + 1):
        entry = sealed(number, "2026-11-21T12:00:00.000+00:00", kind, 1, text, seal)
        seal = entry.seal
        yield entry


def test_one_missing_entry_is_named_alone() -> None:
    entries = [entry for entry in chain(5) if entry.sequence != 4]
    assert [fault.what for fault in check_journal(entries).faults] == ["entry 4 is missing"]


@pytest.mark.parametrize("text", ["{}", "[]", "no JSON"])
def test_a_signature_that_cannot_be_read_signs_nothing(text: str) -> None:
    assert ["signs another seal" in fault.what for fault in check_journal(chain(1, "signed", text)).faults] == [True]


def test_who_waits_is_told_now_and_then_how_many_entries_were_read() -> None:
    told: list[int] = []
    assert check_journal(chain(2500), tick=told.append).faults == ()
    assert 0 < len(told) < 25
    assert told == sorted(told)


def test_two_entries_that_changed_places_are_found(spoiled: Spoiled) -> None:
    moves = ((3, 99), (4, 3), (99, 4))
    swap = sql(*(f"UPDATE entry SET sequence = {new} WHERE sequence = {old}" for old, new in moves))
    assert {fault.sequence for fault in spoiled.report_after(swap).faults} >= {3, 4}


def test_an_entry_taken_out_and_the_rest_renumbered_is_found(spoiled: Spoiled) -> None:
    cut = sql(
        "DELETE FROM entry WHERE sequence = 3",
        "UPDATE entry SET sequence = sequence - 1000 WHERE sequence > 3",
        "UPDATE entry SET sequence = sequence + 999 WHERE sequence < 0",
    )
    report = spoiled.report_after(cut)
    assert report.faults
    assert report.faults[0].sequence == 3


def test_a_cut_tail_is_whole_by_itself_and_exposed_by_the_seal_on_a_card(spoiled: Spoiled) -> None:
    head = spoiled.whole().head
    last = spoiled.whole().entries

    cut = sql("DELETE FROM entry WHERE sequence = :last", last=last)
    assert spoiled.report_after(cut).faults == ()
    assert "cut off or rewritten" in spoiled.report_after(cut, head).faults[0].what


def test_a_chain_written_anew_is_exposed_by_the_seal_on_a_card(spoiled: Spoiled) -> None:
    head = spoiled.whole().head

    def anew(db: Connection) -> None:
        columns = "sequence, time, kind, version, text, previous, seal"
        rows = db.execute(text(f"SELECT {columns} FROM entry ORDER BY sequence")).all()
        previous = None
        for row in rows:
            entry = Entry(*row)
            dice = entry.text.replace("[5]", "[6]")
            again = sealed(entry.sequence, entry.time, entry.kind, entry.version, dice, previous or entry.previous)
            previous = again.seal
            values = {"text": again.text, "before": again.previous, "seal": again.seal, "number": again.sequence}
            sql("UPDATE entry SET text = :text, previous = :before, seal = :seal WHERE sequence = :number", **values)(
                db
            )

    assert spoiled.report_after(anew).faults == ()
    assert spoiled.report_after(anew, head).faults


@pytest.mark.first(1)
@pytest.mark.ci
@given(st.data())
def test_any_one_character_changed_anywhere_is_found(spoiled: Spoiled, data: st.DataObject) -> None:
    count = spoiled.whole().entries
    sequence = data.draw(st.integers(1, count))
    column = data.draw(st.sampled_from(["time", "kind", "text", "previous", "seal"]))

    def spoil(db: Connection) -> None:
        (old,) = db.execute(text(f"SELECT {column} FROM entry WHERE sequence = {sequence}")).one()
        place = data.draw(st.integers(0, len(old) - 1))
        new = data.draw(st.characters(codec="utf-8", exclude_characters="" if spoiled.takes_nul else "\0"))
        changed = old[:place] + new + old[place + 1 :]
        assume(changed != old)
        sql(f"UPDATE entry SET {column} = :changed WHERE sequence = {sequence}", changed=changed)(db)

    assert spoiled.report_after(spoil).faults


@pytest.mark.parametrize("value", [b"\xff\xfe", 7, b"\xc3\x28"])
def test_what_is_no_text_at_all_is_found(tmp_path: Path, value: object) -> None:
    """SQLite keeps anything in any column."""
    spoiled = Spoiled(tmp_path / "match.sqlite")
    report = spoiled.report_after(sql("UPDATE entry SET text = :value WHERE sequence = 3", value=value))
    assert [fault.sequence for fault in report.faults] == [3]


def test_bytes_that_are_no_characters_are_found(tmp_path: Path) -> None:
    spoiled = Spoiled(tmp_path / "match.sqlite")
    with pytest.raises(BadFile, match="UTF-8"):
        spoiled.report_after(sql("UPDATE entry SET text = CAST(x'c328' AS TEXT) WHERE sequence = 3"))


def test_a_seal_on_a_card_may_be_its_beginning_in_any_letters(spoiled: Spoiled) -> None:
    head = spoiled.whole().head
    assert check(spoiled, f" {head[:16].upper()} ") == ()
    assert check(spoiled, head[:15] + ("0" if head[15] != "0" else "1"))
    for wrong in (head[:7], "no seal at all", head + "0"):
        with pytest.raises(BadInput, match="a seal is 64"):
            check(spoiled, wrong)


def check(spoiled: Spoiled, head: str) -> tuple[Fault, ...]:
    return spoiled.report_after(lambda _: None, head).faults
