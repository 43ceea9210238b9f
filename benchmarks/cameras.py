"""How well the eye does on the cameras that people have: the synthetic table through each kind of webcam.

    python benchmarks/cameras.py [--camera WORD] [--size 1080p|4K] [--draws N] [--frames N]

Each draw is a table of 72 soldiers turned at random, a third each with cards of 15, 20 and 25 mm, seen by each kind of
camera of simulation/synthetic/webcams.py, and by the plain one (blur, even noise, gamma 2.2, JPEG 85) that the other
proofs have. Lens, frame cards and heights are known exactly; the table's pose is learned from another picture by the
same camera, the stands are measured as `vedette measure` does. So what errs is the eye alone. *Place* is per axis.

*Film* is of the table at rest: how much each tracked marker's centre scatters from frame to frame, in its own sigmas.
*Settled* are the places that the tracker says at its end: how far away from the truth, and per axis in their sigmas.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import click
import cv2
import numpy as np
from marker_truth import true_corners_px

from calibration.table_pose import fit_table
from simulation.synthetic.fittings import default_camera, default_frame, default_roster
from simulation.synthetic.look import Look
from simulation.synthetic.plate import predefined
from simulation.synthetic.renderer import Renderer
from simulation.synthetic.sensor import Sensor
from simulation.synthetic.webcams import WEBCAMS
from table.errors import BadInput
from table.frame import Frame
from table.roster import Roster
from table.snapshot import Snapshot
from table.stand import Stand
from vision.camera import Camera
from vision.known_markers import Follower
from vision.markers import MarkerSeen, find_markers
from vision.measure import measure
from vision.picture import in_grey
from vision.table_view import TableView
from vision.tracking.tracker import Tracker

Grey = np.ndarray

SIZES_PX = {"1080p": (1920, 1080), "4K": (3840, 2160)}
CARDS_MM = (15, 20, 25)
PLAIN = "the other proofs'"
_COLUMNS, _ROWS = 9, 8
_EXACT_CM = 0.0005
_FALSE_CM = 1.0  # a stand further off than this is a misreading
_FALSE_PX = 3.0
_SETTLED = 4  # frames of the film before the scatter counts


@dataclass(frozen=True)
class Scene:
    """A table and a camera over it; ``cards_mm`` is the size of each stand's card by its name."""

    camera: Camera
    frame: Frame
    roster: Roster
    snapshot: Snapshot
    cards_mm: dict[str, int]


@dataclass
class Errors:
    """What cards of one size gave, over all draws: mm and sigmas of both axes; ``scatter`` is of the film's frames."""

    there: int = 0
    seen: int = 0
    false: int = 0
    opencvs: int = 0
    off_mm: list[float] = field(default_factory=list)
    in_sigmas: list[float] = field(default_factory=list)
    scatter_px: list[float] = field(default_factory=list)
    scatter: list[float] = field(default_factory=list)
    settled: list[float] = field(default_factory=list)
    settled_mm: list[float] = field(default_factory=list)


def scene(size: str, seed: int) -> Scene:
    """Lay 72 soldiers with their cards on a table."""
    dice = np.random.default_rng(seed)
    frame = replace(default_frame(120.0, 100.0), survey_sigma_cm=_EXACT_CM)
    x, y = dice.uniform(-2, 2, (2, _COLUMNS * _ROWS))
    turn = dice.uniform(-180, 180, _COLUMNS * _ROWS)
    stands = tuple(
        Stand(
            f"s{k}", "us", "soldier", float(7 + 13.2 * (k % _COLUMNS) + x[k]), float(6 + 12.5 * (k // _COLUMNS) + y[k]),
            float(turn[k]), 2.0, 1.6,
        )
        for k in range(_COLUMNS * _ROWS)
    )  # fmt: skip
    snapshot = Snapshot(120.0, 100.0, stands)
    rosters = {mm: default_roster(snapshot, mm / 10).entries for mm in CARDS_MM}
    cards = [CARDS_MM[int(k)] for k in dice.permutation(len(stands)) % len(CARDS_MM)]
    roster = Roster(tuple(rosters[mm][k] for k, mm in enumerate(cards)))
    camera = default_camera(frame, SIZES_PX[size], float(dice.uniform(1, 7)), float(dice.uniform(-2, 2)))
    return Scene(camera, frame, roster, snapshot, {s.name: mm for s, mm in zip(stands, cards, strict=True)})


def looks() -> dict[str, Look]:
    """Return how each kind of camera sees a table, by name."""
    room = Look(ground="grass")
    plain = replace(room, blur_px=0.65, noise=1.5, jpeg_quality=85)
    return {PLAIN: plain, **{name: webcam.on(room) for name, webcam in WEBCAMS.items()}}


def grey(picture: np.ndarray) -> Grey:
    return in_grey(picture)


def view_of(it: Scene, look: Look, seed: int) -> tuple[TableView, int]:
    """Learn the table's pose from a picture without stands; say how many cards of the frame were found.

    Where too few were the camera is taken as it is.
    """
    home = Renderer(it.camera, it.frame, None, look, seed).render(replace(it.snapshot, stands=()))
    found = find_markers(grey(home), it.frame.dictionary, {marker.id for marker in it.frame.markers})
    known = {marker.id for marker in it.frame.markers}
    there = [marker for marker in found if marker.id in known]
    try:
        return fit_table(it.camera.lens, None, it.frame, {"home": there}).view, len(there)
    except BadInput:
        return TableView(it.camera, it.frame), len(there)


def measured(it: Scene, view: TableView, picture: Grey, into: dict[int, Errors]) -> Sequence[MarkerSeen]:
    """Measure one picture and add its errors; return its markers, none where the table is not to be seen."""
    _count_opencvs(it, picture, into)
    for mm in it.cards_mm.values():
        into[mm].there += 1
    try:
        said = measure(picture, view, it.roster)
    except BadInput:  # not even one card of the frame is seen
        return ()
    for name, mm in it.cards_mm.items():
        stand = next((stand for stand in said.stands if stand.name == name), None)
        if stand is None:
            continue
        true = it.snapshot.stand(name)
        off = (stand.x - true.x, stand.y - true.y)
        if math.hypot(*off) > _FALSE_CM:
            into[mm].false += 1
            continue
        into[mm].seen += 1
        into[mm].off_mm += [10 * axis for axis in off]
        into[mm].in_sigmas += [axis / stand.sigma_cm for axis in off]
    into[CARDS_MM[0]].false += len(said.unknown_markers)
    return said.markers


def _count_opencvs(it: Scene, picture: Grey, into: dict[int, Errors]) -> None:
    """Add what OpenCV's detector finds with its defaults."""
    truth = true_corners_px(it.camera, it.frame, it.roster, it.snapshot)
    detector = cv2.aruco.ArucoDetector(predefined(it.frame.dictionary))
    corners, ids, _ = detector.detectMarkers(picture)
    for number, found in zip([] if ids is None else ids.ravel().tolist(), corners, strict=True):
        entry = it.roster.by_marker.get(number)
        if entry is not None and np.hypot(*(found[0].mean(axis=0) - truth[number].mean(axis=0))) < _FALSE_PX:
            into[it.cards_mm[entry.name]].opencvs += 1


def filmed(
    it: Scene, view: TableView, frames: Sequence[Grey], markers: Sequence[MarkerSeen], into: dict[int, Errors]
) -> None:
    """Track a table at rest, from the markers found in its first frame, and add what scatters and what is off."""
    names = {entry.marker: entry.name for entry in it.roster.entries}
    stands = [marker for marker in markers if marker.id in names]
    ids = np.array([marker.id for marker in stands], dtype=np.intp)
    corners = np.array([marker.corners_px for marker in stands]).reshape(-1, 4, 2)
    follower, tracker = Follower(it.frame.dictionary), Tracker(view, it.roster)
    centres, sigmas = [], []
    for k, frame in enumerate(frames):
        seen = follower.follow(frame, ids, corners)
        centres.append(seen.corners_px.mean(axis=1))
        sigmas.append(np.sqrt(np.trace(seen.covariance_px.reshape(-1, 4, 2, 4, 2).sum(axis=(1, 3)), 0, 1, 2) / 32))
        report = tracker.look(frame, k * Sensor().frame_s)
    scatter = np.sqrt(np.var(centres[_SETTLED:], axis=0, ddof=1).mean(axis=1))
    own = np.sqrt(np.square(sigmas[_SETTLED:]).mean(axis=0))
    for k, number in enumerate(ids.tolist()):
        errors = into[it.cards_mm[names[number]]]
        errors.scatter_px.append(float(scatter[k]))
        errors.scatter.append(float(scatter[k] / own[k]))
    for track in report.tracks:
        if track.stand is not None and track.state == "seen":
            true = it.snapshot.stand(track.name)
            off = np.array([track.stand.x - true.x, track.stand.y - true.y])
            errors = into[it.cards_mm[track.name]]
            errors.settled += (off / track.stand.sigma_cm).tolist()
            errors.settled_mm.append(10 * float(np.hypot(*off)))


def rms(values: Sequence[float]) -> float:
    return float(np.sqrt(np.square(values).mean())) if values else math.nan


def beyond(values: Sequence[float], sigmas: float) -> float:
    """Return the share of errors that are larger than so many sigmas."""
    return float((np.abs(values) > sigmas).mean()) if values else math.nan


HEAD = (
    "| camera | card, side | seen / there (OpenCV) | false | place rms (max) mm | in its sigmas | beyond 2, 3 "
    "| film: scatter px, in its sigmas | settled: seen, rms (max) mm, in its sigmas |\n" + "|---" * 9 + "|"
)


def row(name: str, mm: int, side_px: float, it: Errors) -> str:
    """Write one line."""
    first = f"| {name} | {mm} mm, {side_px:.0f} px | {it.seen} / {it.there} ({it.opencvs}) | {it.false} |"
    if not it.off_mm:
        return f"{first} - | - | - | - | - |"
    worst = float(np.abs(it.off_mm).max())
    said = f" {rms(it.off_mm):.3f} ({worst:.2f}) | {rms(it.in_sigmas):.2f} | {beyond(it.in_sigmas, 2):.1%}, "
    said += f"{beyond(it.in_sigmas, 3):.1%} |"
    if not it.scatter:
        return f"{first}{said} - | - |"
    settled = " 0 |"
    if it.settled:
        settled = f" {len(it.settled_mm)}, {rms(it.settled_mm):.3f} ({max(it.settled_mm):.2f}), {rms(it.settled):.2f} |"
    return f"{first}{said} {rms(it.scatter_px):.4f}, {rms(it.scatter):.2f} |{settled}"


def rows(size: str, name: str, look: Look, draws: int, frames: int) -> Iterator[str]:
    """Draw tables for one camera and yield its lines."""
    errors = {mm: Errors() for mm in CARDS_MM}
    cards, scale = [], []
    for seed in range(draws):
        it = scene(size, seed)
        view, found = view_of(it, look, seed)
        cards.append(found)
        pair = it.camera.project([(59.5, 50, 0), (60.5, 50, 0)])
        scale.append(float(np.hypot(*(pair[1] - pair[0]))))
        camera = Renderer(it.camera, it.frame, it.roster, look, seed + 1000)
        film = [grey(camera.render(it.snapshot)) for _ in range(max(frames, 1))]
        markers = measured(it, view, film[0], errors)
        if markers and frames > _SETTLED + 1:
            filmed(it, view, film, markers, errors)
    few = "" if min(cards) == len(it.frame.markers) else f" (frame cards found: {', '.join(map(str, cards))})"
    for mm, one in errors.items():
        yield row(name + few, mm, mm / 10 * float(np.mean(scale)), one)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--camera", default="", metavar="WORD", help="only cameras with this word in their names")
    parser.add_argument("--size", choices=tuple(SIZES_PX), help="only this size")
    parser.add_argument("--draws", type=int, default=2, help="tables drawn for each camera")
    parser.add_argument("--frames", type=int, default=16, help="frames of each film; 1 for none")
    asked = parser.parse_args()
    for size in [asked.size] if asked.size else SIZES_PX:
        print(f"### {size}\n\n{HEAD}", flush=True)
        chosen = {name: look for name, look in looks().items() if asked.camera in name}
        with click.progressbar(chosen.items(), label=size, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            for name, look in bar:
                for line in rows(size, name, look, asked.draws, asked.frames):
                    print(line, flush=True)
        print(flush=True)


if __name__ == "__main__":
    main()
