"""Rommel & Montgomery: the desert on hexes, on the ground and in the air (../shared/rules/rommel.md, R1-R8)."""

from rules.action import Verb
from rules.common_actions import Single, aimed_by
from rules.game import Agreed, Game, Side, UsualBase
from rules.rommel.actions import Placement
from rules.rommel.air import bomb, land
from rules.rommel.board import RommelPlay
from rules.rommel.box import BOX, map_size, printed_map
from rules.rommel.candidates import candidate_actions
from rules.rommel.combat import NAC, Combat, combat
from rules.rommel.counters import completed, nation_of
from rules.rommel.demo import demo
from rules.rommel.effects import REDUCER
from rules.rommel.fire import fire
from rules.rommel.flak import flak
from rules.rommel.goals import goals
from rules.rommel.inference import infer_moves
from rules.rommel.kinds import kind_named, kinds, nation_named
from rules.rommel.movement import Move, move
from rules.rommel.notation import destinations, notation, resolve_names
from rules.rommel.obligations import obligations
from rules.rommel.phases import truce
from rules.rommel.placement import place
from rules.rommel.sequence import PhaseEnd, next_phase
from rules.rommel.settings import RommelSettings
from rules.rommel.sides import strengths
from rules.rommel.start import Start, start
from rules.rommel.state import RommelSide, RommelStand, RommelTable
from rules.rommel.supply import supply
from rules.rommel.victory import VictoryClaim, victory
from rules.rommel.weather import weather
from table.board_size import HexSize
from table.stand import Stand

ANY_TIME = frozenset({"flak", "supply", "weather", "place", "start", "victory", "next"})
COUNTER_CM = 2.0


PHASES = {
    "move": "ground_move", "combat": "combat", "fire": "fire", "bomb": "air_fight", "flak": "air_move",
    "land": "landing", "weather": "weather",
}  # fmt: skip
IN_THE_AIR = {"ground_move": "air_move", "combat": "air_fight"}
"""In which phase what is done, and what is done by aircraft (R8.1)."""


def phase_of(verb: str, stand: Stand | None) -> dict[str, str | int]:
    """Return what is known of the table when a counter's verb is due."""
    if verb not in PHASES:
        return {}
    phase = PHASES[verb]
    if stand is not None and kind_named(stand.kind) == "aircraft":
        phase = IN_THE_AIR.get(phase, phase)
    side = {"side": stand.side} if stand is not None else {}
    return {"phase": phase, **side, **({"subturn": 1} if phase.startswith("air_") else {})}


GAME = Game(
    name="rommel",
    settings=RommelSettings,
    sides=(Side("allied", "Allies", "Allied"), Side("axis", "Axis", "Axis")),
    verbs={
        "move": Verb(Move.read, move),
        "combat": Verb(Combat.read, combat),
        "bomb": Verb(aimed_by("the bomber"), bomb),
        "flak": Verb(aimed_by("the gun"), flak),
        "fire": Verb(aimed_by("whoever fires"), fire),
        "supply": Verb(Single.read, supply),
        "weather": Verb(lambda asked: asked.only("side"), weather),
        "next": Verb(PhaseEnd.read, next_phase),
        "land": Verb(Placement.read, land),
        "place": Verb(Placement.read, place),
        "start": Verb(Start.read, start),
        "victory": Verb(VictoryClaim.read, victory),
    },
    primary_verb="combat",
    complete=completed,
    candidate_actions=candidate_actions,
    infer_moves=infer_moves,
    strengths=strengths,
    turn_clause="R8.1",
    goals=goals,
    reducer=REDUCER,
    other_places={
        ("own_phase", "phase"): "rommel_phase",
        ("own_phase_of_all", "phase"): "rommel_phase",
        ("own_phase_of_all", "wanted"): "rommel_phase",
        ("phase_of_the_other", "phase"): "rommel_phase",
        ("phase_begins_for_all", "phase"): "rommel_phase",
        ("own_phase", "wanted"): "rommel_phase",
        ("ends_own_phase", "phase"): "rommel_phase",
        ("phase_begins", "phase"): "rommel_phase",
        ("phase_of_turn", "phase"): "rommel_phase",
    },
    stand_state=RommelStand,
    side_state=RommelSide,
    table_state=RommelTable,
    bases=lambda: tuple(UsualBase(kind, COUNTER_CM, COUNTER_CM, "counter") for kind in kinds()),
    any_time=ANY_TIME,
    obligations=obligations,
    first_phase=lambda side, turn: {"side": side, "turn": turn, "phase": "weather", "subturn": 0},
    new_settings={"map": "practice"},
    die=NAC,
    phased=True,
    truce=truce,
    phase_of=phase_of,
    board=HexSize(4.3, 20, 12),
    markers=90,
    box=BOX,
    kind_words="counter",
    nation_of=nation_of,
    nation_named=nation_named,
    printed_map=printed_map,
    map_size=map_size,
    agreed={
        "map": Agreed(
            "Map",
            {
                "practice": "our practice map, 20 x 12 hexes",
                "open": "open desert: no roads, mines or towns",
            },
        ),
    },
    resolve_names=resolve_names,
    destinations=destinations,
    board_play=RommelPlay(),
    notation=notation,
    demo=demo,
)
