"""Following markers that are known: each is aligned where it is expected, frame after frame."""

from dataclasses import dataclass

import numpy as np

from vision.alignment import COARSE_PX, FINENESS, LIGHT, align, align_closely
from vision.arrays import Bools, Floats, Grey, Indices
from vision.dictionary import dictionary as by_name
from vision.dictionary import patterns
from vision.fit import Aligned
from vision.homography import areas
from vision.templates import Differences, differences, made, none
from vision.tone import Tone, tone_in

NEAR_PX = 0.3  # further from its template than this, a marker is aligned anew
_WORSE = 2.0  # and where the residuals' spread is more than this many times what it was
_SLACK = 0.01  # of the contrast: the least such a spread counts
_FAINT = 0.4  # of the contrast it had: less, and something covers it
_THERE, _THERE_LARGE = 0.75, 0.3  # a coarse agreement below this: not the marker, or hardly any of it
_KEEP, _SURE = 0.6, 0.9  # agreement from which a template is worth making; below the other something covers it
_WHOLE = 0.01  # what share of a marker is covered that counts
_AGAIN_AFTER = 12  # looks: so often a partly covered marker is aligned anew: it looks the same when it is bare again
_ONCE_IN = 500  # looks: so often each is aligned anew in any case, lest a template that went wrong is believed for ever
# Markers that are aligned anew in the same frame: one alone takes nearly as long. But not all frame cards at once, of
# which in a poor light none might be found then.
_TOGETHER, _TOGETHER_MARRED = 8, 4
_STILL = 0.8  # an agreement with how it looked below which it is aligned anew
_LEARN_AT_ONCE = 24  # templates made in one frame: after a bump all are new, and a frame must not take too long
# How far a marker may have gone from one frame to the next beyond what an alignment reaches: px, eight ways.
_ROUND_ABOUT = 3.0 * np.array([[[x, y]] for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y])


@dataclass(frozen=True, eq=False)
class Followed:
    """M markers where they were expected: corners (M, 4, 2) px, their covariance (M, 8, 8) px².

    ``agreement`` (M,) 0 to 1 says how well the pattern fits there (below 0.88: it is not there, or mostly covered),
    ``hidden`` (M,) what share of it something covers, ``contrast`` (M,) white less black in linear light, ``blur_px``.
    """

    ids: Indices
    corners_px: Floats
    covariance_px: Floats
    agreement: Floats
    hidden: Floats
    contrast: Floats
    blur_px: Floats


class Follower:
    """Aligns markers of one dictionary; what lies where it lay is only compared with how it looked."""

    def __init__(self, dictionary: str) -> None:
        self._bits = patterns(by_name(dictionary)).astype(np.float64)
        self._slot: dict[int, int] = {}
        self._rest = none(0)
        self._made = self._nothing(0)  # the alignments that the templates were made from
        self._was = np.zeros((0, 4, 2))  # where each was when last aligned
        self._hid = np.zeros(0)  # how much of it was covered then
        self._start = np.zeros((0, 4, 2))  # where it was expected then
        self._present = np.zeros(0, dtype=bool)
        self._looks = 0

    def follow(self, grey: Grey, ids: Indices, corners_px: Floats) -> Followed:
        """Align markers (M,) from where they are expected (M, 4, 2) px, within 2 px, in a grey picture (H, W)."""
        ids = np.asarray(ids, dtype=np.intp)
        starts = np.asarray(corners_px, dtype=np.float64).reshape(-1, 4, 2)
        grey = np.ascontiguousarray(grey)
        if not len(ids):
            return _followed(ids, self._nothing(0))
        slots = self._slots(ids)
        whole = len(slots) == len(self._rest.gain) and bool((slots == np.arange(len(slots))).all())
        rest, then = (self._rest, self._made) if whole else (self._rest.of(slots), self._made.of(slots))
        expected = np.zeros(len(ids), dtype=bool)
        # What covers a marker draws its corners away from where they are expected, each time.
        for near in (rest.corners_px, self._start[slots]):
            expected |= np.abs(starts - near).max(axis=(1, 2)) < 2 * NEAR_PX  # False for NaN: no template
        seen = differences(grey, LIGHT, rest)
        self._looks += 1
        # Of one that is partly covered, pixels and alignment make different things: only what changes counts.
        bare = (then.hidden < _WHOLE) & (then.agreement > _SURE)
        # So of large ones, frame cards: their places are held against those that an alignment found at calibration.
        large = np.sqrt(np.abs(areas(rest.corners_px))) >= COARSE_PX
        anchored = ~bare | large
        seen.moves_px[anchored] -= rest.first_px[anchored]
        usual = np.maximum(rest.spread, _SLACK * rest.gain)
        same = expected & (np.abs(seen.moves_px).max(axis=(1, 2)) < NEAR_PX) & (seen.gain > _FAINT * rest.gain)
        same &= seen.spread / seen.gain < _WORSE * usual / rest.gain
        marred = np.cumsum(~bare) // np.where(large, 1, _TOGETHER_MARRED)
        groups = np.where(bare, slots // _TOGETHER, marred)
        same &= (groups + self._looks) % np.where(bare, _ONCE_IN, _AGAIN_AFTER) != 0
        found = _at_rest(then, rest.corners_px, rest.gain, rest.spread, seen)
        same &= ~bare | (found.agreement > _STILL)
        anew = np.flatnonzero(~same)
        if len(anew):
            again = self._align(grey, ids[anew], starts[anew], self._present[slots[anew]])
            found.put(anew, again)
            # A marker on its way will be elsewhere in the next frame: only what stayed gets a template.
            stayed = np.abs(again.corners_px - self._was[slots[anew]]).max(axis=(1, 2)) < NEAR_PX
            self._was[slots[anew]] = again.corners_px
            # Nor what is on its way over it: bare it would look much the same, and be taken for covered.
            stayed &= (again.hidden < _WHOLE) | (np.abs(again.hidden - self._hid[slots[anew]]) < _WHOLE)
            self._hid[slots[anew]] = again.hidden
            worth = np.flatnonzero(stayed & (again.agreement > _KEEP))[:_LEARN_AT_ONCE]
            self._start[slots[anew[worth]]] = starts[anew[worth]]
            self._learn(grey, slots[anew[worth]], ids[anew[worth]], again.of(worth))
        self._present[slots] = found.agreement > _THERE
        return _followed(ids, found)

    def tone(self, grey: Grey, ids: Indices, corners_px: Floats) -> Tone | None:
        """Return a picture's tone by markers (M,) about at corners (M, 4, 2) px; None where too few are seen."""
        return tone_in(grey, corners_px, self._bits[ids])

    def forget(self) -> None:
        """Forget how everything looked: another camera, another light."""
        self._slot.clear()
        self._rest, self._made = none(0), self._nothing(0)
        self._was = self._start = np.zeros((0, 4, 2))
        self._hid = np.zeros(0)
        self._present = np.zeros(0, dtype=bool)

    def _nothing(self, count: int) -> Aligned:
        zeros, modules = np.zeros(count), self._bits.shape[1]
        return Aligned(
            np.full((count, 4, 2), np.nan), np.zeros((count, 8, 8)), zeros, zeros.copy(), zeros.copy(), zeros.copy(),
            zeros.copy(), zeros.copy(), np.zeros((count, modules + 2, modules + 2), np.bool_),
        )  # fmt: skip

    def _slots(self, ids: Indices) -> Indices:
        new = [int(number) for number in ids if int(number) not in self._slot]
        if new:
            for number in new:
                self._slot[number] = len(self._slot)
            kept, count = np.arange(len(self._was)), len(self._slot)
            rest, then = none(count), self._nothing(count)
            rest.put(kept, self._rest)
            then.put(kept, self._made)
            self._rest, self._made = rest, then
            self._was = np.concatenate([self._was, np.full((len(new), 4, 2), np.nan)])
            self._hid = np.concatenate([self._hid, np.full(len(new), np.nan)])
            self._start = np.concatenate([self._start, np.full((len(new), 4, 2), np.nan)])
            self._present = np.concatenate([self._present, np.zeros(len(new), dtype=bool)])
        return np.array([self._slot[int(number)] for number in ids], dtype=np.intp)

    def _learn(self, grey: Grey, slots: Indices, ids: Indices, found: Aligned) -> None:
        sides = np.sqrt(np.abs(areas(found.corners_px)))
        for _, least_px, most_px in FINENESS:  # of a size: they are read within squares as large as the largest
            some = np.flatnonzero((sides >= least_px) & (sides < most_px))
            if len(some):
                self._rest.put(slots[some], made(grey, LIGHT, found.of(some), self._bits[ids[some]]))
        self._made.put(slots, found)

    def _align(self, grey: Grey, ids: Indices, starts: Floats, present: Bools) -> Aligned:
        """Align from scratch: coarsely first, and what is there at all finely.

        One that was ``present`` a frame ago and is not where it was expected is looked for round about.
        """
        bits = self._bits[ids]
        sides = np.sqrt(np.abs(areas(starts)))
        first = align(grey, starts, bits, rounds=3, samples=16, again=False)
        gone = np.flatnonzero((first.agreement < _THERE) & (sides < COARSE_PX) & present)
        if len(gone):
            tries = (starts[gone, None] + _ROUND_ABOUT).reshape(-1, 4, 2)
            owners = np.repeat(gone, len(_ROUND_ABOUT))
            found = align(grey, tries, bits[owners], rounds=3, samples=16, again=False)
            for k in np.argsort(found.agreement):  # the best comes last
                if found.agreement[k] > first.agreement[owners[k]]:
                    first.put(owners[k : k + 1], found.of(slice(k, k + 1)))
        there = first.agreement > np.where(sides > COARSE_PX, _THERE_LARGE, _THERE)
        align_closely(grey, first, bits, np.flatnonzero(there))
        return first


def _at_rest(then: Aligned, corners_px: Floats, gain: Floats, spread: Floats, seen: Differences) -> Aligned:
    """Return where markers are that lie nearly where they lay."""
    noise = (seen.spread / seen.gain) / (np.maximum(spread, 1e-6) / gain)
    return Aligned(
        corners_px + seen.moves_px,
        then.covariance_px.copy(),
        np.clip(1 - (1 - then.agreement) * noise**2, 0.0, 1.0),
        np.clip(1 - (1 - then.bare_agreement) * noise**2, 0.0, 1.0),
        seen.gain,
        then.blur_px * np.exp(np.clip(seen.log_blur, -1.0, 1.0)),
        then.hidden.copy(),
        then.wrong.copy(),
        then.untold.copy(),
    )


def _followed(ids: Indices, found: Aligned) -> Followed:
    return Followed(
        ids, found.corners_px, found.covariance_px, found.agreement, found.hidden, found.contrast, found.blur_px
    )
