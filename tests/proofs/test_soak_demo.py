"""The demo's table for a long evening: nothing drifts, nobody is lost, memory stays flat."""

import math
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hand_clock import HandClock

from referee.observation import Observation
from rules.state import State
from simulation.rehearsal.demos import demo_games, demo_scene, loop_of
from simulation.rehearsal.loop import FRAME_S, Listener

SHORT, LONG = 120, 4_000
SIGMAS = 5.0


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.prove
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("battle", demo_games())
def test_an_evening_at_the_table(battle: str, rounds: int, tell: Callable[[str], None]) -> None:
    scene, clock = demo_scene(battle), HandClock()
    loop = loop_of(scene, clock)
    memory = State(tuple(side.name for side in scene.sides))
    states, worst, early_mb = Counter[str](), 0.0, 0.0

    def hear(observation: Observation) -> None:
        nonlocal worst
        states[observation.status.key] += 1
        if observation.status.key == "still":
            truth = loop.world.truth()
            for stand in observation.table.stands:
                real = truth.stand(stand.name)
                worst = max(worst, math.dist(stand.centre, real.centre) / stand.sigma_cm)

    listener = Listener(hear, lambda: memory, lambda: True)
    for step in range(rounds):
        clock.advance(FRAME_S)
        loop.step(listener)
        if step == rounds // 4:
            early_mb = resident_mb()
    grown_mb = resident_mb() - early_mb
    assert states["still"] > rounds / 4
    assert worst < SIGMAS, "a stand called still is where it was measured"
    assert grown_mb < 30
    if rounds == LONG:
        minutes = rounds * FRAME_S / 60
        tell(f"{battle}: {rounds} frames, {minutes:.0f} min of play, {dict(states)}")
        tell(f"{battle}: worst place {worst:.1f} sigma off, memory grown by {grown_mb:.1f} MB")
