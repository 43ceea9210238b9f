"""What may follow what in a turn of Yankee: moves, then fire, then fights (Y6.1), and what fire of one turn is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.legal import legal
from rules.registry import game_named
from rules.ruling import Ruling
from rules.state import State
from rules.turn_order import owed, rule_in_turn
from rules.yankee.facing import swept_by_turn
from table.footprint import footprint
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

NORTH, SOUTH = 90.0, 270.0


@dataclass
class Played:
    """A match as it is played: each act is ruled on, and its effects put on the table."""

    table: Snapshot
    state: State
    settings: dict[str, object]

    def act(self, verb: str, *dice: int, **keys: object) -> Ruling:
        action = {"type": verb, **keys}
        known = self.state.over_for(action, self.table)
        ruling = rule_in_turn("yankee", known, action, dice, self.settings, {}, "act", self.state)
        assert ruling.needs is None or not dice
        reducer = game_named("yankee").reducer
        self.table = reducer.obeyed(self.table, ruling.effects)
        self.state = reducer.after(self.state, ruling.effects, known)
        return ruling

    def fire(self, actor: str, target: str, *dice: int, supports: Sequence[str] = ()) -> Ruling:
        return self.act("fire", *dice, actor=actor, target=target, supports=list(supports))

    def move(self, *group: str, by: float = 3.0, **keys: object) -> Ruling:
        x, y = self.table.stand(group[0]).centre
        return self.act("move", group=list(group), path=[[x, y], [x, y + by]], **keys)


def base(name: str, x: float, y: float, kind: str = "infantry", **known: object) -> Stand:
    side = name[0].lower()
    return Stand(name, side, kind, x, y, NORTH if side == "n" else SOUTH, state=known)


def played(*stands: Stand, **settings: object) -> Played:
    depth = {"infantry": 2.0, "artillery": 3.8, "cavalry": 2.8, "light cavalry": 2.8, "general": 2.0}
    sized = tuple(s.on_base(2.0 if s.kind == "general" else 2.5, depth.get(s.kind, 2.0)) for s in stands)
    starts = {stand.name: stand.centre for stand in sized}
    return Played(Snapshot(160, 100, sized), State(("n", "s"), starts=starts), settings)


def refused(ruling: Ruling) -> list[str]:
    """Clause and key of the checks that refuse."""
    assert (ruling.verdict == "refused") == any(c.verdict == "failed" and not c.modifies for c in ruling.checks)
    return [f"{c.clause} {c.key}" for c in ruling.checks if c.verdict == "failed" and not c.modifies]


def test_who_came_up_beside_it_is_not_of_its_group() -> None:
    match = played(base("n1", 60, 30, brigade="A"), base("n2", 62.5, 34, brigade="A"))
    assert match.move("n1", by=4).verdict == "allowed"
    assert match.move("n2").verdict == "allowed"


def test_who_touched_through_one_that_has_lined_up_still_moves_together() -> None:
    line = [base(f"n{k}", 60 + 2.5 * k, 30, brigade="A") for k in range(3)]
    match = played(*line)
    assert match.move("n1", form="line").verdict == "allowed"
    assert refused(match.move("n0")) == ["Y7.1 whole_group"]
    assert match.move("n0", "n2").verdict == "allowed"


def test_who_moved_is_not_asked_to_come_in_what_is_legal() -> None:
    match = played(base("n1", 60, 30, brigade="A"), base("n2", 62.5, 34, brigade="A"))
    match.move("n1", by=4)
    possible = {each.verb: each for each in legal("yankee", match.table, match.state, "n2")}
    assert possible["move"].allowed
    assert not next(p for p in legal("yankee", match.table, match.state, "n1") if p.verb == "move").allowed


def test_nobody_moves_after_a_fire_of_this_turn() -> None:
    match = played(base("n1", 60, 30), base("n2", 80, 30), base("s1", 60, 40))
    match.fire("n1", "s1", 1, 1)
    assert refused(match.move("n2")) == ["Y6.1 moves_before_fire"]
    assert refused(match.act("move", group=["n2"], turn=90)) == ["Y6.1 moves_before_fire"]
    why = next(p for p in legal("yankee", match.table, match.state, "n2") if p.verb == "move").why_not
    assert [check.key for check in why] == ["moves_before_fire"]


def test_a_side_moves_no_more_once_the_other_side_fires() -> None:
    match = played(base("n1", 60, 30), base("n2", 80, 30), base("s1", 60, 40))
    assert match.fire("s1", "n1", 1, 1).verdict == "allowed"
    assert refused(match.move("n2")) == ["Y6.1 moves_before_fire"]


def test_light_cavalry_moves_before_it_fires_and_before_others_do() -> None:
    horse = base("n2", 80, 30, "light cavalry")
    match = played(base("n1", 60, 30), horse, base("s1", 60, 40), base("s2", 80, 50))
    assert match.move("n2").verdict == "allowed"
    assert match.fire("n2", "s2", 1, 1).verdict == "allowed"
    late = played(base("n1", 60, 30), horse, base("s1", 60, 40), base("s2", 80, 50))
    late.fire("n1", "s1", 1, 1)
    assert refused(late.move("n2")) == ["Y6.1 moves_before_fire"]
    assert late.fire("n2", "s2", 1, 1).verdict == "allowed"


def test_after_a_fight_nobody_moves_or_fires() -> None:
    match = played(base("n1", 60, 30), base("n2", 80, 30), base("s1", 60, 32), base("s2", 80, 40))
    assert match.act("combat", 3, 3, actor="n1", target="s1").verdict == "allowed"
    assert refused(match.move("n2")) == ["Y6.1 moves_before_fights"]
    assert refused(match.fire("n2", "s2")) == ["Y6.1 fires_before_fights"]
    assert refused(match.fire("s2", "n2")) == ["Y6.1 fires_before_fights"]


def test_an_answer_owed_is_given_even_after_a_fight() -> None:
    match = played(base("n1", 60, 30), base("n2", 80, 30), base("s1", 60, 32), base("s2", 80, 40))
    match.fire("n2", "s2", 1, 1)
    match.act("combat", 3, 3, actor="n1", target="s1")
    assert match.fire("s2", "n2", 1, 1).verdict == "allowed"
    assert refused(match.move("n1"))[0] == "Y6.1 moves_before_fights"


def test_the_next_turn_begins_with_moves_again() -> None:
    match = played(base("n1", 60, 30), base("n2", 80, 30), base("s1", 60, 46, "artillery"), base("s2", 90, 60))
    match.fire("n1", "s1", 1, 1)
    match.fire("s1", "n1", 1, 1)
    assert match.act("end_turn").verdict == "allowed"
    assert match.move("s2", by=-3).verdict == "allowed"
    assert match.fire("n1", "s1", 1, 1).verdict == "allowed", "and may be fired at again"


def test_orders_come_before_fire() -> None:
    match = played(base("n1", 60, 30, command=3), base("s1", 60, 40))
    match.fire("n1", "s1", 1, 1)
    assert refused(match.act("order", 1, unit="n1", order="attack")) == ["Y6.1 moves_before_fire"]


def test_reinforcements_are_no_fire() -> None:
    match = played(base("n1", 80, 30, brigade="A"), base("n2", 1.0, 50, brigade="B").moved_to(1.0, 50, 0.0))
    assert match.act("reinforce", group=["n2"], edge="left").verdict == "allowed"
    assert match.move("n1").verdict == "allowed"


def test_a_second_fire_at_one_target_is_none_of_its_own() -> None:
    match = played(base("n1", 60, 30), base("n2", 62.5, 30), base("s1", 61.2, 40, fired=True))
    assert match.fire("n1", "s1", 1, 1).verdict == "allowed"
    assert refused(match.fire("n2", "s1")) == ["Y8.6 one_fire_at_it"]
    together = played(base("n1", 60, 30), base("n2", 62.5, 30), base("s1", 61.2, 40))
    assert together.fire("n1", "s1", 1, 1, supports=["n2"]).verdict == "allowed"


def test_an_answer_is_no_second_fire() -> None:
    match = played(base("n1", 60, 30), base("s1", 60, 40), base("s2", 62.4, 40))
    match.fire("n1", "s1", 1, 1)
    assert match.fire("s2", "n1", 1, 1).verdict == "allowed", "n1 was fired at by nobody yet"
    assert match.fire("s1", "n1", 1, 1).verdict == "allowed"


def test_an_answer_is_aimed_at_who_fired() -> None:
    match = played(base("n1", 59.5, 32), base("n3", 62.0, 30), base("s1", 61.0, 40))
    match.fire("n1", "s1", 1, 1)
    assert "Y8.4 answers_who_fired" in refused(match.fire("s1", "n3"))
    assert match.fire("s1", "n1", 1, 1).verdict == "allowed"


def test_who_owes_an_answer_supports_nobody_elses_fire() -> None:
    match = played(base("n1", 59.5, 32), base("n3", 62.0, 30), base("s1", 61.0, 40), base("s2", 63.5, 40))
    match.fire("n1", "s1", 1, 1)
    assert "Y8.4 answers_who_fired" in refused(match.fire("s2", "n3", supports=["s1"]))


def lane(**settings: object) -> Played:
    """s1 stands before s2 in the lane of n1's friend n2; s1 cannot answer n1, and neither can s2."""
    return played(
        base("n1", 58, 30), base("n2", 60, 30), base("s1", 59, 40, fired=True), base("s2", 60.5, 44), **settings
    )


def test_who_is_destroyed_still_stands_before_others_in_the_fire_of_this_turn() -> None:
    match = lane()
    assert match.fire("n1", "s1", 6, 1).outcome == "destroyed"
    assert "s1" not in match.state.over(match.table)
    assert refused(match.fire("n2", "s2")) == ["Y8.2 not_masked"]
    unmasked = next(p for p in legal("yankee", match.table, match.state, "n2") if p.verb == "fire")
    assert not unmasked.allowed
    match.act("end_turn")
    match.act("end_turn")
    assert match.fire("n2", "s2", 1, 1).verdict == "allowed"


def test_who_recoiled_still_fires_from_where_it_stood() -> None:
    match = played(
        base("n1", 60, 30), base("n2", 61.5, 30), base("n3", 80, 30), base("s1", 60, 48.9), base("s2", 62, 60)
    )
    assert match.fire("n1", "s1", 4, 2).outcome == "recoil"
    assert match.table.stand("s1").y == 50.9
    answer = match.fire("s1", "n1", 4, 2)
    assert answer.verdict == "allowed", "18 cm from where it stood"
    assert answer.outcome == "recoil"


def owed_by(match: Played) -> list[tuple[str, str | None, object]]:
    """Clause, side and the action that settles it."""
    return [(o.clause, o.side, dict(o.action)) for o in owed("yankee", match.table, match.state, match.settings)]


def test_an_answer_owed_holds_the_turn() -> None:
    match = played(base("n1", 60, 30), base("s1", 60, 40))
    match.fire("n1", "s1", 1, 1)
    assert owed_by(match) == [("Y8.4", "s", {"type": "fire", "actor": "s1", "target": "n1"})]
    assert refused(match.act("end_turn")) == ["Y8.4 answer_owed"]
    match.fire("s1", "n1", 1, 1)
    assert owed_by(match) == []
    assert match.act("end_turn").verdict == "allowed"


def test_who_was_destroyed_owes_his_answer_too_but_none_to_the_destroyed() -> None:
    match = played(base("n1", 60, 30), base("s1", 60, 40))
    match.fire("n1", "s1", 6, 1)
    assert owed_by(match) == [("Y8.4", "s", {"type": "fire", "actor": "s1", "target": "n1"})]
    assert match.fire("s1", "n1", 6, 1).outcome == "destroyed"
    assert owed_by(match) == []


def test_contacts_unfought_hold_the_turn() -> None:
    match = played(base("n1", 60, 30), base("s1", 60, 32), base("s2", 80, 32.1), base("n2", 80, 30))
    assert [o[2] for o in owed_by(match)] == [
        {"type": "combat", "actor": "n1", "target": "s1"}, {"type": "combat", "actor": "n2", "target": "s2"},
    ]  # fmt: skip
    assert refused(match.act("end_turn")) == ["Y9.1 fight_owed"]
    match.act("combat", 3, 3, actor="n1", target="s1")
    match.act("combat", 3, 3, actor="n2", target="s2")
    assert match.act("end_turn").verdict == "allowed"
    assert next(o[1:] for o in owed_by(match)) == ("s", {"type": "combat", "actor": "s1", "target": "n1"})


def test_a_contact_too_close_to_call_is_said_and_holds_no_turn() -> None:
    """0.3 cm apart is just in contact, within ±0.1 nobody knows; beside one that it surely touches it is not said."""
    unsure = replace(base("s1", 60, 32.3), sigma_cm=0.1)
    match = played(base("n1", 60, 30), unsure, base("s2", 90, 80))
    (said,) = owed("yankee", match.table, match.state)
    assert (said.clause, said.key, said.holds_the_turn) == ("Y9.1", "fight_unsure", False)
    assert said.action == {"type": "combat", "actor": "n1", "target": "s1"}
    assert match.act("combat", actor="n1", target="s1").verdict == "too_close"
    assert match.act("end_turn").verdict == "allowed"
    beside = played(base("n1", 60, 30), unsure, base("s2", 60, 27.9))
    assert [each.key for each in owed("yankee", beside.table, beside.state)] == ["fight_owed"]


def test_a_group_is_as_it_faced_when_the_turn_began() -> None:
    """A battery before a line is longer than it is wide: turned on the spot it leaves a gap, but was one with it."""
    match = played(base("n1", 60, 30, brigade="A"), base("n2", 60, 32.95, "artillery", brigade="A"),
                   base("n3", 60, 35.9, brigade="A"))  # fmt: skip
    match.state = replace(match.state, headings={stand.name: stand.heading_deg for stand in match.table.stands})
    turned = match.table.stand("n2").moved_to(60, 32.95, 0.0)
    match.table = match.table.with_stand(turned)
    match.state = match.state.knowing("n2", {"turned": True, "moved": True})
    assert refused(match.move("n1", by=-3)) == ["Y7.1 whole_group"]


def test_whose_front_a_base_came_from_is_of_the_turns_start() -> None:
    """s1 turns its flank to n1, who came up before it: nobody is on a flank (Y9.3)."""
    match = played(
        base("n1", 60, 33), base("n2", 68, 46).moved_to(68, 46, 270.0), base("s1", 60, 42), base("s2", 90, 80)
    )
    match.state = replace(match.state, starts={}, headings={})
    assert match.move("n1", by=6.9).verdict == "allowed"
    assert match.act("face", actor="s1", target="n1").verdict == "allowed"
    match.table = match.table.with_stand(match.table.stand("s1").moved_to(60, 42.2, 0.0))
    fought = match.act("combat", 3, 3, actor="n1", target="s1")
    assert "started_in_front" in [check.key for check in fought.checks]
    assert "flank_or_rear" not in [check.key for check in fought.checks]


def test_a_base_in_contact_with_two_owes_one_fight() -> None:
    match = played(base("n1", 60, 30), base("s1", 58.75, 32), base("s2", 61.25, 32))
    assert [o[2] for o in owed_by(match)] == [{"type": "combat", "actor": "n1"}]
    match.act("combat", 3, 3, actor="n1", target="s2")
    assert owed_by(match) == []


def test_an_order_that_arrives_asks_its_reaction_before_the_unit_moves() -> None:
    match = played(base("n1", 60, 30, command=3, brigade="A"), base("s1", 60, 80))
    assert match.act("order", 2, unit="A", order="attack").outcome == "arrives"
    assert owed_by(match) == [("Y5.5", "n", {"type": "react", "unit": "A"})]
    assert refused(match.act("end_turn")) == ["Y5.5 reaction_owed"]
    assert refused(match.move("n1")) == ["Y5.5 reacts_first"]
    assert match.act("react", 4, unit="A").outcome == "at_once"
    assert owed_by(match) == []
    assert match.move("n1").verdict == "allowed"


def test_a_slow_reaction_is_not_thrown_for_again_next_turn() -> None:
    match = played(base("n1", 60, 30, command=2, brigade="A"), base("s1", 60, 80))
    match.act("order", 2, unit="A", order="attack")
    match.act("react", 1, unit="A")
    match.act("end_turn")
    match.act("end_turn")
    assert refused(match.act("react", unit="A")) == ["Y5.5 reacted_already"]
    assert match.act("order", 1, unit="A", order="hold").outcome == "arrives"
    assert match.act("react", 6, unit="A").outcome == "at_once", "a new order has its own reaction"


def test_a_command_value_is_thrown_for_once() -> None:
    match = played(base("n1", 60, 30, brigade="A"), base("s1", 60, 80))
    assert match.act("command", 1, unit="A").verdict == "allowed"
    assert refused(match.act("command", unit="A")) == ["Y5.2 thrown_for_once"]
    assert refused(match.act("command", unit="n1")) == ["Y5.2 thrown_for_once"]
    assert match.act("command", 6, unit="s1").verdict == "allowed"


def with_general() -> Played:
    return played(
        base("n1", 60, 30, fired=True), base("nG", 60, 27.9, "general"), base("n2", 70, 30, fired=True),
        base("s1", 60, 40), base("s2", 100, 40),
    )  # fmt: skip


def test_a_general_throws_when_his_base_is_lost_and_once() -> None:
    match = with_general()
    assert refused(match.act("general", actor="nG")) == ["Y11.1 base_is_lost"]
    lost = match.fire("s1", "n1", 6, 1)
    assert [e.stand for e in lost.effects if e.type == "base_lost"] == ["nG"]
    assert owed_by(match) == [("Y11.1", "n", {"type": "general", "actor": "nG"})]
    assert refused(match.act("end_turn")) == ["Y11.1 general_owed"]
    assert match.act("general", 1, actor="nG").outcome == "joins"
    assert owed_by(match) == []
    assert refused(match.act("general", actor="nG")) == ["Y11.1 base_is_lost"]


def test_a_battle_begins_once() -> None:
    match = played(base("n1", 60, 30), base("s1", 60, 80))
    assert match.act("start", 6, 1).verdict == "allowed"
    assert refused(match.act("start")) == ["Y5.1 begins_once"]
    late = played(base("n1", 60, 30), base("s1", 60, 42, fired=True))
    late.fire("n1", "s1", 1, 1)
    late.act("end_turn")
    assert refused(late.act("start")) == ["Y5.1 begins_once"]
    moved = played(base("n1", 60, 30), base("s1", 60, 80))
    moved.move("n1")
    assert refused(moved.act("start")) == ["Y5.1 begins_once"]


def test_a_base_is_not_lost_for_its_own_general_behind_it() -> None:
    facing_away = base("nG", 60, 27.9, "general").moved_to(60, 27.9, 0.0)
    match = played(base("n1", 60, 30, fired=True), facing_away, base("s1", 60, 40))
    hit = match.fire("s1", "n1", 4, 2)
    assert hit.outcome == "recoil"
    assert match.table.stand("n1").y == 28


def test_a_general_pushes_nobody() -> None:
    away = base("n2", 60, 25.5).moved_to(60, 25.5, 0.0)
    match = played(base("n1", 60, 30, fired=True), base("nG", 60, 27.9, "general"), away, base("s1", 60, 40))
    assert match.fire("s1", "n1", 4, 2).outcome == "recoil"
    assert match.table.stand("n2").y == 25.5


def test_reinforcements_count_among_those_of_whom_half_are_lost() -> None:
    match = played(base("n1", 1.0, 50, brigade="B").moved_to(1.0, 50, 0.0))
    match.state = replace(match.state, known={"n": {"started": 4, "brigades": {"B": 2}}})
    came = match.act("reinforce", group=["n1"], edge="left")
    assert [h.key for h in came.house_values if h.clause == "Y12.1"] == ["reinforcements_count"]
    assert (match.state.known["n"]["started"], match.state.known["n"]["brigades"]) == (5, {"B": 3})
    only_made_up = played(base("n1", 1.0, 50).moved_to(1.0, 50, 0.0), reinforcements_count=False)
    only_made_up.state = replace(only_made_up.state, known={"n": {"started": 4}})
    only_made_up.act("reinforce", group=["n1"], edge="left")
    assert only_made_up.state.known["n"]["started"] == 4


def in_a_river(**settings: object) -> Ruling:
    match = played(base("n1", 60, 30), base("s1", 60, 32), **settings)
    river = Piece("run", "river", ((0.0, 29.0), (160.0, 29.0), (160.0, 30.9), (0.0, 30.9)))
    match.table = replace(match.table, pieces=(river,))
    return match.act("combat", 3, 3, actor="n1", target="s1")


def test_a_river_in_combat_is_a_house_value() -> None:
    for said, key in (("obstacle", "obstacle_or_uphill"), ("difficult", "difficult_terrain")):
        ruling = in_a_river(river_in_combat=said)
        assert {"obstacle_or_uphill", "difficult_terrain"} & {check.key for check in ruling.checks} == {key}
        assert "river_in_combat" in {value.key for value in ruling.house_values}


def test_a_turn_sweeps_over_what_lies_between_its_ends() -> None:
    base = Stand("A1", "union", "infantry", 50, 50, NORTH, 6.0, 2.0)
    swept = swept_by_turn(base, 90.0)
    for degrees in range(91):
        assert swept.buffer(0.01).covers(footprint(base.moved_to(50, 50, NORTH + degrees)))
    assert not swept.covers(footprint(base.moved_to(50, 50, NORTH - 45.0)))
