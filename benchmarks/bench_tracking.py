"""What the tracker costs a frame at rest, and which part of it.

python benchmarks/bench_tracking.py [--stands 120] [--size 4K|1080p] [--frames 80]

Processor time on one thread: other programs and the number of cores do not count.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from crowd import SIZES_PX, crowd

from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from vision.known_markers import Follower
from vision.table_view import FrameSeen, TableView
from vision.tracking.tracker import Tracker

FRAME_S = 0.025
SETTLING = 60


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the tracker on a table at rest.")
    parser.add_argument("--stands", type=int, default=120)
    parser.add_argument("--size", choices=sorted(SIZES_PX), default="4K")
    parser.add_argument("--frames", type=int, default=80)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    table = crowd(asked.stands, asked.size)
    renderer = Renderer(table.camera, table.frame, table.roster, Look(blur_px=0.8, noise=1.5), 2)
    greys = [cv2.cvtColor(renderer.render(table.snapshot), cv2.COLOR_BGR2GRAY) for _ in range(6)]
    true = table.corners_px()
    ids = np.array([marker.id for marker in table.frame.markers])
    seen = Follower(table.frame.dictionary).follow(greys[0], ids, np.array([true[int(k)] for k in ids]))
    laid = tuple(FrameSeen(int(k), corners) for k, corners in zip(ids, seen.corners_px, strict=True))
    tracker = Tracker(TableView(table.camera, table.frame, np.eye(15) * 1e-14, laid), table.roster)
    parts = {"follow": (tracker._follower, "follow"), "watchman": (tracker._watchman, "look")}
    parts["search slice"] = (tracker.finder, "slice")
    spent = dict.fromkeys(parts, 0.0)
    for name, (owner, method) in parts.items():
        setattr(owner, method, timed(getattr(owner, method), name, spent))
    rows = []
    for k in range(SETTLING + asked.frames):
        spent.update(dict.fromkeys(parts, 0.0))
        begin = time.process_time()
        report = tracker.look(greys[k % len(greys)], k * FRAME_S)
        rows.append([time.process_time() - begin, *spent.values()])
    ms = np.array(rows[SETTLING:]) * 1e3
    own = ms[:, 0] - ms[:, 1:].sum(axis=1)
    print(
        f"{asked.size}, {len(report.tracks)} of {asked.stands} stands, still: {report.still}, OpenCV {cv2.__version__}"
    )
    print("| part | median ms | p90 ms |\n|---|---|---|")
    for name, column in zip(["all", *parts, "the tracker's own"], [*ms.T, own], strict=True):
        print(f"| {name} | {np.median(column):.2f} | {np.quantile(column, 0.9):.2f} |")
    counters = tracker.finder.counters
    print(f"{counters.slices} slices, {counters.passed_over} of them passed over, {counters.windows} windows")


def timed(call: Callable[..., Any], name: str, spent: dict[str, float]) -> Callable[..., Any]:
    def measured(*args: Any, **named: Any) -> Any:
        begin = time.process_time()
        try:
            return call(*args, **named)
        finally:
            spent[name] += time.process_time() - begin

    return measured


if __name__ == "__main__":
    main()
