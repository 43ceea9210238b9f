"""A rehearsal's world and camera, of the sort that its scene wants: figures on a table, or counters on hexes."""

from referee.clock import Clock
from simulation.rehearsal.counters import Counters
from simulation.rehearsal.hex_scene import HexScene
from simulation.rehearsal.hex_studio import HexStudio
from simulation.rehearsal.loop import Loop
from simulation.rehearsal.scene import Scene
from simulation.rehearsal.studio import Studio
from simulation.rehearsal.world import World


def world_of(scene: Scene) -> World:
    """Return the table of a scene as time goes by."""
    return Counters(scene) if isinstance(scene, HexScene) else World(scene)


def loop_of(scene: Scene, clock: Clock, seed: int = 3) -> Loop:
    """Return the loop that looks at a scene's table, which has been looked at for a while."""
    if isinstance(scene, HexScene):
        return Loop(Counters(scene), HexStudio(scene, seed=seed), clock)
    return Loop(World(scene), Studio(scene, seed=seed), clock)
