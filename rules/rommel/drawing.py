"""What of a ruling is drawn on the board: ways, lines from hex to hex, hexes."""

from collections.abc import Sequence

from rules.rommel.scene import Scene
from rules.ruling import Shape
from table.hex_board import centre_of, corners_of
from table.hexes import Hex


def way_drawn(scene: Scene, way: Sequence[Hex], role: str = "path") -> Shape:
    """Return a way through the middles of its hexes."""
    board = scene.position.board
    return Shape(role, "line", tuple(centre_of(board, here) for here in way))


def line_between(scene: Scene, start: Hex, end: Hex, role: str, label: str | None = None) -> Shape:
    """Return a straight line from the middle of one hex to that of another."""
    board = scene.position.board
    return Shape(role, "line", (centre_of(board, start), centre_of(board, end)), label=label)


def hex_drawn(scene: Scene, here: Hex, role: str) -> Shape:
    """Return a hex's outline."""
    return Shape(role, "polygon", corners_of(scene.position.board, here), label=scene.label(here))
