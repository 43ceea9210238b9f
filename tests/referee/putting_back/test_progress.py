"""From the bump to the last stand: what is proposed, what is refused meanwhile, and what is left of it all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.match.state import NotNow
from referee.observation import Observation, TableStatus
from referee.putting_back.moments import agreed_now
from table.errors import BadInput

BUMP = {"Jensen": (3.0, 1.0, 20.0), "Huber": (2.0, -0.5, -14.0), "Vogel": (4.0, 0.5, 33.0)}
"""An American and two Germans, while the Americans play."""


def proposed(farm: Any) -> set[str]:
    proposal = farm.putting.state.proposal
    return set() if proposal is None else set(proposal.names)


def states(farm: Any) -> dict[str, str]:
    return {hint.name: hint.state for hint in farm.putting.state.told}


def walked(farm: Any, name: str) -> object:
    return farm.match.table.stand(name).state.get("moved_cm")


# what is proposed


def test_stands_of_both_sides_that_move_together_are_proposed(farm: Any) -> None:
    assert farm.settle(BUMP), "that is news"
    assert proposed(farm) == set(BUMP)
    first = farm.putting.state.proposal.moved[0]
    assert first.name == "Vogel", "the farthest first"
    assert first.seen_from("near") == pytest.approx((-4.0, -0.5))


@pytest.mark.parametrize(
    "moved",
    [
        {"Jensen": (3.0, 0.0, 0.0)},
        {"Jensen": (3.0, 0.0, 0.0), "Miller": (0.0, 5.0, 10.0)},
        {"Huber": (3.0, 0.0, 0.0)},
        {"Jensen": (0.2, 0.0, 0.0), "Huber": (0.1, 0.1, 1.0)},
    ],
    ids=["a player's own", "two of a player's own", "one of the other side's", "within the tolerance"],
)
def test_what_may_well_have_been_played_is_not_proposed(farm: Any, moved: Any) -> None:
    farm.settle(moved)
    assert proposed(farm) == set()


def test_one_of_the_other_sides_with_a_frame_marker_is_proposed(farm: Any) -> None:
    farm.settle({"Huber": (3.0, 0.0, 0.0)}, frame_pushed=True)
    assert proposed(farm) == {"Huber"}


def test_a_marker_that_was_pushed_long_ago_proves_nothing(farm: Any) -> None:
    farm.settle({}, frame_pushed=True)
    farm.settle({"Huber": (3.0, 0.0, 0.0)}, frame_pushed=True)
    assert proposed(farm) == set()


def test_a_bumped_camera_proposes_nothing(farm: Any) -> None:
    farm.settle(BUMP, camera_moved=True)
    assert proposed(farm) == set()
    farm.settle({**BUMP, "Weber": (2.0, 0, 0), "Miller": (2.0, 0, 0)})
    assert proposed(farm) == {"Weber", "Miller"}, "later is another thing"


def test_figures_that_fell_over_in_the_bump_count(farm: Any) -> None:
    farm.settle({"Huber": (2.0, 0.0, 0.0)}, gone=("Weber",))
    assert proposed(farm) == {"Huber", "Weber"}
    assert farm.putting.state.proposal.moved[0].name == "Weber", "who is gone comes first"


def test_after_an_act_the_table_is_as_players_left_it(farm: Any) -> None:
    farm.match.declare("Miller", "Weber")
    farm.settle(BUMP)
    assert proposed(farm) == set()
    assert set(farm.putting.state.last.names) == set(BUMP), "but the referee may still have it put back"


def test_whom_a_ruling_removed_is_nobodys_accident(farm: Any) -> None:
    farm.match.declare("Miller", "Weber")
    farm.match.throw([5])
    farm.match.throw([6], confirm=True)
    farm.settle({}, gone=("Weber",))
    farm.settle({"Jensen": (2.0, 0.0, 0.0)}, gone=("Weber",))
    assert proposed(farm) == set()
    assert farm.putting.state.last.names == ("Jensen",)


def test_stands_that_come_back_by_themselves_need_no_answer(farm: Any) -> None:
    farm.settle(BUMP)
    farm.settle({})
    assert proposed(farm) == set()


def test_of_two_bumps_in_a_row_the_table_before_the_first_is_agreed(farm: Any) -> None:
    farm.settle(BUMP)
    farm.settle({**BUMP, "Huber": (6.0, 0.0, 0.0), "Weber": (1.0, 0.0, 0.0)})
    assert proposed(farm) == {*BUMP, "Weber"}
    farm.putting.begin()
    told = {hint.name: hint.off_cm for hint in farm.putting.state.told}
    assert told["Huber"] == pytest.approx(6.0), "from where it stood before the first"


def test_it_was_a_move(farm: Any) -> None:
    farm.settle(BUMP)
    farm.putting.decline()
    assert proposed(farm) == set()
    assert walked(farm, "Jensen") == pytest.approx(10**0.5), "then it has walked"
    farm.settle({**BUMP, "Jensen": (9.0, 1.0, 20.0)})
    assert farm.putting.state.last.names == ("Jensen",), "and stands agreed where it is"
    with pytest.raises(NotNow, match="nothing is proposed"):
        farm.putting.decline()


def test_a_proposal_ends_with_the_turn(farm: Any) -> None:
    farm.settle(BUMP)
    farm.match.end_turn()
    farm.settle(BUMP)
    assert proposed(farm) == set()
    assert set(farm.putting.state.last.names) == set(BUMP)


def test_small_pushes_add_up(farm: Any) -> None:
    for k in range(1, 4):
        farm.settle({"Huber": (0.2 * k, 0.0, 0.0), "Vogel": (0.2 * k, 0.0, 0.0)})
    assert proposed(farm) == {"Huber", "Vogel"}


# putting them back


def test_all_back_and_it_closes_itself(farm: Any) -> None:
    farm.settle(BUMP)
    farm.putting.begin()
    assert states(farm) == dict.fromkeys(BUMP, "off")
    farm.settle({**BUMP, "Vogel": (0.1, 0.0, 2.0)})
    assert states(farm) == {"Vogel": "back", "Jensen": "off", "Huber": "off"}
    assert farm.putting.state.under_way
    assert {hint.name for hint in farm.putting.to_do} == {"Jensen", "Huber"}
    farm.settle({"Vogel": (0.1, 0.0, 2.0), "Jensen": (0.0, 0.25, 0.0)})
    state = farm.putting.state
    assert not state.under_way
    assert (state.ended.back, state.ended.left) == (3, ())
    assert state.ended.residual_cm == pytest.approx(0.25)
    assert farm.putting.state.last is None
    assert farm.match.table.stand("Vogel").x == farm.home.stand("Vogel").x + 0.1, "measured where it is, not was"


def test_nothing_closes_while_a_hand_is_over_the_table(farm: Any) -> None:
    farm.settle(BUMP)
    farm.putting.begin()

    live = farm.live(farm.home, set())
    farm.see(Observation(farm.observation.table, TableStatus("hands"), live=live))
    assert set(states(farm).values()) == {"back"}
    assert farm.putting.state.under_way
    assert farm.putting.to_do == ()
    farm.see(Observation(farm.home, TableStatus("still"), live=live))
    assert not farm.putting.state.under_way


def test_a_bumped_stand_keeps_its_right_to_shoot(farm: Any) -> None:
    far = {"Jensen": (9.0, 3.0, 20.0), "Huber": (2.0, -0.5, 0.0)}
    farm.settle(far)
    assert walked(farm, "Jensen") > 8.0
    refused = farm.match.declare("Jensen", "Vogel")
    assert "moved_not_ran" in {check.key for check in refused.checks if check.verdict == "failed"}, "as if he had run"
    farm.match.withdraw()
    farm.putting.begin()
    assert walked(farm, "Jensen") is None
    farm.settle({"Jensen": (0.0, 4.0, 0.0), "Huber": (0.0, 1.0, 0.0)})
    farm.settle({"Jensen": (0.1, 0.1, 0.0)})
    assert not farm.putting.state.under_way
    assert walked(farm, "Jensen") is None, "neither the bump nor the way back were his"
    ruling = farm.match.declare("Jensen", "Lehmann")
    assert not any(c.key in ("not_ran", "moved_not_ran") and c.verdict == "failed" for c in ruling.checks)
    farm.match.withdraw()
    farm.settle({"Jensen": (0.1, 4.1, 0.0)})
    assert walked(farm, "Jensen") == pytest.approx(4.0), "what he walks afterwards counts again"


def test_what_was_walked_before_the_bump_still_counts(farm: Any) -> None:
    farm.settle({"Jensen": (6.0, 0.0, 0.0)})
    farm.settle({"Jensen": (9.0, 0.0, 0.0), "Huber": (2.0, 0.0, 0.0)})
    assert proposed(farm) == {"Jensen", "Huber"}
    farm.putting.begin()
    farm.settle({"Jensen": (6.0, 0.0, 0.0)})
    assert not farm.putting.state.under_way
    assert walked(farm, "Jensen") == pytest.approx(6.0)


def test_nothing_is_declared_on_a_wrong_table(farm: Any) -> None:
    farm.settle(BUMP)
    farm.putting.begin()
    with pytest.raises(NotNow, match="being put back"):
        farm.match.declare("Miller", "Weber")
    with pytest.raises(NotNow, match="being put back"):
        farm.match.end_turn()
    with pytest.raises(NotNow, match="already"):
        farm.putting.begin()
    farm.putting.end()
    assert farm.match.declare("Miller", "Weber").verdict == "allowed"


def test_a_throw_that_is_owed_comes_first(farm: Any) -> None:
    farm.match.declare("Miller", "Weber")
    farm.match.throw([5])
    farm.settle(BUMP)
    with pytest.raises(NotNow, match="throw is still owed"):
        farm.putting.begin()


def test_the_referee_may_leave_the_rest_where_it_stands(farm: Any) -> None:
    farm.settle(BUMP)
    farm.putting.begin()
    farm.settle({**BUMP, "Vogel": (0.0, 0.0, 0.0)})
    farm.putting.end()
    ended = farm.putting.state.ended
    assert (ended.back, set(ended.left)) == (1, {"Jensen", "Huber"})
    assert walked(farm, "Jensen") is None, "he did not play it"
    farm.putting.begin()
    assert set(states(farm)) == {"Jensen", "Huber"}, "and may think better of it"


def test_a_stand_that_never_comes_back(farm: Any) -> None:
    farm.settle({"Huber": (2.0, 0, 0)}, gone=("Weber",))
    farm.putting.begin()
    farm.settle({}, gone=("Weber",))
    assert states(farm) == {"Weber": "away", "Huber": "back"}
    assert farm.putting.state.under_way
    farm.putting.end()
    assert farm.putting.state.ended.left == ("Weber",)


def test_a_stand_that_is_pushed_off_again_is_listed_again(farm: Any) -> None:
    farm.settle(BUMP)
    farm.putting.begin()
    farm.settle({**BUMP, "Vogel": (0.0, 0.0, 0.0), "Weber": (2.0, 0.0, 0.0)})
    assert states(farm)["Weber"] == "off", "shoved while the others were put back"
    farm.settle({"Vogel": (1.0, 0.0, 0.0)})
    assert states(farm) == {"Vogel": "off", "Weber": "back", "Jensen": "back", "Huber": "back"}


def test_a_ruling_that_removes_a_stand_meanwhile_takes_it_off_the_list(farm: Any) -> None:
    farm.match.declare("Miller", "Weber")
    farm.settle({**BUMP, "Weber": (2.0, 0.0, 0.0)})
    farm.putting.begin()
    assert "Weber" in states(farm)
    farm.match.throw([5])  # it was declared on the table as it stood before
    farm.match.throw([6], confirm=True)
    farm.settle({**BUMP, "Weber": (2.0, 0.0, 0.0)})
    assert set(states(farm)) == set(BUMP)
    farm.match.undo()
    farm.settle({**BUMP, "Weber": (2.0, 0.0, 0.0)})
    assert states(farm)["Weber"] == "off", "undone, it belongs back with the others"
    farm.settle({})
    assert not farm.putting.state.under_way


def test_there_must_be_something_to_put_back(farm: Any) -> None:
    with pytest.raises(NotNow, match="nothing has moved"):
        farm.putting.begin()
    with pytest.raises(NotNow, match="no stands are being put back"):
        farm.putting.end()
    with pytest.raises(BadInput, match="no entry 3"):
        farm.putting.begin(3)


def test_a_single_lifted_figure_is_put_back_when_the_referee_says_so(farm: Any) -> None:
    farm.settle({}, gone=("Huber",))
    farm.settle({"Huber": (-7.0, 2.0, 90.0)})
    assert proposed(farm) == set()
    farm.putting.begin()
    assert states(farm) == {"Huber": "off"}
    assert farm.putting.state.told[0].turn_deg == pytest.approx(-90.0)


def test_whom_a_ruling_sent_elsewhere_since_belongs_there(farm: Any) -> None:

    agreed = agreed_now(farm.observation, farm.match)
    before = farm.match.now.memory

    sent = replace(before, places={"Vogel": (80.0, 40.0)})
    vogel = {stand.name: stand.centre for stand in agreed.stands(sent)}["Vogel"]
    assert vogel == (80.0, 40.0)
    was_sent = replace(agreed, memory=sent)
    assert "Vogel" not in {stand.name for stand in was_sent.stands(before)}, "undone: nobody knows where it was"


def under_something(farm: Any, offs: Any, name: str, time_s: float) -> None:
    live = farm.live(farm.shoved(offs), set())
    hidden = tuple(replace(one, state="covered") if one.name == name else one for one in live)
    farm.see(Observation(farm.shoved(offs), TableStatus("unseen"), frozenset({name}), live=hidden, time_s=time_s))


def test_who_is_not_found_yet_is_waited_for(farm: Any) -> None:
    under_something(farm, {"Jensen": (3.0, 0.0, 0.0)}, "Huber", 100.0)
    assert farm.putting.state.last is None
    farm.settle({"Jensen": (3.0, 0.0, 0.0), "Huber": (2.0, 0.0, 0.0)})
    assert proposed(farm) == {"Jensen", "Huber"}


def test_but_not_for_ever(farm: Any) -> None:
    under_something(farm, {"Jensen": (3.0, 0.0, 0.0)}, "Huber", 100.0)
    under_something(farm, {"Jensen": (3.0, 0.0, 0.0)}, "Huber", 107.0)
    assert farm.putting.state.last.names == ("Jensen",)


def test_a_stand_that_comes_into_sight_again_is_watched_again(farm: Any) -> None:
    under_something(farm, {}, "Huber", 0.0)
    farm.match.declare("Miller", "Weber")
    under_something(farm, {}, "Huber", 1.0)
    farm.settle({})
    farm.settle({"Huber": (3.0, 0.0, 0.0), "Vogel": (3.0, 0.0, 0.0)})
    assert proposed(farm) == {"Huber", "Vogel"}


def test_who_does_what_a_ruling_said_disturbs_nobody(farm: Any) -> None:
    before = farm.match.now
    sent = {"Vogel": (70.0, 44.0), "Huber": (63.0, 49.0)}
    farm.match._now = replace(before, memory=replace(before.memory, places=sent))
    farm.settle({})
    assert farm.putting.state.last is None, "told to go back, and still there"
    home = {stand.name: stand for stand in farm.home.stands}
    gone = {name: (x - home[name].x + 0.4, y - home[name].y, 5.0) for name, (x, y) in sent.items()}
    farm.settle(gone)
    assert proposed(farm) == set(), "both were sent there, if not to the millimetre"
    farm.settle({**gone, "Weber": (2.0, 0.0, 0.0), "Jensen": (2.0, 0.0, 0.0)})
    assert proposed(farm) == {"Weber", "Jensen"}


def test_a_figure_still_in_the_hand_when_it_is_ended_has_not_walked(farm: Any) -> None:
    farm.settle(BUMP)
    farm.putting.begin()
    farm.see(
        Observation(farm.observation.table, TableStatus("hands"), live=farm.live(farm.shoved(BUMP), set(), "held"))
    )
    farm.putting.end()
    farm.settle({"Jensen": (8.0, 0.0, 0.0), "Huber": (5.0, 0.0, 0.0)})
    assert walked(farm, "Jensen") is None
    assert proposed(farm) == set(), "that is where they were left"
    farm.settle({"Jensen": (10.0, 0.0, 0.0), "Huber": (5.0, 0.0, 0.0)})
    assert walked(farm, "Jensen") == pytest.approx(2.0)


def test_who_goes_on_moving_after_it_was_a_move_walks(farm: Any) -> None:
    farm.settle(BUMP)
    farm.see(
        Observation(farm.observation.table, TableStatus("hands"), live=farm.live(farm.shoved(BUMP), set(), "held"))
    )
    farm.putting.decline()
    farm.settle({**BUMP, "Jensen": (9.0, 1.0, 20.0)})
    assert walked(farm, "Jensen") == pytest.approx(10**0.5 + 6.0)


shoves = st.dictionaries(
    st.sampled_from(["Jensen", "Miller", "Huber", "Vogel", "Weber", "Lucky"]),
    st.tuples(st.floats(-9, 9), st.floats(-9, 9), st.floats(-170, 170)),
    min_size=1,
)


@pytest.mark.prove
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(walk=st.floats(0.6, 9.0), bump=shoves, steps=st.lists(shoves, max_size=3))
def test_whatever_was_shoved_and_however_it_came_back_the_match_is_as_before(
    farm_of: Callable[..., Any], walk: float, bump: Any, steps: Any
) -> None:
    farm = farm_of()
    own = {"Rossi": (walk, 0.0, 0.0)}
    farm.settle(own)
    before = farm.match.table
    farm.settle({**bump, **own})
    last = farm.putting.state.last
    if last is None or set(last.names) == {"Rossi"}:
        return  # shoved by less than anybody could tell
    farm.putting.begin()
    for step in steps:
        farm.settle({**step, **own})
        if not farm.putting.state.under_way:  # near enough by chance: what follows is another story
            return
    farm.settle(own)
    assert not farm.putting.state.under_way
    assert farm.match.table == before, "places, and what each has walked this turn"
