"""The phases of a turn, in the order of the sequence of play (R8.1), and who may act in which."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.rommel.kinds import SIDES, Side, side_of
from rules.rommel.settings import Builder
from table.errors import BadFile
from table.notation.toml import got_words

PhaseName = Literal[
    "setup_first", "setup_screen", "setup_last", "weather", "air_move", "air_fight", "landing", "ground_move", "fire",
    "combat",
]  # fmt: skip
PHASE_NAMES: tuple[PhaseName, ...] = get_args(PhaseName)
SUBTURNS, TURNS = 4, 11
"""Air sub-turns of a turn, and turns of a battle (R1.1, R8.1)."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase: whose it is (None: of both), and of the air which of the four sub-turns."""

    name: PhaseName
    side: Side | None = None
    subturn: int = 0


SETUP = (Phase("setup_first", "axis"), Phase("setup_screen"), Phase("setup_last", "allied"))
"""The order of placing (R1.2)."""
TURN = (
    Phase("weather"),
    *(
        Phase(name, side, subturn)
        for subturn in range(1, SUBTURNS + 1)
        for side in SIDES
        for name in ("air_move", "air_fight")
    ),
    *(Phase("landing", side) for side in SIDES),
    *(Phase(name, side) for side in SIDES for name in ("ground_move", "fire", "combat")),
)  # fmt: skip
"""A turn: weather, four air sub-turns, landing, the Allies on the ground, the Axis on the ground (R8.1).

Anti-aircraft fire is thrown for during the enemy's air move (R6.3).
"""


def phase_of(table: Mapping[str, object], source: str = "case") -> Phase | None:
    """Return the phase that a match is in; None where nothing is known of it. Raises BadFile."""
    known = table.get("phase")
    if known is None:
        return None
    name = next((each for each in PHASE_NAMES if each == known), None)
    if name is None:
        raise BadFile(source, "side.table.phase", f"one of {', '.join(PHASE_NAMES)}", got_words(known))
    if (setup := next((step for step in SETUP if step.name == name), None)) is not None:
        return setup
    subturn, side = table.get("subturn") or 0, table.get("side")
    if isinstance(subturn, bool) or not isinstance(subturn, int) or not 0 <= subturn <= SUBTURNS:
        raise BadFile(source, "side.table.subturn", f"a whole number from 1 to {SUBTURNS}", got_words(subturn))
    of_both = name == "weather" or side is None
    whose = None if of_both else side_of(str(side), source, "side.table.side")
    return Phase(name, whose, subturn if name in ("air_move", "air_fight") else 0)


def turn_of(table: Mapping[str, object], source: str = "case", key: str = "side.table.turn") -> int | None:
    """Return the turn that a match is in, from 1; None where nothing is known of it. Raises BadFile."""
    turn = table.get("turn")
    if turn is None:
        return None
    if isinstance(turn, bool) or not isinstance(turn, int) or turn < 0:
        raise BadFile(source, key, "a whole number of 0 or more", got_words(turn))
    return turn


def in_phase(builder: Builder, source: str, name: PhaseName, side: Side | None = None, **detail: object) -> None:
    """Judge that it is the phase for something, and the side's own; nothing where no phase is known (R8.1)."""
    now = phase_of(builder.table, source)
    if now is None:
        return
    if now.name == name and None not in (side, now.side) and now.side != side:
        builder.condition("R8.1", "phase_of_the_other", False, phase=now.name, side=now.side, **detail)
        return
    key = "own_phase" if now.side is not None else "own_phase_of_all"
    builder.condition("R8.1", key, now.name == name, phase=now.name, wanted=name, side=now.side or "", **detail)


def refuse_if_over(builder: Builder) -> None:
    """Refuse what is done after a truce or a victory (R1.3)."""
    if builder.table.get("truce"):
        builder.condition("R1.3", "no_truce", False)
    lost = next((side for side, known in builder.sides.items() if known.get("defeated")), None)
    if lost is not None:
        builder.condition("R1.3", "battle_is_won", False, side=lost)
