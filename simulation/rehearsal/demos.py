"""The demos of the games that have one: their scenes, and the loop that looks at one."""

from referee.clock import Clock
from rules.registry import game_named, games
from simulation.rehearsal.cannon_scene import cannon_scene
from simulation.rehearsal.counters import Counters
from simulation.rehearsal.hex_scene import HexScene, hex_scene
from simulation.rehearsal.loop import Loop
from simulation.rehearsal.scene import Scene, table_scene
from simulation.rehearsal.studio import HexStudio, Studio
from simulation.rehearsal.world import World
from table.board_size import HexSize
from table.errors import BadInput


def demo_games() -> tuple[str, ...]:
    """Return the names of the games that have a demo, in their order."""
    return tuple(game.name for game in games() if game.demo is not None)


def demo_scene(name: str) -> Scene:
    """Return the battle of a game; raises BadInput for one that has no demo."""
    game = game_named(name)
    if game.demo is None:
        raise BadInput("the game {game} has no demo", game=name)
    demo = game.demo()
    if demo.cannons is not None:
        return cannon_scene(game, demo)
    return hex_scene(game, demo) if isinstance(demo.board or game.board, HexSize) else table_scene(game, demo)


def loop_of(scene: Scene, clock: Clock, seed: int = 3) -> Loop:
    """Return the loop that looks at a scene's table, which has been looked at for a while."""
    if isinstance(scene, HexScene):
        return Loop(Counters(scene), HexStudio(scene, seed=seed), clock)
    return Loop(World(scene), Studio(scene, seed=seed), clock)
