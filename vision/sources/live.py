"""Cameras and streams: a thread of their own reads them, keeps the newest picture only, and opens them anew."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from table.errors import BadInput
from vision.arrays import Picture
from vision.sources.device import Device, Opener
from vision.sources.frames import CameraFrame, Closing, SourceLost
from vision.sources.jpeg import Jpeg

_JUMP_S = 2.0  # a sender's clock that leaps by more was set, or its stream began anew
_DRIFT = 1e-4  # of the time passed: two crystals differ by less than this


class Stamps:
    """Lays a sender's stamps on our clock by the shortest way a picture ever took.

    The way itself stays unknown: what it took at the least is still missing, but its changes (a busy network, a late
    reader) are gone.
    """

    def __init__(self) -> None:
        self._offset_s: float | None = None
        self._last_s = 0.0

    def captured_s(self, stamp_s: float, came_s: float) -> float:
        """Return when the picture stamped ``stamp_s`` by its sender was taken; it came at ``came_s`` of our clock."""
        offset_s = came_s - stamp_s
        if self._offset_s is None or abs(offset_s - self._offset_s) > _JUMP_S:
            self._offset_s = offset_s
        else:
            allowed_s = self._offset_s + _DRIFT * max(0.0, came_s - self._last_s)
            self._offset_s = min(offset_s, allowed_s)
        self._last_s = came_s
        return stamp_s + self._offset_s


StateKey = Literal["opening", "running", "silent", "frozen", "away", "closed"]


@dataclass(frozen=True, slots=True)
class SourceState:
    """How a live source is doing: its key, whole words about it, and since when, by the source's clock.

    opening: no picture yet. running: pictures come. silent: none has come for a while. frozen: they come, but always
    the same one. away: it stopped, and is being opened again and again. closed: by us.
    """

    key: StateKey
    text: str
    since_s: float

    @property
    def good(self) -> bool:
        """Whether its newest picture shows the table as it is."""
        return self.key == "running"


def seconds(value_s: float) -> str:
    """Return a time for people: 0.5 s, 4 s, 3 min."""
    if value_s < 0.95:
        return f"{max(value_s, 0):.1f} s"
    return f"{value_s:.0f} s" if value_s < 119.5 else f"{value_s / 60:.0f} min"


Clock = Callable[[], float]
Wait = Callable[[threading.Condition, Callable[[], bool], float], bool]

PATIENCE_S = 10.0
FROZEN_S = 5.0
SILENT_S = 2.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 8.0
_REST = 16  # pictures not decoded ahead after one that nobody took: the work on each takes longer than they come
_MOST_DAMAGED = 30  # in a row: then nothing else is to be expected of the device
_GRID = 16  # of an uncompressed picture every 16th pixel each way is compared with the one before


def wait_for(news: threading.Condition, until: Callable[[], bool], seconds: float) -> bool:
    """Wait on a condition that is held until ``until()``, at most that long; return whether it came true."""
    return news.wait_for(until, seconds)


class LiveSource(Closing):
    """The newest picture of a device that another thread reads without pause, and opens anew when it fails.

    A reader slower than the camera would otherwise see pictures that waited in a queue, seconds old. ``index`` counts
    every picture that came, also those nobody saw. While the device is away, read() raises SourceLost each time its
    patience ends, and gives pictures again once they come; state() says how things stand. ``first`` is a device
    already open. With ``ahead`` a JPEG is decoded to grey in the reader's thread, while the last one is worked on.
    ``until_first`` is what to look at while no picture has come.
    """

    live = True

    def __init__(
        self,
        open_device: Opener,
        name: str,
        clock: Clock = time.monotonic,
        wait: Wait = wait_for,
        *,
        first: Device | None = None,
        patience_s: float = PATIENCE_S,
        frozen_s: float = FROZEN_S,
        ahead: bool = True,
        until_first: str = "is another program using it?",
    ) -> None:
        self.name, self.patience_s, self.ahead = name, patience_s, ahead
        self._until_first = until_first
        self._open_device, self._clock, self._wait, self._frozen_s = open_device, clock, wait, frozen_s
        self._device = first
        self._news = threading.Condition()
        self._newest: CameraFrame | None = None
        self._given = -1
        self._came = 0
        self._rest = 0
        self._stopping = False
        self._since_s = self._heard_s = self._changed_s = clock()
        self._pause_until_s: float | None = None
        self._reason = ""
        self._warnings: tuple[str, ...] = ()
        self._notes: tuple[str, ...] = ()
        self._reader = threading.Thread(target=self._run, name=f"reader of {name}", daemon=True)
        self._reader.start()

    def read(self, patience_s: float | None = None) -> CameraFrame:
        """Return the newest picture, waiting for one that was not given before.

        Raises SourceLost, with how the source is doing, when none came for ``patience_s`` (default: the source's).
        """
        with self._news:
            self._wait(self._news, lambda: self._fresh() or self._stopping, self._patience(patience_s))
            frame = self._newest
            if frame is not None and frame.index > self._given:
                self._given = frame.index
                return frame
        raise SourceLost(f"{self.name}: {self.state().text}")

    def _patience(self, patience_s: float | None) -> float:
        return self.patience_s if patience_s is None else patience_s

    def _fresh(self) -> bool:
        return self._newest is not None and self._newest.index > self._given

    @property
    def warnings(self) -> tuple[str, ...]:
        """What about this camera endangers the measuring: settings that cannot be locked, or that drifted."""
        with self._news:
            return self._warnings

    @property
    def notes(self) -> tuple[str, ...]:
        """What was set at the camera, and in what form its pictures come."""
        with self._news:
            return self._notes

    def state(self) -> SourceState:
        """Return how the source is doing at this moment."""
        now_s = self._clock()
        with self._news:
            key, since_s = self._key(now_s)
            gone = seconds(now_s - since_s)
            if key == "away":
                left_s = max(0.0, (self._pause_until_s or now_s) - now_s)
                trying = f"trying again in {seconds(left_s)}" if left_s > 0 else "trying again now"
                what = "stopped" if self._came else "could not be used"
                return SourceState(key, f"it {what} {gone} ago; {trying} ({self._reason})", since_s)
            text = {
                "closed": "it is closed",
                "opening": f"no picture has come for {gone}; {self._until_first}",
                "silent": f"no picture has come for {gone}; is it still switched on and connected?",
                "frozen": f"its picture has not changed for {gone}; is the camera's app stuck?",
                "running": "pictures come",
            }[key]
            return SourceState(key, text, since_s)

    def _key(self, now_s: float) -> tuple[StateKey, float]:
        if self._stopping:
            return "closed", self._since_s
        if self._pause_until_s is not None:
            return "away", self._since_s
        if not self._came:
            return "opening", self._since_s
        if now_s - self._heard_s > SILENT_S:
            return "silent", self._heard_s
        if now_s - self._changed_s > self._frozen_s:
            return "frozen", self._changed_s
        return "running", self._since_s

    def _run(self) -> None:
        tries = 0
        while not self._stopping:
            before = self._came
            try:
                if self._device is None:
                    device = self._open_device()
                    with self._news:
                        self._device = device
                self._read_on(self._device)
                reason = "it is closed"
            except BadInput as error:
                reason = str(error).removeprefix(f"{self.name}: ")
            except Exception as error:  # a driver may raise anything; the source must live on
                reason = f"reading it failed: {error}"
            finally:
                self._let_go()
            tries = 0 if self._came > before else tries + 1
            self._pause(reason, min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**tries))

    def _read_on(self, device: Device) -> None:
        last: Picture | Jpeg | None = None
        stamps = Stamps()
        damaged = 0
        while not self._stopping:
            taken = device.read()
            came_s = self._clock()
            changed = last is None or not _same(last, taken.picture)
            last = taken.picture
            captured_s = None if taken.stamp_s is None else stamps.captured_s(taken.stamp_s, came_s)
            number = self._came + taken.skipped
            frame = CameraFrame(taken.picture, came_s, number, f"{self.name}#{number}", captured_s)
            if self.ahead and not taken.again and self._pays():
                try:
                    _ = frame.grey
                except BadInput as error:
                    damaged += 1
                    if damaged > _MOST_DAMAGED:
                        raise SourceLost(str(error)) from None
                    continue
                damaged = 0
            with self._news:
                self._warnings, self._notes = device.warnings, device.notes
                self._heard_s = came_s
                if changed:
                    self._changed_s = came_s
                if self._pause_until_s is not None:
                    self._pause_until_s, self._since_s, self._changed_s = None, came_s, came_s
                elif not self._came:
                    self._since_s = came_s
                if not taken.again:
                    self._newest, self._came = frame, number + 1
                    self._news.notify_all()

    def _pays(self) -> bool:
        """Whether to decode the next picture before it is asked for: only while somebody takes each in time."""
        self._rest = _REST if self._fresh() else self._rest - 1
        return self._rest <= 0

    def _let_go(self) -> None:
        with self._news:
            device, self._device = self._device, None
        if device is not None:
            device.release()

    def _pause(self, reason: str, pause_s: float) -> None:
        with self._news:
            now_s = self._clock()
            if self._pause_until_s is None:
                self._since_s = now_s
            self._reason, self._pause_until_s = reason, now_s + pause_s
            self._news.notify_all()
            self._wait(self._news, lambda: self._stopping, pause_s)

    def close(self) -> None:
        """Stop reading; the device is let go by its own thread, at the latest when its read times out."""
        with self._news:
            self._stopping = True
            device = self._device
            self._news.notify_all()
        if device is not None:
            device.interrupt()
        if threading.current_thread() is not self._reader:
            self._reader.join(self.patience_s)


def _same(before: Picture | Jpeg, now: Picture | Jpeg) -> bool:
    """Whether two pictures are equal bit by bit: a sensor's noise never is."""
    if isinstance(before, Jpeg) or isinstance(now, Jpeg):
        return isinstance(before, Jpeg) and isinstance(now, Jpeg) and before.data == now.data
    return bool(np.array_equal(before[::_GRID, ::_GRID], now[::_GRID, ::_GRID]))
