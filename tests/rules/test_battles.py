"""Whole battles, written down from the clauses before they were run, played again act by act."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from referee.words import side_said
from rules.battle_end import ends_as_written
from rules.cases import parse_battle
from rules.registry import game_named, game_names
from rules.replay import PlayedAct, begun, replayed
from rules.ruling import Effect
from table.errors import BadFile
from table.notation.battle_file import Battle, BattleAct
from table.snapshot import Snapshot

FOUND_IN = Path(__file__).parents[1] / "data"
FILES = sorted((FOUND_IN / "battles").glob("*.toml"))
DECISIVE = {"remove", "damage", "destroyed", "passengers_lost", "surrender", "defeat"}
OF_THE_SIDE_TO_PLAY = {
    "move", "run", "shoot", "assault", "grenade", "mg", "gun", "mount", "dismount", "push", "split", "ford",
    "reinforce", "combat",
}  # fmt: skip
YANKEE_FIRES_BOTH_WAYS = {"fire", "face", "fall_back"}  # Y6.1, Y8.4, Y7.6, Y9.6
FOUND = sorted((Path(__file__).parents[1] / "data" / "battles" / "found").glob("*.toml"))
IN_OWN_NOTATION = {"montecassino": FOUND_IN / "charts" / "two-rows.txt"}
"""Whole battles that are kept as the game itself notes them: test_montecassino_chart.py plays them again."""
ON_HEXES = sorted(set((FOUND_IN / "battles").glob("*/*.toml")) - set(FOUND))
"""Whole battles on hexes: test_rommel_game.py and test_ancients_battle.py play them again."""
every_battle = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
one_at_once = pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem, marks=[pytest.mark.ci] * (k > 0)) for k, path in enumerate(FILES)]
)
"""The first battle by default, the others, which take the same way through the command, in CI."""


@cache
def battle_of(path: Path) -> Battle:
    return parse_battle(path.read_text("utf-8"), path.name)


@cache
def played(path: Path) -> tuple[PlayedAct, ...]:
    return tuple(replayed(battle_of(path), path.name))


def end_of(battle: Battle) -> PlayedAct:
    """The last step of a battle that also ends as it says."""
    *_, last = replayed(battle)
    ends_as_written(battle, last)
    return last


def unwritten(battle: Battle) -> Battle:
    """The same battle of which only the dice and the end are written down."""
    return replace(battle, acts=tuple(replace(a, verdict=None, outcome=None, effects=None) for a in battle.acts))


def with_act(battle: Battle, act: BattleAct) -> Battle:
    return replace(battle, acts=tuple(act if a.number == act.number else a for a in battle.acts))


def complaint(battle: Battle) -> str | None:
    """What is wrong with the first act that does not come out as written, if any."""
    try:
        list(replayed(battle))
    except BadFile as wrong:
        return str(wrong)
    return None


def removals(path: Path) -> list[PlayedAct]:
    """The steps whose dice took somebody off the table."""
    return [s for s in played(path) if s.ruling and s.act.dice and any(e.type == "remove" for e in s.ruling.effects)]


def run(path: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["battle", str(path), *options])


@pytest.mark.ci
def test_there_is_a_battle_of_each_game() -> None:
    own = {game for game, path in IN_OWN_NOTATION.items() if path.stat().st_size > 0}
    assert {battle_of(path).game for path in (*FILES, *ON_HEXES)} | own == set(game_names())


@pytest.mark.first(1)
@pytest.mark.ci
@every_battle
def test_it_comes_out_as_written(path: Path) -> None:
    steps = played(path)
    assert [step.act.number for step in steps] == [act.number for act in battle_of(path).acts]
    ends_as_written(battle_of(path), steps[-1], path.name)


@pytest.mark.first(1)
@pytest.mark.ci
@every_battle
def test_played_twice_it_is_the_same_battle(path: Path) -> None:
    again = tuple(replayed(parse_battle(path.read_text("utf-8"), path.name), path.name))
    assert [step.state for step in again] == [step.state for step in played(path)]
    assert [step.table for step in again] == [step.table for step in played(path)]
    assert [step.ruling for step in again] == [step.ruling for step in played(path)]


@pytest.mark.first(1)
@pytest.mark.ci
@every_battle
def test_it_is_a_whole_battle(path: Path) -> None:
    battle, steps = battle_of(path), played(path)
    ended = Counter(step.side for step in steps if step.act.action and step.act.action["type"] == "end_turn")
    assert set(ended) == set(battle.sides)
    assert min(ended.values()) >= 6
    assert {stand.side for stand in steps[-1].state.fallen.values()} == set(battle.sides)
    assert steps[-1].state.winner in battle.sides
    assert all(step.state.winner is None for step in steps[:-1]), "it goes on until somebody has won"
    assert sum(step.act.note is not None for step in steps) > len(steps) / 4, "battles read like battles"


@every_battle
def test_every_verb_of_the_game_is_used(path: Path) -> None:
    used = {str(step.act.action["type"]) for step in played(path) if step.act.action}
    assert used == set(game_named(battle_of(path).game).verbs) - {"build"}  # `vedette army` builds
    verdicts = Counter(step.ruling.verdict for step in played(path) if step.ruling)
    assert verdicts["refused"] >= 10


def test_the_referee_decided_a_close_act() -> None:
    close = [(a, b) for path in FILES for a, b in zip(played(path), played(path)[1:], strict=False) if b.act.decided]
    assert close
    for before, after in close:
        assert before.ruling is not None
        assert before.ruling.verdict == "too_close"
        assert before.act.action == after.act.action
        assert after.ruling is not None
        assert after.ruling.verdict == "allowed"
        assert any(check.decided_by == "referee" for check in after.ruling.checks)


FENCE = """
game = "ambush"
sides = ["us", "de"]
table = {width_cm = 60, depth_cm = 50}
stand = [{name = "M1", side = "us", kind = "rifleman", x = 30, y = 20}]
terrain = [{name = "fence", kind = "fence", polygon = [[20, 22], [40, 22], [40, 23], [20, 23]], height_cm = 1}]
[[act]]
action = {type = "move", actor = "M1", path = [[30, 20], [30, 24]]}
effects = [{type = "move", EFFECT}]
"""


def test_a_list_in_an_effect_is_written_whole_and_as_a_list() -> None:
    (step,) = replayed(parse_battle(FENCE.replace("EFFECT", 'stand = "M1", crossed = ["fence"]'), "fence.toml"))
    assert step.table.stand("M1").centre == (30, 24)
    for wrong in ("crossed = []", 'crossed = "fence"', 'stand = ["M", "1"]', "x = [30]"):
        with pytest.raises(BadFile, match=r"act\[1\]\.effects"):
            list(replayed(parse_battle(FENCE.replace("EFFECT", wrong), "fence.toml")))


@every_battle
def test_nothing_decisive_happens_that_is_not_written_down(path: Path) -> None:
    for step in played(path):
        happened = [effect.as_dict() for effect in step.ruling.effects] if step.ruling else []
        decisive = [effect for effect in happened if effect["type"] in DECISIVE]
        written = step.act.effects or ()
        assert [e for e in decisive if not any(w.items() <= e.items() for w in written)] == [], step.act.number
        assert step.ruling is None or step.act.verdict is not None, step.act.number


@every_battle
def test_only_the_side_to_play_acts(path: Path) -> None:
    for step in played(path):
        action = step.act.action or {}
        who = action.get("actor") or (action.get("group") or [None])[0]
        if who is not None and action["type"] not in YANKEE_FIRES_BOTH_WAYS | {"general"}:
            assert action["type"] in OF_THE_SIDE_TO_PLAY
            assert step.before.stand(who).side == step.side, f"act {step.act.number}"


@every_battle
def test_the_state_is_the_effects_and_nothing_else(path: Path) -> None:
    """Rebuilt from what was recorded of each ruling, as JSON, and from what hands did."""
    battle = battle_of(path)
    reducer = game_named(battle.game).reducer
    table, state = battle.snapshot, begun(battle)
    for step in played(path):
        if step.ruling is None:
            for stand in step.act.put:
                table = Snapshot(
                    table.width_cm, table.depth_cm, (*table.others(stand.name), stand), table.pieces, table.time_s
                )
            continue
        recorded = json.loads(json.dumps(step.ruling.as_dict()["effects"]))
        effects = [Effect(e.pop("type"), e.pop("stand", None), e) for e in recorded]
        known = state.over_for(step.act.action or {}, table)
        table, state = (
            reducer.obeyed(table, effects),
            reducer.after(state, effects, known),
        )
        assert state == step.state, step.act.number
    by_name = {stand.name: stand for stand in state.over(table).stands}
    assert by_name == {stand.name: stand for stand in played(path)[-1].table.stands}


@pytest.mark.first(1)
@pytest.mark.ci
@every_battle
def test_another_die_is_another_end(path: Path) -> None:
    """Only dice and end written down: a 1 as the last die that took somebody, and it does not end as it says."""
    battle, last = battle_of(path), removals(path)[-1].act
    assert end_of(unwritten(battle)).state == played(path)[-1].state
    other = replace(last, dice=(*last.dice[:-1], 1))
    with pytest.raises(BadFile, match=r"end\.(fallen|standing|winner|stand)"):
        end_of(unwritten(with_act(battle, other)))


@pytest.mark.ci
@every_battle
def test_another_die_is_found_where_it_was_thrown(path: Path) -> None:
    """Of every act that took somebody off the table, some other face does not come out as it is written there."""
    battle, steps = battle_of(path), played(path)
    for step in removals(path):
        known = steps[step.act.number - 2].state.known
        sides = (step.side, *(side for side in battle.sides if side != step.side))
        alone = replace(battle, sides=sides, snapshot=step.before, known=known, acts=(step.act,))
        assert len(list(replayed(alone))) == 1
        others = [
            replace(step.act, dice=(*step.act.dice[:index], face, *step.act.dice[index + 1 :]))
            for index, face in product(range(len(step.act.dice)), range(1, 7))
        ]
        found = [wrong for other in others if (wrong := complaint(with_act(alone, other)))]
        assert found, step.act.number
        assert all(f"act[{step.act.number}]." in wrong for wrong in found)


@every_battle
def test_every_word_of_the_end_is_checked(path: Path) -> None:
    battle, last = battle_of(path), played(path)[-1]
    wrong: dict[str, Any] = {"turn": 99, "side": "nobody", "winner": None, "fallen": ["nobody"], "standing": []}
    assert set(battle.end) == {*wrong, "stand"}
    for key, value in wrong.items():
        with pytest.raises(BadFile, match=rf"end\.{key}"):
            ends_as_written(replace(battle, end={key: value}), last)
    for name, words in battle.end["stand"].items():
        for word, expected in words.items():
            spoilt = not expected if isinstance(expected, bool) else "wrong" if isinstance(expected, str) else -40.5
            with pytest.raises(BadFile, match=rf"end\.stand\.{name}\.{word}"):
                ends_as_written(replace(battle, end={"stand": {name: {word: spoilt}}}), last)


@pytest.mark.first(1)
@pytest.mark.ci
@one_at_once
def test_vedette_battle_tells_it_to_the_end(path: Path) -> None:
    result = run(path)
    assert result.exit_code == 0
    state = played(path)[-1].state
    titles = {side: side_said(battle_of(path).game, side) for side in state.sides}
    assert f"Winner: {titles[state.winner]}." in result.stdout.splitlines()
    assert all(f"Turn {turn}, {title}" in result.stdout for turn in range(1, 7) for title in titles.values())
    assert all(step.act.note in result.stdout for step in played(path) if step.act.note)


@pytest.mark.first(1)
@pytest.mark.ci
@every_battle
def test_vedette_battle_prints_it_for_machines(path: Path) -> None:
    told = json.loads(run(path, "--json").stdout)
    last = played(path)[-1]
    assert (told["turn"], told["side"], told["winner"]) == (last.state.turn, last.state.side, last.state.winner)
    assert told["fallen"] == sorted(last.state.fallen)
    assert set(told["standing"]) == {stand.name for stand in last.table.stands}
    assert [act["number"] for act in told["acts"]] == [step.act.number for step in played(path)]


@pytest.mark.ci
@every_battle
@pytest.mark.parametrize("key", ["verdict", "outcome", "dice", "action.type"])
def test_a_spoilt_file_gets_one_line_that_names_act_and_key(path: Path, key: str, tmp_path: Path) -> None:
    written = {
        "verdict": ('verdict = "refused"', 'verdict = "allowed"'),
        "outcome": ('outcome = "stands"', 'outcome = "burst"')
        if battle_of(path).game == "yankee"
        else ('outcome = "miss"', 'outcome = "burst"'),
        "dice": ("dice = [4, 3]", "dice = [4]"),
        "action.type": ('action = {type = "end_turn"}', "action = {}"),
    }[key]
    head, found, tail = path.read_text("utf-8").partition(written[0])
    assert found
    spoilt = tmp_path / "spoilt.toml"
    spoilt.write_text(head + written[1] + tail, "utf-8")
    result = run(spoilt)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert f"{spoilt}: act[{head.count('[[act]]')}].{key}" in result.stderr


@pytest.mark.parametrize("path", FOUND, ids=[path.stem for path in FOUND])
def test_what_two_battles_found_wrong_stays_mended(path: Path) -> None:
    *_, last = replayed(battle_of(path), path.name)
    assert last.act.number == len(battle_of(path).acts)
