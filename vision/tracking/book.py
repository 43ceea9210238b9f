"""What is known of the roster's stands, row by row: where each was seen, where it rests, and its place in cm."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from table.mount import Mount, Pose, marker_from_stand
from table.roster import Roster
from table.stand import Stand
from table.terrain import Piece
from vision.arrays import Bools, Floats, Indices
from vision.heights import noise_on_plane, off_the_plane, raised
from vision.markers import MarkerSeen
from vision.on_plane import OnPlane, lay
from vision.poses3d import corners_at, own_corners, pose_of
from vision.square import bend_px, square_corners
from vision.stands import stands_on_plane
from vision.table_view import TableView
from vision.tracking.rest import Rest
from vision.tracking.stand_places import place, poses_of
from vision.tracking.track import Track

SETTLED_FRAMES = 5
"""A stand's place counts when so many frames were averaged."""
AT_ONCE, EVERY = 12, 4
"""Places made anew in one frame, at most, and in every which frame: twelve cost little more than one."""
BUMPED_CM = 0.03
"""After a bump stands are not known to have moved by less."""
FEW = 4
"""Fewer stands than so many say little of how inexact corners are."""
SOUGHT_S = 1.0
"""After so long unseen a second look is worth its while."""
AHEAD_S = 0.3
"""Nobody knows where a stand that was not seen for longer has got to."""


class Book:
    """Rows are the roster's entries in order; arrays hold what every frame needs, ``tracks`` what is rarely needed."""

    def __init__(self, roster: Roster, view: TableView, lost_after_s: float, terrain: Sequence[Piece] = ()) -> None:
        count = len(roster.entries)
        self.view, self.terrain = view, terrain
        self.cards: Callable[[], Sequence[MarkerSeen]] = tuple  # the frame's markers in the newest picture
        self.markers = np.array([entry.marker for entry in roster.entries], dtype=np.intp)
        self.row = {entry.marker: row for row, entry in enumerate(roster.entries)}
        self.tracks = [Track(row, entry, lost_after_s) for row, entry in enumerate(roster.entries)]
        self.rest = Rest(count)
        self.known, self.still, self.candidate = (np.zeros(count, dtype=bool) for _ in range(3))
        self.last_px, self.next_px = np.zeros((count, 4, 2)), np.zeros((count, 4, 2))
        self.speed_px = np.zeros((count, 2))  # px a second
        self.seen_s, self.hand_s = np.full(count, -np.inf), np.full(count, -np.inf)
        self.found_s, self.found_px_s = np.full(count, -np.inf), np.zeros((count, 2))
        self.under = np.zeros(count, dtype=bool)  # something large is over it
        self.stir_s = np.full(count, -np.inf)  # when something moved there
        self.usual, self.usually_hidden = np.zeros(count), np.full(count, np.inf)
        self.hidden = np.zeros(count)
        self.place_at = np.full(count, np.inf)
        self.doubt_cm = np.zeros(count)  # beyond which a stand in another view or light did move; 0: no doubt
        self.steps = np.zeros(count, dtype=np.intp)  # how often it stepped while in doubt
        self.young = np.zeros(count, dtype=bool)  # in doubt after few frames only
        self.contrast, self.lit_s = np.zeros(count), np.full(count, np.inf)
        self.misfit = np.full(count, np.nan)  # of those that were placed on the table's plane
        self.placings, self._turn = 0, 0

    def expected(self, time_s: float) -> tuple[Indices, Floats]:
        """Return the rows to follow (K,) and where their corners are expected (K, 4, 2) px."""
        rows = np.flatnonzero(self.known)
        corners, speed, since_s = self.motion(rows, time_s)
        return rows, corners + (speed * since_s[:, None])[:, None]

    def sought(self, time_s: float) -> list[int]:
        """Return the markers of those whose place nobody knows."""
        return [int(marker) for marker in self.markers[time_s - self.seen_s > SOUGHT_S]]

    def motion(self, rows: Indices, time_s: float) -> tuple[Floats, Floats, Floats]:
        """Return where rows were seen or found last (K, 4, 2) px, their speeds (K, 2) px a second, and how long ago."""
        candidate = self.candidate[rows]
        corners = np.where(candidate[:, None, None], self.next_px[rows], self.last_px[rows])
        speed = np.where(candidate[:, None], self.found_px_s[rows], self.speed_px[rows])
        since_s = np.clip(time_s - np.where(candidate, self.found_s[rows], self.seen_s[rows]), 0.0, AHEAD_S)
        return corners, speed, since_s

    def zones(self, rows: Indices, reach_px: float) -> tuple[Floats, Floats]:
        """Return the centres (K, 2) px round which a hand is at rows, and the radii (K,)."""
        corners = self.last_px[rows]
        sides = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
        return corners.mean(axis=1), reach_px + 0.75 * sides

    def see(self, row: int, corners_px: Floats, time_s: float) -> None:
        """Note where a row is in the picture now (4, 2) px."""
        (before,), _, _ = self.motion(np.array([row]), time_s)
        passed_s = time_s - (self.found_s[row] if self.candidate[row] else self.seen_s[row])
        if 0 < passed_s < AHEAD_S:
            self.speed_px[row] = (corners_px - before).mean(axis=0) / passed_s
        else:
            self.speed_px[row] = 0.0
        self.last_px[row], self.seen_s[row] = corners_px, time_s
        self.candidate[row] = self.under[row] = False

    def find(self, row: int, corners_px: Floats, time_s: float) -> None:
        """Note where a search has found a row (4, 2) px: if it is there in the next frame too, it is there."""
        self.known[row] = self.candidate[row] = True
        self.next_px[row], self.found_s[row], self.found_px_s[row] = corners_px, time_s, 0.0

    def come_up(self, row: int, corners_px: Floats, time_s: float) -> None:
        """Note that what was found is there (4, 2) px; it may be on its way."""
        passed_s = time_s - self.found_s[row]
        if self.candidate[row] and 0 < passed_s < AHEAD_S:
            self.found_px_s[row] = (corners_px - self.next_px[row]).mean(axis=0) / passed_s
        else:
            self.found_px_s[row] = 0.0
        self.known[row] = self.candidate[row] = True
        self.next_px[row], self.found_s[row] = corners_px, time_s

    def come_to_rest(self, row: int, steady_px: Floats, covariance_px: Floats) -> None:
        """Begin a row's rest at corners (4, 2) px, the camera's shake taken out."""
        self.rest.begin(row, steady_px, covariance_px)
        self.still[row], self.doubt_cm[row], self.speed_px[row] = True, 0.0, 0.0
        self.steps[row] = 0
        self.usual[row], self.usually_hidden[row], self.contrast[row] = 0.0, np.inf, 0.0
        self.place_at[row] = SETTLED_FRAMES
        self.place(np.array([row]))

    def place(self, rows: Indices) -> tuple[Stand, ...]:
        """Place rows at rest exactly, from their means; their tracks' stands become these."""
        entries = [self.tracks[row].entry for row in rows]
        placed = place(self.rest.corners_px[rows], self.rest.covariance_px(rows), entries, self.view)
        self.placings += len(rows)
        self.rest.lean(rows, placed.slope)
        self.misfit[rows] = placed.laid.misfit
        found = self.in_space(rows, placed.laid, placed.stands)
        single = np.array([(stand.sigma_cm, np.radians(stand.sigma_deg)) for stand in found])
        sigmas = self.rest.settled_sigma(rows, single)
        stands = tuple(
            replace(stand, sigma_cm=float(sigma_cm), sigma_deg=float(np.degrees(sigma_rad)))
            for stand, (sigma_cm, sigma_rad) in zip(found, sigmas, strict=True)
        )
        for row, stand in zip(rows, stands, strict=True):
            self.tracks[row].stand = stand
        return stands

    def in_space(self, rows: Indices, laid: OnPlane, stands: Sequence[Stand]) -> tuple[Stand, ...]:
        """Return stands measured on the plane, those that are not on it where they are.

        The others that rest tell how the markers are printed, and how exact the corners are.
        """
        known = self.misfit[self.still & np.isfinite(self.misfit)]
        noise = noise_on_plane(known) if len(known) >= FEW else 1.0
        if not off_the_plane(laid, noise, self.view, self.terrain):
            return tuple(stands)
        others = np.setdiff1d(np.flatnonzero(self.still & (self.rest.frames > 0)), rows)
        entries = [*laid.entries, *(self.tracks[row].entry for row in others)]
        corners_px = np.concatenate([laid.corners_px, self.rest.corners_px[others]])
        covariance_px = np.concatenate([laid.covariance_px, self.rest.covariance_px(others)])
        everyone = lay(entries, corners_px, covariance_px, self.view)
        space = raised(everyone, stands_on_plane(everyone, self.view), self.view, self.terrain, self.cards())
        return space.stands[: len(rows)]

    def place_due(self) -> None:
        """Place some of those anew whose means have taken in twice the frames, the longest due first."""
        self._turn = (self._turn + 1) % EVERY
        if self._turn:
            return
        due = np.flatnonzero(self.still & (self.rest.frames >= self.place_at))
        due = due[np.argsort(self.place_at[due], kind="stable")][:AT_ONCE]
        if len(due):
            self.place(due)
            self.place_at[due] = 2 * self.rest.frames[due]

    def unsure(self, rows: Indices) -> Bools:
        """Say which rows (K,) have not yet been averaged in the view and the light that hold now."""
        return np.asarray((self.doubt_cm[rows] > 0) & (self.rest.frames[rows] < SETTLED_FRAMES))

    def doubt(self, rows: Indices, least_cm: float, young: bool = False) -> None:
        """Average rows anew, in another view or light; they have moved if they are then off by more than this.

        Else what was told of them is told again, but for a ``young`` mean: the new one is better.
        """
        self.steps[rows], self.young[rows] = 0, young
        self.rest.forget(rows)
        self.doubt_cm[rows], self.place_at[rows] = least_cm, np.inf

    def turn_back(self, time_s: float) -> None:
        """Know that the clock was set back: nothing was seen later than now, and nobody knows what hands did."""
        for times in (self.seen_s, self.found_s, self.stir_s):
            np.minimum(times, time_s, out=times)
        self.hand_s[:], self.lit_s[:] = time_s, np.inf
        for track in self.tracks:
            track.since_s = min(track.since_s, time_s)
            track.recent.clear()

    def use(self, view: TableView) -> None:
        """From now on measure by this view: every stand is where it was on the table, seen elsewhere in the picture."""
        before, self.view = self.view, view
        tracks = [track for track in self.tracks if track.stand is not None]
        if not tracks:
            return
        rows = np.array([track.row for track in tracks])
        corners = np.array([seen_at(t.stand, t.entry.mount, view) for t in tracks if t.stand is not None])
        # A view may be solved anew again before those in doubt were looked at long enough: that goes on.
        for k in np.flatnonzero((self.doubt_cm[rows] > 0) & (self.rest.frames[rows] > 0)):
            mount = tracks[k].entry.mount
            (pose,) = poses_of(self.rest.corners_px[rows[k]][None], [mount], before)
            corners[k] = seen_at(pose, mount, view)
        self.rest.corners_px[rows] = corners
        covariance = self.rest.covariance_px(rows)
        self.rest.lean(rows, place(corners, covariance, [track.entry for track in tracks], view).slope)
        self.doubt(rows[self.doubt_cm[rows] == 0], BUMPED_CM)


def seen_at(stand: Stand | Pose, mount: Mount, view: TableView) -> Floats:
    """Return where a view sees the marker of a stand (4, 2) px, as the alignment finds it."""
    x, y = stand.x, stand.y
    if view.correction is not None:  # what measuring takes away
        ((more_x, more_y),) = view.correction.offset_cm(np.array([[x, y]]))
        x, y = x + float(more_x), y + float(more_y)
    if isinstance(stand, Stand) and (stand.z_cm or stand.tilt_deg):
        tips = corners_at(pose_of(stand.moved_to(x, y))[None], own_corners([mount]))[0]
        return np.asarray(view.camera.project(tips) + bend_px(view.camera, tips[None])[0])
    at = marker_from_stand(Pose(x, y, stand.heading_deg), mount)
    tips = square_corners(at.x, at.y, mount.height_cm, at.heading_deg, mount.size_cm)
    return np.asarray(view.camera.project(tips) + bend_px(view.camera, tips[None])[0])
