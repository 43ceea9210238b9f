"""What every source of pictures gives, and what a source is."""

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from table.errors import BadInput

Picture = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class CameraFrame:
    """One picture: ``image`` (H, W, 3) BGR, taken at ``time_s`` by its source's clock; its number and name."""

    image: Picture
    time_s: float
    index: int
    name: str


class SourceLost(BadInput):
    """A camera or stream that was running gives no more pictures; opening it anew may help."""


class FrameSource(Protocol):
    """Pictures one after another; used in a ``with`` block, which closes it.

    ``live`` sources never end: read() waits for a picture newer than the last one and drops those in between. The
    others give every picture in order, then None.
    """

    name: str
    live: bool

    def read(self) -> CameraFrame | None:
        """Return the next picture, None after the last; raises SourceLost or BadInput in words for people."""
        ...

    def close(self) -> None:
        """Let go of the camera or file; may be called twice."""
        ...

    def __enter__(self) -> Self:
        """Return the source itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        ...


class Closing:
    """The ``with`` block of a source: close at its end."""

    def close(self) -> None:
        """Nothing to let go of."""

    def __enter__(self) -> Self:
        """Return the source itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()
