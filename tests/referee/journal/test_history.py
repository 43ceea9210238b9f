"""Any moment of a match comes out of its journal as it was."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from journals import SIDES, TABLE, Ticking, begin, play

from referee.journal import history, payloads
from referee.journal import reader as reading
from referee.journal.export import as_text
from referee.journal.history import fold_text, keep, opened, point_at, standing
from referee.journal.integrity import check_journal
from referee.journal.payloads import KINDS, Confirmed, Note, Opened, read_payload
from referee.journal.replay_check import differences
from referee.journal.stands import stand_data, stand_from, state_data, state_from, table_data, table_from
from referee.journal.store import Journal
from referee.match.match import Match
from referee.match.state import NotNow
from rules.ambush.effects import REDUCER
from rules.registry import rule
from rules.ruling import Effect
from rules.state import State
from table.errors import BadFile
from table.shared import Shared
from table.stand import Base, Stand


def as_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def test_stands_tables_and_states_come_back_as_they_were() -> None:
    stand = Stand(
        "x", "us", "vehicle", 1.5, 2.25, -90, 3, 7, 0.1, 0.2, "Sherman", (Base(1, 0, 2, 2),), "hand", {"fired": True}
    )
    assert stand_from(as_json(stand_data(stand))) == stand
    assert table_from(as_json(table_data(TABLE))) == TABLE
    played = REDUCER.after(State(SIDES), [Effect("remove", "Weber"), Effect("fired", "Miller")], TABLE)
    state = REDUCER.next_turn(played, TABLE)
    assert state_from(as_json(state_data(state))) == state


def test_what_stands_share_comes_back_to_the_stands_that_had_it() -> None:
    miller, *others = TABLE.stands
    shared = Shared(np.arange(6.0).reshape(3, 2), object(), np.array([[1.5, 0.1], [0.1, 0.5]]))
    table = replace(TABLE, stands=(replace(miller, shared=shared), *others))
    back, *rest = table_from(as_json(table_data(table))).stands
    assert back.shared is not None
    assert (back.shared.modes.tolist(), back.shared.own.tolist()) == (shared.modes.tolist(), shared.own.tolist())
    assert rest == others


@pytest.mark.ci
def test_every_moment_is_rebuilt(where: str | Path) -> None:
    journal, match = begin(where)
    moments = {1: match.now.memory}

    def note(what: Any) -> None:
        what()
        moments[journal.newest().sequence] = match.now.memory  # type: ignore[union-attr]

    note(lambda: match.declare("Miller", "Weber"))
    note(lambda: match.throw([5]))
    note(lambda: match.throw([6], confirm=True))
    note(match.undo)
    note(match.redo)
    note(match.end_turn)
    note(match.undo)
    note(match.undo)
    note(lambda: match.throw([1], confirm=True))
    for sequence, state in moments.items():
        assert point_at(journal, sequence).state == state, sequence
    assert list(differences(journal)) == []
    journal.close()


@pytest.mark.ci
@given(acts=st.lists(st.sampled_from(["hit", "miss", "undo", "redo", "end"]), max_size=25), every=st.integers(1, 7))
def test_stored_states_are_what_a_full_replay_makes(
    acts: list[str], every: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    patch = pytest.MonkeyPatch()
    patch.setattr(history, "FOLD_EVERY", every)
    journal, match = begin(tmp_path_factory.mktemp("j") / "match.sqlite")
    try:
        for act in acts:
            try:
                if act in ("hit", "miss"):
                    match.declare(*(("Miller", "Weber") if match.now.memory.side == "us" else ("Krause", "Moore")))
                    match.throw([6] if act == "hit" else [1], confirm=True)
                    if match.now.owed:
                        match.throw([6], confirm=True)
                else:
                    {"undo": match.undo, "redo": match.redo, "end": match.end_turn}[act]()
            except (NotNow, KeyError):
                continue
            except Exception as error:
                if type(error).__name__ != "UnknownStand":
                    raise
        assert point_at(journal).state == match.now.memory
        assert list(differences(journal)) == []
    finally:
        patch.undo()
        journal.close()


def test_a_journal_of_an_older_version_still_opens(where: str | Path) -> None:
    ruling = rule("ambush", TABLE, {"type": "shoot", "actor": "Miller", "target": "Weber"}, [5, 6])
    old = {
        "action": {"type": "shoot", "actor": "Miller", "target": "Weber"}, "table": table_data(TABLE), "dice": [5, 6],
        "decided": {}, "ruling": ruling.as_dict(), "effects": [e.as_dict() for e in ruling.effects],
        "reason": "the figure had fallen over",
    }  # fmt: skip
    with Journal(where, write=True, now=Ticking()) as journal:
        journal.append(opened("ambush", "an old match", {}, State(SIDES), "0.0.9"))
        entry = journal.append(("confirmed", 1, old))
        read = read_payload(entry)
        assert isinstance(read, Confirmed)
        assert (read.amended, read.frame) == ("the figure had fallen over", None)
        assert set(point_at(journal).state.fallen) == {"Weber"}


def test_a_journal_of_a_newer_version_says_so(where: str | Path) -> None:
    with Journal(where, write=True) as journal:
        journal.append(opened("ambush", "", {}, State(SIDES), "9"))
        entry = journal.append(("confirmed", 99, {}))
        with pytest.raises(BadFile, match="written by a newer Vedette"):
            read_payload(entry)
        with pytest.raises(BadFile, match="one of opened"):
            read_payload(journal.append(("dance", 1, {})))


def test_every_kind_is_read_in_every_version_up_to_its_own() -> None:
    assert KINDS["opened"] == (1, Opened)
    older = {(kind, version) for kind, (newest, _) in KINDS.items() for version in range(1, newest)}
    assert set(payloads._OLDER) == older


def test_an_amended_ruling_is_kept_with_its_reason_and_its_own_effects(where: str | Path) -> None:
    journal, match = begin(where)
    match.declare("Miller", "Weber")
    with pytest.raises(NotNow, match="a throw is still owed"):
        match.amend([], "he was bumped")
    match.throw([5])
    match.throw([6])
    with pytest.raises(NotNow, match="say why"):
        match.amend([Effect("fired", "Miller")], " ")
    match.amend([Effect("fired", "Miller")], "Weber had been knocked over by a sleeve")
    assert "Weber" in match.table
    last = read_payload(journal.newest())  # type: ignore[arg-type]
    assert isinstance(last, Confirmed)
    assert last.amended == "Weber had been knocked over by a sleeve"
    assert last.effects == (Effect("fired", "Miller"),)
    assert point_at(journal).state == match.now.memory
    journal.close()


def test_a_match_goes_on_where_its_journal_ends(where: str | Path) -> None:
    journal, match = begin(where)
    play(match)
    journal.close()
    with Journal(where, write=True) as again:
        going_on = Match(again, TABLE, rule)
        assert going_on.now.memory == match.now.memory
        assert "Weber" not in going_on.table
        going_on.end_turn()
        assert point_at(again).state == going_on.now.memory


@pytest.mark.ci
def test_what_a_match_that_goes_on_takes_back_is_only_its_own(where: str | Path) -> None:
    """It was begun where its journal ended, not at the journal's opening."""
    journal, match = begin(where)
    play(match)
    going_on = Match(journal, TABLE, rule)
    resumed = going_on.now.memory
    going_on.end_turn()
    going_on.undo()
    assert going_on.now.memory == resumed
    assert point_at(journal).state == resumed
    journal.close()


@pytest.mark.first(1)
@pytest.mark.ci
def test_forty_acts_each_taken_back_are_rebuilt_at_once(where: str | Path) -> None:
    """What was undone is stepped over: playing each undo's past anew would take 2 ** 40 steps."""
    journal, match = begin(where)
    for _ in range(40):
        match.end_turn()
        match.end_turn()
        match.undo()
    assert point_at(journal, stored=False).state == point_at(journal).state == match.now.memory
    assert match.now.memory.turn == 21
    assert list(differences(journal)) == []
    while match.can_undo:
        match.undo()
    assert point_at(journal).state == State(SIDES)
    journal.close()


def test_a_state_is_stored_though_many_entries_came_at_once(where: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "FOLD_EVERY", 10)
    journal, match = begin(where)
    note = Note(about="a test")
    for count in (7, 7, 25, 3, 3, 3, 3):
        keep(journal, [note] * count, match.now.memory)
    assert [number for number, _ in journal.folds()] == [15, 40, 52]
    assert journal.folded == 52
    assert "a test" in as_text("ambush", journal.at(2))  # an empty text is a text too
    journal.close()
    monkeypatch.setattr(Journal, "store_fold", lambda *_: None)  # killed between an entry and its state
    with Journal(where, write=True) as again:
        keep(again, [note] * 10, match.now.memory)
        monkeypatch.undo()
        monkeypatch.setattr(history, "FOLD_EVERY", 10)
        keep(again, [note], match.now.memory)
        assert again.folded == 63
        assert list(differences(again)) == []


def test_a_moment_is_played_from_the_newest_stored_state_before_it(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    match.end_turn()
    match.end_turn()
    assert [point_at(journal, number).sequence for number in (0, 1, 2, 3, 99)] == [1, 1, 2, 3, 3]
    assert point_at(journal, 1).state == State(SIDES)
    journal.store_fold(2, fold_text(State(SIDES, turn=9)))
    states = [point_at(journal, number).state for number in (1, 2, 3)]
    assert [(state.turn, state.side) for state in states] == [(1, "us"), (9, "us"), (9, "de")]
    assert point_at(journal, stored=False).state == match.now.memory
    journal.close()


@pytest.mark.ci
def test_a_stored_state_that_is_wrong_is_found_and_replays_do_not_use_it(where: str | Path) -> None:
    journal, match = begin(where)
    play(match)
    wrong = fold_text(State(SIDES, turn=9))
    journal.store_fold(5, wrong)
    journal.store_fold(500, wrong)
    assert point_at(journal).state != match.now.memory
    assert point_at(journal, stored=False).state == match.now.memory
    assert [(found.sequence, found.what[:7]) for found in differences(journal)] == [(5, "the sta"), (500, "a state")]
    journal.close()


def test_a_clock_set_back_changes_nothing(where: str | Path) -> None:
    times = iter(f"2026-11-{day:02}T12:00:00.000+00:00" for day in range(28, 0, -1))
    with Journal(where, write=True, now=lambda: next(times)) as journal:
        journal.append(opened("ambush", "", {}, State(SIDES), "test"))
        for _ in range(5):
            journal.append(Note(about="a test"))
        assert [entry.sequence for entry in journal.entries()] == [1, 2, 3, 4, 5, 6]
        assert check_journal(journal.entries()).faults == ()


@pytest.mark.ci
def test_who_reads_while_another_writes_sees_whole_entries_in_order(
    where: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PAGE", 7)
    note = Note(about="a test")
    with Journal(where, write=True) as journal:
        journal.append(*[note] * 20)
        seen = []
        with Journal(where) as reader:
            for entry in reader.entries():
                seen.append(entry.sequence)
                if len(seen) < 50:
                    journal.append(note, note)
            assert seen == list(range(1, 1 + len(seen)))
            assert len(seen) >= 110
            assert check_journal(reader.entries()).faults == ()


def test_looking_back_sees_the_first_entry_that_it_was_told(where: str | Path) -> None:
    journal, match = begin(where)
    play(match)
    (newest, *_) = standing(journal, {"confirmed"})
    assert [entry.sequence for entry in standing(journal, {"confirmed"}, first=newest.sequence)] == [newest.sequence]
    assert list(standing(journal, {"confirmed"}, newest.sequence - 1, newest.sequence)) == []
    journal.close()
