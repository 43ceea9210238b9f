"""A whole battle of Ancients, its acts and effects written down by a second referee, judged again by both."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ancients_oracle import BLOCKS, Cell
from ancients_second import Against, Fact, Piece, Second
from ancients_tables import matters
from click.testing import CliRunner

from cli.main import main
from referee.words import side_said
from rules.ancients.effects import REDUCER
from rules.battle_end import ends_as_written
from rules.cases import parse_battle
from rules.registry import game_named
from rules.replay import PlayedAct, begun, replayed
from rules.ruling import Effect
from table.errors import BadFile
from table.frame import HexBoard
from table.hex_board import hex_at, offset_of
from table.notation.battle_file import Battle, BattleAct

PATH = Path(__file__).parents[1] / "data" / "battles" / "hexes" / "ancients-the-dry-river.toml"
NEAR, FAR = "roman", "carthaginian"
CLAUSES = {"C3.2", "C8.1", "C8.2", "C8.3", "C8.4", "C9.1", "C10.1", "C10.4"}


@cache
def battle() -> Battle:
    return parse_battle(PATH.read_text("utf-8"), PATH.name)


@cache
def played() -> tuple[PlayedAct, ...]:
    return tuple(replayed(battle(), PATH.name))


def cell_of(step: PlayedAct, name: str) -> Cell:
    board = step.table.board
    assert isinstance(board, HexBoard)
    stand = step.table.stand(name)
    return offset_of(board, hex_at(board, stand.x, stand.y))


def second() -> Second:
    """Return the second referee over the battle's own table."""
    board = battle().snapshot.board
    assert isinstance(board, HexBoard)
    pieces = {
        s.name: Piece(s.name, s.side, s.kind, offset_of(board, hex_at(board, s.x, s.y)))
        for s in battle().snapshot.stands
    }
    return Second(pieces, (NEAR, FAR))


def failed(step: PlayedAct) -> set[str]:
    assert step.ruling is not None
    return {check.clause for check in step.ruling.checks if check.verdict == "failed" and not check.modifies}


@pytest.mark.ci
def test_it_comes_out_as_written() -> None:
    assert len(played()) == len(battle().acts)
    ends_as_written(battle(), played()[-1], PATH.name)


def test_it_is_a_whole_battle() -> None:
    steps = played()
    turns = Counter(s.side for s in steps if s.ruling and s.ruling.outcome == "turn_ends")
    assert min(turns[NEAR], turns[FAR]) >= 6
    assert {stand.side for stand in steps[-1].state.fallen.values()} == {NEAR, FAR}
    assert steps[-1].state.winner == NEAR
    assert all(step.state.winner is None for step in steps[:-1])
    assert steps[-1].state.known[NEAR]["banners"] == 5
    assert sum(step.act.note is not None for step in steps) > len(steps) / 5
    assert {str(a.action["type"]) for a in battle().acts if a.action} == set(game_named("ancients").verbs) - {"lose"}


@pytest.mark.ci
def test_the_second_referee_judges_every_act_alike() -> None:
    """Verdict, what changes, where everybody stands and how many blocks he has: after every single act."""
    other = second()
    refused: Counter[str] = Counter()
    for step in played():
        assert step.act.action is not None
        assert step.ruling is not None
        why, facts = other.judge(step.act.action, [str(face) for face in step.act.dice])
        assert (step.ruling.verdict == "allowed") == (why is None), step.act.number
        assert step.ruling.unused_dice == ()
        assert matters(step.ruling, battle().snapshot.board) == sorted(facts, key=repr), step.act.number
        assert why is None or why in failed(step), step.act.number
        refused[why or ""] += 1
        assert {s.name: cell_of(step, s.name) for s in step.table.stands} == {
            p.name: p.cell for p in other.pieces.values()
        }
        damage = {s.name: BLOCKS[s.kind] - int(s.state.get("damage") or 0) for s in step.table.stands}
        assert damage == {p.name: p.blocks for p in other.pieces.values()}, step.act.number
    assert other.winner == played()[-1].state.winner
    assert set(refused) - {""} == CLAUSES
    assert sum(refused.values()) - refused[""] >= 20


def test_the_state_is_the_effects_and_nothing_else() -> None:
    """Rebuilt from what was recorded of each ruling, as JSON."""
    table, state = battle().snapshot, begun(battle())
    for step in played():
        assert step.ruling is not None
        recorded = json.loads(json.dumps(step.ruling.as_dict()["effects"]))
        effects = [Effect(e.pop("type"), e.pop("stand", None), e) for e in recorded]
        known = state.over_for(step.act.action or {}, table)
        table, state = REDUCER.obeyed(table, effects), REDUCER.after(state, effects, known)
        assert state == step.state, step.act.number


@pytest.mark.ci
def test_played_twice_it_is_the_same_battle() -> None:
    again = tuple(replayed(parse_battle(PATH.read_text("utf-8"), PATH.name), PATH.name))
    assert [(s.state, s.table, s.ruling) for s in again] == [(s.state, s.table, s.ruling) for s in played()]


def test_nothing_decisive_happens_that_is_not_written_down() -> None:
    decisive = {"remove", "damage", "banner", "retreat", "defeat"}
    for step in played():
        happened = Counter(e.type for e in step.ruling.effects if e.type in decisive) if step.ruling else Counter()
        assert happened == Counter(e["type"] for e in step.act.effects or () if e["type"] in decisive), step.act.number


def alone(step: PlayedAct, act: BattleAct) -> Battle:
    """Return the battle of which only one act is played, from where it was."""
    known = played()[step.act.number - 2].state.known
    sides = (step.side, *(side for side in battle().sides if side != step.side))
    return replace(battle(), sides=sides, snapshot=step.before, known=known, acts=(act,))


@pytest.mark.ci
def test_another_die_is_found_where_it_was_thrown() -> None:
    tried = 0
    for step in (s for s in played() if s.act.dice and s.ruling and any(e.type == "remove" for e in s.ruling.effects)):
        assert len(list(replayed(alone(step, step.act)))) == 1
        for index, face in enumerate(step.act.dice):
            other = "leader" if face != "leader" else "flag"
            dice = (*step.act.dice[:index], other, *step.act.dice[index + 1 :])
            changed = alone(step, replace(step.act, dice=dice))
            if second_says(step, dice) == second_says(step, step.act.dice):
                assert len(list(replayed(changed))) == 1
            else:
                tried += 1
                with pytest.raises(BadFile, match=rf"act\[{step.act.number}\]\."):
                    list(replayed(changed))
    assert tried > 8


def second_says(step: PlayedAct, dice: tuple[Any, ...]) -> list[Fact] | None:
    """Return what the second referee finds of one act with other dice; None where they do not suffice."""
    other = second()
    for before in played()[: step.act.number - 1]:
        other.judge(before.act.action or {}, [str(face) for face in before.act.dice])
    try:
        _, facts = other.judge(step.act.action or {}, [str(face) for face in dice])
    except (Against, IndexError):
        return None
    return None if other.unused else facts


@pytest.mark.ci
def test_vedette_battle_tells_it_to_the_end() -> None:
    result = CliRunner().invoke(main, ["battle", str(PATH)])
    assert result.exit_code == 0
    assert f"Winner: {side_said('ancients', NEAR)}." in result.stdout.splitlines()
    assert all(step.act.note in result.stdout for step in played() if step.act.note)
    told = json.loads(CliRunner().invoke(main, ["battle", str(PATH), "--json"]).stdout)
    assert (told["winner"], told["fallen"]) == (NEAR, sorted(played()[-1].state.fallen))
