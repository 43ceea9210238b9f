"""The battles a rehearsal can open on, by game."""

from collections.abc import Callable, Mapping

from simulation.rehearsal.ambush import ambush_scene
from simulation.rehearsal.ancients import ancients_scene
from simulation.rehearsal.montecassino import montecassino_scene
from simulation.rehearsal.rommel import rommel_scene
from simulation.rehearsal.scene import Scene
from simulation.rehearsal.yankee import yankee_scene

BATTLES: Mapping[str, Callable[[], Scene]] = {
    "ambush": ambush_scene, "yankee": yankee_scene, "montecassino": montecassino_scene, "rommel": rommel_scene,
    "ancients": ancients_scene,
}  # fmt: skip
