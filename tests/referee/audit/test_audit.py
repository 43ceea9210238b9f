"""The audit of a match out of its journal."""

from itertools import pairwise

import pytest
from board_session import Hands, full_board
from hex_session import ANCIENTS, DESERT, FIELD, ROMMEL, HexHands
from journals import TABLE
from matches import match_at

from referee.audit.audit import audit_of
from referee.audit.text import audit_said
from referee.journal.payloads import Unwalked
from referee.match.course import Course
from referee.match.match import Match
from rules.ruling import Effect
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece


def walks(match: Match, name: str, *ways: tuple[float, float], unseen: tuple[int, ...] = ()) -> None:
    """Let the camera follow a stand along points, and the table settle."""
    stand = match.current.measured.stand(name)
    points = (stand.centre, *ways)
    cm = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(points))
    match.see(match.current.measured.with_stand(stand.moved_to(*ways[-1])))
    match.walk(name, cm, Course(points, 0.05, unseen))


@pytest.fixture
def match() -> Match:
    return match_at(TABLE)


@pytest.mark.parametrize(
    ("far", "verdict", "limit", "clause"),
    [(6.0, "within", 8.0, "A2.1"), (12.0, "within", 16.0, "A2.2"), (16.4, "over", 16.0, "A2.2"),
     (16.03, "too_close", 16.0, "A2.2")],
)  # fmt: skip
def test_ambush_a_way_that_was_seen_is_held_against_the_move_or_the_run(match, far, verdict, limit, clause):
    walks(match, "Miller", (20.0, 20.0 + far))
    match.end_turn()
    (turn,) = [it for it in audit_of(match.journal) if it.ended]
    (move,) = turn.moves
    assert (turn.turn, turn.side, move.name, move.verdict) == (1, "us", "Miller", verdict)
    assert (move.limit, move.unit, move.clause) == (limit, "cm", clause)
    assert move.length.value == pytest.approx(far)
    assert (move.declared, move.unseen) == (False, ())


def test_a_way_round_a_corner_counts_as_it_went_not_as_it_ends(match):
    walks(match, "Miller", (26.0, 20.0), (26.0, 26.0), (20.0, 26.0))
    match.end_turn()
    (move,) = audit_of(match.journal)[0].moves
    assert (round(move.length.value, 3), move.verdict, move.limit) == (18.0, "over", 16.0)


HILLS = {"over_hills": "ground", "terrain": {"hill": {"crossing": "none", "blocks": "no", "cover": "nobody"}}}


def test_a_way_up_a_hill_that_nobody_declared_counts_along_the_ground():
    step = Piece("hill-1", "hill", ((15, 23), (25, 23), (25, 40), (15, 40)), 3.0, "level")
    match = match_at(TABLE.with_pieces((step,)), settings=HILLS)
    walks(match, "Miller", (20.0, 26.0))
    assert match.current.walks.of(1, "us") == {"Miller": pytest.approx(9.0)}, "six ahead and three up"
    assert match.table.stand("Miller").state["moved_cm"] == pytest.approx(9.0)
    match.end_turn()
    (move,) = audit_of(match.journal)[0].moves
    assert move.length.value == pytest.approx(9.0)
    assert (move.limit, move.clause) == (16.0, "A2.2"), "over eight centimetres he ran"
    on_plan = match_at(TABLE.with_pieces((step,)), settings={**HILLS, "over_hills": "plan"})
    walks(on_plan, "Miller", (20.0, 26.0))
    assert on_plan.current.walks.of(1, "us") == {"Miller": pytest.approx(6.0)}


def test_who_went_farther_than_he_declared_is_found_out(match):
    match.declare_action({"type": "move", "actor": "Miller", "path": [[20, 20], [20, 26]]})
    match.confirm()
    walks(match, "Miller", (20.0, 29.0))  # within three centimetres of where he was told to go
    match.end_turn()
    (move,) = audit_of(match.journal)[0].moves
    assert (move.verdict, move.limit, move.declared) == ("over", 8.0, True)
    assert move.length.value == pytest.approx(9.0)
    assert match.current.walks.of(1, "us") == {}  # the ruling counts it, and nothing twice


def test_who_was_never_followed_counts_straight_and_unseen(match):
    match.declare_action({"type": "move", "actor": "Moore", "path": [[30, 20], [30, 25]]})
    match.withdraw()
    match.see(match.current.measured.with_stand(TABLE.stand("Miller").moved_to(20.0, 27.0)))
    match.end_turn()
    (move,) = audit_of(match.journal)[0].moves
    assert (move.name, move.points, move.unseen) == ("Miller", ((20.0, 20.0), (20.0, 27.0)), (0,))
    assert (move.verdict, move.limit) == ("too_close", 8.0)  # 7.0 ± 1.4: it may have gone round


def test_what_was_undone_or_put_back_is_no_move(match):
    match.declare_action({"type": "move", "actor": "Miller", "path": [[20, 20], [20, 26]]})
    match.confirm()
    walks(match, "Miller", (20.0, 26.0))
    match.undo()
    match.see(TABLE)
    walks(match, "Moore", (30.0, 25.0))
    match.note(Unwalked(since=match.journal_head[0] - 1))
    match.see(TABLE)
    match.end_turn()
    assert audit_of(match.journal) == ()


def test_each_turn_is_its_own(match):
    walks(match, "Miller", (20.0, 26.0))
    match.end_turn()
    walks(match, "Weber", (20.0, 55.0))
    match.end_turn()
    walks(match, "Miller", (20.0, 31.0))
    found = audit_of(match.journal)
    assert [(t.turn, t.side, [m.name for m in t.moves], t.ended) for t in found] == [
        (1, "us", ["Miller"], True), (1, "de", ["Weber"], True), (2, "us", ["Miller"], False),
    ]  # fmt: skip
    assert [round(turn.moves[0].length.value, 3) for turn in found] == [6.0, 5.0, 5.0]


def test_yankee_a_line_goes_as_one():
    bases = tuple(
        Stand(f"n-{k}", "north", "infantry", 60 + 2.5 * k, 40, 90, 2.5, 2.5, state={"brigade": "A"}) for k in (0, 1)
    )
    match = match_at(Snapshot(160, 100, bases), "yankee", State(("north", "south")))
    for base in bases:
        walks(match, base.name, (base.x, base.y + 11.0))
    match.end_turn()
    moves = audit_of(match.journal)[0].moves
    assert [(m.name, m.verdict, m.unit, round(m.length.value, 2)) for m in moves] == [
        ("n-0", "over", "cm", 11.0), ("n-1", "over", "cm", 11.0),
    ]  # fmt: skip
    assert moves[0].clause.startswith("Y7")


def one_base(*ways: tuple[float, float]) -> Match:
    base = Stand("n-0", "north", "infantry", 16, 22.03, 90, 2.5, 2.5, sigma_cm=0.05)
    match = match_at(Snapshot(160, 100, (base,)), "yankee", State(("north", "south")))
    walks(match, "n-0", *ways)
    match.end_turn()
    return match


@pytest.mark.parametrize("jitter", [(16.003, 27.027), (15.7, 27.2), (16.08, 27.6)])
def test_yankee_jitter_at_the_end_of_a_straight_way_is_no_bend(jitter):
    (move,) = audit_of(one_base((16.0, 27.03), jitter).journal)[0].moves
    assert (move.verdict, move.refused) == ("within", None)


@pytest.mark.parametrize(
    "ways", [[(16.0, 25.03), (18.0, 25.03)], [(16.0 + 0.3 * k, 22.03 + 0.02 * k * k) for k in range(1, 10)]]
)
def test_yankee_a_way_that_bends_is_refused_by_the_clause_that_says_so(ways):
    match = one_base(*ways)
    audit = audit_of(match.journal)
    assert (audit[0].moves[0].verdict, audit[0].moves[0].refused.key) == ("refused", "one_direction")
    ((line,),) = [turn.moves for turn in audit_said("yankee", audit, {}, language="en").turns]
    assert line.clause == "Y7.1"
    assert line.said.endswith("(Y7.1)")


def test_who_recoils_does_not_walk():
    table = TABLE.with_stand(TABLE.stand("Miller").with_state(fired=True))
    match = match_at(table)
    match.declare("Moore", "Krause")
    match.throw([1])
    match.amend([Effect("pushed", "Miller", {"x": 20.0, "y": 15.0})], "shoved")
    walks(match, "Miller", (20.0, 15.0))
    match.end_turn()
    assert [move.name for turn in audit_of(match.journal) for move in turn.moves] == []


def test_montecassino_counts_squares():
    hands = Hands(full_board(a18="A-26"))
    steps = {"type": "move", "steps": [{"from": "A-26", "to": "A-34"}]}
    hands.session.act(lambda match: (match.declare_action(steps), match.confirm()))
    assert told(hands.session) == [("a18", "within", 1.0, 3.0, "squares", "M2.2")]
    audit = audit_of(hands.session.journal)
    for language, words in (("en", "1 square of 3 squares"), ("it", "1 casella su 3 caselle")):
        ((line,),) = [turn.moves for turn in audit_said("montecassino", audit, {}, language=language).turns]
        assert words in line.said


@pytest.mark.parametrize(
    ("info", "counters", "known", "action", "expected"),
    [
        (ROMMEL, DESERT, {"turn": 3, "weather": "fair", "subturn": 0, "side": "allied", "phase": "ground_move"},
         {"type": "move", "actor": "br-tank", "path": ["L8", "K8"]}, ("br-tank", "within", 1.0, "hexes", "R4.1")),
        (ANCIENTS, FIELD, {"phase": "move", "side": "roman"},
         {"type": "move", "actor": "r-cav", "to": "L3"}, ("r-cav", "within", 1.0, "hexes", "C8.3")),
    ],
)  # fmt: skip
def test_rommel_and_ancients_count_hexes(info, counters, known, action, expected):
    hands = HexHands(info, counters, known)
    hands.session.act(lambda match: (match.declare_action(action), match.confirm()))
    ((name, verdict, gone, limit, unit, clause),) = told(hands.session)
    assert ((name, verdict, gone, unit, clause), limit > gone) == (expected, True)


def test_an_aircraft_that_lands_is_held_against_its_flight():
    known = {"turn": 3, "weather": "fair", "subturn": 4, "side": "allied", "phase": "air_move"}
    hands = HexHands(ROMMEL, {name: DESERT[name] for name in ("br-air", "de-inf")}, known)
    flight = {"type": "move", "actor": "br-air", "to": "Q7"}
    for action in (flight, {"type": "next"}, {"type": "land", "actor": "br-air", "to": "R4"}):
        hands.session.act(lambda match, action=action: (match.declare_action(action), match.confirm()))
    assert [(name, verdict, unit) for name, verdict, _, _, unit, _ in told(hands.session)] == [
        ("br-air", "within", "hexes")
    ]


def test_setting_up_is_no_move():
    tank = {"br-tank": DESERT["br-tank"]}
    hands = HexHands(ROMMEL, {"de-inf": DESERT["de-inf"]}, {}, reserve=tank)
    place = {"type": "place", "actor": "br-tank", "to": "L8"}
    hands.session.act(lambda match: (match.declare_action(place), match.confirm()))
    assert told(hands.session) == []


def told(session):
    return [
        (move.name, move.verdict, move.length.value, move.limit, move.unit, move.clause)
        for turn in audit_of(session.journal) for move in turn.moves
    ]  # fmt: skip
