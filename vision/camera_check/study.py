"""All that a camera's pictures of a still scene tell of it, taken in frame by frame."""

from array import array
from collections import deque
from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats, Grey
from vision.camera_check.edges import Edge, edge_of
from vision.camera_check.light import LightChange, bands_of_light, light_change
from vision.camera_check.noise import Noise, noise_of
from vision.camera_check.resting import Resting, RestWatch
from vision.camera_check.timing import Timing, timing_of
from vision.dictionary import dictionary as by_name
from vision.sources.frames import CameraFrame
from vision.tone import Tone

_KEPT = 16  # frames that noise is told by
_LIT = 600  # frames, the last, that light is told by


@dataclass(frozen=True)
class CameraReport:
    """What a camera's pictures told; None is what they could not tell."""

    size_px: tuple[int, int]
    timing: Timing
    noise: Noise | None
    light: LightChange | None
    edge: Edge | None
    resting: Resting

    @property
    def tone(self) -> Tone | None:
        """The camera's tone curve, where it is known or markers told it."""
        return self.resting.tone


class CameraStudy:
    """Takes in one frame after another; a long film takes no more memory than a short one, but for its times.

    ``tone`` is the camera's where it is known.
    """

    def __init__(self, dictionary: str, tone: Tone | None = None) -> None:
        self._modules = by_name(dictionary).markerSize + 2
        self._rest = RestWatch(dictionary, tone)
        self._times_s, self._numbers, self._repeated = array("d"), array("q"), array("b")
        self._bands: deque[Floats] = deque(maxlen=_LIT)
        self._kept: deque[Grey] = deque(maxlen=_KEPT)

    @property
    def frames(self) -> int:
        """How many frames there were."""
        return len(self._times_s)

    def take(self, frame: CameraFrame) -> None:
        """Take in one more frame; one that is the frame before once more tells only that."""
        grey = frame.grey
        again = bool(self._kept) and bool(np.array_equal(grey, self._kept[-1]))
        time_s = frame.time_s if frame.captured_s is None else frame.captured_s
        self._times_s.append(time_s)
        self._numbers.append(frame.index)
        self._repeated.append(again)
        if again:
            return
        if self._kept and self._kept[-1].shape != grey.shape:
            self._kept.clear()
            self._bands.clear()
        self._kept.append(grey)
        self._bands.append(bands_of_light(grey))
        self._rest.take(grey, time_s)

    def told(self) -> CameraReport:
        """Return what all frames told, at least one."""
        newest = self._kept[-1]
        resting = self._rest.told()
        in_a_row = bool((np.diff(self._numbers[-len(self._kept) :]) == 1).all())
        noise = noise_of(self._kept, in_a_row)
        return CameraReport(
            (newest.shape[1], newest.shape[0]),
            timing_of(self._times_s, self._numbers, _bools(self._repeated)),
            noise,
            None if noise is None else light_change(np.array(self._bands)),
            edge_of(newest, self._rest.here_px, self._modules),
            resting,
        )


def _bools(flags: "array[int]") -> Bools:
    return np.asarray(np.array(flags, np.int8) != 0)
