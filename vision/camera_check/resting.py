"""Markers at rest, frame after frame: by how much each scatters within a second, and from one second to the next."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.arrays import Bools, Floats, Grey, Indices
from vision.camera_check.shake import STILL, Shake, Shakes, shake_of
from vision.homography import areas
from vision.known_markers import Followed, Follower
from vision.markers import find_markers
from vision.tone import Tone

Fate = Literal["rested", "moved", "seldom seen"]

_SPAN_S, _SPAN_FRAMES = 1.0, 4  # a second, or longer where frames come seldom
_AT_FIRST, _NOW_AND_THEN = 3, 10  # spans at whose beginning all of the frame is searched
# An agreement at which a marker is seen; a share covered, beyond what a halo or a scratch always seems to; at the most.
_STAYS, _BARE, _COVERED = 0.75, 0.05, 0.3
_OFTEN = 0.5  # of the frames
_MOVED_PX, _MOVED_SIGMAS = 0.25, 8.0  # from span to span, beyond what the camera does
_DRIFTS = 3  # spans: of fewer nobody can tell what drifts


class Span:
    """Sums over some frames: of each marker how often it was seen, its mean place, squares about it and of its sigma.

    ``missed`` is how many of the markers the last frame did not show, ``kept`` the least share of their scatter that
    was left when the camera's shake was taken out of a frame.
    """

    def __init__(self) -> None:
        self.frames, self.missed, self.kept = 0, 0, 1.0
        self.count, self.squares, self.sigma2 = np.zeros(0), np.zeros(0), np.zeros(0)
        self.mean = np.zeros((0, 2))

    def grow(self, count: int) -> None:
        """Make room for so many markers."""
        more = count - len(self.count)
        if more > 0:
            self.count, self.squares, self.sigma2 = (
                np.concatenate([some, np.zeros(more)]) for some in (self.count, self.squares, self.sigma2)
            )
            self.mean = np.concatenate([self.mean, np.zeros((more, 2))])

    def add(self, rows: Indices, places_px: Floats, sigma2: Floats, kept: float) -> None:
        """Take in a frame's places (K, 2) px (Welford 1962)."""
        self.count[rows] += 1
        off = places_px - self.mean[rows]
        self.mean[rows] += off / self.count[rows, None]
        self.squares[rows] += (off * (places_px - self.mean[rows])).sum(axis=1)
        self.sigma2[rows] += sigma2
        self.kept = min(self.kept, kept)


@dataclass(frozen=True)
class MarkerScatter:
    """How one marker scattered: px per axis, one sigma, each of its centre, the camera's own shake taken out.

    ``within_px`` is from frame to frame within a second, ``between_px`` what the means of whole seconds wander beyond
    what that explains; ``sigma_px`` is what Vedette says of a frame, ``in_sigmas`` the rms of all (x - mean) / sigma.
    None where too few frames tell. ``places_px`` (S, 2) are the seconds' means.
    """

    id: int
    fate: Fate
    corners_px: Floats
    side_px: float
    frames: int
    within_px: float | None
    between_px: float | None
    sigma_px: float | None
    in_sigmas: float | None
    places_px: Floats

    @property
    def total_px(self) -> float | None:
        """All of its scatter, within seconds and between them."""
        return None if self.within_px is None else float(np.hypot(self.within_px, self.between_px or 0.0))


@dataclass(frozen=True)
class Resting:
    """All markers of a film, by id, and what they did together: the camera's ``shake``.

    ``blur_px`` (F,) is the usual blur in each frame, ``tone`` the camera's: known, or told by the first markers.
    """

    markers: tuple[MarkerScatter, ...]
    shake: Shake | None
    blur_px: Floats
    tone: Tone | None

    @property
    def rested(self) -> tuple[MarkerScatter, ...]:
        """Those that rested, and of which enough is known."""
        return tuple(m for m in self.markers if m.fate == "rested" and m.within_px is not None)


class RestWatch:
    """Follows all markers of a dictionary through a film, one frame after another; keeps sums, no frames."""

    def __init__(self, dictionary: str, tone: Tone | None = None) -> None:
        self._dictionary, self._follower = dictionary, Follower(dictionary)
        self._ids: Indices = np.zeros(0, np.intp)
        self._there: Bools = np.zeros(0, np.bool_)
        self._now: Floats = np.zeros((0, 4, 2))
        self._first: Floats = np.zeros((0, 2))
        self._bare: Floats = np.zeros(0)  # the least share of each that seemed covered
        self._span = Span()
        self._spans: list[Span] = []
        self._begun_s = -np.inf
        self._frames = 0
        self._shaken, self._shakes = STILL, Shakes()
        self._blurs: list[float] = []
        self._middle_px = np.zeros(2)
        self.tone = tone  # None until enough markers were seen

    @property
    def here_px(self) -> Floats:
        """Where the corners of all markers are (M, 4, 2) px that the last frame showed."""
        return self._now[self._there]

    def take(self, grey: Grey, time_s: float) -> None:
        """Take in one more frame (H, W)."""
        self._middle_px = np.array(grey.shape[::-1]) / 2
        if time_s - self._begun_s >= _SPAN_S and (self._span.frames >= _SPAN_FRAMES or not self._frames):
            self._close()
            self._begun_s = time_s
            self._search(grey)
        self._frames += 1
        self._span.frames += 1
        if not len(self._ids):
            return
        evened = grey if self.tone is None else self.tone.evened(grey)
        seen = self._follower.follow(evened, self._ids, self._now)
        self._bare = np.minimum(self._bare, seen.hidden)
        bare = seen.hidden < np.minimum(self._bare + _BARE, _COVERED)
        there = np.asarray((seen.agreement >= _STAYS) & bare & (seen.contrast > 0))
        self._there = there
        self._now[there] = seen.corners_px[there]
        self._span.missed = int((~there).sum())
        if there.any():
            self._note(seen, there)

    def _search(self, grey: Grey) -> None:
        """Look for markers all over the frame: at first, now and then, and once a second while one of them is gone."""
        gone = bool(self._spans) and self._spans[-1].missed > 0
        if not gone and len(self._spans) >= _AT_FIRST and len(self._spans) % _NOW_AND_THEN:
            return
        found = find_markers(grey, self._dictionary, looks=1, tone=self.tone)
        if not found:
            return
        known = {int(number): k for k, number in enumerate(self._ids)}
        new = [marker for marker in found if marker.id not in known]
        for marker in found:
            if marker.id in known:
                self._now[known[marker.id]] = marker.corners_px
        if new:
            corners = np.array([marker.corners_px for marker in new])
            self._ids = np.concatenate([self._ids, np.array([marker.id for marker in new], np.intp)])
            self._now = np.concatenate([self._now, corners])
            self._bare = np.concatenate([self._bare, np.ones(len(new))])
            # Where its centre would have been in the first frame.
            centres = corners.mean(axis=1)
            self._first = np.concatenate([self._first, centres - self._shaken.moved_px(centres - self._middle_px)])
        if self.tone is None:
            self.tone = self._follower.tone(grey, self._ids, self._now)

    def _note(self, seen: Followed, there: Bools) -> None:
        rows = np.flatnonzero(there)
        here, at = seen.corners_px[rows].mean(axis=1), self._first[rows] - self._middle_px
        shaken = shake_of(here - self._first[rows], at)
        if shaken is STILL and self._shakes.count:
            return  # too few markers to tell what the camera did: nor do they tell what they did themselves
        self._shaken = shaken
        own = here - shaken.moved_px(at)
        sigma2 = np.trace(seen.covariance_px[rows].reshape(-1, 4, 2, 4, 2).sum(axis=(1, 3)), 0, 1, 2) / 32
        self._span.grow(len(self._ids))
        # Fitting the camera's shake to few markers takes some of their own scatter away.
        self._span.add(rows, own, sigma2, shaken.kept)
        if shaken is not STILL:
            self._shakes.add(shaken.numbers)
        self._blurs.append(float(np.median(seen.blur_px[rows])))

    def _close(self) -> None:
        if self._span.frames:
            self._spans.append(self._span)
        self._span = Span()

    def told(self) -> Resting:
        """Return what all frames so far tell."""
        spans = [*self._spans, self._span] if self._span.frames else list(self._spans)
        for span in spans:
            span.grow(len(self._ids))
        order = np.argsort(self._ids, kind="stable")
        markers = tuple(self._scatter(int(row), spans) for row in order)
        return Resting(markers, self._shakes.told(self._middle_px), np.array(self._blurs), self.tone)

    def _scatter(self, row: int, spans: list[Span]) -> MarkerScatter:
        some = [span for span in spans if span.count[row]]
        count = np.array([span.count[row] for span in some])
        places = np.array([span.mean[row] for span in some]).reshape(-1, 2)
        corners, frames = self._now[row], int(count.sum())
        side = float(np.sqrt(np.abs(areas(corners[None])[0])))
        free = count.sum() - len(count)
        if frames < 2 or free < 1:
            fate: Fate = "seldom seen"
            return MarkerScatter(int(self._ids[row]), fate, corners, side, frames, None, None, None, None, places)
        squares = sum(span.squares[row] for span in some) / np.mean([span.kept for span in some])
        within = float(np.sqrt(squares / (2 * free)))
        middle = np.average(places, axis=0, weights=count)
        off2 = np.square(places - middle).sum(axis=1)
        sigma = float(np.sqrt(sum(span.sigma2[row] for span in some) / frames))
        total = np.sqrt((squares + (count * off2).sum()) / (2 * (frames - 1)))
        between = None
        whole = count >= 0.5 * count.max()
        if whole.sum() >= _DRIFTS:
            wander = np.var(places[whole], axis=0, ddof=1).mean()
            between = float(np.sqrt(max(wander - within**2 * (1 / count[whole]).mean(), 0.0)))
        step = float(np.sqrt(np.square(places - np.median(places, axis=0)).sum(axis=1).max()))
        most = max(_MOVED_PX, _MOVED_SIGMAS * sigma)
        fate = "moved" if step > most or within > most else "rested"
        if fate == "rested" and frames < _OFTEN * self._frames:
            fate = "seldom seen"
        return MarkerScatter(
            int(self._ids[row]), fate, corners, side, frames, within, between, sigma, float(total / sigma), places
        )
