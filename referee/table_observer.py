"""The observer of one table: a picture comes in, what the page shows of the table goes out."""

import math
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from referee.match.course import Course
from referee.observation import Observation, TableStatus, TableStatusKey, Whereabouts
from referee.surroundings import TableOnly
from table.roster import Roster
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from table.uncertainty import apart, has_moved, has_turned, is_off
from vision.above import FromAbove, jpeg_bytes
from vision.boards.lifts import lying
from vision.picture import in_grey
from vision.table_view import TableView
from vision.tracking.frame_report import FrameReport, Path, State
from vision.tracking.reacquisition import WITHIN_S
from vision.tracking.tracker import Tracker
from vision.tracking.trail import GAP_SHARE
from vision.watchman import NoticeKey
from vision.watchman.watch import Notice

STOPPING: Mapping[NoticeKey, TableStatusKey] = {
    "camera_away": "no_camera",
    "picture_broken": "no_camera",
    "other_size": "no_camera",
    "too_dark": "no_camera",
    "overexposed": "no_camera",
    "picture_frozen": "no_camera",
    "no_frame": "no_frame",
    "camera_lost": "no_frame",
    "camera_moving": "settling",
    "hands": "hands",
}
"""What nothing is measured through."""
SPOILING: Mapping[NoticeKey, TableStatusKey] = {
    "camera_turned": "noticed",
    "focus_lost": "noticed",
    "camera_bumped": "noticed",
    "frame_pushed": "covered",
    "frame_missing": "covered",
    "frame_covered": "covered",
    "light_changed": "noticed",
    "shadow": "noticed",
}
"""What measuring goes on with, worth a look when the table is still."""


def status_of(report: FrameReport, unseen: Collection[str], *, waiting: int = 0, single: bool = False) -> TableStatus:
    """Return the state of the table in one picture; ``unseen`` are stands that were seen before and are not now.

    ``waiting`` more of the roster were never seen. A ``single`` picture stands still: that is no trouble.
    """
    notices = () if report.watch is None else report.watch.notices
    if single:
        notices = tuple(notice for notice in notices if notice.key != "picture_frozen")
    for notice in notices:
        if notice.key in STOPPING:
            return TableStatus(STOPPING[notice.key], notice)
    if not report.still:
        return TableStatus("settling")
    for notice in notices:
        if SPOILING[notice.key] == "covered":
            return TableStatus("covered", notice)
    if unseen:
        return TableStatus("unseen", names=tuple(sorted(unseen)))
    return TableStatus("noticed", notices[0]) if notices else TableStatus("still", waiting=waiting)


LEAST_CM, LEAST_DEG = 0.02, 0.4
"""Below this a stand that was not seen to move stays where it was said to be, however small its sigma."""
BETTER = 0.7
"""A place whose sigma has shrunk to so much is worth telling anew."""


def stabilise(held: Snapshot, seen: Iterable[Stand], moved: Collection[str]) -> Snapshot:
    """Return the table with each stand seen where it is now if it moved or is known better, else where it was.

    ``moved`` are those that the tracker saw move; one that is not seen keeps its last place.
    """
    now = {stand.name: stand for stand in seen}
    stands = [_held(old, now.get(old.name), old.name in moved) for old in held.stands]
    return replace(held, stands=tuple(stands + [stand for name, stand in now.items() if name not in held]))


def _held(old: Stand, new: Stand | None, moved: bool) -> Stand:
    if new is None:
        return old
    better = new.sigma_cm < BETTER * old.sigma_cm or new.sigma_deg < BETTER * old.sigma_deg
    off = has_moved(old, new, LEAST_CM) or has_turned(old, new, LEAST_DEG)
    return new if moved or better or off else old


_STATES: Mapping[State, Literal["seen", "held", "covered", "gone"]] = {
    "seen": "seen", "held": "held", "covered": "covered", "lost": "gone", "toppled": "gone",
}  # fmt: skip
_CAMERA_MOVED = ("camera_bumped", "camera_moving", "camera_lost", "camera_turned")


def whereabouts(report: FrameReport) -> tuple[Whereabouts, ...]:
    """Return where each stand that was ever seen is in this frame, hands over the table or not."""
    return tuple(Whereabouts(track.name, _STATES[track.state], track.stand) for track in report.tracks)


def camera_moved(report: FrameReport) -> bool:
    """Say whether the watchman says that the camera was bumped, or moves."""
    return report.watch is not None and any(notice.key in _CAMERA_MOVED for notice in report.watch.notices)


def frame_pushed(report: FrameReport) -> bool:
    """Say whether a frame marker lies elsewhere than it was surveyed: whatever pushed it may have pushed stands."""
    return report.watch is not None and bool(report.watch.frame_pushed)


SETTLE_S = 0.6
"""How long nothing moves before the table is believed: more than two pictures of four a second."""
MOST_LOOKS, LOOK_S = 16, 0.25
"""So often at most one and the same picture is looked at, as if a camera took it this many seconds apart."""
MARGIN_CM = 7.0
LEAST_MOVED_CM = 0.3
"""Between two single pictures a stand has not moved when it is off by less."""


class TableObserver:
    """Follows one calibrated table from picture to picture; ``observation`` is what it saw last."""

    def __init__(
        self, view: TableView, roster: Roster, pieces: Sequence[Piece] = (), *, search_s: float = WITHIN_S
    ) -> None:
        self.view, self.roster, self._search_s, self._pieces = view, roster, search_s, tuple(pieces)
        frame = view.frame
        rectangle = (-MARGIN_CM, -MARGIN_CM, frame.width_cm + MARGIN_CM, frame.depth_cm + MARGIN_CM)
        self._above = FromAbove(view.camera, rectangle)
        self._table_only = TableOnly(frame, rectangle, self._above.size_px)
        self._moved: set[str] = set()
        empty = Snapshot(frame.width_cm, frame.depth_cm, (), tuple(pieces), board=frame.board)
        x, y, z = (float(value) for value in view.camera.position_cm)
        self.observation = Observation(
            empty, TableStatus("settling"), picture_cm=rectangle, frame_markers=(0, len(frame.markers)),
            camera_cm=(x, y, z),
        )  # fmt: skip
        self.tracker = self._new_tracker()

    def see(
        self, picture: NDArray[np.uint8], now_s: float, fallen: Collection[str] = (), *, single: bool = False
    ) -> Observation:
        """Take in a camera's next picture (H, W) grey or (H, W, 3) BGR; ``fallen`` stands are not missed.

        A picture of another size than the table was calibrated with changes nothing but the status.
        """
        height, width = picture.shape[:2]
        size_px = self.view.camera.lens.size_px
        if (width, height) != size_px:
            sizes = {"width": width, "height": height, "wide": size_px[0], "high": size_px[1]}
            return self.blind(Notice("other_size", sizes))
        report = self.tracker.look(in_grey(picture), now_s)
        observation, watch = self.observation, report.watch
        self._moved |= {path.stand for path in report.moves}
        if report.snapshot_stands is not None:
            table = stabilise(observation.table, self._lying(report.snapshot_stands), self._moved)
            unseen = frozenset(report.unseen) - set(fallen)
            self._moved.clear()
            observation = replace(observation, table=table, unseen=unseen)
        if watch is not None:
            total = len(self.view.frame.markers)
            observation = replace(observation, frame_markers=(len(watch.frame_seen), total), frame_rms_px=watch.rms_px)
        never = observation.unseen - {stand.name for stand in observation.table.stands}
        status = status_of(report, observation.unseen - never, waiting=len(never), single=single)
        walked = tuple((path.stand, path.length_cm) for path in report.moves)
        courses = {path.stand: _course(path) for path in report.moves}
        self.observation = replace(
            observation, status=status, walked=walked, courses=courses, jpeg=self._jpeg(picture),
            bare=self._bare(picture),
            time_s=now_s, live=self._live(report),
            camera_moved=camera_moved(report), frame_pushed=frame_pushed(report), picture=picture,
        )  # fmt: skip
        return self.observation

    def study(self, picture: NDArray[np.uint8], now_s: float, fallen: Collection[str] = ()) -> Observation:
        """Take in one picture that stands by itself, of a folder, say: nobody saw what led to it.

        What moved since the picture before counts with the straight way between its two places.
        """
        before = self.observation.table
        self.tracker = self._new_tracker()
        for k in reversed(range(MOST_LOOKS)):
            observation = self.see(picture, now_s - k * LOOK_S, fallen, single=True)
            if observation.status.key == "no_camera":
                return observation
            if observation.status.key not in ("settling", "hands", "no_frame"):
                break
        ways = {
            stand.name: way
            for stand in observation.table.stands
            if stand.name in before and is_off(way := apart(before.stand(stand.name), stand), LEAST_MOVED_CM)
        }
        courses = {
            name: Course((way.start, way.end), math.hypot(way.sigma, GAP_SHARE * way.value), (0,))
            for name, way in ways.items()
            if way.start is not None and way.end is not None
        }
        walked = tuple((name, way.value) for name, way in ways.items())
        self.observation = replace(observation, walked=walked, courses=courses)
        return self.observation

    def lay(self, pieces: Sequence[Piece]) -> None:
        """Know the terrain that was agreed on: stands may stand on it."""
        self._pieces = tuple(pieces)
        self.tracker.lay(self._pieces)

    def blind(self, notice: Notice) -> Observation:
        """Say why nothing is seen: the table stays as it was."""
        self.observation = replace(self.observation, status=TableStatus("no_camera", notice), walked=())
        return self.observation

    def go_on_from(self, before: "TableObserver") -> None:
        """Keep where another looker saw this roster's stands, until they are seen anew."""
        own = self.observation.table.stands
        wanted = {entry.name for entry in self.roster.entries} - {stand.name for stand in own}
        stands = tuple(stand for stand in before.observation.table.stands if stand.name in wanted)
        self.observation = replace(self.observation, table=replace(self.observation.table, stands=(*own, *stands)))

    def _lying(self, stands: Sequence[Stand]) -> tuple[Stand, ...]:
        """Return stands at the heights they lie at, on what the table has below them."""
        seen = {stand.name for stand in stands}
        hidden = [stand for stand in self.observation.table.stands if stand.name not in seen]
        return lying(stands, hidden, self.roster, self.view)

    def _live(self, report: FrameReport) -> tuple[Whereabouts, ...]:
        """Return where each stand is in this frame, at the same heights: else every stack would seem pushed."""
        live = whereabouts(report)
        there = {stand.name: stand for stand in self._lying([one.stand for one in live if one.stand is not None])}
        return tuple(one if one.stand is None else replace(one, stand=there[one.name]) for one in live)

    def _new_tracker(self) -> Tracker:
        return Tracker(self.view, self.roster, settle_s=SETTLE_S, search_s=self._search_s, terrain=self._pieces)

    def _jpeg(self, picture: NDArray[np.uint8]) -> Callable[[], bytes]:
        return Once(lambda: jpeg_bytes(self._table_only.of(self._above.of(picture))))

    def _bare(self, picture: NDArray[np.uint8]) -> Callable[[], bytes]:
        return Once(lambda: jpeg_bytes(self._above.of(picture)))


class Once:
    """Makes something when it is first asked for, and only once however many threads ask."""

    def __init__(self, make: Callable[[], bytes]) -> None:
        self._make, self._lock = make, threading.Lock()
        self._made: bytes | None = None

    def __call__(self) -> bytes:
        """Return what was made."""
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


def _course(path: Path) -> Course:
    """Return a tracked way as it is kept: to a tenth of a millimetre."""
    points = tuple((round(v.x, 2), round(v.y, 2)) for v in path.vertices)
    return Course(points, path.sigma_cm, tuple(k for k, v in enumerate(path.vertices[1:]) if v.gap))
