"""How fast the synthetic camera draws a demo's table: 30 stands, 13 pieces, one thread, against drawing it all anew.

python benchmarks/bench_synthetic.py
"""

import itertools
import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from simulation.synthetic.demo_table import demo_snapshot
from simulation.synthetic.fittings import with_footprints
from simulation.synthetic.hand import Hand
from simulation.synthetic.renderer import Renderer, source_of
from table.snapshot import Snapshot

WANTED_PER_S, ROUNDS = 10.0, 12
SIZES = {"1080p": (1920, 1080), "4K": (3840, 2160)}


def moved(table: Snapshot, count: int, step: int) -> Snapshot:
    """Return the table with its first stands a little further on, nowhere they were before."""
    stands = [s.moved_to(s.x + 0.07 * (step + 1), s.y, s.heading_deg + step) for s in table.stands[:count]]
    return replace(table, stands=(*stands, *table.stands[count:]))


def scenes(table: Snapshot) -> dict[str, Callable[[int], tuple[Snapshot, list[Hand]]]]:
    """Return what happens from one frame to the next, by name."""
    return {
        "nothing moves": lambda step: (table, []),  # noqa: ARG005
        "one stand": lambda step: (moved(table, 1, step), []),
        "a hand and a stand": lambda step: (moved(table, 1, step), [Hand(22 + 0.5 * step, 25 + step)]),
        "ten stands": lambda step: (moved(table, 10, step), []),
        "all thirty stands": lambda step: (moved(table, 30, step), []),
    }


def frame_ms(renderer: Renderer, scene: Callable[[int], tuple[Snapshot, list[Hand]]], rounds: int) -> list[float]:
    """Return the processor's milliseconds for each frame: what other programs take meanwhile does not count."""
    found = []
    for step in range(rounds):
        table, hands = scene(step)
        start = time.process_time()
        renderer.render(table, hands)
        found.append((time.process_time() - start) * 1000)
    return found


def main() -> int:
    cv2.setNumThreads(1)
    print(f"Python {platform.python_version()}, OpenCV {cv2.__version__}, numpy {np.__version__}, one thread")
    table = with_footprints(demo_snapshot())
    too_slow = 0
    for name, size_px in SIZES.items():
        start = time.process_time()
        renderer = source_of(table, size_px).renderer
        ground_ms = (time.process_time() - start) * 1000
        (first_ms,) = frame_ms(renderer, scenes(table)["nothing moves"], 1)
        print(f"\n{name}: ground {ground_ms:.0f} ms and first frame {first_ms:.0f} ms, once")
        anew = itertools.cycle([replace(table, stands=(), pieces=()), table])
        whole = statistics.median(frame_ms(renderer, lambda _, a=anew: (next(a), []), 4)[1::2])
        print(f"  {'baseline: all drawn anew':<28}{whole:7.1f} ms {1000 / whole:6.1f} frames/s")
        for scene_name, scene in scenes(table).items():
            times = frame_ms(renderer, scene, ROUNDS)[1:]
            middle = statistics.median(times)
            per_s = 1000 / middle
            print(f"  {scene_name:<28}{middle:7.1f} ms {per_s:6.1f} frames/s  {middle / whole:5.2f} of the baseline")
            too_slow += name == "1080p" and per_s < WANTED_PER_S
    print(f"\n{'NOT ' if too_slow else ''}at least {WANTED_PER_S:g} frames/s at 1080p in every scene")
    return 1 if too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
