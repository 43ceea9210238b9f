"""A cannon's aim: where a shot may go, who stands there, and what the rules would say of each, were he struck."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any

from shapely import LineString, box

from referee.cannon.proposal import square_of
from referee.luck.picture import outline_of
from referee.shots.history import histories
from referee.shots.record import ShotRecord
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


@dataclass(frozen=True, slots=True)
class ShotWay:
    """Where a shot may go, in table cm: the strip that the shell sweeps from the muzzle to the board's end.

    ``spread`` holds the next impact with 95 %, by the shots before it whose aim was said; empty while they are too few.
    """

    strip: tuple[Point, ...] = ()
    spread: tuple[Point, ...] = ()


def shot_way(
    game: str, board: SquareBoard, side: str, muzzle: Point, aim: Point, shots: Iterable[ShotRecord]
) -> ShotWay:  # fmt: skip
    """Return where a shot of a side's cannon may go; nothing where it aims at its own muzzle."""
    (x, y), (to_x, to_y), (left, near) = muzzle, aim, board.origin
    length = hypot(to_x - x, to_y - y)
    if not length:
        return ShotWay()
    ahead_x, ahead_y = (to_x - x) / length, (to_y - y) / length
    right, far = left + board.files * board.square_cm, near + board.ranks * board.square_cm
    reach = hypot(right - x, left - x, far - y, near - y)
    beyond = LineString([muzzle, (x + reach * ahead_x, y + reach * ahead_y)])
    end = beyond.intersection(box(left, near, right, far)).coords[-1]
    found = [it for it in histories(shots, game_named(game).field_of) if it.side == side and it.about == "aim"]
    spread = found[-1].dispersion if found else None
    return ShotWay(
        tuple((a, b) for a, b in LineString([muzzle, end]).buffer(SHELL_CM, cap_style="flat").exterior.coords[:-1]),
        tuple(
            (to_x + over * ahead_x + aside * ahead_y, to_y + over * ahead_y - aside * ahead_x)
            for over, aside in (outline_of(spread.next_95) if spread else ())
        ),
    )


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
