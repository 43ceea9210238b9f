"""Files that a browser sends: in parts no longer than the server takes from anybody, put together here."""

import threading
from typing import Annotated, ClassVar

from pydantic import Base64Bytes, Field, StrictInt

from referee.match.state import NotNow
from referee.words.translation import say_text
from table.errors import BadInput
from table.names import Name
from vision.arrays import Picture
from vision.picture import decode_picture
from web.bodies import Body

MOST_MB = 40
"""A 4K camera's pictures have 1 to 25 MB, as JPEG and PNG."""
MOST_SIZE = 2**53
"""The largest whole number that a browser can tell; no file has so many bytes."""


class PartBody(Body):
    """A part of a file: its name and size in bytes, and ``at`` which byte this part begins."""

    most_bytes: ClassVar[int | None] = 60 * 1024  # longer than any act at the table; the server stops at 64 kB
    name: Name
    size: Annotated[StrictInt, Field(ge=0, le=MOST_SIZE)]
    at: Annotated[StrictInt, Field(ge=0, le=MOST_SIZE)]
    part: Base64Bytes


class Upload:
    """Puts one file together at a time; one that is begun anew takes the place of what was there."""

    def __init__(self) -> None:
        self._of, self._data = ("", 0), bytearray()
        self._lock = threading.Lock()

    def take(self, body: PartBody, most_mb: int = MOST_MB) -> bytes | None:
        """Take in the next part, and return the whole file with the last; None before.

        Raises BadInput for a file that is too large, NotNow where a part before this one is missing.
        """
        if body.size > 1_000_000 * most_mb:
            mb = body.size / 1e6
            raise BadInput("{name}: it has {mb:.0f} MB; at most {most} are taken", name=body.name, mb=mb, most=most_mb)
        with self._lock:
            if body.at == 0:
                self._of, self._data = (body.name, body.size), bytearray()
            whole = len(self._data) + len(body.part)
            if self._of != (body.name, body.size) or body.at != len(self._data) or whole > body.size:
                raise NotNow("{name}: a part of it was lost on the way: choose it again", name=body.name)
            self._data += body.part
            if whole < body.size:
                return None
            data, self._of, self._data = bytes(self._data), ("", 0), bytearray()
        return data


def picture_of(data: bytes, name: str, language: str) -> Picture:
    """Return the picture (H, W, 3) BGR that was sent; raises BadInput, by its name, for what is none."""
    try:
        return decode_picture(data)
    except BadInput as error:
        reason = say_text(error.template, language, **error.values)
        raise BadInput("{name}: {reason}", name=name, reason=reason) from None
