"""The way of a shot: each step from one state to the next, and that no other one is taken."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from cannon_range import PICTURE, falls, soldiers

from referee.cannon import shot_state as step
from referee.cannon.frame_choice import Fired, FrameChoice
from referee.cannon.pending import PendingShots
from referee.cannon.proposal import Proposal, proposed
from referee.cannon.ring import KeptFrame
from referee.cannon.shot_state import Answered, Cocked, Comparing, ShotState
from referee.journal.payloads import Frame
from referee.match.state import NotNow
from referee.shots.cocked import CannonStatus
from table.errors import BadInput, UnknownStand

TABLE = soldiers()
COCKED = Cocked("A", 10.0)
FIRED = Fired("R-1:1", "A", 12.0, 0.001, by_rig=True)
PICKED = FrameChoice((FIRED,), None, (), KeptFrame(14.0, PICTURE, settled=True))
COMPARING = Comparing(3, PICKED, TABLE)
PROPOSAL = proposed(3, (FIRED,), TABLE, falls("G2", "G4"))
CONFIRMED, DISMISSED = Answered(PROPOSAL, "confirmed"), Answered(PROPOSAL, "dismissed")
STATES: dict[str, ShotState | None] = {
    "none": None, "cocked": COCKED, "fired": FIRED, "comparing": COMPARING, "proposed": PROPOSAL,
    "confirmed": CONFIRMED, "dismissed": DISMISSED,
}  # fmt: skip
STEPS: dict[str, tuple[Callable[[Any], object], str]] = {
    "uncock": (step.uncock, "cocked"),
    "fire": (lambda shot: step.fire(shot, 12.0, "by hand:1"), "cocked"),
    "compare": (lambda shot: step.compare((FIRED, shot), 3, PICKED, TABLE), "fired"),
    "propose": (lambda shot: step.propose(shot, TABLE, None), "comparing"),
    "amend": (lambda shot: step.amend(shot, "G2", TABLE, fell=False), "proposed"),
    "name": (lambda shot: step.name_one(shot, "G2", ("G2",)), "proposed"),
    "confirm": (lambda shot: step.answer(shot, "confirmed"), "proposed"),
    "dismiss": (lambda shot: step.answer(shot, "dismissed"), "proposed"),
    "reopen": (step.reopen, "confirmed dismissed"),
}


@pytest.mark.parametrize(("name", "state"), list(product(STEPS, STATES)))
def test_a_step_is_taken_from_its_own_state_and_refused_in_every_other(name: str, state: str) -> None:
    take, fits = STEPS[name]
    if state in fits.split():
        take(STATES[state])
    else:
        with pytest.raises(NotNow):
            take(STATES[state])


def test_a_cannon_is_cocked_once() -> None:
    assert step.cock(CannonStatus("A", "safe"), 10.0) == COCKED
    assert step.cock(CannonStatus("A"), 10.0) == COCKED, "no rig has told where the lever is"
    for state in ("cocked", "too_long"):
        with pytest.raises(NotNow, match="cocked already"):
            step.cock(CannonStatus("A", state), 10.0)


def test_the_shot_flew_between_the_taps() -> None:
    fired = step.fire(COCKED, 12.0, "by hand:1")
    assert fired == Fired("by hand:1", "A", 10.0, until_s=12.0)
    assert fired.earliest_s < 10.0
    assert fired.latest_s > 12.0


def test_shots_between_which_the_table_was_not_still_are_compared_together() -> None:
    other = replace(FIRED, key="R-2:1", side="G", time_s=13.0)
    picked = replace(PICKED, shots=(FIRED, other))
    comparing = step.compare((FIRED, other), 4, picked, TABLE)
    assert (comparing.number, comparing.picked, comparing.table) == (4, picked, TABLE)
    assert step.propose(comparing, TABLE, None).shots == (FIRED, other)


def test_what_was_found_is_proposed_with_its_pictures() -> None:
    before, after = Frame(sha256="a" * 64), Frame(sha256="b" * 64)
    proposal = step.propose(COMPARING, TABLE, falls("G2"), "", before, after)
    assert (proposal.number, [one.name for one in proposal.fallen]) == (3, ["G2"])
    assert (proposal.before, proposal.after, proposal.trouble) == (before, after, "")
    nothing = step.propose(COMPARING, TABLE, None, "not_found")
    assert (nothing.casualties, nothing.trouble) == ((), "not_found")


def test_the_referee_amends_also_who_was_not_seen_when_the_shot_was() -> None:
    proposal = proposed(3, (FIRED,), TABLE.without("A1"), falls("G2"))
    amended = step.amend(step.amend(proposal, "G2", TABLE, fell=False), "A1", TABLE, fell=True, cause="direct")
    assert [one.name for one in amended.fallen] == ["A1"]
    with pytest.raises(UnknownStand):
        step.amend(proposal, "nobody", TABLE, fell=True)
    with pytest.raises(BadInput):
        step.amend(proposal, "A1", TABLE.with_stand(TABLE.stand("A1").moved_to(1.0, 1.0)), fell=True)


def test_a_commander_names_one_and_may_think_better_of_it() -> None:
    named = step.name_one(PROPOSAL, "G2", ("G2", "G4"))
    assert named.leaves == ("G2",)
    assert step.name_one(named, "G4", ("G2", "G4")).leaves == ("G4",)
    assert step.name_one(named, "A1", ("A1", "A2")).leaves == ("G2", "A1"), "the other side's commander"
    with pytest.raises(NotNow, match="no doubt about G3"):
        step.name_one(PROPOSAL, "G3", ("G2", "G4"))


def test_an_answered_shot_is_proposed_again_as_it_was() -> None:
    assert step.answer(PROPOSAL, "confirmed") == CONFIRMED
    assert step.answer(PROPOSAL, "dismissed") == DISMISSED
    assert step.reopen(CONFIRMED) is step.reopen(DISMISSED) is PROPOSAL


def test_the_match_waits_from_the_shot_to_the_answer() -> None:
    pending = PendingShots(lambda _: None)
    way = (None, COCKED, FIRED, COMPARING, PROPOSAL, CONFIRMED)
    held = []
    for was, now in pairwise(way):
        pending.change(was, now)
        held.append(pending.holds)
    assert held == [False, True, True, True, False]
    assert (pending.answered, pending.in_state(Proposal)) == (CONFIRMED, ())


def test_a_shot_is_not_answered_twice_nor_another_than_was_seen() -> None:
    pending, second = PendingShots(lambda _: None), replace(PROPOSAL, number=4)
    pending.take_up(PROPOSAL)
    pending.take_up(second)
    assert pending.proposal(3) is PROPOSAL
    assert pending.proposal(4) is None, "another one is on the card"
    pending.change(PROPOSAL, CONFIRMED)
    with pytest.raises(NotNow):
        pending.change(PROPOSAL, CONFIRMED)
    assert pending.proposal(4) is second
    pending.change(CONFIRMED, step.reopen(CONFIRMED))
    assert pending.in_state(Proposal) == (PROPOSAL, second), "the one looked at again is on the card first"
    pending.change(PROPOSAL, DISMISSED)
    pending.change(second, replace(CONFIRMED, proposal=second))
    assert pending.in_state(Answered) == (Answered(second, "confirmed"),), "only the newest is kept"


def test_a_cannon_let_down_again_leaves_no_shot() -> None:
    pending = PendingShots(lambda _: None)
    pending.change(None, COCKED)
    assert (pending.cocked("A"), pending.cocked("G")) == (COCKED, None)
    pending.change(COCKED, None)
    assert pending.in_state(Cocked) == ()
