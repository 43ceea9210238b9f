"""Any moment of a match comes out of its journal as it was."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import SIDES, TABLE, Ticking, begin, play

from referee.journal import folding
from referee.journal.folding import effects_from, point_at
from referee.journal.keeping import JournalKeeper, opened
from referee.journal.payloads import KINDS, Confirmed, Opened, read_payload
from referee.journal.reruling import differences
from referee.journal.stands import stand_data, stand_from, state_data, state_from, table_data, table_from
from referee.journal.store import Journal
from referee.match import Match, NotNow
from rules.registry import rule
from rules.ruling import Effect
from rules.state import State
from table.errors import BadFile
from table.stand import Base, Stand


def as_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def test_stands_tables_and_states_come_back_as_they_were() -> None:
    stand = Stand(
        "x", "us", "vehicle", 1.5, 2.25, -90, 3, 7, 0.1, 0.2, "Sherman", (Base(1, 0, 2, 2),), "hand", {"fired": True}
    )
    assert stand_from(as_json(stand_data(stand))) == stand
    assert table_from(as_json(table_data(TABLE))) == TABLE
    state = State(SIDES).after([Effect("remove", "Weber"), Effect("fired", "Miller")], TABLE).next_turn(TABLE)
    assert state_from(as_json(state_data(state))) == state


def test_every_moment_is_rebuilt(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
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


@settings(max_examples=25, deadline=None)
@given(acts=st.lists(st.sampled_from(["hit", "miss", "undo", "redo", "end"]), max_size=25), every=st.integers(1, 7))
def test_stored_states_are_what_a_full_replay_makes(
    acts: list[str], every: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    patch = pytest.MonkeyPatch()
    patch.setattr(folding, "FOLD_EVERY", every)
    journal, match = begin(tmp_path_factory.mktemp("j") / "match.sqlite")
    try:
        for act in acts:
            try:
                if act in ("hit", "miss"):
                    match.declare(*(("Miller", "Weber") if match.now.memory.side == "us" else ("Krause", "Moore")))
                    match.throw([6] if act == "hit" else [1], confirm=True)
                    if match.owed:
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


def test_a_journal_of_an_older_version_still_opens(tmp_path: Path) -> None:
    ruling = rule("ambush", TABLE, {"type": "shoot", "actor": "Miller", "target": "Weber"}, [5, 6])
    old = {
        "action": {"type": "shoot", "actor": "Miller", "target": "Weber"}, "table": table_data(TABLE), "dice": [5, 6],
        "decided": {}, "ruling": ruling.as_dict(), "effects": [e.as_dict() for e in ruling.effects],
        "reason": "the figure had fallen over",
    }  # fmt: skip
    with Journal(tmp_path / "old.sqlite", write=True, now=Ticking()) as journal:
        journal.append(opened("ambush", "an old match", {}, State(SIDES), "0.0.9"))
        entry = journal.append(("confirmed", 1, old))
        read = read_payload(entry)
        assert isinstance(read, Confirmed)
        assert (read.amended, read.frame) == ("the figure had fallen over", None)
        assert set(point_at(journal).state.fallen) == {"Weber"}


def test_a_journal_of_a_newer_version_says_so(tmp_path: Path) -> None:
    with Journal(tmp_path / "new.sqlite", write=True) as journal:
        journal.append(opened("ambush", "", {}, State(SIDES), "9"))
        entry = journal.append(("confirmed", 99, {}))
        with pytest.raises(BadFile, match="written by a newer Vedette"):
            read_payload(entry)
        with pytest.raises(BadFile, match="one of opened"):
            read_payload(journal.append(("dance", 1, {})))


def test_every_kind_has_a_model_of_its_version() -> None:
    assert KINDS["opened"] == (1, Opened)
    assert all(version >= 1 for version, _ in KINDS.values())


def test_an_amended_ruling_is_kept_with_its_reason_and_its_own_effects(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
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
    assert effects_from(last.effects) == (Effect("fired", "Miller"),)
    assert point_at(journal).state == match.now.memory
    journal.close()


def test_a_match_goes_on_where_its_journal_ends(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    play(match)
    journal.close()
    with Journal(tmp_path / "match.sqlite", write=True) as again:
        point = point_at(again)
        going_on = Match("ambush", point.state, TABLE, rule, point.opened.settings, JournalKeeper(again))
        assert going_on.now.memory == match.now.memory
        assert "Weber" not in going_on.table
        going_on.end_turn()
        assert point_at(again).state == going_on.now.memory
