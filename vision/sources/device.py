"""What a reader thread reads from: a camera or stream that was opened once, and ends once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from vision.arrays import Picture
from vision.sources.jpeg import Jpeg


@dataclass(frozen=True, slots=True, eq=False)
class DeviceTaken:
    """One picture as a device gave it.

    ``stamp_s`` is when it was taken by the device's own clock, where it tells; ``skipped`` counts those that came just
    before and were left out; ``again`` says that it is the one before, asked for twice.
    """

    picture: Picture | Jpeg
    stamp_s: float | None = None
    skipped: int = 0
    again: bool = False


class Device(Protocol):
    """An opened camera or stream."""

    warnings: tuple[str, ...]
    notes: tuple[str, ...]

    def read(self) -> DeviceTaken:
        """Wait for the next picture; raises SourceLost saying what happened, after which nothing more will come."""
        ...

    def interrupt(self) -> None:
        """Make a read under way end soon, from another thread, where that can be done."""
        ...

    def release(self) -> None:
        """Let go; may be called twice."""
        ...


Opener = Callable[[], Device]
