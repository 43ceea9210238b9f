"""Ruling within a match: an action out of turn is refused before anything else is asked."""

from collections.abc import Mapping, Sequence

from rules.action import Action
from rules.game import AnyGame
from rules.goal import Goal
from rules.obligation import Obligation
from rules.registry import game_named, rule
from rules.ruling import Check, Ruling
from rules.settings import GivenSettings, read_settings
from rules.state import State
from table.errors import VedetteError
from table.snapshot import Snapshot
from table.stand import Stand

END_TURN = "end_turn"
"""The verb with which a turn ends, in games that have one."""


def owed(game: str, snapshot: Snapshot, state: State, settings: GivenSettings = None) -> tuple[Obligation, ...]:
    """Return what is owed now on a table of a match, first what holds the turn; nothing once a side has won.

    Raises BadFile for a game or settings that make no sense.
    """
    the_game = game_named(game)
    if state.winner is not None:
        return ()
    read = read_settings(the_game.settings, settings or {}, "settings")
    table = the_game.complete(state.over(snapshot), read, "table")
    return tuple(sorted(the_game.obligations(table, state, read), key=lambda each: not each.holds_the_turn))


def goals(game: str, snapshot: Snapshot, state: State, settings: GivenSettings = None) -> tuple[Goal, ...]:
    """Return what brings each side victory on a table of a match, and how far it is; nothing where a game has none.

    Raises BadFile for a game or settings that make no sense.
    """
    the_game = game_named(game)
    read = read_settings(the_game.settings, settings or {}, "settings")
    return tuple(the_game.goals(the_game.complete(state.over(snapshot), read, "table"), state, read))


def goals_if_any(game: str, snapshot: Snapshot, state: State, settings: GivenSettings = None) -> tuple[Goal, ...]:
    """Return the goals of a table; none where none can be read of it."""
    try:
        return goals(game, snapshot, state, settings)
    except VedetteError:
        return ()


def rule_in_turn(
    game: str, snapshot: Snapshot, action: Action, dice: Sequence[object], settings: Mapping[str, object],
    decided: Mapping[str, bool], source: str, state: State,
) -> Ruling:  # fmt: skip
    """Rule on an action of a match; refused where the one who acts is not of the side to play (A1.5, Y6.1).

    What names no stand (a start), and what the other side does in between, waits for no turn. A turn does not end
    while something is owed that holds it.
    """
    the_game, verb = game_named(game, source), str(action.get("type", ""))
    action = the_game.resolve_names(snapshot, action)
    acts = _actor(action, snapshot) is not None or verb in the_game.by_side
    refused = waits(the_game, action, snapshot, state)
    if acts or verb == END_TURN or "side" in action:
        refused = over(the_game, state) or refused
    if refused is None and verb == END_TURN:
        held_by = (each for each in owed(game, snapshot, state, settings) if each.holds_the_turn)
        refused = next((each.check for each in held_by), None)
    if refused is None:
        return rule(game, snapshot, action, dice, settings, decided, source, state.known)
    return Ruling(game, verb, "refused", (refused,), unused_dice=tuple(d for d in dice if isinstance(d, int | str)))


def over(game: AnyGame, state: State) -> Check | None:
    """Return the check that refuses whatever is done once the match has ended; None before."""
    if state.winner is None:
        return game.truce(state)
    return Check(game.turn_clause, "battle_is_over", "failed", detail={"side": state.winner})


def waits(game: AnyGame, action: Action, snapshot: Snapshot, state: State) -> Check | None:
    """Return the check that makes whoever acts wait for his side's turn, a stand or a whole side; None if he may."""
    verb, who = str(action.get("type", "")), _actor(action, snapshot)
    if who is not None:
        return out_of_turn(game, verb, snapshot.stand(who), state)
    side = action.get("side")
    if verb not in game.by_side or side == state.side or (side is None and game.phased):  # then whose turn it is
        return None
    return Check(game.turn_clause, "in_turn", "failed", detail={"actor": side, "side": state.side})


def out_of_turn(game: AnyGame, verb: str, actor: Stand, state: State) -> Check | None:
    """Return the check that makes a stand wait for its side's turn; None where it may act now."""
    if verb in game.any_time or actor.side == state.side:
        return None
    return Check(game.turn_clause, "in_turn", "failed", detail={"actor": actor.name, "side": state.side})


def _actor(action: Action, snapshot: Snapshot) -> str | None:
    group = action.get("group")
    named = action.get("actor") or (group[0] if isinstance(group, list | tuple) and group else None)
    named = named or next((stand.name for stand in members(action, snapshot)), None)
    return named if isinstance(named, str) and named in snapshot else None


def members(action: Action, snapshot: Snapshot) -> list[Stand]:
    """Return the stands of the unit that an action names: a stand, or those of a unit or brigade."""
    unit = action.get("unit")
    return [] if unit is None else [s for s in snapshot.stands if unit in (s.name, s.unit, s.state.get("brigade"))]
