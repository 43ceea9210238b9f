"""A film and what a tracker said of it, frame by frame beside the truth."""

import ctypes
import math
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from film_picture import Film, MatchState
from film_take import Take

from simulation.rehearsal.studio import calibrated
from simulation.synthetic.look import Look
from table.frame import Frame
from table.roster import Roster
from vision.camera import Lens
from vision.tracking.frame_report import FrameReport
from vision.tracking.frame_report import Path as Walked
from vision.tracking.tracker import Tracker
from vision.watchman.watch import Watch

WEIGHED_EVERY = 25
STATES = ("none", "seen", "held", "covered", "lost", "toppled")


def resident_mb() -> float:
    """Return how much memory this process uses: what glibc keeps of freed memory, now 50 MB and now 200, goes first."""
    if sys.platform != "linux":
        return math.nan
    with suppress(AttributeError):  # of another C library
        ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@dataclass(frozen=True, eq=False)
class Record:
    """What was true and what was said, frame by frame (F) and stand by stand (N).

    ``true`` and ``said`` (F, N, 3) x, y cm and heading deg, nan where there is none; ``sigma`` (F, N) cm, ``state``
    (F, N) an index of STATES, ``hidden`` (F, N), ``moving`` (F, N), ``snapshot`` (F,) its number or -1,
    ``snapshots`` frame and (N, 3) x, y, sigma in cm, nan for who is not in it.
    """

    film: Film
    fps: float
    names: tuple[str, ...]
    true: np.ndarray
    said: np.ndarray
    sigma: np.ndarray
    state: np.ndarray
    hidden: np.ndarray
    moving: np.ndarray
    shaking: np.ndarray
    hands: np.ndarray
    snapshot: np.ndarray
    shift_px: np.ndarray
    tracker_ms: np.ndarray
    resident_mb: np.ndarray
    first_stranger: np.ndarray
    walked: list[tuple[int, Walked]] = field(default_factory=list)
    snapshots: list[tuple[int, np.ndarray]] = field(default_factory=list)
    strangers: dict[int, int] = field(default_factory=dict)
    notices: list[tuple[int, str]] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)

    @property
    def frames(self) -> int:
        """How many frames it has."""
        return len(self.snapshot)

    @cached_property
    def row(self) -> dict[str, int]:
        """Where each stand's column is."""
        return {name: k for k, name in enumerate(self.names)}

    def frame_at(self, time_s: float) -> int:
        """Return the first frame at or after a time."""
        return min(math.ceil(time_s * self.fps - 1e-6), self.frames - 1)

    def is_state(self, *states: str) -> np.ndarray:
        """Return where the state is one of these (F, N)."""
        return np.isin(self.state, [STATES.index(state) for state in states])

    @cached_property
    def off_cm(self) -> np.ndarray:
        """How far what is said is from the truth (F, N)."""
        return np.hypot(*(self.said - self.true)[..., :2].transpose(2, 0, 1))


def a_tracker(lens: Lens, frame: Frame, roster: Roster, first: np.ndarray) -> Tracker:
    """Return a tracker that knows lens, frame and roster, and finds the camera in the first picture."""
    return Tracker(calibrated(lens, frame, first), roster)


def watch(
    film: Film,
    fps: float = 25.0,
    look: Look | None = None,
    shutter_s: float = 0.0,
    seed: int = 0,
    most: int | None = None,
    progress: Callable[[int, int], None] = lambda done, count: None,  # noqa: ARG005
) -> Record:
    """Film it, let the tracker look, and keep what both say."""
    take = Take(film, fps, look, shutter_s, seed)
    count = min(take.count, most or take.count)
    names = tuple(entry.name for entry in film.roster.entries)
    shape = (count, len(names))
    nan3, none = np.full((*shape, 3), np.nan), np.full(shape, np.nan)
    record = Record(
        film, fps, names, nan3, nan3.copy(), none, np.full(shape, 0, np.int8),
        np.full(shape, 0.0), np.full(shape, False),
        np.zeros(count, bool), np.zeros(count, bool), np.full(count, -1), np.full(count, np.nan), np.zeros(count),
        np.zeros(count), np.full(count, np.nan),
    )  # fmt: skip
    tracker: Tracker | None = None
    said_before: set[str] = set()
    last_snapshot = None
    for k in range(count):
        shot = take.frame(k)
        moment = shot.moment
        if tracker is None:
            tracker = a_tracker(film.camera.lens, film.frame, film.roster, shot.grey)
        begin = time.process_time()  # what other programs take meanwhile does not count
        report = tracker.look(shot.grey, moment.time_s)
        record.tracker_ms[k] = (time.process_time() - begin) * 1000
        _note_truth(record, k, moment)
        _note_tracks(record, k, report)
        record.walked.extend((k, path) for path in report.moves)
        if report.snapshot_stands is not None:
            if report.snapshot_stands is not last_snapshot:
                last_snapshot = report.snapshot_stands
                places = np.full((len(names), 3), np.nan)
                for stand in last_snapshot:
                    places[record.row[stand.name]] = (stand.x, stand.y, stand.sigma_cm)
                record.snapshots.append((k, places))
            record.snapshot[k] = len(record.snapshots) - 1
        for stranger in report.unknown:
            record.strangers.setdefault(stranger.marker, k)
        if isinstance(report.watch, Watch):
            record.shift_px[k] = report.watch.shift_px
            keys = {str(notice.key) for notice in report.watch.notices}
            record.notices.extend((k, key) for key in sorted(keys - said_before))
            said_before = keys
        if report.fault is not None:
            record.faults.append((k, report.fault))
        record.resident_mb[k] = resident_mb() if k % WEIGHED_EVERY == 0 else record.resident_mb[k - 1]
        progress(k + 1, count)
    return record


def _note_truth(record: Record, k: int, moment: MatchState) -> None:
    row = record.row
    for stand in moment.table.stands:
        if stand.name in row:
            record.true[k, row[stand.name]] = (stand.x, stand.y, stand.heading_deg)
    for name, share in record.film.hidden(moment).items():
        if name in row:
            record.hidden[k, row[name]] = share
    for name in moment.moving:
        record.moving[k, row[name]] = True
    record.shaking[k], record.hands[k] = moment.shaking, bool(moment.hands)


def _note_tracks(record: Record, k: int, report: FrameReport) -> None:
    for track in report.tracks:
        column = record.row[track.name]
        record.state[k, column] = STATES.index(track.state)
        if track.stand is not None:
            record.said[k, column] = (track.stand.x, track.stand.y, track.stand.heading_deg)
            record.sigma[k, column] = track.stand.sigma_cm
