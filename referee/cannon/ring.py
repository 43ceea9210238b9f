"""The newest frames of the camera, kept for the moment a shot is heard of: bounded in time and in bytes."""

from bisect import insort
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

RECENT_S = 3.0
"""Every frame of the last seconds is kept: the word of a shot may come late."""
OLD_S = 60.0
"""So far back settled frames are kept, a second apart: a pulled cable brings a shot later still."""
APART_S = 1.0
LIMIT_BYTES = 256_000_000
"""About forty colour frames of 1080p as they came, ten of 4K."""
_AS_JPEG = [cv2.IMWRITE_JPEG_QUALITY, 95, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]


@dataclass(frozen=True, eq=False, slots=True)
class KeptFrame:
    """A frame: when it was taken by the host's clock, the picture (H, W) or (H, W, 3) BGR, and how the table was.

    ``settled``: nothing moved and no hand was over the table; False also for frames that nobody looked at.
    """

    time_s: float
    picture: NDArray[np.uint8]
    settled: bool = False

    def __lt__(self, other: "KeptFrame") -> bool:
        return self.time_s < other.time_s

    @property
    def nbytes(self) -> int:
        """What its picture takes."""
        return self.picture.nbytes


class Packed(KeptFrame):
    """An old frame, kept as JPEG: hardly any is ever looked at, and a minute of them as they came takes 350 MB."""

    __slots__ = ("_jpeg",)
    _jpeg: NDArray[np.uint8]

    def __init__(self, frame: KeptFrame) -> None:
        jpeg = cv2.imencode(".jpg", frame.picture, _AS_JPEG)[1]
        for name, value in (("time_s", frame.time_s), ("settled", frame.settled), ("_jpeg", jpeg)):
            object.__setattr__(self, name, value)

    @property
    def picture(self) -> NDArray[np.uint8]:
        """The picture, decoded each time."""
        return np.asarray(cv2.imdecode(self._jpeg, cv2.IMREAD_UNCHANGED), np.uint8)

    @property
    def nbytes(self) -> int:
        """What it takes packed."""
        return int(self._jpeg.nbytes)


class Ring:
    """Frames in the order they were taken; what a shot may still need stays, within ``limit_bytes``."""

    def __init__(self, limit_bytes: int = LIMIT_BYTES, recent_s: float = RECENT_S, old_s: float = OLD_S) -> None:
        self.limit_bytes, self.recent_s, self.old_s = limit_bytes, recent_s, old_s
        self._frames: list[KeptFrame] = []
        self._held_s: float | None = None

    @property
    def frames(self) -> tuple[KeptFrame, ...]:
        """The frames there are, the oldest first."""
        return tuple(self._frames)

    @property
    def size_bytes(self) -> int:
        """What their pictures take."""
        return sum(frame.nbytes for frame in self._frames)

    def hold(self, since_s: float | None) -> None:
        """Let no frame since then grow old, as long as a shot waits for its table to settle; None: nobody waits."""
        self._held_s = since_s

    def add(self, frame: KeptFrame) -> None:
        """Take in a frame; one of the same moment takes the place of the other if it is settled."""
        same = next((k for k, other in enumerate(self._frames) if other.time_s == frame.time_s), None)
        if same is not None:
            if frame.settled or not self._frames[same].settled:
                self._frames[same] = frame
            return
        insort(self._frames, frame)
        self._let_old_ones_go()
        self._thin_out()

    def _let_old_ones_go(self) -> None:
        newest_s = self._frames[-1].time_s
        recent_s = min(newest_s, newest_s if self._held_s is None else self._held_s) - self.recent_s
        old_s = newest_s - self.old_s
        last_kept_s = float("-inf")
        kept: list[KeptFrame] = []
        stays = self._must_stay()
        for frame in self._frames:
            if frame.time_s < recent_s and frame not in stays:
                apart = frame.time_s - last_kept_s >= APART_S
                if not (frame.settled and apart and frame.time_s >= old_s):
                    continue
                kept.append(frame if isinstance(frame, Packed) else Packed(frame))
            else:
                kept.append(frame)
            if frame.settled:
                last_kept_s = frame.time_s
        self._frames = kept

    def _must_stay(self) -> list[KeptFrame]:
        """Return what no shot can do without: the newest frame, the newest settled one, and that before a shot."""
        settled = [frame for frame in self._frames if frame.settled]
        before = [frame for frame in settled if self._held_s is not None and frame.time_s <= self._held_s]
        after = [frame for frame in settled if self._held_s is not None and frame.time_s > self._held_s]
        return [self._frames[-1], *settled[-1:], *before[-1:], *after[:1]]

    def _thin_out(self) -> None:
        """Drop, while there is too much, the frame whose neighbours are nearest to each other in time."""
        while self.size_bytes > self.limit_bytes:
            stays = self._must_stay()
            inner = [k for k, frame in enumerate(self._frames) if frame not in stays]
            if not inner:
                return
            del self._frames[min(inner, key=self._gap_without)]

    def _gap_without(self, place: int) -> float:
        before = self._frames[place - 1].time_s if place else float("-inf")
        return self._frames[place + 1].time_s - before if place else 0.0
