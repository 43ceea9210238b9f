"""What every source of pictures gives, and what a source is."""

import threading
from types import TracebackType
from typing import Protocol, Self

from table.errors import BadInput
from vision.arrays import Picture
from vision.picture import in_colour, in_grey
from vision.sources.jpeg import Jpeg

__all__ = ["CameraFrame", "Closing", "FrameSource", "Picture", "SourceLost"]


class CameraFrame:
    """One picture: when it came, ``time_s`` by its source's clock; its number among all that came, and its name.

    ``captured_s`` is when it was taken, on the same clock, where the camera tells (else None). A camera's JPEG is
    decoded when ``grey`` or ``image`` is first asked for, each once; both raise BadInput where it is damaged.
    """

    def __init__(
        self, image: Picture | Jpeg, time_s: float, index: int, name: str, captured_s: float | None = None
    ) -> None:
        self.time_s, self.index, self.name, self.captured_s = time_s, index, name, captured_s
        self.jpeg = image if isinstance(image, Jpeg) else None
        self._decoding = threading.Lock()
        self._grey: Picture | None = None
        self._image: Picture | None = None
        if isinstance(image, Jpeg):
            return
        if image.ndim == 2:
            self._grey = image
        else:
            self._image = image

    @property
    def image(self) -> Picture:
        """The picture (H, W, 3) in BGR."""
        with self._decoding:
            if self._image is None:
                if self.jpeg is not None:
                    self._image = self.jpeg.colour()
                else:
                    assert self._grey is not None
                    self._image = in_colour(self._grey)
            return self._image

    @property
    def grey(self) -> Picture:
        """The picture (H, W) in grey, as the camera codes it: not linear light."""
        with self._decoding:
            if self._grey is None:
                if self._image is not None:
                    self._grey = in_grey(self._image)
                else:
                    assert self.jpeg is not None
                    self._grey = self.jpeg.grey()
            return self._grey


class SourceLost(BadInput):
    """No picture came from a camera or stream that was running; it may come back: read again."""


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
