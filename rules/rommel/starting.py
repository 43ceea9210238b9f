"""START: the battle begins where everybody stands, or the placing before it (R1.1, R1.2)."""

from collections.abc import Mapping
from typing import Any

from rules.action import check_keys
from rules.rommel.judging import heard_on_scene
from rules.rommel.naming_sides import named
from rules.rommel.phasing import SETUP, TURN, phase_of, refuse_if_over
from rules.rommel.placing import judge_room, judge_zone
from rules.rommel.scene import Scene
from rules.rommel.settings import Builder
from table.errors import BadFile
from table.hex_board import centre_of
from table.notation.toml import got_words
from table.snapshot import Snapshot


def start(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``start``: everybody stands as the battle begins; the Allies are the first to play (R1.1, R1.2).

    With ``setup`` it is the placing that begins, with the Axis's first counters.
    """
    check_keys(action, ("sides", "setup"), source)
    if type(action.get("setup", False)) is not bool:
        raise BadFile(source, "action.setup", "true or false", got_words(action["setup"]))

    judge = _judge_setting_up if action.get("setup") else _judge_battle
    heard_on_scene(snapshot, builder, lambda scene, heard_: judge(scene, heard_, source), source)


def _judge_battle(scene: Scene, builder: Builder, source: str) -> None:
    refuse_if_over(builder)
    now = phase_of(builder.table, source)
    if now is not None:
        builder.condition("R1.2", "not_begun", now in SETUP, phase=now.name)
    for name in sorted(scene.position.places):
        each, here = scene.stand(name), scene.position.places[name]
        heard_before = len(builder.checks)
        if each.state.get("reduced"):
            builder.condition("R2.2", "starts_whole", False, actor=each.name, hex=scene.label(here))
        if each.kind != "lane":
            judge_zone(scene, each, here, builder)
            judge_room(scene, each, here, builder)
        builder.checks[heard_before:] = [c for c in builder.checks[heard_before:] if c.verdict != "passed"]
    builder.modifying("R1.1", "allies_begin", side=named(scene.snapshot, builder, "allied"))
    battle_begins(scene, builder)
    builder.outcome = "begins"


def battle_begins(scene: Scene, builder: Builder) -> None:
    """Record that the battle begins with turn 1's weather, everybody where he stands now (R1.1, R8.1)."""
    side, board = named(scene.snapshot, builder, "allied"), scene.position.board
    stood = {name: list(centre_of(board, here)) for name, here in sorted(scene.position.places.items())}
    builder.effect("begins", None, side=side, stood=stood)
    builder.effect("phase", None, side=side, phase=TURN[0].name, subturn=0, turn=1, weather=None)


def _judge_setting_up(scene: Scene, builder: Builder, source: str) -> None:
    refuse_if_over(builder)
    now, first = phase_of(builder.table, source), SETUP[0]
    if now is not None:
        builder.condition("R1.2", "not_begun", False, phase=now.name)
    side = named(scene.snapshot, builder, "axis")
    builder.modifying("R1.2", "phase_begins", phase=first.name, side=side)
    builder.effect("phase", None, side=side, phase=first.name, subturn=0, turn=0)
    builder.outcome = "next_phase"
