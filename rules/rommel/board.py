"""Rommel & Montgomery on the page: where a counter may go and why it stops, whom it may attack, the phase (R4-R8)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rules.action import Action, listed
from rules.board_play import (
    BoardPlay,
    BoardPosition,
    Choice,
    Chosen,
    Destination,
    Face,
    LegalAct,
    Mark,
    Overlay,
    Phase,
    Ring,
    Said,
)  # fmt: skip
from rules.on_board import (
    act,
    cell_of,
    completed,
    completed_as,
    fact,
    known,
    label_from,
    refused_destination,
    ring_of,
    seen_acts,
)  # fmt: skip
from rules.rommel.air import aloft
from rules.rommel.board_battle import battle_of, helpers_of, targets_of
from rules.rommel.board_destinations import destinations, placings, steered
from rules.rommel.board_scene import (
    fire_hexes,
    flak_hexes,
    modes_now,
    moves_in,
    options,
    phase_now,
    places,
    plays,
    scene_now,
    table_now,
    weather_now,
)  # fmt: skip
from rules.rommel.board_view import counts, faces, ground_kinds, named_places, overlays, roads
from rules.rommel.inference import infer_moves
from rules.rommel.kinds import SIDES, is_air, is_marker
from rules.rommel.movement import has_attacked, may_move
from rules.rommel.phases import SETUP
from rules.rommel.placement import open_to_placing, unplaced
from rules.rommel.scene import RommelScene
from rules.rommel.state import state_of
from rules.rommel.supply import SUPPLY_HEXES, nearest_supply, needs_supply
from rules.rommel.way_to import way_to
from rules.rommel.weather import slowed
from table.hex_board import parse_hex
from table.hexes import Hex
from table.snapshot import Snapshot
from table.stand import Stand


class RommelPlay(BoardPlay):
    """What Rommel & Montgomery tells of a turn."""

    def choice(self, now: BoardPosition, chosen: Chosen) -> Choice:
        """Return what the chosen counter may do in this phase."""
        scene = scene_now(now)
        stand = scene.stand(chosen.actor)
        here = scene.where(stand)
        if here is None or (phase_now(now) in SETUP and places(now, stand)):
            return _choice_of_placing(now, scene, stand, chosen)
        at = cell_of(now, chosen.actor)
        facts, rings = tuple(_facts(now, scene, stand, here)), tuple(_rings(now, scene, stand, here))
        battle = battle_of(now, scene, chosen)
        found: tuple[Destination, ...] = ()
        acts: tuple[LegalAct, ...] = ()
        course = None
        if plays(now, stand) and battle is None:
            found, acts = destinations(now, scene, stand, here)
            steers = bool(found) and found[0].action["type"] == "move"
            if steers and chosen.via:
                course, found = steered(now, scene, stand, chosen)
        else:
            steers = False
        if needs_supply(stand):
            acts = (*acts, act(now, type="supply", actor=stand.name))
        refused = _refused(now, scene, stand, chosen, (at,) if course is None else course.path, found)
        went = () if refused is None else tuple(map(str, listed(refused.action, "path"))) or (at, str(chosen.to))
        return Choice(
            stand.name, at, found, tuple(targets_of(now, scene, stand, chosen)), acts, rings, battle,
            helpers_of(scene, chosen) if battle is not None else (), facts, refused=refused, path=went, steers=steers,
            course=course,
        )  # fmt: skip

    def acts(self, now: BoardPosition) -> tuple[LegalAct, ...]:
        """Return what carries the turn on, the start or the weather where it is missing; whether somebody has won."""
        phase = phase_now(now)
        if _is_over(now):
            return ()
        if phase is None:
            return (act(now, type="start"), act(now, type="start", setup=True), act(now, type="victory"))
        following = act(now, type="next")
        if phase in SETUP:
            return (following, act(now, type="start"))
        if phase.name == "weather" and table_now(now).weather is None:
            return (act(now, type="weather"), following)
        return (following, act(now, type="victory"))

    def ready(self, now: BoardPosition) -> tuple[str, ...]:
        """Return the counters that have something to do in this phase."""
        scene, phase = scene_now(now), phase_now(now)
        if _is_over(now):
            return ()
        own = [each for each in scene.snapshot.stands if plays(now, each) and not is_marker(each)]
        if phase is None or phase in SETUP:
            on_map = [each for each in own if phase is None and scene.where(each) is not None]
            return tuple(each.name for each in (*on_map, *_to_place(now, scene)))
        if phase.name == "landing":
            return tuple(each.name for each in aloft(scene, phase.side or "allied"))
        if phase.name in ("air_move", "ground_move"):
            return tuple(each.name for each in own if moves_in(phase, each) and may_move(scene, each))
        if now.sealed:  # who has somebody in reach is not told
            return tuple(each.name for each in own if not has_attacked(each) and _attacks_in(phase.name, now, each))
        nothing = Chosen()
        return tuple(
            each.name
            for each in own
            if any(way.act.allowed for it in targets_of(now, scene, each, nothing) for way in it.ways)
        )

    def faces(self, now: BoardPosition) -> Mapping[str, Face]:
        """Return each counter's symbol and factors."""
        return faces(scene_now(now))

    def phase(self, now: BoardPosition) -> Phase | None:
        """Return the phase, the sub-turn, what to do in it, the weather, what is owed."""
        phase, winner = phase_now(now), now.memory.winner
        if _is_over(now):
            ended = fact("now_truce") if winner is None else fact("now_won", side=winner)
            return Phase(fact("phase_over"), ended, of_turn=False)
        if phase is None:
            return None
        named, before = {"side": now.memory.side, "subturn": phase.subturn}, phase in SETUP
        facts = () if before else (fact(f"weather_{weather_now(now) or 'unknown'}"),)
        return Phase(fact(f"phase_{phase.name}", **named), fact(f"now_{phase.name}", **named), facts, not before)

    def overlays(self, now: BoardPosition) -> tuple[Overlay, ...]:
        """Return zones of control, supply and guns."""
        return tuple(it for it in overlays(now, scene_now(now)) if not (now.sealed and it.key == "flak"))

    def ground(self, now: BoardPosition) -> Mapping[str, tuple[str, ...]]:
        """Return the map by hex."""
        return ground_kinds(scene_now(now))

    def seen(self, before: BoardPosition, after: Snapshot) -> tuple[LegalAct, ...]:
        """Return the acts that may have led from one table to another."""
        tables = (completed(before), completed_as(before, after))
        moves = infer_moves(*tables, options(before), known(before))
        phase = phase_now(before)
        if phase is not None and phase.name == "landing":  # aircraft are put down however far: no way is flown (R8.1)
            moves = tuple(replace(move, action=_landing_of(move.action, before), others=()) for move in moves)
        return seen_acts(before, moves)

    def marks(self, now: BoardPosition) -> tuple[Mark, ...]:
        """Return the roads and the names on the map."""
        scene = scene_now(now)
        return (*roads(scene), *named_places(scene))

    def tally(self, now: BoardPosition, side: str) -> Mapping[str, int]:
        """Return what a side has left, and what it holds."""
        return counts(scene_now(now), side)


def _attacks_in(phase: str, now: BoardPosition, stand: Stand) -> bool:
    """Say whether a counter is one of those that attack in a phase, whoever is in its reach."""
    if phase == "fire":
        return fire_hexes(now, stand) > 0
    return phase == ("air_fight" if is_air(stand) else "combat")


def _landing_of(move: Action, now: BoardPosition) -> Action:
    return {"type": "land", "actor": move["actor"], "to": label_from(now, listed(move, "path")[-1])}


def _is_over(now: BoardPosition) -> bool:
    """Say whether the battle is won, or ended in a truce (R1.3)."""
    return now.memory.winner is not None or table_now(now).truce


def _refused(
    now: BoardPosition, scene: RommelScene, stand: Stand, chosen: Chosen, gone: Sequence[str],
    found: Iterable[Destination],
) -> LegalAct | None:  # fmt: skip
    """Return why a counter may not go on, by the way it has gone, to the hex that was tapped; None where it may."""
    phase = phase_now(now)
    if chosen.to is None or any(there.cell == chosen.to for there in found) or not moves_in(phase, stand):
        landing = phase is not None and phase.name == "landing" and is_air(stand)
        return refused_destination(now, chosen, found, "land" if landing else "move")
    board = scene.position.board
    so_far, end = [parse_hex(board, cell) for cell in gone], parse_hex(board, chosen.to)
    way = way_to(scene, stand, modes_now(now, scene, stand, so_far[0]), so_far, end)
    tried = act(now, type="move", actor=stand.name, path=[scene.label(each) for each in way])
    return None if tried.allowed else tried


def _to_place(now: BoardPosition, scene: RommelScene) -> Iterator[Stand]:
    """Yield the counters that are still to be placed and may be placed now (R1.2)."""
    for side in SIDES:
        for each in unplaced(scene, side):
            anywhere = next(iter(open_to_placing(scene, each)), None)
            if anywhere is not None and places(now, each):
                placing = act(now, type="place", actor=each.name, to=scene.label(anywhere))
                if placing.ruling.verdict != "refused":
                    yield each


def _choice_of_placing(now: BoardPosition, scene: RommelScene, stand: Stand, chosen: Chosen) -> Choice:
    """Return where a counter may be placed before the battle begins (R1.2)."""
    here = scene.where(stand)
    found, acts = placings(now, scene, stand)
    return Choice(
        stand.name, "" if here is None else scene.label(here), found, acts=acts,
        facts=tuple(_factors(now, stand)), refused=refused_destination(now, chosen, found, "place"),
    )  # fmt: skip


def _factors(now: BoardPosition, stand: Stand) -> Iterator[Said]:
    """Yield a counter's factors, its movement as printed and as the day's weather leaves it, and its stars."""
    own = state_of(stand)
    if not is_marker(stand) and own.combat is not None and own.movement is not None:
        today = slowed(stand, own.movement, weather_now(now))
        key = "fact_factors" if today == own.movement else "fact_factors_today"
        yield fact(key, combat=own.combat, movement=own.movement, today=today)
    if own.stars:
        yield fact("fact_stars", count=own.stars)


def _facts(now: BoardPosition, scene: RommelScene, stand: Stand, here: Hex) -> Iterator[Said]:
    yield from _factors(now, stand)
    if needs_supply(stand):
        nearest = nearest_supply(scene, stand, here)
        near = nearest is not None and nearest[1] <= SUPPLY_HEXES
        yield fact("fact_supplied_by", name=nearest[0].name) if nearest and near else fact("fact_no_supply")


def _rings(now: BoardPosition, scene: RommelScene, stand: Stand, here: Hex) -> Iterator[Ring]:
    board, phase = scene.position.board, phase_now(now)
    name = None if phase is None else phase.name
    if not now.sealed and name in ("fire", None) and (reach := fire_hexes(now, stand)):
        yield ring_of(board, here, reach, "ring_fire")
    if not now.sealed and name in ("air_move", None) and (reach := flak_hexes(now, stand)):
        yield ring_of(board, here, reach, "ring_flak")
    if stand.kind == "supply":
        yield ring_of(board, here, SUPPLY_HEXES, "ring_supply")
