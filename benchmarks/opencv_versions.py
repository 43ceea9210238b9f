"""Which OpenCV to stand on: markers found and time taken by the version of the interpreter that runs this.

    python benchmarks/opencv_versions.py [SCENES_DIR]

Needs only numpy and OpenCV. Run it with one interpreter for each version, on a quiet machine, and compare.
"""

import json
import sys
import time
from pathlib import Path

import cv2
import numpy as np

DEFAULT = Path(__file__).parent.parent / "tests" / "data" / "scenes"
PASSES: dict[str, dict[str, float]] = {
    "defaults": {},
    "tuned": {
        "minMarkerPerimeterRate": 0.01,
        "adaptiveThreshWinSizeMin": 3,
        "adaptiveThreshWinSizeMax": 33,
        "adaptiveThreshWinSizeStep": 6,
        "adaptiveThreshConstant": 5,
        "minMarkerDistanceRate": 0.01,
        "errorCorrectionRate": 1.0,
        "cornerRefinementMethod": cv2.aruco.CORNER_REFINE_CONTOUR,
    },
}


def main() -> None:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    print(f"OpenCV {cv2.__version__}, {cv2.getNumThreads()} threads")
    print("| size | pass | found / there | ids not there | ms (least of 15, a picture) |")
    print("|---|---|---|---|---|")
    for folder in sorted(p.parent for p in root.glob("*/charuco.json")):
        scenes = sorted(file.name.removesuffix(".truth.json") for file in folder.glob("*.truth.json"))
        for name, settings in PASSES.items():
            found = there = false = 0
            seconds = []
            for scene in scenes:
                ids, took = detect(folder / f"{scene}.jpg", settings)
                known = expected(folder / scene)
                found, there, false = found + len(ids & known), there + len(known), false + len(ids - known)
                seconds.append(took)
            print(f"| {folder.name} | {name} | {found} / {there} | {false} | {1000 * np.mean(seconds):.1f} |")


def detect(file: Path, settings: dict[str, float]) -> tuple[set[int], float]:
    """Return the ids found in a picture, and the least time of several."""
    grey = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
    parameters = cv2.aruco.DetectorParameters()
    for key, value in settings.items():
        setattr(parameters, key, value)
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    detector = cv2.aruco.ArucoDetector(words, parameters)
    times = []
    for _ in range(15):
        start = time.perf_counter()
        _, ids, _ = detector.detectMarkers(grey)
        times.append(time.perf_counter() - start)
    return (set() if ids is None else set(np.ravel(ids).tolist())), min(times)


def expected(scene: Path) -> set[int]:
    """Return the ids that are in a scene: its stands', frame's and banners'."""
    truth = json.loads(scene.with_name(scene.name + ".truth.json").read_text())
    stands = {s["marker"] for s in [*truth["stands"], *truth.get("soldiers", [])]}
    ids = [line.split("=")[1] for line in frame_lines(scene) if line.startswith(("id =", "ids ="))]
    return stands | {int(word) for text in ids for word in text.strip(" []\n").split(",")}


def frame_lines(scene: Path) -> list[str]:
    """Return the lines of a scene's frame.toml."""
    return scene.with_name(scene.name + ".frame.toml").read_text().splitlines()


if __name__ == "__main__":
    main()
