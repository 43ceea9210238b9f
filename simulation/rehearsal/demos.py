"""The demos of the games that have one, as scenes that a rehearsal opens on."""

from rules.registry import game_named, games
from simulation.rehearsal.cannon_scene import cannon_scene
from simulation.rehearsal.hex_scene import hex_scene
from simulation.rehearsal.scene import Scene, table_scene
from table.board_size import HexSize


def demo_games() -> tuple[str, ...]:
    """Return the names of the games that have a demo, in their order."""
    return tuple(game.name for game in games() if game.demo is not None)


def demo_scene(name: str) -> Scene:
    """Return the battle of a game that has a demo."""
    game = game_named(name)
    assert game.demo is not None
    demo = game.demo()
    if demo.cannons is not None:
        return cannon_scene(game, demo)
    return hex_scene(game, demo) if isinstance(demo.board or game.board, HexSize) else table_scene(game, demo)
