"""An action that names hexes, with the counters on them named as well; the hexes open to one; how an act is noted."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rules.action import Action
from rules.hex_positions import position_of
from rules.possibility import Space
from rules.rommel.kinds import is_air, is_ground
from rules.rommel.movement import may_move
from rules.rommel.routes import Reached, modes_of, reachable
from rules.rommel.scene import RommelScene, scene_with
from rules.rommel.settings import RommelSettings, Weather
from rules.rommel.state import RommelTable, state_of
from rules.rommel.weather import weather_of
from rules.ruling import Effect, Facts
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import centre_of, label_of
from table.notation.hex_place import hex_from
from table.snapshot import Snapshot
from table.stand import Stand

_ACTORS: Mapping[str, tuple[bool, bool]] = {  # by verb: whether the actor and the target are aircraft
    "bomb": (True, False), "flak": (False, True), "fire": (False, False), "supply": (False, False),
    "land": (True, True),
}  # fmt: skip


def resolve_names(snapshot: Snapshot, action: Action) -> Action:
    """Return an action with names where it gives hexes for counters; of a combat the attackers as ``group`` too.

    What makes no sense stays as it is: `rule` says what is wrong with it.
    """
    if not isinstance(snapshot.board, HexBoard):
        return action
    found, verb = dict(action), str(action.get("type"))
    air = _ACTORS.get(verb, (None, None))
    for key, of_air in (("actor", air[0]), ("target", air[1])):
        if key in action:
            found[key] = _named(snapshot, action[key], of_air)
    for key in ("attackers", "targets"):
        given = action.get(key)
        if isinstance(given, list | tuple):
            found[key] = [_named(snapshot, each, None) for each in given]
    attackers = found.get("attackers")
    if verb == "combat" and isinstance(attackers, list) and attackers:
        found["group"] = attackers
    return found


def _named(snapshot: Snapshot, said: object, of_air: bool | None) -> object:
    """Return the name of the only counter (of the air, of the ground) on the hex that somebody said; else what he said.

    Where nobody says of which, a counter on the ground goes before one in the air.
    """
    board = snapshot.board
    assert isinstance(board, HexBoard)
    if isinstance(said, str) and said in snapshot:
        return said
    try:
        here = hex_from(board, said)
    except BadInput:
        return said
    there = [snapshot.stand(name) for name in position_of(snapshot).on(here)]
    ground, air = [each.name for each in there if is_ground(each)], [each.name for each in there if is_air(each)]
    names = (air if of_air else ground) if of_air is not None else ground or air
    return names[0] if len(names) == 1 else said


def open_to(
    snapshot: Snapshot, stand: Stand, settings: RommelSettings, table: Facts | None = None
) -> tuple[Reached, ...]:  # fmt: skip
    """Return every hex a counter may move to now, with its way and cost: nearest first; none where it may not move.

    The table is completed; ``table`` is what is known of it (weather, cleared hexes).
    """
    known = RommelTable.read(table or {})
    scene = scene_with(snapshot, position_of(snapshot, settings.doubt), settings, known)
    reached = reached_by(scene, stand, weather_of(known, settings))
    return tuple(sorted(reached, key=lambda it: (it.cost, len(it.way), it.here)))


def reached_by(scene: RommelScene, stand: Stand, weather: Weather | None) -> Iterator[Reached]:
    """Yield the hexes a counter may move to on a scene, whatever the phase."""
    here = scene.where(stand)
    if here is not None and may_move(scene, stand):
        modes = modes_of(scene, stand, here, state_of(stand).movement or 0, weather)
        yield from reachable(scene, stand, here, modes).values()


def destinations(
    snapshot: Snapshot, stand: Stand, done: Sequence[Action], settings: RommelSettings,
    table: Mapping[str, object],
) -> tuple[Space, ...]:  # fmt: skip
    """Return the hexes a counter may go to, as spaces; a counter moves once: none after ``done`` steps."""
    if done or not isinstance(snapshot.board, HexBoard):
        return ()
    return tuple(_space(snapshot.board, reached) for reached in open_to(snapshot, stand, settings, table))


def _space(board: HexBoard, reached: Reached) -> Space:
    labels = [label_of(board, here) for here in reached.way]
    steps = tuple({"from": here, "to": there} for here, there in pairwise(labels))
    return Space(labels[-1], centre_of(board, reached.here), reached.left, steps)


def notation(action: Action, effects: Sequence[Effect], _: str) -> str:
    """Return an allowed act in one line without language.

    ``it-3 D5 -> F6`` goes, ``a + b x c`` fights, ``a * b`` bombs, ``a : b`` fires, ``a ^ b`` fires at an aircraft,
    ``a = C3`` lands or is placed; ``! c`` leaves, ``!! c`` is striped.
    """
    verb = str(action.get("type"))
    said = _said(verb, action, effects)
    lost = [f"! {e.stand}" for e in effects if e.type == "remove"]
    lost += [f"!! {e.stand}" for e in effects if e.type == "reduced"]
    return " ".join([said, *lost]) if said else ""


def _said(verb: str, action: Action, effects: Sequence[Effect]) -> str:
    went = next((effect for effect in effects if effect.type == "move"), None)
    if verb == "move":
        if went is None:
            return f"{action.get('actor')} -> ?"
        return f"{went.stand} {went.values['from_hex']} -> {went.values['to_hex']}"
    if verb in ("land", "place") and went is not None:
        return f"{went.stand} = {went.values['to_hex']}"
    if verb == "combat":
        return f"{_together(action.get('attackers'))} x {_together(action.get('targets'))}"
    sign = {"bomb": "*", "fire": ":", "flak": "^"}.get(verb)
    return f"{action.get('actor')} {sign} {action.get('target')}" if sign else ""


def _together(names: object) -> str:
    return " + ".join(map(str, names)) if isinstance(names, list | tuple) else ""
