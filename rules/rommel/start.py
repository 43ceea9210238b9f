"""START: the battle begins where everybody stands, or the placing before it (R1.1, R1.2)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.rommel.actions import ruled_on_scene
from rules.rommel.phases import SETUP, WEATHER, phase_of, refuse_if_over
from rules.rommel.placement import judge_room, judge_zone
from rules.rommel.scene import RommelScene
from rules.rommel.settings import Builder
from rules.rommel.sides import named
from rules.rommel.state import state_of, table_of
from table.errors import BadFile
from table.hex_board import centre_of
from table.notation.toml import got_words


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a battle, or with ``setup`` of the placing before it (R1.2)."""

    setup: bool

    @classmethod
    def read(cls, asked: Asked) -> "Start":
        """Read ``setup``, false where it is left out; raises BadFile."""
        asked.only("sides", "setup")
        setup = asked.get("setup", False)
        if not isinstance(setup, bool):
            raise BadFile(asked.source, "action.setup", "true or false", got_words(setup))
        return cls(setup)


@ruled_on_scene
def start(scene: RommelScene, action: Start, builder: Builder, source: str) -> None:
    """Rule on the beginning: everybody stands and the Allies play first, or the Axis places first (R1.1, R1.2)."""
    refuse_if_over(builder, source)
    now = phase_of(table_of(builder, source), source)
    if now is not None:
        builder.condition("R1.2", "not_begun", now in SETUP and not action.setup, phase=now.name)
    if action.setup:
        _placing_begins(scene, builder)
    else:
        _judge_battle(scene, builder)


def _judge_battle(scene: RommelScene, builder: Builder) -> None:
    for name in sorted(scene.position.places):
        each, here = scene.stand(name), scene.position.places[name]
        before = len(builder.checks)
        if state_of(each).reduced:
            builder.condition("R2.2", "starts_whole", False, actor=each.name, hex=scene.label(here))
        if each.kind != "lane":
            judge_zone(scene, each, here, builder)
            judge_room(scene, each, here, builder)
        builder.checks[before:] = [check for check in builder.checks[before:] if check.verdict != "passed"]
    builder.modifying("R1.1", "allies_begin", side=named(scene.snapshot, builder, "allied"))
    battle_begins(scene, builder)
    builder.outcome = "begins"


def battle_begins(scene: RommelScene, builder: Builder) -> None:
    """Record that the battle begins with turn 1's weather, everybody where he stands now (R1.1, R8.1)."""
    side, board = named(scene.snapshot, builder, "allied"), scene.position.board
    stood = {name: list(centre_of(board, here)) for name, here in sorted(scene.position.places.items())}
    builder.effect("begins", None, side=side, stood=stood)
    builder.effect("phase", None, side=side, phase=WEATHER.name, subturn=0, turn=1, weather=None)


def _placing_begins(scene: RommelScene, builder: Builder) -> None:
    first, side = SETUP[0], named(scene.snapshot, builder, "axis")
    builder.modifying("R1.2", "phase_begins", phase=first.name, side=side)
    builder.effect("phase", None, side=side, phase=first.name, subturn=0, turn=0)
    builder.outcome = "next_phase"
