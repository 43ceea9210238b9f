"""A battle written down, played again: every act is ruled on anew, and what it changes is put on the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.registry import game_named
from rules.ruling import Effect, Ruling
from rules.settings import read_settings
from rules.state import TABLE, State
from rules.turn_order import owed, rule_in_turn
from table.errors import BadFile
from table.notation.battle_file import Battle, BattleAct
from table.snapshot import Snapshot
from table.stand import wrap_deg


@dataclass(frozen=True)
class PlayedAct:
    """One act as it was played: the table before it, its ruling (none for stands put by hand), what came of it."""

    act: BattleAct
    turn: int
    side: str
    before: Snapshot
    ruling: Ruling | None
    state: State
    table: Snapshot


def begun(battle: Battle, source: str = "battle") -> State:
    """Return the state a battle begins with; what a side starts with is counted where the file does not say it."""
    game = game_named(battle.game, source)
    table = game.complete(battle.snapshot, read_settings(game.settings, battle.settings, source), source)
    starts = {stand.name: stand.centre for stand in table.stands}
    headings = {stand.name: stand.heading_deg for stand in table.stands}
    counted = game.strengths(table)
    known = {side: {**counted.get(side, {}), **battle.known.get(side, {})} for side in {*counted, *battle.known}}
    told = known.get(TABLE, {})
    turn = told.get("turn") or 1
    if told.get("phase") and game.first_phase is not None:  # it begins in the middle of a match
        told = known[TABLE] = {**game.first_phase(battle.sides[0], turn), **told}
    side = told.get("side") if told.get("side") in battle.sides else ""
    words = game.reducer.turn_state
    done = {stand.name: {word: stand.state[word] for word in words & set(stand.state)} for stand in table.stands}
    states = {name: did for name, did in done.items() if did}
    return State(battle.sides, turn, side or "", states, known=known, starts=starts, headings=headings)


def replayed(battle: Battle, source: str = "battle") -> Iterator[PlayedAct]:
    """Yield each act as it is played; raises BadFile for the first that does not come out as written down."""
    reducer, state = game_named(battle.game, source).reducer, begun(battle, source)
    # What was done this turn is in the state, to be forgotten with it.
    table = replace(battle.snapshot, stands=tuple(map(reducer.rested, battle.snapshot.stands)))
    for act in battle.acts:
        turn, side = state.turn, state.side
        known = state.over(table)
        if act.turn_ends:
            state = reducer.next_turn(state, known)
            yield PlayedAct(act, turn, side, known, None, state, state.over(table))
            continue
        if act.action is None:
            for stand in act.put:
                there = table.with_stand(stand) if stand.name in table else None
                table = there or replace(table, stands=(*table.stands, stand))
            _owed_as_written(battle, act, table, state, source)
            yield PlayedAct(act, turn, side, known, None, state, state.over(table))
            continue
        known = state.over_for(act.action, table)
        ruling = rule_in_turn(
            battle.game, known, act.action, act.dice, battle.settings, act.decided, source, state
        )  # fmt: skip
        _as_written(act, ruling, source)
        effects = ruling.effects if act.instead is None else tuple(map(Effect.of, act.instead))
        table = reducer.obeyed(table, effects)
        state = reducer.after(state, effects, known)
        _owed_as_written(battle, act, table, state, source)
        yield PlayedAct(act, turn, side, known, ruling, state, state.over(table))


def _has(effect: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    """Whether an effect has at least these values, numbers to within a ten thousandth of a millimetre."""
    return all(key in effect and _same(effect[key], value, key) for key, value in wanted.items())


def _same(got: object, wanted: object, key: str = "") -> bool:
    if isinstance(got, float) and isinstance(wanted, int | float) and not isinstance(wanted, bool):
        off = got - wanted
        return abs(wrap_deg(off) if key.endswith("_deg") else off) < 1e-5
    if isinstance(got, list) and isinstance(wanted, list):
        return len(got) == len(wanted) and all(map(_same, got, wanted))
    return bool(got == wanted)


def _owed_as_written(battle: Battle, act: BattleAct, table: Snapshot, state: State, source: str) -> None:
    if act.owed is None:
        return
    due = owed(battle.game, table, state, battle.settings)
    if sorted(act.owed) != sorted(each.clause for each in due):
        said = ", ".join(f"{each.clause} {each.key} {each.side or ''}".strip() for each in due)
        raise BadFile(source, f"act[{act.number}].owed", repr(sorted(act.owed)), said or "nothing")


def _as_written(act: BattleAct, ruling: Ruling, source: str) -> None:
    key = f"act[{act.number}]"
    if act.verdict is not None and act.verdict != ruling.verdict:
        why = ", ".join(f"{check.clause} {check.key}" for check in ruling.checks if check.verdict != "passed")
        raise BadFile(source, f"{key}.verdict", repr(act.verdict), f"{ruling.verdict!r}" + (f" ({why})" if why else ""))
    if ruling.needs is not None:
        throw = ruling.needs
        raise BadFile(source, f"{key}.dice", f"a die for {throw.clause} ({throw.purpose}, {throw.roller})", None)
    if ruling.unused_dice:
        raise BadFile(source, f"{key}.dice", "no more dice than asked for", repr(list(ruling.unused_dice)))
    if act.outcome is not None and act.outcome != ruling.outcome:
        raise BadFile(source, f"{key}.outcome", repr(act.outcome), repr(ruling.outcome))
    for wanted in act.effects or ():
        if not any(_has(effect.as_dict(), wanted) for effect in ruling.effects):
            found = [effect.as_dict() for effect in ruling.effects]
            raise BadFile(source, f"{key}.effects", repr(dict(wanted)), repr(found))
