"""Marker search over photographs by others, beside OpenCV's detector and pupil-apriltags.

    python benchmarks/real_photos.py [--roots FOLDER ...] [--source NAME] [--most 60] [--without 2000]

The photographs do not travel with the repository. A marker is "there" if two of the three families of detectors read
its id in the picture, or one does and two read this id in three other pictures of the source (it is on their board);
"alone" is what else only one of them reads. Of pictures without markers whatever is read is false.
Times are the medians' ratios to OpenCV's defaults in the same run; "waiting" waits for every id that is there in any
picture of the source, so that most pictures lack some.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from photo_sources import ROOTS, WITH_MARKERS, WITHOUT, Source, pictures
from rich.progress import track

from table.errors import BadInput
from vision.arrays import Grey
from vision.dictionary import dictionary
from vision.markers import find_markers
from vision.picture import read_picture

FALSE_OF = ("4x4_50", "4x4_250", "apriltag_36h11")
_OFTEN = 3
LARGE_PX = 1_000_000  # a small picture's time is mostly what any picture takes
MOST_PX = 12_000_000  # of pictures without markers: larger ones are left out


@dataclass
class Tally:
    """Ids read in each picture by one detector, and the seconds it took."""

    ids: list[frozenset[int]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, read: Callable[[], frozenset[int]]) -> None:
        start = time.perf_counter()
        found = read()
        self.seconds.append(time.perf_counter() - start)
        self.ids.append(found)

    def of(self, there: list[frozenset[int]]) -> int:
        return sum(len(own & true) for own, true in zip(self.ids, there, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--roots", type=Path, nargs="+", default=list(ROOTS))
    parser.add_argument("--source", help="only sources whose name has this in it")
    parser.add_argument("--most", type=int, default=60, help="pictures of a source, evenly picked")
    parser.add_argument("--without", type=int, default=2000, help="pictures without markers")
    args = parser.parse_args()
    some = [source for source in WITH_MARKERS if not args.source or args.source in source.name]
    found = [(source, pictures(args.roots, source.pattern)) for source in some]
    found = [(source, files[:: -(-len(files) // args.most)]) for source, files in found if files]
    if not found:
        print("skipped: the photographs are not here (they do not travel with the repository)")
        return
    print(f"OpenCV {cv2.__version__}\n")
    print(
        "| source | pictures | there | OpenCV | tuned | pupil | Vedette | waiting | alone: OpenCV, pupil, Vedette "
        "| OpenCV ms | times | waiting | s per 10 MP, at most | of those of 1 MP and more |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    total = np.zeros(5, int)
    for source, files in found:
        total += _row(source, files, args.roots)
    print(f"| all | | {' | '.join(map(str, total))} |")
    if not args.source and args.without:
        _without(args.roots, args.without)


def _row(source: Source, files: list[Path], roots: list[Path]) -> np.ndarray:
    """Print a source's row; return how many are there and how many OpenCV, tuned, Vedette, waiting read."""
    name = source.dictionary
    if name.endswith(".yml"):
        name = next(str(root / name) for root in roots if (root / name).exists())
    greys = [read_picture(file, colour=False) for file in files]
    plain, tuned, pupil, ours, waiting = (Tally() for _ in range(5))
    find_markers(greys[0], name)
    for grey in _progress(greys, source.name):
        plain.add(lambda grey=grey: _cv(grey, name, False))
        tuned.add(lambda grey=grey: _cv(grey, name, True))
        pupil.add(lambda grey=grey: _pupil(grey, name))
        ours.add(lambda grey=grey: _ours(grey, name, frozenset()))
    families = [[a | b for a, b in zip(plain.ids, tuned.ids, strict=True)], pupil.ids, ours.ids]
    wanted = frozenset().union(*_there(families))
    for grey in _progress(greys, f"{source.name}, waiting"):
        waiting.add(lambda grey=grey: _ours(grey, name, wanted))
    families[2] = [a | b for a, b in zip(ours.ids, waiting.ids, strict=True)]
    there = _there(families)
    alone = [sum(len(own - true) for own, true in zip(ids, there, strict=True)) for ids in families]
    count = sum(map(len, there))
    has_pupil = str(pupil.of(there)) if name.startswith("apriltag") else "-"
    slowest, of_large = (_slowest(greys, (ours, waiting), least) for least in (0, LARGE_PX))
    middle = statistics.median(plain.seconds)
    print(
        f"| {source.name} | {len(files)} | {count} | {plain.of(there)} | {tuned.of(there)} | {has_pupil} "
        f"| {ours.of(there)} | {waiting.of(there)} | {', '.join(map(str, alone))} | {1000 * middle:.0f} "
        f"| {statistics.median(ours.seconds) / middle:.1f} | {statistics.median(waiting.seconds) / middle:.1f} "
        f"| {slowest} | {of_large} |",
        flush=True,
    )
    return np.array([count, plain.of(there), tuned.of(there), ours.of(there), waiting.of(there)])


def _slowest(greys: list[Grey], detectors: tuple[Tally, ...], least_px: int) -> str:
    """Return the most seconds for 10 MP of each detector, among pictures of so many pixels at least."""
    some = [k for k, grey in enumerate(greys) if grey.size >= least_px]
    each = [[one.seconds[k] * 10e6 / greys[k].size for k in some] for one in detectors]
    return ", ".join(f"{max(seconds):.1f}" for seconds in each) if some else "-"


def _there(families: list[list[frozenset[int]]]) -> list[frozenset[int]]:
    """Return the ids that are there in each picture, by what each family of detectors read in it."""
    two = [(a & b) | (a & c) | (b & c) for a, b, c in zip(*families, strict=True)]
    often = Counter(number for ids in two for number in ids)
    known = {number for number, times in often.items() if times >= _OFTEN}
    return [ids | ((a | b | c) & known) for ids, a, b, c in zip(two, *families, strict=True)]


def _without(roots: list[Path], most: int) -> None:
    """Print what is read in pictures that show no marker."""
    files = [file for pattern in WITHOUT for file in pictures(roots, pattern)]
    files = files[:: max(-(-len(files) // most), 1)]
    false = {which: dict.fromkeys(FALSE_OF, 0) for which in ("OpenCV", "tuned", "Vedette")}
    looked = 0
    for file in _progress(files, "without markers"):
        try:
            grey = read_picture(file, colour=False)
        except BadInput:
            continue
        if min(grey.shape) < 16 or grey.size > MOST_PX:
            continue
        looked += 1
        for name in FALSE_OF:
            own = _ours(grey, name, frozenset())
            if own:
                print(f"false: {file} {name} {sorted(own)}", file=sys.stderr)
            false["OpenCV"][name] += len(_cv(grey, name, False))
            false["tuned"][name] += len(_cv(grey, name, True))
            false["Vedette"][name] += len(own)
    print(f"\n{looked} pictures without markers; ids read in them:")
    for which, counts in false.items():
        print(f"  {which:8}" + "".join(f"  {name} {count}" for name, count in counts.items()))


def _progress(items: list, what: str) -> object:
    return track(items, what, disable=not sys.stderr.isatty(), transient=True)


@cache
def _detector(name: str, tuned: bool) -> cv2.aruco.ArucoDetector:
    how = cv2.aruco.DetectorParameters()
    if tuned:
        how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
        how.adaptiveThreshWinSizeMin, how.adaptiveThreshWinSizeMax, how.adaptiveThreshWinSizeStep = 3, 53, 4
        how.errorCorrectionRate = 0.6
    return cv2.aruco.ArucoDetector(dictionary(name), how)


def _cv(grey: Grey, name: str, tuned: bool) -> frozenset[int]:
    _, ids, _ = _detector(name, tuned).detectMarkers(grey)
    return frozenset() if ids is None else frozenset(np.ravel(ids).tolist())


@cache
def _april() -> object:
    from pupil_apriltags import Detector  # noqa: PLC0415  # only for these proofs

    return Detector(families="tag36h11", nthreads=2, quad_decimate=1.0)


def _pupil(grey: Grey, name: str) -> frozenset[int]:
    if name != "apriltag_36h11":
        return frozenset()
    return frozenset(tag.tag_id for tag in _april().detect(grey) if tag.hamming <= 1 and tag.decision_margin > 20)


def _ours(grey: Grey, name: str, wanted: frozenset[int]) -> frozenset[int]:
    return frozenset(marker.id for marker in find_markers(grey, name, wanted))


if __name__ == "__main__":
    main()
