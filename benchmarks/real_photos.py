"""Marker search over photographs by others, beside OpenCV's detector with its defaults.

    python benchmarks/real_photos.py [FOLDER]

The photographs (opencv_contrib, spatial_action_maps, ubiquity) do not travel with the repository. Nobody counted the
markers in them: the counts are to be compared, and none may crash.
"""

import sys
import time
from pathlib import Path

import cv2
import numpy as np

from vision.dictionary import dictionary
from vision.markers import find_markers
from vision.picture import read_picture

DEFAULT = Path("/work/shared/real")
CONTRIB = "opencv_contrib"
PHOTOS = [
    *[(f"{CONTRIB}/{name}", "6x6_250") for name in ("singlemarkersoriginal.jpg", "choriginal.jpg")],
    (f"{CONTRIB}/chocclusion_original.jpg", "6x6_250"),
    *[(f"{CONTRIB}/img_0{number}.jpg", "6x6_250") for number in range(4)],
    (f"{CONTRIB}/gboriginal.png", "tutorial_dict.yml"),
    (f"{CONTRIB}/diamondmarkers.png", "tutorial_dict.yml"),
    ("spatial_action_maps/board-corners.jpg", "4x4_50"),
    ("spatial_action_maps/robot-top.jpg", "4x4_50"),
    ("ubiquity/403.jpg", "5x5_1000"),
    ("ubiquity/tag_01_d7_14cm.png", "5x5_1000"),
    ("ubiquity/tag_245-246_d7_14cm.png", "5x5_1000"),
]


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    if not folder.is_dir():
        print(f"skipped: {folder} is not here (the photographs do not travel with the repository)")
        return
    print(f"OpenCV {cv2.__version__}\n")
    print(
        "| photograph | dictionary | OpenCV defaults | Vedette | only OpenCV | only Vedette | OpenCV ms | Vedette ms |"
    )
    print("|---|---|---|---|---|---|---|---|")
    ours = theirs = 0
    for name, known_as in PHOTOS:
        words = str(folder / CONTRIB / known_as) if known_as.endswith(".yml") else known_as
        grey = read_picture(folder / name, colour=False)
        detector = cv2.aruco.ArucoDetector(dictionary(words))
        start = time.perf_counter()
        _, ids, _ = detector.detectMarkers(grey)
        middle = time.perf_counter()
        seen = {marker.id for marker in find_markers(grey, words)}
        end = time.perf_counter()
        known = set() if ids is None else set(np.ravel(ids).tolist())
        ours, theirs = ours + len(seen), theirs + len(known)
        print(
            f"| {name} | {Path(words).stem} | {len(known)} | {len(seen)} | {_list(known - seen)} "
            f"| {_list(seen - known)} | {1000 * (middle - start):.0f} | {1000 * (end - middle):.0f} |"
        )
    print(f"| all | | {theirs} | {ours} | | | | |")


def _list(ids: set[int]) -> str:
    return " ".join(map(str, sorted(ids))) or "-"


if __name__ == "__main__":
    main()
