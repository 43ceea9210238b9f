"""More cover never helps who shoots, throws or fires."""

from dataclasses import replace

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from moving_cases import ruled
from random_cases import SIGMAS, ambush_cases, piece_about, ready, yankee_cases

from rules.ambush.obstacles import book_table
from rules.ruling import Ruling
from rules.yankee.terrain import house_table
from table.notation.case_file import Case

AMBUSH_COVER = sorted(kind for kind, row in book_table().items() if row.cover != "nobody")
YANKEE_COVER = sorted(kind for kind, row in house_table().items() if row.cover != "no")
RESULTS = {None: 0, "stands": 0, "recoil": 1, "destroyed": 2}  # Y9.4
exact = st.just(0.0)
face = st.integers(1, 6)


def with_piece(case: Case, kinds: list[str], at: tuple[float, float], data: st.DataObject) -> tuple[Ruling, Ruling]:
    """Return the rulings without and with one more piece of such a kind about a place."""
    piece = data.draw(piece_about("more", kinds, *at, 4))
    covered = replace(case, snapshot=case.snapshot.with_pieces((*case.snapshot.pieces, piece)))
    before, after = ruled(case), ruled(covered)
    if before.verdict == "refused":
        assert after.verdict == "refused"
    event(f"{before.verdict} {before.outcome} -> {after.verdict} {after.outcome}")
    return before, after


def lost(ruling: Ruling) -> set[str]:
    return {str(effect.stand) for effect in ruling.effects if effect.type in ("remove", "passengers_lost")}


def boxes(ruling: Ruling) -> float:
    return sum(float(effect.values["boxes"]) for effect in ruling.effects if effect.type == "damage")


@pytest.mark.ci
@given(ambush_cases(("shoot", "mg"), exact), st.booleans(), st.data())
def test_cover_never_helps_a_shot(case: Case, revealed: bool, data: st.DataObject) -> None:  # A2.3, A3.2-A3.5, A7.7
    case = ready(case, revealed=revealed)
    before, after = with_piece(case, AMBUSH_COVER, case.snapshot.stand("s-1").centre, data)
    assert lost(after) <= lost(before)


@pytest.mark.ci
@given(ambush_cases(("shoot", "mg"), SIGMAS), st.booleans(), st.data())
def test_cover_never_turns_a_refused_shot_into_another_when_places_are_doubtful(
    case: Case, revealed: bool, data: st.DataObject
) -> None:  # A3: one too close to call may become sure either way, by a second piece
    case = ready(case, revealed=revealed)
    with_piece(case, AMBUSH_COVER, case.snapshot.stand("s-1").centre, data)


@pytest.mark.ci
@given(ambush_cases(("gun",), exact), st.data())
def test_cover_never_helps_a_gun_at_a_vehicle(case: Case, data: st.DataObject) -> None:  # A8.2
    case = ready(replace(case, action={"type": "gun", "actor": "v-0", "target": "v-1"}))
    before, after = with_piece(case, AMBUSH_COVER, case.snapshot.stand("v-1").centre, data)
    assert boxes(after) <= boxes(before)
    assert lost(after) <= lost(before)


@pytest.mark.ci
@given(ambush_cases(("grenade", "gun"), exact), face, face, st.data())
def test_cover_never_helps_a_burst(case: Case, aim: int, damage: int, data: st.DataObject) -> None:  # A4.3, A8.1
    case = ready(case)
    # Every damage test has the same face: who is in cover throws a die that who is not does not.
    case = replace(case, dice=(6, aim, *[damage] * 12))
    about = case.action["point"] if "point" in case.action else case.snapshot.stand(case.action["target"]).centre
    before, after = with_piece(case, AMBUSH_COVER, (about[0], about[1]), data)
    assert lost(after) <= lost(before)
    assert boxes(after) <= boxes(before)


def margin(ruling: Ruling) -> int:
    totals = next(check.detail for check in ruling.checks if check.key == "no_harm_to_shooter")
    return int(totals["total"]) - int(totals["against"])


@pytest.mark.ci
@given(yankee_cases(("fire",), exact), st.sampled_from(["shooter", "target"]), st.data())
def test_cover_never_helps_a_fire(case: Case, counts_on: str, data: st.DataObject) -> None:  # Y8.2, Y8.7, Y9.4
    case = ready(replace(case, settings={"cover_counts_on": counts_on}))
    before, after = with_piece(case, YANKEE_COVER, case.snapshot.stand("s-1").centre, data)
    if after.verdict == "allowed":
        assert before.verdict == "allowed"
        assert margin(after) <= margin(before)
        assert RESULTS[after.outcome] <= RESULTS[before.outcome]
