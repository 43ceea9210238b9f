"""Light and focus, by how the frame markers look against how they usually look."""

import numpy as np

from vision.arrays import Bools, Indices
from vision.known_markers import Followed
from vision.median import median
from vision.watchman.baseline import Baseline, Lasting
from vision.watchman.watch import Notice

CHANGED = np.log(1.3)  # all markers' contrast: lamps flicker by a tenth, clouds pass slowly
SHADED = np.log(1.5)  # one marker's against the others'
DULL = 0.03  # contrast in linear light that is too little to measure well
BLURRED, BLURRED_PX = np.log(1.35), 0.25  # wider than usual by so much, and by so many px
LOOKS = 3  # in a row
NEW_NORMAL_S = 10.0  # light that stays is the usual light


class LightWatch:
    """Compares contrast and blur of M frame markers with what they were at first."""

    def __init__(self, ids: Indices) -> None:
        self._ids = ids
        self._contrast, self._blur = Baseline(len(ids)), Baseline(len(ids))
        self._changed, self._blurred, self._dull = Lasting(LOOKS), Lasting(LOOKS), Lasting(LOOKS)
        self._shaded = [Lasting(LOOKS) for _ in ids]
        self._since_s: float | None = None
        self.sharp = True
        """Whether the last picture was as sharp as usual."""

    def look(self, frame: Followed, use: Bools, still: bool, time_s: float) -> list[Notice]:
        """Return what there is to say of light and focus; ``use`` (M,) are the markers seen whole."""
        notices: list[Notice] = []
        gain, known = self._contrast.compare(frame.contrast, use)
        common = median(gain[known]) if known.any() else 0.0
        changed = self._changed(abs(common) > CHANGED)
        shaded = [
            int(number)
            for number, last, one, here in zip(self._ids, self._shaded, gain, known, strict=True)
            if last(bool(here and known.sum() > 2 and one - common < -SHADED))
        ]
        if self._dull(bool(use.any() and median(frame.contrast[use]) < DULL)):
            notices.append(Notice("too_dark", {"contrast": round(median(frame.contrast[use]), 4)}))
        if changed:
            notices.append(Notice("light_changed", {"ratio": round(float(np.exp(common)), 2)}))
        if shaded:
            notices.append(Notice("shadow", {"ids": tuple(shaded)}))
        self._forget_old_light(changed or bool(shaded), time_s)
        return notices + self._focus(frame, use, still)

    def _forget_old_light(self, differs: bool, time_s: float) -> None:
        if not differs:
            self._since_s = None
        elif self._since_s is None:
            self._since_s = time_s
        elif time_s - self._since_s > NEW_NORMAL_S:
            self._contrast.forget()
            self._since_s = None

    def _focus(self, frame: Followed, use: Bools, still: bool) -> list[Notice]:
        """Return a notice when the markers are blurred though nothing moves."""
        use = use & still
        wider, known = self._blur.compare(frame.blur_px, use)
        self.sharp = True
        if not known.any():
            return []
        usual = median(self._blur.usual()[known])
        now = usual * float(np.exp(np.median(wider[known])))
        self.sharp = not (np.log(now / usual) > BLURRED and now - usual > BLURRED_PX)
        if not self._blurred(not self.sharp):
            return []
        return [Notice("focus_lost", {"blur_px": round(now, 2), "was_px": round(usual, 2)})]
