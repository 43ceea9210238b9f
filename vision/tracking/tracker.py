"""The tracker: every frame, where each stand of the roster is, what moved, and whether the table is still."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from table.roster import Roster
from table.stand import Stand
from table.terrain import Piece
from vision.arrays import Bools, Floats, Grey, Indices
from vision.known_markers import Followed, Follower
from vision.markers import MarkerSeen
from vision.median import median
from vision.table_view import TableView
from vision.tracking.attention import Observed
from vision.tracking.frame_report import Fault, FrameReport, Path
from vision.tracking.hands import Hands
from vision.tracking.jolt import Jolt
from vision.tracking.reacquisition import WITHIN_S, Finder
from vision.tracking.stands import Stands
from vision.tracking.strangers import Strangers
from vision.watchman import Watch, Watchman

AGREES, STAYS = 0.88, 0.75
"""So well must a marker fit that comes or moves; one that rests where it rested need not, or it would flicker."""
BLIND_SHARE = 0.3
"""A frame that shows less than this of what the last one did tells nothing."""
FLAT = 2.0
"""A frame whose grey levels spread by less shows nothing at all: the lens is covered, the light is off."""
HAND_CM = 2.0
"""A hand is at a stand when it is this near its marker."""
UNWATCHED_S = 0.5
"""When no frame came for so long nobody knows what hands did."""
HAND_EVERY_S, HAND_WORTH_S = 0.1, 1.5
"""Where hands were so lately is searched first."""


class Watcher(Protocol):
    """What the tracker needs of a watchman."""

    def frame_to_follow(self) -> tuple[Indices, Floats]:
        """Return the frame markers' ids (M,) and where their corners are expected (M, 4, 2) px."""
        ...

    def look(self, grey: Grey, frame: Followed, time_s: float) -> Watch:
        """Say how camera, light, frame and table are in a picture in which the frame was followed."""
        ...


@dataclass
class Calls:
    """How often the costly things were done: what tests count instead of time."""

    frames: int = 0
    follows: int = 0
    followed: int = 0
    jolts: int = 0


class Tracker:
    """Follows all stands of a roster over one calibrated table; give it every frame, in order.

    ``settle_s`` is how long nothing may move and no hand be over the table before there is a snapshot,
    ``lost_after_s`` how long a stand that a hand has covered is waited for when the hand has gone, ``search_s`` within
    what time all of the frame is searched for markers that are new, ``terrain`` what stands may stand on.
    """

    def __init__(
        self,
        view: TableView,
        roster: Roster,
        watchman: Watcher | None = None,
        settle_s: float = 0.5,
        lost_after_s: float = 3.0,
        search_s: float = WITHIN_S,
        terrain: Sequence[Piece] = (),
    ) -> None:
        self.view, self.roster, self.settle_s = view, roster, settle_s
        self._size_px = view.camera.lens.size_px
        self._watchman: Watcher = watchman if watchman is not None else Watchman(view)
        self._follower = Follower(view.frame.dictionary)
        banners = set(view.frame.banners.ids) if view.frame.banners else set()
        self._not_strange = {marker.id for marker in view.frame.markers} | banners | set(roster.by_marker)
        self._px_per_cm = px_per_cm(view)
        sizes = [entry.mount.size_cm for entry in roster.entries] or [1.5]
        self._largest_px = max(sizes) * self._px_per_cm * 1.15  # the picture's near side is larger
        self.finder = Finder(view, roster, self._not_strange, self._largest_px, search_s)
        self.stands = Stands(roster, view, lost_after_s, terrain)
        self._strangers = Strangers()
        self._frame_found: dict[int, Floats] = {}
        self._jolt = Jolt()
        self._there = 0
        self._times: deque[float] = deque(maxlen=12)
        self._hand_px: deque[tuple[float, Floats]] = deque()
        self._busy_s: float | None = None
        self._snapshot: tuple[Stand, ...] | None = None
        self._cold = True
        self._tone = view.tone  # None until enough of the frame was seen
        self.calls = Calls()

    def lay(self, terrain: Sequence[Piece]) -> None:
        """From now on stands may stand on these pieces."""
        self.stands.book.terrain = terrain

    def look(self, grey: Grey, time_s: float) -> FrameReport:
        """Take in one frame (H, W); a bad one changes nothing but what is said of it."""
        if grey.ndim != 2 or (grey.shape[1], grey.shape[0]) != self._size_px or grey.dtype != np.uint8:
            return self._say(time_s, None, (), "size")
        self.calls.frames += 1
        time_s = self._in_order(time_s)
        self._times.append(time_s)
        self._busy_s = time_s if self._busy_s is None else self._busy_s
        frame_ids, frame_px = self._frame_expected()
        if self._tone is None:
            self._tone = self._follower.tone(grey, frame_ids, frame_px)
        grey = self._tone.evened(grey) if self._tone else grey
        rows, stand_px = self.stands.book.expected(time_s)
        strange_ids = self._strangers.ids
        ids = np.concatenate([frame_ids, self.stands.book.markers[rows], strange_ids])
        starts = np.concatenate([frame_px, stand_px, self._strangers.corners_px])
        followed, there = self._follow(grey, ids, starts)
        first, last = len(frame_ids), len(frame_ids) + len(rows)
        watch = self._watchman.look(grey, part(followed, slice(0, first)), time_s)
        blind = self._is_blind(there[:first], there[first:last])
        hands = Hands(watch.hands, 1 / self._px_per_cm)
        moves: tuple[Path, ...] = ()
        if not blind:
            if watch.view is not self.view:
                self._believe(watch.view)
            self._note_hands(rows, hands, time_s)
            self.stands.book.cards = partial(seen_markers, followed, np.flatnonzero(there[:first]))
            observed = _observed(
                followed, there, self._agrees(followed, STAYS), slice(first, last), rows, watch, time_s
            )
            moves = self.stands.take(
                observed, watch, lambda at, reach: self._look_near(grey, at, reach, followed, there)
            )
            self._strangers.followed(followed.corners_px[last:], followed.agreement[last:], there[last:], time_s)
            self._jolt.keep(grey)
        while self._hand_px and time_s - self._hand_px[0][0] > HAND_WORTH_S:
            self._hand_px.popleft()
        self._search(grey, followed.corners_px[there], time_s)
        if hands.any or self.stands.busy(time_s) or blind or not watch.camera_still:
            self._busy_s = time_s
        return self._say(time_s, watch, moves, "blind" if blind else None)

    def _in_order(self, time_s: float) -> float:
        """Return the frame's time; where the clock was set back, everything remembered is as old as now at most."""
        last_s = self._times[-1] if self._times else 0.0
        if not math.isfinite(time_s):
            return last_s
        if time_s < last_s:
            self._times.clear()
            self._hand_px.clear()
            self._busy_s = time_s
            self.stands.turn_back(time_s)
            self._strangers.turn_back(time_s)
        return time_s

    def _frame_expected(self) -> tuple[Indices, Floats]:
        ids, corners = self._watchman.frame_to_follow()
        if self._frame_found:
            corners = corners.copy()
            for k, marker in enumerate(ids):
                if int(marker) in self._frame_found:
                    corners[k] = self._frame_found[int(marker)]
            self._frame_found = {}
        return ids, corners

    def _follow(self, grey: Grey, ids: Indices, starts: Floats) -> tuple[Followed, Bools]:
        """Follow everything, once more from elsewhere when most is gone because the picture jumped."""
        if float(grey[::16, ::16].std()) < FLAT:
            return nowhere(ids, starts), np.zeros(len(ids), dtype=bool)
        followed = self._run(grey, ids, starts)
        there = self._agrees(followed)
        if self._there >= 2 and 2 * int(there.sum()) < self._there:
            self.calls.jolts += 1
            shift = self._jolt.shift_px(grey)
            if shift is not None and float(np.abs(shift).max()) > 0.5:
                again = self._run(grey, ids, starts + shift)
                agrees = self._agrees(again)
                if agrees.sum() > there.sum():
                    return again, agrees
        return followed, there

    def _run(self, grey: Grey, ids: Indices, starts: Floats) -> Followed:
        self.calls.follows += 1
        self.calls.followed += len(ids)
        return self._follower.follow(grey, ids, starts)

    def _agrees(self, followed: Followed, least: float = AGREES) -> Bools:
        centres = followed.corners_px.mean(axis=1)
        inside = ((centres > 0) & (centres < np.array(self._size_px) - 1)).all(axis=1)
        return np.asarray((followed.agreement >= least) & (followed.contrast > 0) & inside)

    def _is_blind(self, frame: Bools, stands: Bools) -> bool:
        now, before = int(frame.sum()) + int(stands.sum()), self._there
        if before >= 3 and now < BLIND_SHARE * before:
            self._follower.forget()  # it may not remember how such a frame looked
            return True
        self._there = now
        return False

    def _believe(self, view: TableView) -> None:
        """Take over the view that the watchman has found to hold."""
        self.view = view
        self.finder.use(view)
        self.stands.book.use(view)

    def _note_hands(self, rows: Indices, hands: Hands, time_s: float) -> None:
        """Note which rows have a hand at them, and where hands are."""
        book = self.stands.book
        if len(self._times) > 1 and time_s - self._times[-2] > max(UNWATCHED_S, 3 * self._frame_s()):
            book.hand_s[:] = time_s  # nobody looked: there may have been hands everywhere
        covered = book.under & ~book.still
        if not (hands.any or covered.any()):
            return
        centres, reach = book.zones(rows, HAND_CM * self._px_per_cm)
        book.hand_s[rows[hands.near(centres, reach)]] = time_s
        over = hands.near(centres, np.zeros(len(rows)))
        book.stir_s[rows[hands.moves_near(centres, reach, book.under[rows] | over)]] = time_s
        left = time_s - book.stir_s[rows] < max(UNWATCHED_S, 3 * self._frame_s())
        book.under[rows] = over | (book.under[rows] & ~left)
        # What came over it and stays, a resting arm, a cup, is in time taken for part of the table: it still covers.
        book.hand_s[book.under & ~book.still] = time_s
        if hands.any and (not self._hand_px or time_s - self._hand_px[-1][0] > HAND_EVERY_S):
            self._hand_px.append((time_s, hands.points_px()))

    def _look_near(
        self, grey: Grey, at_px: Floats, reach_px: float, followed: Followed, there: Bools
    ) -> tuple[MarkerSeen, ...]:
        return self.finder.window(grey, at_px, reach_px + self._largest_px, followed.corners_px[there])

    def _search(self, grey: Grey, known_px: Floats, time_s: float) -> None:
        """Search a part of the frame; all of the first one."""
        if self._cold:
            found: Sequence[MarkerSeen] = self.finder.everywhere(grey)
            self._cold = False
        else:
            worth = np.concatenate([self.stands.missing_px(), *(points for _, points in self._hand_px)])
            sought = self.stands.book.sought(time_s)
            found = self.finder.slice(grey, self._frame_s(), known_px, worth, 3 * self._largest_px, sought)
        frame_ids = {marker.id for marker in self.view.frame.markers}
        for marker in found:
            if marker.id in frame_ids:
                self._frame_found[marker.id] = marker.corners_px
            elif marker.id in self.roster.by_marker:
                self.stands.found(marker, time_s)
            elif marker.id not in self._not_strange:
                self._strangers.found(marker.id, marker.corners_px, marker.score, time_s)

    def _frame_s(self) -> float:
        """Return the time from frame to frame, as lately observed."""
        if len(self._times) < 2:
            return 0.1
        return max(median(np.diff(np.array(self._times))), 1e-3)

    def _say(self, time_s: float, watch: Watch | None, moves: tuple[Path, ...], fault: Fault | None) -> FrameReport:
        tracks = self.stands.seen()
        still = (
            fault is None
            and not self.stands.missed(time_s)
            and self._busy_s is not None
            and time_s - self._busy_s >= self.settle_s
        )
        standing = tuple(track.stand for track in tracks if track.state == "seen" and track.stand is not None)
        if self._snapshot is None or not _same(standing, self._snapshot):
            self._snapshot = standing
        names = {stand.name for stand in standing}
        unseen = tuple(entry.name for entry in self.roster.entries if entry.name not in names)
        snapshot = self._snapshot if still else None
        return FrameReport(time_s, tracks, self._strangers.seen(), watch, still, snapshot, unseen, moves, fault)


def px_per_cm(view: TableView) -> float:
    """Return how many px a cm is in the middle of the table."""
    centre = np.array([[view.frame.width_cm / 2, view.frame.depth_cm / 2, 0.0]])
    jacobian = view.camera.plane_jacobian(view.camera.project(centre))[0]
    return float(1 / np.sqrt(abs(np.linalg.det(jacobian))))


def part(followed: Followed, rows: slice) -> Followed:
    """Return some of what was followed."""
    return Followed(*(getattr(followed, name)[rows] for name in Followed.__dataclass_fields__))


def seen_markers(followed: Followed, rows: Indices) -> tuple[MarkerSeen, ...]:
    """Return some of the followed markers in the form that a search returns."""
    ids, corners, covariance, agreement, hidden = (
        followed.ids, followed.corners_px, followed.covariance_px, followed.agreement, followed.hidden,
    )  # fmt: skip
    return tuple(
        MarkerSeen(int(ids[k]), corners[k], float(agreement[k]), covariance[k], float(hidden[k])) for k in rows
    )


def nowhere(ids: Indices, starts: Floats) -> Followed:
    """Return that nothing was found where it was expected."""
    nothing = np.zeros(len(ids))
    covariance = np.tile(np.eye(8), (len(ids), 1, 1))
    return Followed(ids, starts, covariance, nothing, nothing, nothing, np.ones(len(ids)))


def _observed(
    followed: Followed, there: Bools, stays: Bools, some: slice, rows: Indices, watch: Watch, time_s: float
) -> Observed:
    corners = followed.corners_px[some]
    steady = watch.steady_px(corners)
    return Observed(
        time_s,
        rows,
        corners,
        followed.covariance_px[some],
        followed.agreement[some],
        followed.hidden[some],
        followed.contrast[some],
        there[some],
        stays[some],
        steady,
    )


def _same(one: tuple[Stand, ...], other: tuple[Stand, ...]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
