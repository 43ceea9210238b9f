"""Each frame marker by itself: seen, partly covered, missing, or pushed from its place."""

import numpy as np

from vision.arrays import Bools, Floats
from vision.camera import Camera
from vision.known_markers import Followed
from vision.watchman.baseline import Lasting
from vision.watchman.hand_map import HandMap
from vision.watchman.laid_frame import LaidFrame
from vision.watchman.watch import Notice

AGREES, PARTLY = 0.88, 0.5  # the marker is there; something of it is
WELL, WORSE = 0.95, 0.03  # it agrees well, or worse than usual by more than this: its corners are not trusted
USUAL_FADES = 0.003  # a look: the light or the lens of an evening may get worse for good
HIDDEN = 0.02  # share that may be covered before its corners are not trusted
PUSHED_CM, PUSHED_PX = 0.03, 0.15  # off its place against the others by more than both: pushed
FEWEST_TO_JUDGE = 4  # with three markers each disagrees with the two others alike
MOST_PUSHED = 0.4  # of the markers that can be judged
ELSEWHERE_PX = 0.5
LOOKS = 3  # in a row before anything is said


class FrameWatch:
    """Keeps, for each of M frame markers, where to look for it and how it is.

    ``there`` (M,): the pattern fits. ``trusted`` (M,): and nothing lies on it, and it was not pushed. ``covered`` (M,):
    something lies on it, or a hand is over it.
    """

    def __init__(self, laid: LaidFrame) -> None:
        count = len(laid.ids)
        self._laid, self._cm_per_px = laid, laid.cm_per_px
        self._elsewhere: dict[int, Floats] = {}
        self.there: Bools = np.zeros(count, dtype=bool)
        self.trusted, self.covered, self.pushed = self.there, self.there, self.there.copy()
        self._usual = np.full(count, AGREES)
        self._off_cm = np.zeros(count)
        self._pushing = [Lasting(LOOKS) for _ in range(count)]
        self._coming_back = [Lasting(LOOKS) for _ in range(count)]
        self._covering = [Lasting(LOOKS) for _ in range(count)]
        self._missing = [Lasting(LOOKS) for _ in range(count)]
        self._said: list[Notice] = []

    def expected_px(self, camera: Camera) -> Floats:
        """Return where to look for each marker (M, 4, 2) px; those that were pushed, where they were last."""
        expected = self._laid.seen_by(camera)
        for k, corners in self._elsewhere.items():
            expected[k] = corners
        return expected

    def look_for(self, k: int, corners_px: Floats) -> None:
        """Look for marker k at these corners (4, 2) px in the next picture."""
        self._elsewhere[k] = corners_px

    def forget_places(self) -> None:
        """Look for all markers where the camera should see them: it jumped."""
        self._elsewhere.clear()

    def take(self, frame: Followed) -> None:
        """Take in which markers were found where they were looked for."""
        self.there = (frame.agreement >= AGREES) & (frame.contrast > 0)
        as_usual = frame.agreement >= np.minimum(WELL, self._usual - WORSE)
        self.trusted = self.there & as_usual & (frame.hidden <= HIDDEN) & ~self.pushed
        # The best it looked of late: what is burnt out or half covered fits worse than that, and pulls the corners.
        faded = self._usual + (frame.agreement - self._usual) * USUAL_FADES
        self._usual = np.where(self.there, np.maximum(frame.agreement, faded), self._usual)

    def judge(self, frame: Followed, off_px: Floats, camera_still: bool, hands: HandMap) -> None:
        """Judge each marker, the camera now known: ``off_px`` (M, 2) is how far its centre is from where it should be.

        ``camera_still``: the others agree on where the camera is, so that one of them can be said to be off.
        """
        # Wherever it was found, there it is looked for next; where it should be only if it was lost there too.
        off = np.linalg.norm(off_px, axis=1) > ELSEWHERE_PX
        self._elsewhere = {int(k): frame.corners_px[k] for k in np.flatnonzero(self.there & (off | self.pushed))}
        sides = np.linalg.norm(frame.corners_px[:, 2] - frame.corners_px[:, 0], axis=1) / 2
        by_hand = hands.near(frame.corners_px.mean(axis=1), sides)
        hidden = self.there & (frame.hidden > HIDDEN)
        self.covered = hidden | (~self.there & (by_hand | (frame.agreement >= PARTLY)))
        self._judge_places(frame, off_px, camera_still, ~by_hand & (frame.hidden <= HIDDEN))
        covered = [last(bool(now)) for last, now in zip(self._covering, self.covered, strict=True)]
        gone = ~self.there & ~self.covered
        missing = [last(bool(now)) for last, now in zip(self._missing, gone, strict=True)]
        counts = {"seen": int(self.there.sum()), "expected": len(self.there)}
        self._said = []
        if ids := self._ids(np.array(covered, dtype=bool)):
            self._said.append(Notice("frame_covered", {"ids": ids, **counts}))
        if ids := self._ids(np.array(missing, dtype=bool)):
            self._said.append(Notice("frame_missing", {"ids": ids, **counts}))
        if ids := self._ids(self.pushed):
            self._said.append(
                Notice("frame_pushed", {"ids": ids, "cm": round(float(self._off_cm[self.pushed].max()), 2)})
            )

    def _judge_places(self, frame: Followed, off_px: Floats, camera_still: bool, clear: Bools) -> None:
        off = np.linalg.norm(off_px, axis=1)
        self._off_cm = off * self._cm_per_px
        judged = self.there & self._laid.known & clear
        if not camera_still or judged.sum() < FEWEST_TO_JUDGE:
            return
        sigma = np.sqrt(np.trace(frame.covariance_px, axis1=1, axis2=2) / 8)
        limit = np.maximum(np.maximum(PUSHED_PX, 5 * sigma), PUSHED_CM / np.maximum(self._cm_per_px, 1e-9))
        # Where many are off, none was pushed: the lens is not the calibrated one, or the picture is flipped.
        if (off[judged] > limit[judged]).sum() > MOST_PUSHED * judged.sum():
            return
        for k in np.flatnonzero(judged):
            if self._pushing[k](bool(off[k] > limit[k])):
                self.pushed[k] = True
            elif self.pushed[k] and self._coming_back[k](bool(off[k] < limit[k] / 2)):
                self.pushed[k] = False

    def notices(self) -> list[Notice]:
        """Return what there is to say of single markers."""
        return list(self._said)

    def ids(self, which: Bools) -> tuple[int, ...]:
        """Return the ids of those markers."""
        return self._ids(which)

    def _ids(self, which: Bools) -> tuple[int, ...]:
        return tuple(int(number) for number in self._laid.ids[which])
