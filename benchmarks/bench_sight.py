"""All-pairs sight on a full table, 150 stands and 60 pieces, against a plain loop over shapely in the same run.

python benchmarks/bench_sight.py
"""

import math
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon

from table.sight import sight_matrix

STANDS, PIECES, WIDTH_CM, DEPTH_CM, SEED = 150, 60, 160.0, 100.0, 20
WANTED = 20.0


def full_table() -> tuple[NDArray[np.float64], list[Polygon]]:
    """Return stands scattered over a 160 x 100 cm table and irregular pieces of 4 to 11 corners, 3 to 12 cm across."""
    dice = random.Random(SEED)
    stands = np.array([(dice.uniform(0, WIDTH_CM), dice.uniform(0, DEPTH_CM)) for _ in range(STANDS)])
    pieces = []
    for _ in range(PIECES):
        x, y, count = dice.uniform(5, WIDTH_CM - 5), dice.uniform(5, DEPTH_CM - 5), dice.randint(4, 11)
        turns = sorted(dice.uniform(0, 2 * math.pi) for _ in range(count))
        reaches = [dice.uniform(1.5, 6.0) for _ in turns]
        piece = Polygon([(x + r * math.cos(t), y + r * math.sin(t)) for t, r in zip(turns, reaches, strict=True)])
        pieces.append(piece if piece.is_valid and piece.area > 1 else shapely.box(x - 2, y - 2, x + 2, y + 2))
    return stands, pieces


def plain_loop(points: NDArray[np.float64], polygons: list[Polygon]) -> NDArray[np.bool_]:
    """Ask shapely pair by pair and piece by piece whether the line runs inside: what one would write first."""
    count = len(points)
    sees = np.ones((count, count), dtype=np.bool_)
    for i in range(count):
        for j in range(i, count):
            line = LineString([points[i], points[j]])
            sees[i, j] = sees[j, i] = not any(p.intersects(line) and not p.touches(line) for p in polygons)
    return sees


def times_s(call: Callable[[], object], rounds: int) -> list[float]:
    """Return the wall times of some calls."""
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        found.append(time.perf_counter() - start)
    return found


def main() -> int:
    """Print the table; return 1 if the answers differ."""
    points, polygons = full_table()
    own, baseline = sight_matrix(points, polygons), plain_loop(points, polygons)
    # A line without length has no inside for shapely: a stand's sight of itself is compared apart.
    off = ~np.eye(STANDS, dtype=np.bool_)
    agree = bool((own == baseline)[off].all())
    loop = statistics.median(times_s(lambda: plain_loop(points, polygons), 5))
    bulk = statistics.median(times_s(lambda: sight_matrix(points, polygons), 25))
    edges = sum(len(p.exterior.coords) - 1 for p in polygons)
    pairs = STANDS * (STANDS - 1) // 2
    print(
        f"{STANDS} stands, {PIECES} pieces ({edges} edges), {pairs} pairs, {100 * own[off].mean():.0f} % see each other"
    )
    print(f"Python {platform.python_version()}, numpy {np.__version__}, ", end="")
    print(f"shapely {shapely.__version__} (GEOS {shapely.geos_version_string}), one thread")
    print(f"{'plain loop over shapely':28}{1e3 * loop:9.1f} ms   1x")
    print(f"{'table.sight.sight_matrix':28}{1e3 * bulk:9.1f} ms  {loop / bulk:.0f}x faster (wanted: {WANTED:.0f}x)")
    print(f"the answers {'agree' if agree else 'DIFFER'} on all pairs")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
