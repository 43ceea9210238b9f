"""What a game still asks for holds the turn, until it is done or the referee waives it."""

import json
from dataclasses import replace

import pytest
from journals import TABLE
from matches import match_at

from referee.action_roles import is_complete
from referee.journal.entry import Entry
from referee.journal.entry_sentences import entry_said
from referee.journal.history import standing
from referee.journal.payloads import TurnEnded, read_payload
from referee.match.match import Match
from referee.match.state import StillOwed
from referee.words import outcome_sentence
from rules.goal import winner_of
from rules.state import State
from rules.turn_order import owed
from table.snapshot import Snapshot
from table.stand import Stand


def after_losses() -> Match:
    """Return a match of Ambush in which the side to play has two of its four left, and has not tested yet (A5.1)."""
    return match_at(TABLE, state=State(("us", "de"), known={"us": {"started": 4}, "de": {"started": 2}}))


def ends_of_turns(match: Match) -> list[Entry]:
    return list(standing(match.journal, ("turn_ended",)))


def test_what_is_owed_holds_the_turn_until_it_is_done() -> None:
    match = after_losses()
    assert [(it.clause, it.side) for it in match.obligations] == [("A5.1", "us")]
    with pytest.raises(StillOwed, match=r"A5\.1"):
        match.end_turn()
    match.declare_action(match.obligations[0].action)
    match.throw([1], confirm=True)
    assert match.obligations == ()
    assert match.end_turn().side == "de"


def test_an_undone_test_is_owed_again() -> None:
    match = after_losses()
    match.declare_action({"type": "morale", "side": "us"})
    match.throw([1], confirm=True)
    match.undo()
    assert [it.clause for it in match.obligations] == ["A5.1"]


def test_the_referee_waives_it_and_the_journal_says_what() -> None:
    match = after_losses()
    assert match.end_turn(waive=True).side == "de"
    (entry,) = ends_of_turns(match)
    ended = read_payload(entry)
    assert isinstance(ended, TurnEnded)
    assert [it.clause for it in ended.waived] == ["A5.1"]
    said = entry_said("ambush", entry)
    assert said.startswith("End of the turn; the referee waived: ")
    assert "morale" in said


def test_a_turn_that_owes_nothing_waives_nothing() -> None:
    match = match_at(TABLE)
    match.end_turn(waive=True)
    (entry,) = ends_of_turns(match)
    assert entry_said("ambush", entry) == "End of the turn."


def test_an_end_of_a_turn_of_before_is_read() -> None:
    match = match_at(TABLE)
    match.end_turn()
    (entry,) = ends_of_turns(match)
    data = {key: value for key, value in entry.payload.items() if key != "waived"}
    old = replace(entry, version=1, text=json.dumps(data))
    ended = read_payload(old)
    assert isinstance(ended, TurnEnded)
    assert (ended.waived, ended.table.snapshot) == ((), TABLE)


def test_who_has_won_owes_nothing() -> None:
    known = {"us": {"started": 4}, "de": {"started": 2, "surrendered": True}}
    assert owed("ambush", TABLE, State(("us", "de"), known=known)) == ()
    assert owed("ambush", TABLE, State(("us", "de"), known={**known, "de": {"started": 2}})) != ()


def test_who_rode_with_a_lost_base_throws_under_its_name() -> None:
    at = {"n1": ("n", 40, 90), "n2": ("n", 36, 90), "s1": ("s", 42, 270), "s2": ("s", 80, 270)}
    known: dict[str, dict[str, object]] = {"n1": {"general": True, "quality": "militia"}, "s1": {"quality": "veteran"}}
    stands = tuple(
        Stand(name, side, "infantry", 60 + 5 * (name[1] == "2"), y, heading, 2.5, 2, state=known.get(name, {}))
        for name, (side, y, heading) in at.items()
    )
    match = match_at(Snapshot(160, 100, stands), "yankee", State(("n", "s")))
    match.declare_action({"type": "combat", "actor": "n1", "target": "s1"})
    match.throw([1, 6], confirm=True)
    (due,) = match.obligations
    assert (due.clause, due.side, dict(due.action)) == ("Y11.1", "n", {"type": "general", "actor": "n1"})
    assert is_complete("yankee", due.action, match.table, match.now.memory)
    match.declare_action(due.action)
    assert match.throw([4], confirm=True).outcome == "rider_joins"
    assert match.obligations == ()
    assert match.now.memory.states["n2"]["general"] is True


def bases(*left: str, started: int) -> Match:
    """Return a match of Yankee with these bases left, and so many that each side began with."""
    stands = tuple(
        Stand(name, name[0], "infantry", 20 * int(name[1]), 30 if name[0] == "n" else 80, 90, 2.5, 2) for name in left
    )
    known = {side: {"started": started, "brigades": {}} for side in ("n", "s")}
    return match_at(Snapshot(160, 100, stands), "yankee", State(("n", "s"), known=known))


def test_the_end_of_a_turn_says_who_has_won_and_by_which_clause() -> None:
    """Two of four are half (Y12.1): the end of the turn is a ruling, and takes itself back."""
    match = bases("n1", "n2", "n3", "s1", "s2", started=4)
    state = match.end_turn()
    assert (state.winner, state.side) == ("n", "s")
    ruling = match.now.ruling
    assert ruling is not None
    assert ruling.outcome == "defeat"
    assert {check.clause for check in ruling.checks} == {"Y12.1"}
    assert outcome_sentence(ruling) == "Victory: n. Defeated: s."
    assert winner_of(match.now.memory, match.goals) == "n"
    match.undo()
    assert (match.now.memory.winner, match.now.memory.side) == (None, "n")


@pytest.mark.parametrize(("left", "winner"), [(("n1", "n2", "n3", "s1", "s2", "s3"), None), (("n1", "s1"), None)])
def test_less_than_half_goes_on_and_half_of_both_is_nobodys_victory(left: tuple[str, ...], winner: str | None) -> None:
    match = bases(*left, started=4)
    assert match.end_turn().winner is winner
    assert winner_of(match.now.memory, match.goals) is winner


def test_a_turn_that_brings_nothing_is_no_ruling() -> None:
    match = bases("n1", "n2", "n3", "s1", "s2", "s3", started=4)
    match.end_turn()
    assert match.now.ruling is None
    assert len(ends_of_turns(match)) == 1
