"""Who can shoot at whom on a full Ambush table, 150 stands and 60 pieces, against a plain loop over shapely.

python benchmarks/bench_threats.py
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from shapely import LineString, Point

from rules.ambush import complete
from rules.ambush.obstacles import Obstacle, obstacles
from rules.ambush.settings import AmbushSettings
from rules.ambush.shoot import RANGE_CM
from rules.ambush.threats import threats
from rules.registry import rule
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

STANDS, PIECES, WIDTH_CM, DEPTH_CM, WANTED = 150, 60, 160.0, 100.0, 20.0
KINDS = ("trench", "fence", "wall", "hedge", "bush", "wood", "ruins", "house", "mountain", "swamp")


def full_table(seed: int = 20) -> Snapshot:
    """Return soldiers of two sides scattered among pieces of every kind, half of them revealed."""
    dice = random.Random(seed)
    stands = tuple(
        Stand(f"s{k}", ("us", "de")[k % 2], "soldier", dice.uniform(0, WIDTH_CM), dice.uniform(0, DEPTH_CM),
              dice.uniform(-180, 180), 2, 1.6, state={"revealed": dice.random() < 0.5})
        for k in range(STANDS)
    )  # fmt: skip
    pieces = []
    for k in range(PIECES):
        x, y, w, h = dice.uniform(0, WIDTH_CM), dice.uniform(0, DEPTH_CM), dice.uniform(0.8, 12), dice.uniform(0.8, 12)
        pieces.append(Piece(f"p{k}", dice.choice(KINDS), ((x, y), (x + w, y), (x + w, y + h), (x, y + h))))
    return Snapshot(WIDTH_CM, DEPTH_CM, stands, tuple(pieces))


def plain_loop(table: Snapshot, settings: AmbushSettings) -> np.ndarray:
    """Ask shapely pair by pair and piece by piece: what one would write first."""
    among = obstacles(table, settings)
    can = np.zeros((STANDS, STANDS), dtype=bool)
    for i, shooter in enumerate(table.stands):
        for j, target in enumerate(table.stands):
            if shooter.side == target.side or Point(shooter.centre).distance(Point(target.centre)) > RANGE_CM:
                continue
            line = LineString([shooter.centre, target.centre])
            blocked = any(_blocks(o, line, shooter, target, settings) for o in among)
            covered = any(_covers(o, line, target, settings) for o in among)
            can[i, j] = not blocked and (not covered or bool(target.state.get("revealed")))
    return can


def _blocks(o: Obstacle, line: LineString, shooter: Stand, target: Stand, settings: AmbushSettings) -> bool:
    if o.row.blocks == "no" or not line.intersects(o.outline) or line.touches(o.outline):
        return False
    reach = settings.cover_cm if o.row.blocks == "near" else 0.0
    return all(o.outline.distance(Point(stand.centre)) > reach for stand in (shooter, target))


def _covers(o: Obstacle, line: LineString, target: Stand, settings: AmbushSettings) -> bool:
    if o.row.cover == "nobody":
        return False
    at = Point(target.centre)
    if o.outline.intersects(at):
        return True
    if o.row.cover != "near" or not line.intersects(o.outline) or line.touches(o.outline):
        return False
    return bool(line.intersection(o.outline).distance(at) <= settings.cover_cm)


def median_ms(call: Callable[[], object], rounds: int) -> float:
    """Return the median wall time of some calls."""
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        found.append(1000 * (time.perf_counter() - start))
    return statistics.median(found)


def main() -> int:
    """Print the ratio and the time of one ruling; return 1 if the answers differ."""
    settings = AmbushSettings()
    table = complete(full_table(), settings, "table")
    found, plain = threats(table, settings), plain_loop(table, settings)
    agree = bool((found.can == plain).all())
    loop = median_ms(lambda: plain_loop(table, settings), 3)
    bulk = median_ms(lambda: threats(table, settings), 15)
    shot = {"type": "shoot", "actor": "s0", "target": "s1"}
    one = median_ms(lambda: rule("ambush", table, shot, (4, 4)), 25)
    print(f"{STANDS} stands, {PIECES} pieces, {int(found.can.sum())} threats")
    print(f"{'plain loop over shapely':28}{loop:9.1f} ms   1x")
    print(f"{'rules.ambush.threats':28}{bulk:9.1f} ms  {loop / bulk:.0f}x faster (wanted: {WANTED:.0f}x)")
    print(f"{'one ruling':28}{one:9.1f} ms  (aim: under 5)")
    print(f"the answers {'agree' if agree else 'DIFFER'} on all pairs")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
