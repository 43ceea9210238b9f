"""Cameras and streams: a thread of their own reads them, and only the newest picture is kept."""

import threading
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from vision.sources.frames import CameraFrame, Closing, SourceLost

Clock = Callable[[], float]


class Device(Protocol):
    """What OpenCV's VideoCapture is to a reader."""

    def read(self) -> tuple[bool, Any]:
        """Wait for the next picture; False when none came."""
        ...

    def release(self) -> None:
        """Let go."""
        ...


class LiveSource(Closing):
    """The newest picture of a device that another thread reads without pause.

    A reader slower than the camera would otherwise see pictures that waited in a queue, seconds old. ``index`` counts
    every picture that came, also those nobody saw. Once the device fails, read() raises SourceLost from then on: a
    device that failed never recovers by itself, whoever holds the source opens a new one.
    """

    live = True

    def __init__(self, device: Device, name: str, clock: Clock, patience_s: float = 10.0) -> None:
        self.name = name
        self._device, self._clock, self._patience_s = device, clock, patience_s
        self._news = threading.Condition()
        self._newest: CameraFrame | None = None
        self._given = -1
        self._came = 0
        self._lost: str | None = None
        self._stopping = False
        self._reader = threading.Thread(target=self._read_on, name=f"reader of {name}", daemon=True)
        self._reader.start()

    def read(self) -> CameraFrame:
        """Return the newest picture, waiting for one that was not given before.

        Raises SourceLost when the device failed, or gave nothing for ``patience_s``.
        """
        with self._news:
            came = self._news.wait_for(lambda: self._fresh() or self._lost or self._stopping, self._patience_s)
            frame = self._newest
            if frame is not None and frame.index > self._given:
                self._given = frame.index
                return frame
            if not came:
                raise SourceLost(f"{self.name}: no picture came for {self._patience_s:g} s; {self._advice()}")
            raise SourceLost(f"{self.name}: {self._lost or 'it is closed'}")

    def _fresh(self) -> bool:
        return self._newest is not None and self._newest.index > self._given

    def _advice(self) -> str:
        if self._came:
            return "is it still switched on and connected?"
        return "is another program using it?"

    def _read_on(self) -> None:
        lost = "it is closed"
        try:
            while not self._stopping:
                ok, image = self._device.read()
                if not ok or image is None:
                    # VideoCapture stays "opened" after its stream died, and never reads again.
                    lost = "it stopped sending pictures" if self._came else "it opened, but sends no pictures"
                    lost += "; is it still switched on and connected?"
                    break
                with self._news:
                    picture = np.asarray(image, np.uint8)
                    number = self._came
                    self._newest = CameraFrame(picture, self._clock(), number, f"{self.name}#{number}")
                    self._came += 1
                    self._news.notify_all()
        except Exception as error:
            lost = f"reading it failed ({error})"
        finally:
            self._device.release()
            with self._news:
                self._lost = lost
                self._news.notify_all()

    def close(self) -> None:
        """Stop reading; the device is let go by its own thread, at the latest when its read times out."""
        with self._news:
            self._stopping = True
            self._news.notify_all()
        if threading.current_thread() is not self._reader:
            self._reader.join(self._patience_s)
