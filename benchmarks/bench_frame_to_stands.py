"""From a frame to stands in cm, cold and tracked, beside cv2.aruco's defaults and the AprilTag library in the same run.

    python benchmarks/bench_frame_to_stands.py [--short]

Tables of 4x4 markers, and of 36h11 tags, which all three can read. *Cold* is `measure`: one picture, nothing known.
*Tracked* is the tracker on noisy frames of a table at rest, everything it does in it: following, watching the camera,
searching its share of the frame. pupil-apriltags is not among Vedette's packages: `pip install pupil-apriltags`.
"""

import importlib
import importlib.metadata
import importlib.util
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import cv2
import numpy as np
from crowd import SIZES_PX, Crowd, crowd

from vision.dictionary import dictionary as by_name
from vision.known_markers import Follower
from vision.markers import find_markers
from vision.measure import measure
from vision.table_view import TableView
from vision.tracking.tracker import Tracker

FRAME_S = 1 / 45
ROUNDS, FRAMES = 7, 23  # a round of frames is half a second: all of the frame is searched once


@dataclass(frozen=True)
class Result:
    """What one way took and found: ms a frame, how many of the stands' markers, their centres' error."""

    ms: float
    found: int
    rms_px: float


def noisy(picture: np.ndarray, count: int = 4) -> list[np.ndarray]:
    """Return several frames of the same table: a camera's noise is new in each."""
    dice = np.random.default_rng(0)
    return [
        np.clip(picture + np.rint(dice.normal(0, 1.5, picture.shape)), 0, 255).astype(np.uint8) for _ in range(count)
    ]


def off_px(corners: dict[int, np.ndarray], true: dict[int, np.ndarray], ids: set[int]) -> tuple[int, float]:
    """Return how many of those ids were found, and the rms of their centres' errors."""
    there = sorted(ids & set(corners))
    off = [corners[k].mean(axis=0) - true[k].mean(axis=0) for k in there]
    return len(there), float(np.sqrt((np.array(off) ** 2).sum(axis=1).mean())) if there else float("nan")


def timed(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the least time of each in ms, all taken in turns so that they suffer alike from what else goes on."""
    best = dict.fromkeys(ways, np.inf)
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            best[name] = min(best[name], 1000 * (time.perf_counter() - start))
    return best


def tracked_ways(table: Crowd, frames: list[np.ndarray]) -> tuple[Tracker, Callable[[], None]]:
    """Return a tracker that has settled on the table, and a round of frames for it."""
    tracker = Tracker(TableView(table.camera, table.frame), table.roster)
    clock = [0.0]

    def some_frames() -> None:
        for k in range(FRAMES):
            tracker.look(frames[k % len(frames)], clock[0])
            clock[0] += FRAME_S

    for _ in range(3):
        some_frames()
    return tracker, some_frames


def compare(size: str, dictionary: str, rounds: int) -> dict[str, Result]:
    """Return what each way took and found on one table of 120 stands."""
    table = crowd(120, size, dictionary)
    grey, true = table.grey, table.corners_px()
    ids = {entry.marker for entry in table.roster.entries}
    frames = noisy(grey)
    bare = cv2.aruco.ArucoDetector(by_name(dictionary))
    view = TableView(table.camera, table.frame)
    _, some_frames = tracked_ways(table, frames)
    ways: dict[str, Callable[[], object]] = {
        "cv2": lambda: bare.detectMarkers(grey),
        "cold": lambda: measure(grey, view, table.roster),
        "search": lambda: find_markers(grey, dictionary, ids),
        "tracked": some_frames,
    }
    tags = april_tags(dictionary)
    if tags:
        ways["apriltag"] = lambda: tags(grey)
    ms = timed(ways, rounds)
    ms["tracked"] /= FRAMES
    quads, seen, _ = bare.detectMarkers(grey)
    found = {
        "cv2": {int(k): quad[0] for k, quad in zip(np.ravel(seen), quads, strict=True)},
        "cold": {marker.id: marker.corners_px for marker in find_markers(grey, dictionary, ids)},
    }
    if tags:
        found["apriltag"] = tags(grey)
    numbers = np.array(sorted(true))
    starts, follower = np.array([true[k] for k in numbers]) + 0.2, Follower(dictionary)
    for frame in [*frames, frames[0]]:
        starts = follower.follow(frame, numbers, starts).corners_px
    found["tracked"] = dict(zip(numbers.tolist(), starts, strict=True))
    found["search"] = found["cold"]
    return {name: Result(ms[name], *off_px(found[name], true, ids)) for name in ms}


def april_tags(dictionary: str) -> Callable[[np.ndarray], dict[int, np.ndarray]] | None:
    """Return the AprilTag library's detection (decimate 1, 2 threads), if it is installed and knows the dictionary."""
    if "36h11" not in dictionary:
        return None
    if not importlib.util.find_spec("pupil_apriltags"):
        print("(pupil-apriltags is not installed: its rows are left out)\n")
        return None
    detector = _tag_detector()

    def detect(grey: np.ndarray) -> dict[int, np.ndarray]:
        # Its origin is the first pixel's corner, ours its centre; its corners run the other way about.
        return {tag.tag_id: tag.corners[::-1] - 0.5 for tag in detector.detect(grey)}

    return detect


def growth(size: str, counts: tuple[int, ...], rounds: int) -> list[tuple[int, float, float, float]]:
    """Return for each number of stands the ms of cv2's defaults, of a cold measurement and of a tracked frame."""
    rows = []
    for count in counts:
        table = crowd(count, size)
        grey, view = table.grey, TableView(table.camera, table.frame)
        bare = cv2.aruco.ArucoDetector(by_name(table.frame.dictionary))
        _, some_frames = tracked_ways(table, noisy(grey))
        ms = timed(
            {
                "cv2": lambda grey=grey, bare=bare: bare.detectMarkers(grey),
                "cold": lambda grey=grey, view=view, table=table: measure(grey, view, table.roster),
                "tracked": some_frames,
            },
            rounds,
        )
        rows.append((count, ms["cv2"], ms["cold"], ms["tracked"] / FRAMES))
    return rows


def frames_a_second(count: int = 200) -> float:
    """Return how many 4K JPEGs a second are decoded and tracked: a thread decodes, as the reader of a camera does."""
    table = crowd(120, "4K")
    coded = [cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 85])[1] for frame in noisy(table.picture)]
    tracker, _ = tracked_ways(table, [cv2.imdecode(code, cv2.IMREAD_GRAYSCALE) for code in coded])
    frames: Queue[np.ndarray] = Queue(2)

    def decode() -> None:
        for k in range(count):
            frames.put(cv2.imdecode(coded[k % len(coded)], cv2.IMREAD_GRAYSCALE))

    Thread(target=decode, daemon=True).start()
    start = time.perf_counter()
    for k in range(count):
        tracker.look(frames.get(), 100.0 + k * FRAME_S)
    return count / (time.perf_counter() - start)


@cache  # one for all: letting go of one brings the process down
def _tag_detector() -> Any:
    return importlib.import_module("pupil_apriltags").Detector(families="tag36h11", nthreads=2, quad_decimate=1.0)


NAMES = {
    "cv2": "cv2.aruco, defaults",
    "apriltag": "AprilTag library, decimate 1",
    "search": "Vedette, cold: markers alone",
    "cold": "Vedette, cold: to stands",
    "tracked": "Vedette, tracked: to stands",
}


def main() -> None:
    """Print the tables."""
    rounds = 3 if "--short" in sys.argv else ROUNDS
    versions = f"OpenCV {cv2.__version__} ({cv2.getNumThreads()} threads), numpy {np.__version__}"
    if importlib.util.find_spec("pupil_apriltags"):
        versions += f", pupil-apriltags {importlib.metadata.version('pupil-apriltags')}"
    print(versions + ", 120 stands\n")
    print("| picture | way | ms | of cv2's defaults | seen | centre rms px |\n|---|---|---|---|---|---|")
    for dictionary in ("4x4_1000", "apriltag_36h11"):
        for size in SIZES_PX:
            results = compare(size, dictionary, rounds)
            for name in [name for name in NAMES if name in results]:
                it, base = results[name], results["cv2"].ms
                print(
                    f"| {size}, {dictionary} | {NAMES[name]} | {it.ms:.1f} | {it.ms / base:.2f} | {it.found} / 120 | "
                    f"{it.rms_px:.4f} |"
                )
    print("\n| stands, 4K | cv2.aruco, defaults ms | cold ms | tracked ms |\n|---|---|---|---|")
    for count, bare, cold, tracked in growth("4K", (10, 30, 60, 120, 180, 250), rounds):
        print(f"| {count} | {bare:.1f} | {cold:.1f} | {tracked:.1f} |")
    print(f"\n4K frames a second, decoding of JPEG included, 120 stands: {frames_a_second():.1f}")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
