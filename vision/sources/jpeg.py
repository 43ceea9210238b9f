"""A picture that is still a JPEG: decoded when somebody asks, straight to grey where only grey is wanted."""

from dataclasses import dataclass

import cv2
import numpy as np

from table.errors import BadInput
from vision.arrays import Picture
from vision.picture_size import check_size

_START, _END = b"\xff\xd8", b"\xff\xd9"


@dataclass(frozen=True, slots=True, eq=False)
class Jpeg:
    """A camera's own JPEG, as it came.

    4K takes 11-12 ms to grey (docs/cameras.md) and far more to colour: decode it once, and only what is needed.
    """

    data: bytes

    def grey(self) -> Picture:
        """Return the picture (H, W); raises BadInput where it is damaged or too large."""
        return self._decoded(cv2.IMREAD_GRAYSCALE)

    def colour(self) -> Picture:
        """Return the picture (H, W, 3) BGR; raises BadInput where it is damaged or too large."""
        return self._decoded(cv2.IMREAD_COLOR)

    def _decoded(self, how: int) -> Picture:
        check_size(self.data)
        try:
            # A turn told in EXIF is followed, as by vision/picture.py: a captured file and the stream must lie alike.
            image = cv2.imdecode(np.frombuffer(self.data, np.uint8), how)
        except cv2.error:
            image = None
        if image is None:
            raise BadInput("the camera sent a damaged picture")
        return np.asarray(image, np.uint8)


def whole_jpeg(data: bytes | bytearray | memoryview) -> Jpeg | None:
    """Return the JPEG in these bytes without what follows it, None where it was cut short or is something else.

    OpenCV would fill what is missing with grey and say nothing.
    """
    held = bytes(data)
    if not held.startswith(_START):
        return None
    # Drivers pad their buffers and cameras add line ends; inside the picture's data its end mark cannot occur.
    end = held.rfind(_END)
    return Jpeg(held[: end + 2]) if end > 2 else None
