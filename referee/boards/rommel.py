"""Rommel & Montgomery on the page: where a counter may go and why it stops, whom it may attack, the phase (R4-R8)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.boards.cells import Cell, cell_named, cells_of
from referee.boards.hex_play import Choice, Chosen, Face, HexGoing, Overlay, Phase, Ring, Said
from referee.boards.on_hexes import (
    act,
    board_of,
    cell_of,
    completed,
    completed_as,
    fact,
    known,
    label_from,
    refused_going,
    ring_of,
    seen_turns,
)  # fmt: skip
from referee.boards.play import Act, Action, Mark, Position, SeenTurn
from referee.boards.rommel_battle import battle_of, helpers_of, targets_of
from referee.boards.rommel_scene import (
    fire_hexes,
    flak_hexes,
    moves_in,
    options,
    phase_now,
    plays,
    reaches,
    scene_now,
    weather_now,
)  # fmt: skip
from referee.boards.rommel_shown import counts, faces, ground_kinds, overlays, places, roads
from rules.rommel.firing_up import guns_along
from rules.rommel.going import Reached, enemies_beside
from rules.rommel.kinds import is_air, is_marker
from rules.rommel.landing import aloft, open_airfields
from rules.rommel.scene import Scene
from rules.rommel.seen import moves_seen
from rules.rommel.spent import may_move
from rules.rommel.supplying import SUPPLY_HEXES, nearest_supply, needs_supply
from table.hexes import Hex, distance
from table.snapshot import Snapshot
from table.stand import Stand


class RommelPlay:
    """What Rommel & Montgomery tells of a turn."""

    def cells(self, now: Position) -> Mapping[str, Cell]:
        """Return every hex of the board."""
        return cells_of(board_of(now))

    def choice(self, now: Position, chosen: Chosen) -> Choice:
        """Return what the chosen counter may do in this phase."""
        scene = scene_now(now)
        stand, at = scene.stand(chosen.actor), cell_of(now, chosen.actor)
        here = scene.where(stand)
        assert here is not None
        facts, rings = tuple(_facts(scene, stand, here)), tuple(_rings(now, scene, stand, here))
        battle = battle_of(now, scene, chosen)
        goings: tuple[HexGoing, ...] = ()
        acts: list[Act] = []
        if plays(now, stand) and battle is None:
            goings, acts = _goings(now, scene, stand, here)
        if needs_supply(stand):
            acts.append(act(now, type="supply", actor=stand.name))
        return Choice(
            stand.name, at, goings, tuple(targets_of(now, scene, stand, chosen)), tuple(acts), rings, battle,
            helpers_of(scene, chosen) if battle is not None else (), facts,
            refused=_refused(now, chosen, goings), path=() if chosen.to is None else (at, chosen.to),
        )  # fmt: skip

    def acts(self, now: Position) -> tuple[Act, ...]:
        """Return what carries the turn on, the start or the weather where it is missing; whether somebody has won."""
        phase = phase_now(now)
        if phase is None:
            return (act(now, type="start"), act(now, type="victory"))
        following = act(now, type="next")
        if phase.name == "weather" and known(now).get("weather") is None:
            return (act(now, type="weather"), following)
        return (following, act(now, type="victory"))

    def ready(self, now: Position) -> tuple[str, ...]:
        """Return the counters that have something to do in this phase."""
        scene, phase = scene_now(now), phase_now(now)
        own = [each for each in scene.snapshot.stands if plays(now, each) and not is_marker(each)]
        if phase is None:
            return tuple(each.name for each in own)
        if phase.name == "landing":
            return tuple(each.name for each in aloft(scene, phase.side or "allied"))
        if phase.name in ("air_move", "ground_move"):
            return tuple(each.name for each in own if moves_in(phase, each) and may_move(scene, each))
        nothing = Chosen("")
        return tuple(
            each.name
            for each in own
            if any(way.act.allowed for it in targets_of(now, scene, each, nothing) for way in it.ways)
        )

    def faces(self, now: Position) -> Mapping[str, Face]:
        """Return each counter's symbol and factors."""
        return faces(scene_now(now))

    def phase(self, now: Position) -> Phase | None:
        """Return the phase, the sub-turn, what to do in it, the weather, what is owed."""
        phase = phase_now(now)
        if phase is None:
            return None
        side = next((name for name in now.memory.sides if name == now.memory.side), now.memory.side)
        named = {"side": side, "subturn": phase.subturn}
        facts = [fact(f"weather_{weather_now(now) or 'unknown'}")]
        return Phase(
            fact(f"phase_rommel_{phase.name}", **named), fact(f"now_rommel_{phase.name}", **named), tuple(facts)
        )

    def overlays(self, now: Position) -> tuple[Overlay, ...]:
        """Return zones of control, supply and guns."""
        return overlays(now, scene_now(now))

    def ground(self, now: Position) -> Mapping[str, tuple[str, ...]]:
        """Return the map by hex."""
        return ground_kinds(scene_now(now))

    def seen(self, before: Position, after: Snapshot) -> tuple[SeenTurn, ...]:
        """Return the actions that may have led from one table to another."""
        tables = (completed(before), completed_as(before, after))
        moves = moves_seen(*tables, settings=options(before), table=known(before))
        phase = phase_now(before)
        if phase is not None and phase.name == "landing":  # aircraft are put down however far: no way is flown (R8.1)
            moves = tuple(replace(move, action=_landing_of(move.action, before), others=()) for move in moves)
        return seen_turns(before, moves)

    def marks(self, now: Position) -> tuple[Mark, ...]:
        """Return the roads and the names on the map."""
        scene = scene_now(now)
        return (*roads(scene), *places(scene))

    def tally(self, now: Position, side: str) -> Mapping[str, int]:
        """Return what a side has left, and what it holds."""
        return counts(scene_now(now), side)


def _landing_of(move: Action, now: Position) -> Action:
    return {"type": "land", "actor": move["actor"], "to": label_from(now, move["path"][-1])}


def _goings(now: Position, scene: Scene, stand: Stand, here: Hex) -> tuple[tuple[HexGoing, ...], list[Act]]:
    """Return where a counter may go; where it may go nowhere, the move with the reason."""
    phase = phase_now(now)
    if phase is not None and phase.name == "landing" and is_air(stand):
        return tuple(_landings(scene, stand, here)), []
    if not moves_in(phase, stand):
        return (), []
    found = tuple(_going(now, scene, stand, reached) for reached in reaches(now, scene, stand, here))
    if not found:
        return (), []
    first = Act(found[0].action, now.ruled(found[0].action))
    return ((), [first]) if first.ruling.verdict == "refused" else (found, [])


def _landings(scene: Scene, stand: Stand, here: Hex) -> Iterator[HexGoing]:
    for there in open_airfields(scene, stand):
        if there != here:
            label = scene.label(there)
            action = {"type": "land", "actor": stand.name, "to": label}
            yield HexGoing(label, distance(here, there), (scene.label(here), label), action)


def _going(now: Position, scene: Scene, stand: Stand, reached: Reached) -> HexGoing:
    notes = []
    if enemies_beside(scene, stand, reached.here):
        notes.append("zoc")
    if reached.mode.key == "road":
        notes.append("road")
    if not is_air(stand) and any(scene.is_mined(each) for each in reached.way[1:]):
        notes.append("mines")
    if is_air(stand) and any(True for _ in guns_along(scene, stand, reached.way, frozenset(), weather_now(now))):
        notes.append("flak")
    path = tuple(scene.label(each) for each in reached.way)
    action = {"type": "move", "actor": stand.name, "path": list(path)}
    return HexGoing(path[-1], reached.cost, path, action, tuple(notes))


def _facts(scene: Scene, stand: Stand, here: Hex) -> Iterator[Said]:
    combat, movement = stand.state.get("combat"), stand.state.get("movement")
    if not is_marker(stand) and combat is not None and movement is not None:
        yield fact("fact_factors", combat=combat, movement=movement)
    if stand.state.get("stars"):
        yield fact("fact_stars", count=stand.state["stars"])
    if needs_supply(stand):
        nearest = nearest_supply(scene, stand, here)
        near = nearest is not None and nearest[1] <= SUPPLY_HEXES
        yield fact("fact_supplied_by", name=nearest[0].name) if nearest and near else fact("fact_no_supply")


def _rings(now: Position, scene: Scene, stand: Stand, here: Hex) -> Iterator[Ring]:
    board, phase = scene.position.board, phase_now(now)
    name = None if phase is None else phase.name
    if name in ("fire", None) and (reach := fire_hexes(now, stand)):
        yield ring_of(board, here, reach, "ring_fire")
    if name in ("air_move", None) and (reach := flak_hexes(now, stand)):
        yield ring_of(board, here, reach, "ring_flak")
    if stand.kind == "supply":
        yield ring_of(board, here, SUPPLY_HEXES, "ring_supply")


def _refused(now: Position, chosen: Chosen, goings: Sequence[HexGoing]) -> Act | None:
    if chosen.to is None:
        return None
    action = {"type": "move", "actor": chosen.actor, "to": cell_named(board_of(now), chosen.to).id}
    return refused_going(now, chosen, goings, action)
