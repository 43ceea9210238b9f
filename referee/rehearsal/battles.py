"""The battles a rehearsal can open on, by game."""

from collections.abc import Callable, Mapping

from referee.rehearsal.ambush import ambush_scene
from referee.rehearsal.ancients import ancients_scene
from referee.rehearsal.montecassino import montecassino_scene
from referee.rehearsal.rommel import rommel_scene
from referee.rehearsal.scene import Scene
from referee.rehearsal.yankee import yankee_scene

BATTLES: Mapping[str, Callable[[], Scene]] = {
    "ambush": ambush_scene, "yankee": yankee_scene, "montecassino": montecassino_scene, "rommel": rommel_scene,
    "ancients": ancients_scene,
}  # fmt: skip
