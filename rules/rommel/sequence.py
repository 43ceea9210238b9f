"""NEXT: a phase ends and the next one begins in which there is something to do; turns, victory, truce (R8.1, R1.3)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.rommel.actions import ruled_on_scene
from rules.rommel.air import aloft
from rules.rommel.counters import is_bomber
from rules.rommel.kinds import SHOOTERS, Side, is_air, is_ground, other, side_of
from rules.rommel.obligations import owed_in
from rules.rommel.phases import SETUP, WEATHER, Phase, phase_of, refuse_if_over, turn_of
from rules.rommel.placement import judge_placed
from rules.rommel.routes import enemies_beside
from rules.rommel.scene import RommelScene
from rules.rommel.settings import Builder
from rules.rommel.sides import named
from rules.rommel.start import battle_begins
from rules.rommel.state import table_of
from rules.rommel.victory import is_truce_after, winner_at_end, wins
from rules.rommel.weather import current_weather
from table.errors import BadFile
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.stand import Stand

OF_A_SUBTURN = ("moved", "fought", "air_fought", "bombed", "flak_fired", "must_fight")
"""What is forgotten when an air sub-turn begins, and when the aircraft are down."""


@dataclass(frozen=True, slots=True)
class PhaseEnd:
    """The end of a phase, by the word of a side; ``to`` names a later phase to go on with, or "turn" (R8.1).

    What it may name hangs on the phase that ends.
    """

    side: str | None
    to: object

    @classmethod
    def read(cls, asked: Asked) -> "PhaseEnd":
        """Read ``side`` and ``to``, both of which may be left out; raises BadFile."""
        asked.only("side", "to")
        side = asked.get("side")
        return cls(None if side is None else str(side), asked.get("to"))


def next_phase(snapshot: Snapshot, end: PhaseEnd, builder: Builder, source: str) -> None:
    """Rule on the end of a phase.

    Phases in which the side has nothing to do are passed over; those in which somebody owes something are not.
    """
    refuse_if_over(builder, source)
    now = phase_of(table_of(builder, source), source)
    if now is None:
        raise BadFile(source, "side.table.phase", "the phase that ends", NOTHING)
    if end.side is not None and now.side is not None:
        mine = side_of(end.side, source, "action.side") == now.side
        builder.condition("R8.1", "ends_own_phase", mine, side=end.side, phase=now.name)
    _rule_on_end(snapshot, (now, end.to), builder, source)


@ruled_on_scene
def _rule_on_end(scene: RommelScene, phases: tuple[Phase, object], builder: Builder, source: str) -> None:
    now, to = phases
    _judge_end(scene, now, builder, source)
    if builder.verdict == "allowed":
        _goes_on(scene, now, to, builder, source)


def _judge_end(scene: RommelScene, now: Phase, builder: Builder, source: str) -> None:
    """Judge that what the phase obliges to was done (R4.4, R7.1, R8.1)."""
    if now in SETUP:
        judge_placed(scene, now, builder)
    if now.name == "weather":
        known = current_weather(builder, source) is not None
        builder.condition("R7.1", "weather_thrown", known)
    if now.name == "landing" and scene.ground.house:
        builder.uses("map")
    builder.checks += (each.check for each in owed_in(now, scene, builder.settings))


def _goes_on(scene: RommelScene, now: Phase, to: object, builder: Builder, source: str) -> None:
    turn = table_of(builder, source).turn or 1
    if now in SETUP:
        place = SETUP.index(now) + 1
        if place < len(SETUP):
            _begins(scene, SETUP[place], builder, turn=0)
            return
        builder.modifying("R8.1", "phase_begins_for_all", phase=WEATHER.name)
        battle_begins(scene, builder)
        builder.outcome = "next_phase"
        return
    phases = turn_of(builder.settings)
    if now not in phases:
        key, expected = ("subturn", "1 to 4") if now.side is not None else ("side", "the side whose phase it is")
        raise BadFile(source, f"side.table.{key}", expected, NOTHING)
    later = phases[phases.index(now) + 1 :]
    first = _first_of(later, to, now, source)
    for k, phase in enumerate(later):
        owed = any(True for _ in owed_in(phase, scene, builder.settings))
        if owed or (k >= first and _has_something(scene, phase, builder, source)):
            _begins(scene, phase, builder, anew=phase.subturn != now.subturn)
            return
    _turn_ends(scene, turn, builder)


def _first_of(later: tuple[Phase, ...], to: object, now: Phase, source: str) -> int:
    """Return the place of the phase that is asked for, "turn" for the end of the turn; raises BadFile."""
    names = [phase.name for phase in later]
    if to is None or to == "turn":
        return 0 if to is None else len(later)
    if to not in names:
        known = ", ".join((*dict.fromkeys(names), "turn"))
        raise BadFile(source, "action.to", f"a phase after {now.name}: {known}", got_words(to))
    return next(k for k, name in enumerate(names) if name == to)


def _turn_ends(scene: RommelScene, turn: int, builder: Builder) -> None:
    """Record how a turn ends: with a victory, a truce after the eleventh, or the next turn's weather (R1.3)."""
    winner = winner_at_end(scene, turn, builder)
    if winner is not None:
        wins(winner, scene.snapshot, builder)
        return
    if is_truce_after(turn, builder):
        builder.effect("truce", None, turn=turn)
        builder.effect("table", None, truce=True)
        builder.outcome = "truce"
        return
    _begins(scene, WEATHER, builder, turn=turn + 1, weather=None, new_turn=True)


def _begins(
    scene: RommelScene, phase: Phase, builder: Builder, *, anew: bool = False, new_turn: bool = False, **known: object
) -> None:  # fmt: skip
    """Record that a phase begins: whose it is, and what is forgotten with it; ``anew`` the first of a sub-turn."""
    side = named(scene.snapshot, builder, phase.side or "allied")
    values: dict[str, object] = {"side": side, "phase": phase.name, "subturn": phase.subturn, **known}
    if anew or phase.name == "landing" or (phase.name == "ground_move" and phase.side == "allied"):
        values["forget"] = list(OF_A_SUBTURN)
    elif phase.name == "air_move":
        values["forget"] = ["flak_fired"]
    if new_turn:
        values["new_turn"] = True
    if phase.name == "landing":
        builder.uses("lands_first")
    key = "phase_begins" if phase.side is not None else "phase_begins_for_all"
    builder.modifying("R8.1", key, phase=phase.name, side=side, count=phase.subturn)
    builder.effect("phase", None, **values)
    builder.outcome = "next_turn" if new_turn else "next_phase"


def _has_something(scene: RommelScene, phase: Phase, builder: Builder, source: str) -> bool:
    """Say whether there is anything to do in a phase (R8.1); a side's ground moves are always its own to end."""
    side = phase.side
    if side is None or phase.name == "ground_move":
        return True
    storm = current_weather(builder, source) == "storm"
    own = list(scene.of(side))
    if phase.name == "air_move":
        return not storm and any(is_air(each) for each in own)
    if phase.name == "air_fight":
        return any(is_air(each) and _can_strike(scene, each, side) for each in own)
    if phase.name == "landing":
        return bool(aloft(scene, side))
    if phase.name == "fire":
        return not storm and any(each.kind in SHOOTERS for each in own)
    return any(is_ground(each) and _is_beside_enemy(scene, each) for each in own)


def _can_strike(scene: RommelScene, each: Stand, side: Side) -> bool:
    here = scene.where(each)
    below = None if here is None else scene.ground_on(here)
    bombs = is_bomber(each) and below is not None and side_of(below.side) == other(side)
    return bombs or _is_beside_enemy(scene, each)


def _is_beside_enemy(scene: RommelScene, each: Stand) -> bool:
    here = scene.where(each)
    return here is not None and bool(enemies_beside(scene, each, here))
