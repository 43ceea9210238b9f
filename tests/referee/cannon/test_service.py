"""From the lever to the casualty in the journal: nothing leaves the board before the referee has confirmed it."""

from collections.abc import Callable

import pytest
from cannon_range import Range, falls

from referee.cannon.found import ShotFindings
from referee.journal.payloads import Confirmed, read_payload
from referee.match.state import NotNow
from table.errors import BadInput, VedetteError


def test_a_shot_is_written_down_before_anybody_looks_at_its_frames(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.look(1.0)
    assert fire.rig_fires()
    assert fire.kinds() == ["opened", "shot"]
    assert fire.shots.holds
    assert fire.jobs == []


def test_the_same_shot_told_again_is_one_shot(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.look(1.0)
    assert fire.rig_fires()
    assert not fire.rig_fires()
    fire.look(2.0)
    assert len(fire.jobs) == 1
    assert not fire.rig_fires()
    fire.answer(falls("G2"))
    fire.shots.confirm(1)
    assert not fire.rig_fires()
    assert not fire.shots.holds
    assert fire.kinds().count("shot") == 1


def test_nothing_leaves_the_board_before_the_referee_confirms(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G2"))
    state = fire.shots.state()
    assert [c.name for c in state.proposal.fallen] == ["G2"]  # type: ignore[union-attr]
    assert state.leaving == {"G2"}
    assert fire.match.now.memory.fallen == {}
    fire.shots.confirm(1)
    assert set(fire.match.now.memory.fallen) == {"G2"}
    assert fire.kinds()[-4:] == ["declared", "confirmed", "shot_settled", "shot answered"]
    assert not fire.shots.holds


def test_firing_is_the_turn(field_of_fire: Range) -> None:
    field_of_fire.shoot(falls("G2"))
    field_of_fire.shots.confirm(1)
    assert field_of_fire.match.now.memory.side == "G"


def test_a_miss_costs_a_shell_and_the_turn_and_nobody(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(ShotFindings())
    fire.shots.confirm(1)
    assert fire.match.now.memory.fallen == {}
    assert fire.left == {"A": 4, "G": 5}
    assert fire.match.now.memory.side == "G"


def test_a_misfire_costs_nothing(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(ShotFindings(), misfire=True)
    assert fire.shots.state().proposal.shots[0].misfire  # type: ignore[union-attr]
    fire.shots.dismiss(1)
    assert fire.left == {"A": 5, "G": 5}
    assert fire.match.now.memory.side == "A"
    assert not fire.shots.holds


def test_who_was_dragged_is_stood_up_again_under_option_ii(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G2", "G3", apart_s=0.2))
    proposal = fire.shots.state().proposal
    assert proposal is not None
    assert {c.name: c.cause for c in proposal.casualties} == {"G2": "direct", "G3": "dragged"}
    assert fire.shots.state().leaving == {"G2"}
    fire.shots.confirm(1)
    assert set(fire.match.now.memory.fallen) == {"G2"}
    assert [stand.name for stand in fire.shots.to_stand_up().stands] == ["G3"]


def test_outside_the_zone_nobody_leaves(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G1"))  # in his base: not in the standard zone
    assert fire.shots.state().leaving == frozenset()
    fire.shots.confirm(1)
    assert fire.match.now.memory.fallen == {}
    assert [stand.name for stand in fire.shots.to_stand_up().stands] == ["G1"]


def test_the_referee_may_say_that_one_stands_and_another_fell(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G2"))
    fire.shots.amend(1, "G2", fell=False)
    fire.shots.amend(1, "G4", fell=True, cause="direct")
    assert fire.shots.state().leaving == {"G4"}
    fire.shots.confirm(1)
    assert set(fire.match.now.memory.fallen) == {"G4"}


def test_the_referee_may_say_how_one_fell(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G2", "G3", apart_s=0.2))
    fire.shots.amend(1, "G3", fell=True, cause="ricochet")
    assert fire.shots.state().leaving == {"G2", "G3"}


def test_a_fall_that_is_hardly_sure_is_shown_and_does_not_count_by_itself(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G2", confidence=0.3))
    [casualty] = fire.shots.state().proposal.casualties  # type: ignore[union-attr]
    assert not casualty.fell
    assert fire.shots.state().leaving == frozenset()


def test_where_ricochets_leave_doubt_the_commander_who_suffers_names_one(range_with: Callable[..., Range]) -> None:
    fire = range_with(option="iii", zone="all")
    fire.shoot(falls("G2", "G4", apart_s=0.0))
    fire.shots.amend(1, "G2", fell=True, cause="ricochet")
    fire.shots.amend(1, "G4", fell=True, cause="ricochet")
    assert fire.shots.state().to_name == {"G": ("G2", "G4")}
    fire.shots.name_one(1, "G4")
    assert fire.shots.state().leaving == {"G4"}
    assert fire.shots.state().to_name == {"G": ("G2", "G4")}
    fire.shots.confirm(1)
    assert set(fire.match.now.memory.fallen) == {"G4"}


def test_a_commander_may_name_nobody_and_think_better_of_it(range_with: Callable[..., Range]) -> None:
    fire = range_with(option="iii", zone="all")
    fire.shoot(falls("G2", "G4", apart_s=0.0))
    fire.shots.amend(1, "G2", fell=True, cause="ricochet")
    fire.shots.amend(1, "G4", fell=True, cause="ricochet")
    with pytest.raises(NotNow):
        fire.shots.name_nobody(1, "A")
    fire.shots.name_one(1, "G4")
    fire.shots.name_nobody(1, "G")
    assert fire.shots.state().leaving == frozenset()
    fire.shots.name_one(1, "G2")
    assert fire.shots.state().leaving == {"G2"}
    fire.shots.name_nobody(1, "G")
    assert fire.shots.confirm(1).outcome == "no_casualty"
    assert fire.match.now.memory.fallen == {}
    assert fire.match.now.memory.known["A"]["shots"] == 1


def test_where_somebody_was_hit_directly_nobody_is_named(range_with: Callable[..., Range]) -> None:
    fire = range_with(option="iii", zone="all")
    fire.shoot(falls("G2", "G4", apart_s=0.0))
    fire.shots.amend(1, "G2", fell=True, cause="direct")
    fire.shots.amend(1, "G4", fell=True, cause="ricochet")
    assert fire.shots.state().to_name == {}
    assert fire.shots.state().leaving == {"G2"}


def test_what_the_rules_refuse_is_on_the_card_and_takes_nobody(range_with: Callable[..., Range]) -> None:
    fire = range_with(shells=0)
    fire.shoot(falls("G2"))
    ruling = fire.shots.confirm(1)
    assert ruling.verdict == "refused"
    assert fire.match.now.memory.fallen == {}
    assert fire.match.now.open_card is not None


def test_an_answered_shot_is_not_answered_twice(field_of_fire: Range) -> None:
    field_of_fire.shoot(falls("G2"))
    field_of_fire.shots.confirm(1)
    with pytest.raises(NotNow):
        field_of_fire.shots.confirm(1)


def test_the_last_shot_can_be_looked_at_again(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G2"))
    fire.shots.dismiss(1)
    fire.shots.reopen()
    fire.shots.confirm(1)
    assert set(fire.match.now.memory.fallen) == {"G2"}


def test_a_shot_whose_losses_stand_is_not_looked_at_again(field_of_fire: Range) -> None:
    """Its fallen man is off the board: he was proposed to be stood up again."""
    fire = field_of_fire
    fire.shoot(falls("G2"))
    fire.shots.confirm(1)
    assert not fire.shots.state().again
    with pytest.raises(NotNow, match="take its ruling back"):
        fire.shots.reopen()
    fire.match.undo()
    assert fire.shots.state().again
    fire.shots.reopen()
    fire.shots.confirm(1)
    assert set(fire.match.now.memory.fallen) == {"G2"}


def test_without_a_rig_the_referee_taps_before_and_after(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.look(1.0)
    fire.shots.cock("A")
    assert fire.shots.state().levers["A"].cocked
    fire.look(8.0, "hands")
    fire.shots.fire("A")
    fire.look(1.0, "hands")
    fire.look(0.5)
    job = fire.jobs[0]
    assert job.picked.before is not None
    assert job.picked.before.time_s <= 101.0
    fire.answer(falls("G2"))
    fire.shots.confirm(1)
    assert set(fire.match.now.memory.fallen) == {"G2"}
    assert fire.left["A"] == 4
    assert fire.shots.state().newest.cocked_s == pytest.approx(8.0)  # type: ignore[union-attr]


def test_a_cannon_that_is_let_down_again_is_no_shot(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.look(1.0)
    fire.shots.cock("A")
    fire.shots.uncock("A")
    assert not fire.shots.holds
    with pytest.raises(NotNow):
        fire.shots.fire("A")
    assert fire.kinds() == ["opened"]


def test_cocked_for_too_long_is_news_to_the_page(field_of_fire: Range) -> None:
    fire = field_of_fire
    assert fire.shots.lever("A", cocked=True, time_s=fire.clock.now_s())
    assert not fire.look(59.0)
    assert fire.look(2.0)
    assert fire.shots.state().levers["A"].state == "too_long"
    assert not fire.look(2.0)


def test_two_shots_before_the_table_is_still_are_one_proposal_and_two_records(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.look(1.0)
    fire.rig_fires("A", 1)
    fire.look(0.4, "settling")
    fire.rig_fires("G", 2)
    fire.look(0.4, "settling")
    fire.look(1.5)
    assert len(fire.jobs) == 1
    fire.answer(falls("G2"))
    assert "shots_together" in fire.shots.state().proposal.notes  # type: ignore[union-attr]
    fire.shots.confirm(1)
    assert fire.kinds().count("shot") == 2
    assert fire.kinds().count("shot_settled") == 2
    assert fire.left == {"A": 4, "G": 4}


def test_where_nothing_could_be_found_the_referee_says_who_fell(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.look(1.0)
    fire.rig_fires()
    fire.look(1.5)
    fire.answer(None, "not_found")
    assert fire.shots.state().proposal.trouble == "not_found"  # type: ignore[union-attr]
    fire.shots.amend(1, "G2", fell=True, cause="direct")
    fire.shots.confirm(1)
    assert set(fire.match.now.memory.fallen) == {"G2"}


def test_nobody_falls_who_is_not_there(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(ShotFindings())
    with pytest.raises(VedetteError):
        fire.shots.amend(1, "nobody", fell=True)
    with pytest.raises(NotNow):
        fire.shots.amend(7, "G2", fell=True)


def test_who_stood_on_no_square_is_no_casualty(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(ShotFindings())
    fire.match.see(fire.table.with_stand(fire.table.stand("G2").moved_to(1.0, 1.0)))
    fire.shots.confirm(1)
    fire.shoot(ShotFindings(), counter=2, side="G")
    with pytest.raises(BadInput):
        fire.shots.amend(2, "G2", fell=True)


# What outlives the program


def test_killed_before_the_word_the_shot_is_there_and_the_casualty_is_not(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G2"))
    again = Range(fire.journal, fire.clock)
    state = again.shots.state()
    assert again.match.now.memory.fallen == {}
    assert [c.name for c in state.proposal.fallen] == ["G2"]  # type: ignore[union-attr]
    assert state.newest is not None
    assert again.kinds().count("shot") == 1
    again.shots.confirm(state.proposal.number)  # type: ignore[union-attr]
    assert set(again.match.now.memory.fallen) == {"G2"}
    assert Range(fire.journal, fire.clock).shots.state().proposal is None


def test_killed_before_the_frames_were_looked_at_the_referee_is_asked(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.look(1.0)
    fire.rig_fires()
    again = Range(fire.journal, fire.clock)
    proposal = again.shots.state().proposal
    assert proposal is not None
    assert proposal.trouble == "ended_before"
    again.shots.amend(proposal.number, "G2", fell=True, cause="direct")
    again.shots.confirm(proposal.number)
    assert set(again.match.now.memory.fallen) == {"G2"}


def test_a_shot_the_rig_sends_again_after_a_restart_is_not_counted_twice(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G2"))
    fire.shots.confirm(1)
    again = Range(fire.journal, fire.clock)
    assert not again.rig_fires()
    assert again.kinds().count("shot") == 1
    assert again.left == {"A": 4, "G": 5}


def test_the_confirmed_shot_names_its_record(field_of_fire: Range) -> None:
    fire = field_of_fire
    fire.shoot(falls("G2"))
    fire.shots.confirm(1)
    [confirmed] = [p for e in fire.journal.entries() if isinstance(p := read_payload(e), Confirmed)]
    assert confirmed.action["shot"] == "R-1:1"
    assert fire.shots.state().newest.casualties is not None  # type: ignore[union-attr]
