"""What a counter has done already: whether it has had its attack, and whether it may still move (R4.1, R4.6, R5.2)."""

from rules.rommel.kinds import is_air, is_marker
from rules.rommel.scene import Scene
from rules.rommel.supplying import is_supplied
from table.stand import Stand

AIR_MOVES = 4
"""So often an aircraft moves in a turn, once a sub-turn (R4.1)."""


def has_attacked(stand: Stand) -> bool:
    """Say whether a counter has had its combat, shot or bomb: of the turn, of the air that of the sub-turn (R5.2)."""
    return any(stand.state.get(word) for word in ("fought", "fired", "air_fought", "bombed"))


def air_moves(stand: Stand) -> int:
    """Return how often an aircraft has moved in this turn."""
    return int(stand.state.get("air_moved") or 0)


def may_move(scene: Scene, stand: Stand) -> bool:
    """Say whether a counter may start a move from where it stands, whatever the phase (R2.3, R4.1, R4.6)."""
    here = scene.where(stand)
    if here is None or is_marker(stand) or stand.state.get("moved") or has_attacked(stand):
        return False
    return air_moves(stand) < AIR_MOVES if is_air(stand) else is_supplied(scene, stand, here)
