"""The phases of a turn, in the order of the sequence of play (R8.1), and who may act in which."""

from dataclasses import dataclass

from rules.rommel.kinds import SIDES, Side, other, side_of
from rules.rommel.settings import Builder, RommelSettings
from rules.rommel.state import SUBTURNS, PhaseName, RommelSide, RommelTable, table_of
from rules.ruling import Check
from rules.state import TABLE, State

TURNS = 11
"""Turns of a battle (R1.1)."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase: whose it is (None: of both), and of the air which of the four sub-turns."""

    name: PhaseName
    side: Side | None = None
    subturn: int = 0


SETUP = (Phase("setup_first", "axis"), Phase("setup_screen"), Phase("setup_last", "allied"))
"""The order of placing (R1.2)."""
WEATHER = Phase("weather")
"""The phase with which a turn begins (R7.1)."""


def turn_of(settings: RommelSettings) -> tuple[Phase, ...]:
    """Return a turn: weather, four air sub-turns, landing, the Allies on the ground, the Axis on the ground (R8.1).

    Anti-aircraft fire is thrown for during the enemy's air move (R6.3).
    """
    subturns, lands_first = range(1, SUBTURNS + 1), settings.lands_first
    return (
        WEATHER,
        *(Phase(name, side, k) for k in subturns for side in SIDES for name in ("air_move", "air_fight")),
        *(Phase("landing", side) for side in (lands_first, other(lands_first))),
        *(Phase(name, side) for side in SIDES for name in ("ground_move", "fire", "combat")),
    )


def phase_of(table: RommelTable, source: str = "case") -> Phase | None:
    """Return the phase that a match is in; None where nothing is known of it. Raises BadFile for a third side."""
    name = table.phase
    if name is None:
        return None
    if (setup := next((step for step in SETUP if step.name == name), None)) is not None:
        return setup
    of_both = name == "weather" or table.side is None
    whose = None if of_both else side_of(str(table.side), source, "side.table.side")
    return Phase(name, whose, table.subturn if name in ("air_move", "air_fight") else 0)


def in_phase(builder: Builder, source: str, name: PhaseName, side: Side | None = None, **detail: object) -> None:
    """Judge that it is the phase for something, and the side's own; nothing where no phase is known (R8.1)."""
    now = phase_of(table_of(builder, source), source)
    if now is None:
        return
    if now.name == name and None not in (side, now.side) and now.side != side:
        builder.condition("R8.1", "phase_of_the_other", False, phase=now.name, side=now.side, **detail)
        return
    key = "own_phase" if now.side is not None else "own_phase_of_all"
    builder.condition("R8.1", key, now.name == name, phase=now.name, wanted=name, side=now.side or "", **detail)


def truce(state: State) -> Check | None:
    """Return the check that refuses all after a truce; None before (R1.3)."""
    ended = RommelTable.read(state.known.get(TABLE, {}), "table", "side.table").truce
    return Check("R1.3", "no_truce", "failed") if ended else None


def refuse_if_over(builder: Builder, source: str) -> None:
    """Refuse what is done after a truce or a victory (R1.3)."""
    if table_of(builder, source).truce:
        builder.condition("R1.3", "no_truce", False)
    lost = next((side for side in builder.sides if RommelSide.of(side, builder, source).defeated), None)
    if lost is not None:
        builder.condition("R1.3", "battle_is_won", False, side=lost)
