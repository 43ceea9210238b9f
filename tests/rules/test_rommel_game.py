"""Eleven days of Rommel & Montgomery, played again act by act, every act judged by the second reading too."""

import json
import math
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rommel_oracle import MARKERS, Cell, Ground, Unit, fight, shot_at, steps_between, supplied, weather_of, why_not, won

import rules.rommel
from cli.main import main
from referee.words import side_said
from rules.battle_end import ends_as_written
from rules.cases import parse_battle
from rules.registry import game_named
from rules.replay import PlayedAct, begun, replayed
from rules.rommel.effects import REDUCER
from rules.ruling import Effect
from table.errors import BadFile
from table.notation.battle_file import Battle
from table.stand import Stand

PATH = Path(__file__).parents[1] / "data" / "battles" / "rommel" / "eleven-days.toml"
LISTS = Path(rules.rommel.__file__).parent
SIZE_CM, LEFT_CM = 2.5, 4.0  # of the file's board
KINDS = {"fighter": "aircraft", "bomber": "aircraft"}
GONE = {"remove"}


@cache
def battle() -> Battle:
    return parse_battle(PATH.read_text("utf-8"), PATH.name)


@cache
def played() -> tuple[PlayedAct, ...]:
    return tuple(replayed(battle(), PATH.name))


def told(index: int) -> Mapping[str, Any]:
    """Return what was known of the table before an act."""
    state = played()[index - 1].state if index else begun(battle())
    return state.known.get("table", {})


@cache
def listed() -> dict[str, dict[str, Any]]:
    """Return the two lists as the files have them."""
    texts = [(LISTS / name).read_text("utf-8") for name in ("axis.toml", "allied.toml")]
    return {row["name"]: row for text in texts for row in tomllib.loads(text)["unit"]}


def cell_of(label: str) -> Cell:
    column, row = ord(label[0]) - ord("A"), int(label[1:]) - 1
    return column - (row - row % 2) // 2, row


@cache
def printed() -> dict[str, frozenset[Cell]]:
    """Return what is printed on our practice map, by kind, read from its file."""
    data = tomllib.loads((LISTS / "practice.toml").read_text("utf-8"))
    found = {kind: frozenset(_cells(data[kind])) for kind in ("roads", "mines", "airfields")}
    found |= {kind: frozenset(cell_of(each["hexes"][0]) for each in data[kind]) for kind in ("point", "town")}
    return found


def _cells(labels: list[str]) -> Iterator[Cell]:
    for label in labels:
        first, _, last = label.partition(":")
        last = last or first
        for column in range(ord(first[0]), ord(last[0]) + 1):
            for row in range(int(first[1:]), int(last[1:]) + 1):
                yield cell_of(f"{chr(column)}{row}")


def unit_of(stand: Stand) -> Unit | None:
    """Return a counter of the file as the second reading has it; None for one that is not on the map yet."""
    if stand.x < 0:
        return None
    row = round((stand.y - LEFT_CM) / (1.5 * SIZE_CM))
    column = round((stand.x - LEFT_CM) / (SIZE_CM * math.sqrt(3)) - (row % 2) / 2)
    sort, state = listed()[stand.kind], stand.state
    combat, movement = (state.get(word, sort.get(word, 0)) for word in ("combat", "movement"))
    return Unit(
        stand.name, stand.side, sort["kind"], (column - (row - row % 2) // 2, row), combat, movement,
        bool(state.get("reduced")), bool(state.get("moved")),
    )  # fmt: skip


def ground_before(index: int) -> Ground:
    """Return the map, who stands where, what is cleared and the weather before an act."""
    step, known = played()[index], told(index)
    cells = frozenset((column - (row - row % 2) // 2, row) for column in range(20) for row in range(12))
    units = tuple(unit for stand in step.before.stands if (unit := unit_of(stand)) is not None)
    return Ground(
        cells, units, printed()["roads"], printed()["mines"], frozenset((q, r) for q, r in known.get("cleared", ())),
        printed()["airfields"], known.get("weather") or "fair",
    )  # fmt: skip


def acts(*verbs: str, verdict: str | None = None) -> list[int]:
    """Return the places of the acts with such a verb."""
    return [
        k
        for k, step in enumerate(played())
        if step.act.action and step.act.action["type"] in verbs and verdict in (None, step.act.verdict)
    ]


def effects(index: int, kind: str) -> set[str | None]:
    ruling = played()[index].ruling
    assert ruling is not None
    return {effect.stand for effect in ruling.effects if effect.type == kind}


@pytest.mark.ci
def test_it_comes_out_as_written() -> None:
    steps = played()
    assert len(steps) == len(battle().acts) > 300
    ends_as_written(battle(), steps[-1], PATH.name)
    assert all(step.act.verdict is not None for step in steps)


@pytest.mark.ci
def test_it_is_a_whole_game() -> None:
    """Eleven turns, won in the last, every verb, both sides with losses; and a dozen acts that were refused."""
    weathers = [played()[k].turn for k in acts("weather")]
    assert weathers == list(range(1, 12))
    assert {str(step.act.action["type"]) for step in played() if step.act.action} == set(game_named("rommel").verbs)
    assert sum(step.act.verdict == "refused" for step in played()) >= 10
    assert {stand.side for stand in played()[-1].state.fallen.values()} == {"axis", "allied"}
    assert played()[-1].state.winner == "axis"
    assert {"R1.2", "R4.1", "R5.2", "R6.4", "R6.5", "R8.1"} <= {
        check.clause
        for step in played()
        if step.ruling is not None and step.ruling.verdict == "refused"
        for check in step.ruling.checks
        if check.verdict == "failed"
    }


def test_every_move_is_one_the_second_reading_allows() -> None:
    moves = acts("move")
    assert len(moves) > 100
    for k in moves:
        step, ground = played()[k], ground_before(k)
        assert step.act.action is not None
        unit = ground.named(step.act.action["actor"])
        path = [cell_of(label) for label in step.act.action["path"]]
        why = why_not(ground, unit, path)
        if step.act.verdict == "allowed":
            assert why == set(), (step.act.number, why)
            assert step.side == unit.side
            expected = "air_move" if unit.flies else "ground_move"
            assert told(k)["phase"] == expected
        else:
            wrong_time = told(k)["phase"] not in ("ground_move",) or step.side != unit.side or k == len(played()) - 1
            assert why or wrong_time, step.act.number


def test_every_aircraft_is_shot_at_by_those_it_passes() -> None:
    """R6.3: the guns in the order of its way, but those that fired already or hold their fire; one dies by a 3."""
    shots = 0
    for k in acts("move", verdict="allowed"):
        step, ground = played()[k], ground_before(k)
        assert step.act.action is not None
        assert step.ruling is not None
        unit = ground.named(step.act.action["actor"])
        if not unit.flies:
            assert not step.ruling.dice
            continue
        spent = {s.name for s in step.before.stands if s.state.get("flak_fired")} | set(
            step.act.action.get("holds", ())
        )
        able = replace(ground, units=tuple(u for u in ground.units if u.name not in spent))
        guns = [gun for _, gun in shot_at(able, unit, [cell_of(label) for label in step.act.action["path"]])]
        if 3 in step.act.dice:
            guns = guns[: step.act.dice.index(3) + 1]
        assert [throw.roller for throw in step.ruling.dice] == guns
        assert (effects(k, "remove") == {unit.name}) == (3 in step.act.dice)
        shots += len(guns)
    assert shots >= 3


def test_every_combat_comes_out_as_the_second_reading_counts_it() -> None:
    combats = acts("combat", verdict="allowed")
    assert len(combats) >= 20
    ways = Counter()
    for k in combats:
        step, ground = played()[k], ground_before(k)
        assert step.act.action is not None
        attackers, targets = step.act.action["attackers"], step.act.action["targets"]
        for one, others in ((attackers, targets), (targets, attackers)):
            assert all(
                any(steps_between(ground.named(a).at, ground.named(b).at) == 1 for b in others) for a in one
            )  # fmt: skip
        found = fight(ground, attackers, targets, [int(die) for die in step.act.dice])
        assert effects(k, "remove") == found.gone, step.act.number
        assert effects(k, "damage") == effects(k, "reduced") == found.reduced, step.act.number
        assert effects(k, "fought") == set(attackers)
        ways[found.winner] += 1
    assert min(ways["attacker"], ways["defender"]) >= 3


def test_bombs_flak_and_fire() -> None:
    """R6.1, R6.3: a 3 and nothing else; R6.5: the range and the least face of our own table."""
    for k in acts("bomb", "flak", verdict="allowed"):
        step = played()[k]
        assert step.act.action is not None
        lost = effects(k, "remove") | effects(k, "damage")
        assert lost == ({step.act.action["target"]} if step.act.dice == (3,) else set())
    data = tomllib.loads((LISTS / "fire.toml").read_text("utf-8"))
    for k in acts("fire", verdict="allowed"):
        step, ground = played()[k], ground_before(k)
        assert step.act.action is not None
        gun, target = ground.named(step.act.action["actor"]), ground.named(step.act.action["target"])
        row = next(row for row in data["row"] if row["kind"] == gun.kind)
        stars = listed()[step.before.stand(target.name).kind].get("stars", 0)
        more = sum(each["more"] for each in data["resistance"] if stars >= each["stars"])
        hits = int(step.act.dice[0]) >= row["hits_from"] + (more if target.kind == "tank" else 0)
        assert steps_between(gun.at, target.at) <= row["range_hexes"] - (ground.weather == "rain")
        assert ground.weather != "storm"
        assert (effects(k, "remove") | effects(k, "damage")) == ({target.name} if hits else set())


def test_weather_and_supply() -> None:
    for k in acts("weather"):
        step = played()[k]
        assert step.ruling is not None
        assert step.ruling.outcome == weather_of(int(step.act.dice[0]))
    assert {step.ruling.outcome for k in acts("weather") if (step := played()[k]).ruling} >= {"fair", "rain", "storm"}
    for k in acts("supply"):
        step, ground = played()[k], ground_before(k)
        assert step.act.action is not None
        assert (step.act.verdict == "allowed") == supplied(ground, ground.named(step.act.action["actor"]))


def test_it_is_won_when_the_second_reading_says_so() -> None:
    """R1.3: at the end of every turn nobody has won, until the last."""
    points, towns = sorted(printed()["point"]), sorted(printed()["town"])
    ends = [k for k in acts("next") if _ends_turn(k)]
    assert len(ends) == 11
    for k in ends:
        winner = won(ground_before(k).units, points, towns, played()[k].turn)
        assert winner == played()[k].state.winner
    assert played()[ends[-1]].state.winner == "axis"


def _ends_turn(k: int) -> bool:
    ruling = played()[k].ruling
    return ruling is not None and ruling.outcome in ("next_turn", "truce", "axis_wins", "allied_wins")


def test_nobody_is_lost_to_the_count_and_none_stands_on_another() -> None:
    started = {stand.name for stand in battle().snapshot.stands}
    for k, step in enumerate(played()):
        there = {stand.name for stand in step.table.stands} - set(step.state.fallen)
        assert there | set(step.state.fallen) == started
        units = ground_before(k).units
        crowd = Counter(unit.at for unit in units if not unit.flies and unit.kind not in MARKERS)
        assert max(crowd.values()) == 1, step.act.number
        air = Counter((unit.at, unit.side) for unit in units if unit.flies)
        assert max(air.values(), default=0) <= 4


@pytest.mark.ci
def test_the_state_is_the_effects_and_nothing_else() -> None:
    """Rebuilt from what was recorded of each ruling, as JSON."""
    table, state = battle().snapshot, begun(battle())
    for step in played():
        assert step.ruling is not None
        recorded = json.loads(json.dumps(step.ruling.as_dict()["effects"]))
        effects = [Effect(each.pop("type"), each.pop("stand", None), each) for each in recorded]
        known = state.over(table)
        table, state = REDUCER.obeyed(table, effects), REDUCER.after(state, effects, known)
        assert state == step.state, step.act.number
    assert state.over(table).stands == played()[-1].table.stands


def test_another_die_is_another_game() -> None:
    """In the first combat that took somebody, dice that another side wins with do not come out as written."""
    k = next(k for k in acts("combat") if effects(k, "remove"))
    act, ground = played()[k].act, ground_before(k)
    assert act.action is not None
    sides = act.action["attackers"], act.action["targets"]
    as_it_was = fight(ground, *sides, [int(die) for die in act.dice])
    other = next(
        replace(act, dice=dice)
        for dice in product((2, 3, 4, 5), repeat=2)
        if fight(ground, *sides, dice).winner not in (None, as_it_was.winner)
    )
    changed = replace(battle(), acts=tuple(other if a.number == act.number else a for a in battle().acts[: k + 1]))
    with pytest.raises(BadFile, match=rf"act\[{act.number}\]"):
        list(replayed(changed))


@pytest.mark.ci
def test_vedette_battle_tells_it_to_the_end() -> None:
    result = CliRunner().invoke(main, ["battle", str(PATH)])
    assert result.exit_code == 0, result.output
    assert f"Winner: {side_said('rommel', played()[-1].state.winner)}." in result.stdout.splitlines()
    assert all(step.act.note in result.stdout for step in played() if step.act.note)
