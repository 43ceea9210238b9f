"""A rehearsal's world and camera, of the sort that its scene wants: figures on a table, or counters on hexes."""

from referee.rehearsal.clock import Clock
from referee.rehearsal.counters import Counters
from referee.rehearsal.hex_scene import HexScene
from referee.rehearsal.hex_studio import HexStudio
from referee.rehearsal.loop import Loop
from referee.rehearsal.scene import Scene
from referee.rehearsal.studio import Studio
from referee.rehearsal.world import World


def world_of(scene: Scene) -> World:
    """Return the table of a scene as time goes by."""
    return Counters(scene) if isinstance(scene, HexScene) else World(scene)


def loop_of(scene: Scene, clock: Clock, seed: int = 3) -> Loop:
    """Return the loop that looks at a scene's table, which has been looked at for a while."""
    if isinstance(scene, HexScene):
        return Loop(Counters(scene), HexStudio(scene, seed=seed), clock)
    return Loop(World(scene), Studio(scene, seed=seed), clock)
