"""An action that names hexes, with the stands on them named as well; the hexes open to one; how a match is noted."""

from collections.abc import Mapping, Sequence

from rules.action import Action
from rules.ancients.position import likeliest
from rules.ancients.routes import routes
from rules.ancients.settings import AncientsSettings
from rules.possibility import Space
from rules.ruling import Effect
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import parse_hex
from table.snapshot import Snapshot
from table.stand import Stand

_STANDS = ("actor", "target")


def resolve_names(snapshot: Snapshot, action: Action) -> Action:
    """Return an action with stands in place of the hexes it names for them, and an order's side; the rest as it is.

    On a hex with a unit and its leader the unit is meant.
    """
    found = dict(action)
    for key in _STANDS:
        named = action.get(key)
        if isinstance(named, str) and named not in snapshot and (stand := _on(snapshot, named)) is not None:
            found[key] = stand.name
    units = action.get("units")
    if action.get("type") == "order" and isinstance(units, list | tuple):
        both = [
            (name, _on(snapshot, name) if isinstance(name, str) and name not in snapshot else None) for name in units
        ]
        found["units"] = names = [stand.name if stand is not None else name for name, stand in both]
        first = next((name for name in names if isinstance(name, str) and name in snapshot), None)
        if "side" not in action and first is not None:
            found["side"] = snapshot.stand(first).side
    return found


def _on(snapshot: Snapshot, label: str) -> Stand | None:
    if not isinstance(snapshot.board, HexBoard):
        return None
    try:
        here = parse_hex(snapshot.board, label)
    except BadInput:
        return None
    position = likeliest(snapshot, AncientsSettings())
    return position.unit_on(here) or position.leader_on(here)


def destinations(
    snapshot: Snapshot, stand: Stand, done: Sequence[Action], settings: AncientsSettings,
    _: Mapping[str, object] | None = None,
) -> tuple[Space, ...]:  # fmt: skip
    """Return the hexes somebody may go to in one move; none once his move is ``done``."""
    if done:
        return ()
    position = likeliest(snapshot, settings)
    most = position.type_of(stand).hexes
    return tuple(
        Space(
            position.label(route.end), position.centre(route.end), most - route.cost,
            tuple(
                {"from": position.label(here), "to": position.label(there)}
                for here, there in zip(route.way, route.way[1:], strict=False)
            ),
        )
        for route in routes(position, stand)
    )  # fmt: skip


def notation(action: Action, effects: Sequence[Effect], _: str) -> str:
    """Return how an allowed action is noted, without language: ``C5 -> E5``, ``C5 * E6 -2 f1``, ``! F4 G4 H4``."""
    verb = action.get("type")
    if verb in ("move", "detach", "retreat", "advance"):
        went = next((effect.values for effect in effects if effect.type == "move"), None)
        arrow = "<-" if verb == "retreat" else "->"
        return f"{went['from_hex']} {arrow} {went['to_hex']}" if went is not None else ""
    if verb in ("shoot", "close"):
        return _battle_noted(action, effects)
    if verb == "order":
        return " ".join(("!", *(str(effect.stand) for effect in effects if effect.type == "ordered")))
    if verb == "lose":
        return f"{action.get('actor')} -{action.get('blocks', 1)}"
    return ""


def _battle_noted(action: Action, effects: Sequence[Effect]) -> str:
    target = action.get("target")
    struck = [effect for effect in effects if effect.stand == target]
    lost = sum(effect.values["boxes"] for effect in struck if effect.type in ("damage", "remove"))
    flags = sum(effect.values["flags"] for effect in struck if effect.type == "retreat")
    gone = any(effect.type == "remove" for effect in struck)
    sign = "*" if action.get("type") == "shoot" else "x"
    end = " #" if gone else f" f{flags}" if flags else ""
    return f"{action.get('actor')} {sign} {target}" + (f" -{lost}" if lost else "") + end
