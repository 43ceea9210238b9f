"""Who acts in an action, whom it names, whether it may be played now, and what it costs where it was revealed."""

from collections.abc import Mapping
from typing import Any

from rules.action import Asked
from rules.registry import game_named
from rules.ruling import Effect, Ruling
from rules.state import State
from rules.turn_order import members, out_of_turn, waits
from table.errors import BadInput
from table.frame import HexBoard
from table.snapshot import Snapshot
from table.stand import Stand

NAMES = ("actor", "target", "vehicle")
LISTS = ("group", "supports", "attackers", "units")
LEADS = ("group", "attackers", "units")
"""Lists whose first acts for all where there is no actor."""
_SPENT: Mapping[str, str] = {
    "shoot": "fired", "mg": "fired", "gun": "fired", "fire": "fired", "grenade": "threw", "assault": "fought",
    "combat": "fought", "face": "faced", "close": "fought", "bomb": "fought", "flak": "flak",
}  # fmt: skip
"""What an action of that verb has cost once it is spent after it was revealed; others cost the movement."""
_WAYS = frozenset({"path", "wheel", "turn", "form"})


def acting_stand(action: Mapping[str, Any]) -> str:
    """Return the stand that acts: the actor, or who leads the group, the first of those that attack together."""
    groups = [action[key] for key in LEADS if isinstance(action.get(key), list | tuple) and action[key]]
    return str(action.get("actor") or (groups[0][0] if groups else ""))


def resolve_names(game: str, action: Mapping[str, Any], table: Snapshot) -> dict[str, Any]:
    """Return an action with who acts by name, where it names only squares or hexes."""
    return dict(game_named(game).resolve_names(table, action))


def acting_stand_or_side(action: Mapping[str, Any]) -> str:
    """Return who acts, or the side where no stand does."""
    return acting_stand(action) or str(action.get("side", ""))


def acting_stands(action: Mapping[str, Any]) -> tuple[str, ...]:
    """Return every stand that acts, who leads first: the actor, the group, those that support."""
    return tuple(dict.fromkeys([acting_stand(action), *_listed(action)]))


def named_stands(action: Mapping[str, Any]) -> tuple[str, ...]:
    """Return every stand that an action names, who acts first."""
    named = [str(action[key]) for key in NAMES if key in action]
    aimed = action.get("targets")
    at = [str(name) for name in aimed] if isinstance(aimed, list | tuple) else []
    return tuple(dict.fromkeys([*named, *_listed(action), *at]))


def _listed(action: Mapping[str, Any]) -> list[str]:
    return [str(name) for key in LISTS if isinstance(action.get(key), list | tuple) for name in action[key]]


def acting_side(action: Mapping[str, Any], table: Snapshot, memory: State) -> str:
    """Return the side of whoever acts, a stand or a unit, or the one an action names: a retreat, a shot.

    Where nobody acts on a board of hexes (the next phase, the weather) it is the side that plays.
    """
    who = acting_stand(action)
    if who:
        return side_of(who, table, memory)
    if (unit := members(action, table)) != []:
        return unit[0].side
    return str(action.get("side") or (memory.side if isinstance(table.board, HexBoard) else ""))


def side_of(name: str, table: Snapshot, memory: State) -> str:
    """Return a stand's side, also of one that fell and still acts (Y8.4, Y11.1); raises UnknownStand."""
    return (memory.fallen.get(name) or table.stand(name)).side


def table_for(action: Mapping[str, Any], table: Snapshot, memory: State) -> Snapshot:
    """Return the table an action is declared on, with the fallen who still act (Y8.4, Y11.1).

    ``table`` is the one with what the game remembers. Raises UnknownStand for a stand that the action names and that is
    not there.
    """
    table = memory.with_struck(action, table)
    for name in named_stands(action):
        table.stand(name)
    return table


def is_complete(game: str, action: Mapping[str, Any], table: Snapshot, memory: State) -> bool:
    """Say whether an action has all that its verb reads: nothing is still to be pointed out."""
    asked = Asked(action, memory.with_struck(action, table), "")
    try:
        game_named(game).verbs[str(action["type"])].read(asked)
    except BadInput:
        return False
    return True


def may_be_played(game: str, action: Mapping[str, Any], table: Snapshot, memory: State) -> bool:
    """Say whether who acts may do that in the turn of the side that plays; others' actions are measured only."""
    if not acting_stand(action):
        return waits(game_named(game), action, table, memory) is None
    actor = table.stand(acting_stand(action))
    return actor.side == memory.side or out_of_turn(game_named(game), str(action["type"]), actor, memory) is None


def measures(action: Mapping[str, Any]) -> bool:
    """Say whether the ruling on an action tells a distance: it aims at something, or goes somewhere."""
    return action["type"] in _SPENT or not _WAYS.isdisjoint(action)


def is_bound(game: str, action: Mapping[str, Any]) -> bool:
    """Say whether an action must be played once it was declared first: on a board only what is aimed at somebody.

    How far a counter may go everybody counts on the printed cells.
    """
    return game_named(game).board is None or action["type"] in _SPENT


def spent_by(action: Mapping[str, Any], ruling: Ruling, table: Snapshot) -> list[Effect]:
    """Return what an action costs that is not played and was declared before anything was measured."""
    verb, who = str(action["type"]), acting_stand(action)
    if verb in _SPENT:
        told = {"target": action.get("target")} if verb == "flak" else {}
        return [Effect(_SPENT[verb], name, told) for name in action.get("attackers") or (who,)]
    if not who:
        return []
    ways = [check.limit for check in ruling.checks if check.limit is not None and check.key.endswith("_length")]
    return [_stays(table.stand(name), max(ways, default=0.0)) for name in action.get("group", (who,))]


def _stays(stand: Stand, moved_cm: float) -> Effect:
    """Return a move that was given away: the stand is where it was, and has nothing left."""
    return Effect("move", stand.name, {"x": stand.x, "y": stand.y, "moved": True, "moved_cm": moved_cm})
