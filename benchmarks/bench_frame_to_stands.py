"""From a frame to stands in cm, at 1080p and 4K, against a bare cv2.aruco default pass in the same run.

pytest benchmarks/bench_frame_to_stands.py, or: python benchmarks/bench_frame_to_stands.py [SCENES_DIR]
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import scipy
from accuracy import DEFAULT, learn_lens, run

from calibration.profile import parse_table
from cli.calibrate import command as calibrate
from table.notation.roster_file import parse_roster
from vision.markers import find_markers, propose
from vision.measure import measure
from vision.picture import read_picture


def least_ms(work: Callable[[], object], rounds: int = 9) -> float:
    """Return the least time of several: what the machine can do when nobody disturbs it."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def bench(folder: Path, name: str) -> str:
    """Return one line: times of both, their ratio, and what each found."""
    with tempfile.TemporaryDirectory() as work:
        camera, table = Path(work) / "camera.toml", Path(work) / "table.toml"
        learn_lens(folder, camera)
        frame = folder / f"{name}.frame.toml"
        run(calibrate, "table", folder / f"{name}.jpg", "--camera", camera, "--frame", frame, "--out", table)
        view = parse_table(table.read_text())
    roster = parse_roster((folder / f"{name}.roster.toml").read_text())
    grey = read_picture(folder / f"{name}.jpg", colour=False)
    bare = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250))
    truth = json.loads((folder / f"{name}.truth.json").read_text())
    there = {stand["marker"] for stand in truth["stands"]}
    _, ids, _ = bare.detectMarkers(grey)
    bare_found = len(there & set(np.ravel(ids).tolist()))
    found = len(measure(grey, view, roster).stands)
    # In turns, so that both suffer alike from what else the machine does.
    rounds = [
        (
            least_ms(lambda: bare.detectMarkers(grey), 3),
            least_ms(lambda: measure(grey, view, roster), 3),
            least_ms(lambda: propose(grey, "4x4_250"), 3),
            least_ms(lambda: find_markers(grey), 3),
        )
        for _ in range(7)
    ]
    base, whole, proposed, searched = (min(column) for column in zip(*rounds, strict=True))
    return (
        f"| {folder.name}/{name} | {grey.shape[1]} x {grey.shape[0]} | {base:.1f} ms, {bare_found} / {len(there)} | "
        f"{whole:.1f} ms, {found} / {len(there)} | {whole / base:.1f} | {proposed:.1f} | {searched - proposed:.1f} | "
        f"{whole - searched:.1f} |"
    )


def main() -> None:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    print(
        f"OpenCV {cv2.__version__} ({cv2.getNumThreads()} threads), numpy {np.__version__}, scipy {scipy.__version__}\n"
    )
    print(
        "| scene | size | bare cv2.aruco defaults: time, recall | frame to stands: time, recall | ratio | "
        "of it: proposals ms | reading and alignment ms | frame check and stands ms |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for folder in sorted(p.parent for p in root.glob("*/charuco.json")):
        for name in sorted(file.name.removesuffix(".truth.json") for file in folder.glob("*.truth.json")):
            if not name.startswith("cannon"):
                print(bench(folder, name))


if __name__ == "__main__":
    main()
