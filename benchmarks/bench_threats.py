"""Who can fire at whom on a full table of each game, 150 stands and 60 pieces, against a plain loop over shapely.

python benchmarks/bench_threats.py
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
import threats_yankee
from shapely import LineString, Point

from rules import yankee
from rules.ambush import complete
from rules.ambush.obstacles import Obstacle, obstacles
from rules.ambush.settings import AmbushSettings
from rules.ambush.shoot import RANGE_CM
from rules.ambush.threats import threats
from rules.registry import rule
from rules.yankee.threats import threats as yankee_threats
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


def compared(title: str, find: Callable[[], np.ndarray], loop: Callable[[], np.ndarray]) -> bool:
    """Print how much faster the one is than the other; return whether they agree on all pairs."""
    found = find()
    agree = bool((found == loop()).all())
    slow, fast = median_ms(loop, 3), median_ms(find, 15)
    print(f"{title}: {STANDS} stands, {PIECES} pieces, {int(found.sum())} threats")
    print(f"{'plain loop over shapely':28}{slow:9.1f} ms   1x")
    print(f"{'all at once':28}{fast:9.1f} ms  {slow / fast:.0f}x faster (wanted: {WANTED:.0f}x)")
    print(f"the answers {'agree' if agree else 'DIFFER'} on all pairs")
    return agree


def one_ruling(game: str, table: Snapshot, verb: str, actor: str, target: str) -> None:
    """Print the time of one ruling."""
    action = {"type": verb, "actor": actor, "target": target}
    one = median_ms(lambda: rule(game, table, action, (4, 4)), 25)
    print(f"{'one ruling':28}{one:9.1f} ms  (aim: under 5)")


def main() -> int:
    """Print the ratios and the times of one ruling; return 1 if the answers differ."""
    settings = AmbushSettings()
    table = complete(full_table(), settings, "table")
    agree = compared("Ambush", lambda: threats(table, settings).can, lambda: plain_loop(table, settings))
    one_ruling("ambush", table, "shoot", "s0", "s1")
    theirs = yankee.YankeeSettings()
    battle = yankee.complete(threats_yankee.full_table(), theirs, "table")
    found = yankee_threats(battle, theirs)
    agree &= compared(
        "Yankee", lambda: yankee_threats(battle, theirs).can, lambda: threats_yankee.plain_loop(battle, theirs)
    )
    shooter, target = np.argwhere(found.can)[0]
    one_ruling("yankee", battle, "fire", found.names[shooter], found.names[target])
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
