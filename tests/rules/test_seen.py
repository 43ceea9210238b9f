"""What the camera saw becomes a move, and `rule` says whether it was allowed."""

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ambush import inference as ambush_seen
from rules.ambush.settings import AmbushSettings
from rules.registry import rule
from rules.seen_move import legal_readings
from rules.yankee import inference as yankee_seen
from rules.yankee.settings import YankeeSettings
from rules.yankee.way import Wheel, wheel_of
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece


def figure(x: float, y: float, **state: Any) -> Snapshot:
    return Snapshot(120, 100, (Stand("us-1", "us", "soldier", x, y, 90, 2, 1.6, sigma_cm=0.01, state=state),))


def line(bases: int = 3, x: float = 60.0, y: float = 40.0) -> Snapshot:
    stands = [
        Stand(f"n-{k + 1}", "n", "infantry", x + 2.5 * k, y, 90, 2.5, 2.0, state={"brigade": "A"}) for k in range(bases)
    ]
    return Snapshot(160, 100, tuple(stands))


def ends(before: Snapshot, places: dict[str, tuple[float, float, float]]) -> Snapshot:
    moved = (s.moved_to(*places[s.name]) if s.name in places else s for s in before.stands)
    return replace(before, stands=tuple(moved))


def ruled(game: str, before: Snapshot, action: Any) -> tuple[str, dict[str, float | None]]:
    ruling = rule(game, before, action)
    return ruling.verdict, {check.key: check.measured for check in ruling.checks if check.measured is not None}


@pytest.mark.parametrize(
    ("cm", "verb", "verdict"),
    [(7.9, "move", "allowed"), (8.02, "move", "too_close"), (8.3, "run", "allowed"), (16.3, "run", "refused")],
)
def test_a_figure_moved_or_ran(cm: float, verb: str, verdict: str) -> None:
    (move,) = ambush_seen.infer_moves(figure(20, 20), figure(20 + cm, 20), AmbushSettings())
    assert move.action["type"] == verb
    assert ruled("ambush", figure(20, 20), move.action)[0] == verdict


def test_the_way_that_was_seen_is_longer_than_the_crow_flies() -> None:
    before, after = figure(20, 20), figure(24, 20)
    (move,) = ambush_seen.infer_moves(before, after, AmbushSettings(), None, {"us-1": [(20, 20), (22, 23), (24, 20)]})
    assert move.action["path"] == [[20, 20], [22, 23], [24, 20]]
    _, measured = ruled("ambush", before, move.action)
    assert measured["move_length"] == pytest.approx(2 * math.hypot(2, 3))


def test_a_nudge_is_no_move() -> None:
    assert ambush_seen.infer_moves(figure(20, 20), figure(20.4, 20), AmbushSettings()) == ()


def test_what_was_moved_before_counts() -> None:
    (move,) = ambush_seen.infer_moves(figure(20, 20, moved_cm=5.0), figure(24, 20, moved_cm=5.0), AmbushSettings())
    assert move.action["type"] == "run"


def test_the_pieces_it_crossed_halve_it() -> None:
    hedge = Piece("hedge", "hedge", ((10, 22), (30, 22), (30, 22.5), (10, 22.5)))
    before, after = figure(20, 20).with_pieces([hedge]), figure(20, 25).with_pieces([hedge])
    (move,) = ambush_seen.infer_moves(before, after, AmbushSettings())
    assert ruled("ambush", before, move.action)[0] == "refused"  # 5 of 4 cm


def test_a_line_goes_straight_ahead_as_one_group() -> None:
    before = line()
    after = ends(before, {s.name: (s.x, s.y + 9.5, 90.0) for s in before.stands})
    (move,) = yankee_seen.infer_moves(before, after, YankeeSettings())
    assert sorted(move.stands) == ["n-1", "n-2", "n-3"]
    verdict, measured = ruled("yankee", before, move.action)
    assert (verdict, measured["way_length"]) == ("allowed", pytest.approx(9.5))


@pytest.mark.ci
@given(st.floats(6, 60), st.sampled_from(["left", "right"]), st.integers(1, 5))
def test_a_wheel_is_read_as_that_wheel(degrees: float, pivot: str, bases: int) -> None:
    before = line(bases)
    wheeled = wheel_of(before.stands, Wheel(pivot, degrees)).ends
    (move,) = yankee_seen.infer_moves(before, replace(before, stands=wheeled), YankeeSettings())
    if "wheel" in move.action:
        assert move.action["wheel"]["pivot"] == pivot
        assert move.action["wheel"]["degrees"] == pytest.approx(degrees, abs=0.06)
    else:  # a small wheel of a short line: hands are no better than that
        assert move.off_cm <= yankee_seen.LOOSE_CM
        assert degrees < 10 or bases == 1
    assert move.off_cm < 0.1 or "wheel" not in move.action


@pytest.mark.ci
@pytest.mark.parametrize("pivot", ["left", "right"])
def test_a_wheel_of_more_than_half_a_turn_is_read_the_way_it_went(pivot: str) -> None:
    """The table alone cannot tell it from 160 degrees backwards: both are told, the shorter first (Y7.2)."""
    before = line(1)
    wheeled = replace(before, stands=wheel_of(before.stands, Wheel(pivot, 200.0)).ends)
    (move,) = yankee_seen.infer_moves(before, wheeled, YankeeSettings())
    read = legal_readings(move, lambda action: rule("yankee", before, action))
    assert [each.action["wheel"] for each, _ in read] == [
        {"pivot": pivot, "degrees": pytest.approx(degrees)} for degrees in (-160.0, 200.0)
    ]
    assert {ruling.verdict for _, ruling in read} == {"allowed"}


@pytest.mark.ci
def test_an_about_face_is_a_turn_on_the_spot() -> None:
    before = line()
    (move,) = yankee_seen.infer_moves(
        before, ends(before, {s.name: (s.x, s.y, 270.0) for s in before.stands}), YankeeSettings()
    )
    assert abs(move.action["turn"]) == 180.0


def test_a_line_that_falls_in_behind_its_first_base_is_a_column() -> None:
    before = line()
    after = ends(before, {"n-1": (60.0, 48.0, 90.0), "n-2": (60.0, 46.0, 90.0), "n-3": (60.0, 44.0, 90.0)})
    (move,) = yankee_seen.infer_moves(before, after, YankeeSettings())
    assert move.action["form"] == "column"
    assert move.stands == ("n-1", "n-2", "n-3")
    assert ruled("yankee", before, move.action)[0] == "allowed"


def test_two_groups_are_two_moves_and_who_goes_his_own_way_is_read_alone() -> None:
    before = Snapshot(160, 100, (*line(2).stands, *(replace(s, name=f"m-{s.name}") for s in line(2, 90.0).stands)))
    after = ends(before, {"n-1": (60.0, 45.0, 90.0), "n-2": (62.5, 45.0, 90.0), "m-n-1": (80.0, 40.0, 90.0)})
    moves = yankee_seen.infer_moves(before, after, YankeeSettings())
    assert sorted(sorted(move.stands) for move in moves) == [["m-n-1"], ["n-1", "n-2"]]


def test_bases_that_no_one_move_explains_are_read_one_by_one() -> None:
    before = line(2)
    moves = yankee_seen.infer_moves(
        before, ends(before, {"n-1": (50.0, 40.0, 90.0), "n-2": (80.0, 47.0, 90.0)}), YankeeSettings()
    )
    assert sorted(move.stands for move in moves) == [("n-1",), ("n-2",)]
