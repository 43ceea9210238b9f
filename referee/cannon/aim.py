"""A cannon's aim: who stands in its line before the shot, and what the rules would say of each, were he struck."""

from collections.abc import Iterator, Mapping
from math import hypot
from typing import Any

from referee.cannon.proposal import square_of
from rules.registry import game_named, rule
from rules.ruling import Check
from rules.state import State
from table.errors import VedetteError
from table.frame import SquareBoard
from table.snapshot import Snapshot
from table.squares import Square, centre_of
from table.stand import Stand
from table.terrain import Point

SHELL_CM = 0.3
"""Half a shell, as the cannon's usual one is."""


def muzzle_behind(game: str, board: SquareBoard, side: str, column: int) -> Point:
    """Return the middle of the strip behind a column of a side's first line (M1.3); raises BadFile for another side."""
    far = game_named(game).field_of(side) == "G"
    x, y = centre_of(board, Square("G" if far else "A", column))
    return x, y + board.square_cm * (1 if far else -1)


def in_line(table: Snapshot, muzzle: Point, aim: Point) -> tuple[Stand, ...]:
    """Return who stands in the line from a muzzle over its aim to the end of the board, the nearest first."""
    (x, y), (to_x, to_y) = muzzle, aim
    length = hypot(to_x - x, to_y - y) or 1.0
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    found = []
    for stand in table.stands:
        ahead = (stand.x - x) * along_x + (stand.y - y) * along_y
        aside = abs((stand.x - x) * along_y - (stand.y - y) * along_x)
        if ahead > 0 and aside <= stand.width_cm / 2 + SHELL_CM:
            found.append((ahead, stand))
    return tuple(stand for _, stand in sorted(found, key=lambda each: each[0]))


def if_struck(
    game: str, table: Snapshot, side: str, struck: tuple[Stand, ...], settings: Mapping[str, Any], state: State
) -> Iterator[tuple[Stand, str, Check | None]]:  # fmt: skip
    """Yield each who would be struck directly with his square, and what the rules say of him (M5.3 to M5.5)."""
    squares = {stand.name: square_of(table, stand.centre, stand.sigma_cm) or "" for stand in struck}
    fallen = [{"square": square, "cause": "direct"} for square in squares.values()]
    action = {"type": "shot", "side": side, "fallen": fallen}
    try:
        checks = rule(game, table, action, settings=settings, sides=state.known, source="aim").checks
    except VedetteError:  # where only banners say whether he is in the zone
        checks = ()
    said = {check.detail.get("stand"): check for check in checks if check.detail.get("stand")}
    for stand in struck:
        yield stand, squares[stand.name], said.get(stand.name)
