"""One stand that needs attention in a frame: it moves, is not where it was, was found again, or has just stopped."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from table.mount import Pose
from table.stand import Stand
from table.uncertainty import has_moved, has_turned
from vision.arrays import Bools, Floats, Indices
from vision.markers import MarkerSeen
from vision.on_plane import lay
from vision.stands import corrected
from vision.tracking.book import SETTLED_FRAMES, Book
from vision.tracking.frame_report import Path, Vertex
from vision.tracking.reacquisition import best_of
from vision.tracking.rest import LEAST_CM, LEAST_DEG
from vision.tracking.stand_places import levelness
from vision.tracking.track import BACK_FRAMES, FREE_S, GONE_FRAMES, Track
from vision.tracking.trail import Trail

Look = tuple[Floats, Floats, Floats]  # corners px, the same without shake, covariance px²
LookNear = Callable[[Floats, float], tuple[MarkerSeen, ...]]

SIZE_OFF, UNEVEN = 0.2, 1.15
"""A marker further off its size, or less square, does not lie level on its plane."""
LEAST_PATH_CM, LEAST_PATH_DEG = 0.5, 5.0
"""A stand that comes back to its place moved only if its way was longer."""
UNDER_S = 1.0
"""A stand that went under a hand on its way is looked for where it went in for so long."""
MISSES = 8
GAP_CM = 0.3
"""A way of less that was not seen is none."""
LEAP_CM = 6.0
"""No hand slides a stand so far from one frame to the next: it was lifted, or frames are missing."""
SHAKEN = 5.0
"""So much coarser is the test for motion while the camera is not still, or view or light are others than before."""
APART = 0.5
"""Two markers whose centres are nearer than this many sides cannot both be there."""


@dataclass(eq=False)
class Observed:
    """The K rows followed in one frame: corners (K, 4, 2) px, covariance (K, 8, 8), and which of them are there.

    ``stays``: what fits well enough for one that rests where it rested, but not to believe that it moved.
    ``steady_px`` are the corners with the camera's shake taken out.
    """

    time_s: float
    rows: Indices
    corners_px: Floats
    covariance_px: Floats
    agreement: Floats
    hidden: Floats
    contrast: Floats
    there: Bools
    stays: Bools
    steady_px: Floats


@dataclass(frozen=True)
class Search:
    """How to look round a point in this frame, how to take the shake out, and whom to tell of other finds."""

    near: LookNear
    steady_px: Callable[[Floats], Floats]
    found: Callable[[MarkerSeen, float], None]


def attend(book: Book, now: Observed, k: int, quiet: bool, moved: bool, search: Search) -> Path | None:
    """Bring the k-th row of a frame up to date; return its way if that has ended.

    ``quiet``: it is at rest and seen there; ``moved``: it was at rest and is not any more.
    """
    row, time_s = int(now.rows[k]), now.time_s
    track = book.tracks[row]
    if not quiet:
        there = bool(now.there[k]) and not _is_on_another(now, k)
        look: Look | None = (now.corners_px[k], now.steady_px[k], now.covariance_px[k]) if there else None
        if look is not None and not _is_level(book, row, look[1]):
            _tilt(book, track, look[0])
        elif look is not None:
            track.tilted = False
            _see(book, track, look, moved, time_s)
        elif (look := _searched(book, now, k, search)) is not None:
            track.tilted = False
            if track.phase != "still" or not _is_at_rest(book, track, look, time_s):
                # Too fast to be followed: it left its place a frame ago, and is elsewhere now.
                _see(book, track, look, moved or book.rest.was_beyond(row), time_s)
        else:
            _miss(book, track)
    elif book.candidate[row]:
        book.candidate[row] = False
    path = _close(book, track, time_s)
    track.set_state(time_s, float(book.seen_s[row]), float(book.hand_s[row]))
    return path


def _is_on_another(now: Observed, k: int) -> bool:
    """Whether another marker, that fits better, is seen at the same place: never may two be one."""
    centres = now.corners_px.mean(axis=1)
    side = np.linalg.norm(now.corners_px[k, 1] - now.corners_px[k, 0])
    close = now.there & (np.linalg.norm(centres - centres[k], axis=1) < APART * side)
    close[k] = False
    return bool((now.agreement[close] > now.agreement[k]).any())


def _is_level(book: Book, row: int, steady_px: Floats) -> bool:
    ((size, uneven),) = levelness(steady_px[None], [book.tracks[row].entry.mount], book.view)
    return bool(abs(size - 1) < SIZE_OFF and uneven < UNEVEN)


def _searched(book: Book, now: Observed, k: int, search: Search) -> Look | None:
    """Look for a row round where it was expected: one that moves, or has just gone."""
    row, time_s = int(now.rows[k]), now.time_s
    track = book.tracks[row]
    hidden_s = time_s - book.seen_s[row]
    worth = (
        track.phase == "moving"
        or (track.phase == "still" and track.misses < GONE_FRAMES)
        or (track.trail is not None and hidden_s < UNDER_S)
        or book.candidate[row]
    )
    if not worth:
        return None
    (corners,), (speed,), (since_s,) = book.motion(np.array([row]), time_s)
    ahead = speed * since_s
    reach = float(np.hypot(*ahead)) + 0.5 * float(np.linalg.norm(corners[1] - corners[0])) * (
        1 + min(track.misses, MISSES)
    )
    found = search.near(corners.mean(axis=0) + ahead, reach)
    mine = best_of(found, track.entry.marker)
    for other in found:
        if other is not mine and other.id in book.row:
            search.found(other, time_s)
    if mine is None:
        return None
    steady = search.steady_px(mine.corners_px[None])[0]
    return (mine.corners_px, steady, mine.covariance_px) if _is_level(book, row, steady) else None


def _tilt(book: Book, track: Track, corners_px: Floats) -> None:
    """Its marker is seen, but does not lie level: follow it, but measure nothing."""
    row = track.row
    if track.phase == "new":
        book.known[row] = False
        return
    track.tilted, track.phase = True, "absent"
    book.still[row] = False
    book.last_px[row], book.candidate[row], book.speed_px[row] = corners_px, False, 0.0
    track.hits = 0
    track.misses += 1


def _miss(book: Book, track: Track) -> None:
    row = track.row
    if track.phase == "absent" and track.trail is None:
        book.last_px[row] = book.rest.corners_px[row]  # whatever was found elsewhere was not it
    book.candidate[row] = False
    track.hits, track.tilted = 0, False
    track.misses += 1
    if track.phase == "new":
        book.known[row] = False
    elif track.phase in ("still", "moving") and track.misses >= GONE_FRAMES:
        track.phase, book.still[row] = "absent", False


def _see(book: Book, track: Track, look: Look, moved: bool, time_s: float) -> None:
    corners, steady, covariance = look
    row, misses = track.row, track.misses
    before_s = float(book.seen_s[row])
    track.hits += 1
    if track.phase in ("new", "absent") and track.hits < BACK_FRAMES:
        book.come_up(row, corners, time_s)
        return
    was_absent = track.phase == "absent"
    book.see(row, corners, time_s)
    track.misses = 0
    if track.phase == "new" or track.stand is None:
        track.phase = "still"
        book.come_to_rest(row, steady, covariance)
        return
    if track.phase == "still" and not moved:
        return  # one frame alone: wait for the next
    if was_absent and track.trail is None and _is_back(book, row, steady, covariance):
        track.phase, book.still[row] = "still", True
        return
    pose = _where(book, track, steady, covariance)
    if track.trail is None:
        track.trail = Trail(track.stand, before_s)
    if track.phase != "moving":
        track.phase, book.still[row] = "moving", False
        track.recent.clear()
    last = track.trail.last
    unseen = was_absent or misses >= GONE_FRAMES
    leg_cm = math.hypot(pose.x - last.x, pose.y - last.y)
    gap = leg_cm > (GAP_CM if unseen else LEAP_CM)
    track.trail.add(time_s, pose.x, pose.y, pose.heading_deg, gap)
    at = track.entry.stand_at(Pose(pose.x, pose.y, pose.heading_deg), track.stand.sigma_cm, track.stand.sigma_deg)
    track.stand = at.as_high_as(pose) if isinstance(pose, Stand) else at
    noise = book.rest.noise(np.array([row]))[0]
    here = Vertex(time_s, pose.x, pose.y, pose.heading_deg)
    if track.came_to_rest(here, float(np.hypot(noise[0], noise[1])), math.degrees(noise[2])):
        track.phase = "still"
        book.come_to_rest(row, steady, covariance)


def _where(book: Book, track: Track, steady_px: Floats, covariance_px: Floats) -> Pose | Stand:
    """Return where one frame shows a stand: on the table's plane, or where it is above it."""
    laid = lay([track.entry], steady_px[None], covariance_px[None], book.view)
    (pose,) = corrected(laid.poses, book.view)
    flat = track.entry.stand_at(pose)
    (stand,) = book.in_space(np.array([track.row]), laid, [flat])
    return pose if stand is flat else stand


def _is_at_rest(book: Book, track: Track, look: Look, time_s: float) -> bool:
    """Whether a stand at rest that could only be found by a search, half covered say, is where it rests."""
    corners, steady, covariance = look
    rows = np.array([track.row])
    verdict = book.rest.look(rows, steady[None], covariance[None], _coarser(book, track.row))
    if verdict.beyond[0]:
        return False
    book.see(track.row, corners, time_s)
    track.misses = 0
    if book.rest.frames[track.row] < SETTLED_FRAMES and time_s - book.hand_s[track.row] > FREE_S:
        book.rest.take(rows, steady[None], covariance[None], verdict.off)
    return True


def _coarser(book: Book, row: int) -> Floats:
    return np.where(book.unsure(np.array([row])), SHAKEN, 1.0)


def _is_back(book: Book, row: int, steady_px: Floats, covariance_px: Floats) -> bool:
    """Whether a stand that was covered is where it was."""
    verdict = book.rest.look(np.array([row]), steady_px[None], covariance_px[None], _coarser(book, row))
    return not verdict.beyond[0]


def _close(book: Book, track: Track, time_s: float) -> Path | None:
    """End the way of a stand that rests, settled, with no hand at it."""
    row = track.row
    if track.trail is None or track.phase != "still" or book.rest.frames[row] < SETTLED_FRAMES:
        return None
    if time_s - book.hand_s[row] <= FREE_S:
        return None
    rows = np.array([row])
    (end,) = book.place(rows)
    book.place_at[row] = 2 * SETTLED_FRAMES
    noise = book.rest.noise(rows)[0]
    start = track.trail.start
    path = track.trail.path(end, time_s, float(np.hypot(noise[0], noise[1])), math.degrees(noise[2]))
    track.trail = None
    far = path.length_cm > LEAST_PATH_CM or abs(path.turn_deg) > LEAST_PATH_DEG
    return path if far or has_moved(start, end, LEAST_CM) or has_turned(start, end, LEAST_DEG) else None
