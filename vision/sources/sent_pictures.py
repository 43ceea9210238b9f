"""A camera that sends its pictures of itself, as a phone's page does: the newest one is kept until it is read."""

import threading

from table.errors import BadInput
from vision.sources.device import DeviceTaken
from vision.sources.frames import SourceLost
from vision.sources.http_camera import sound_jpeg
from vision.sources.jpeg import Jpeg


class SentPictures:
    """Takes JPEGs from whoever receives them, and gives the newest to whoever reads: a Device for LiveSource.

    It is never away: read() waits for the next picture, however long its sender is on the phone.
    """

    def __init__(self, notes: tuple[str, ...] = (), warnings: tuple[str, ...] = ()) -> None:
        self.notes, self.warnings = notes, warnings
        self._news = threading.Condition()
        self._waiting: Jpeg | None = None
        self._skipped, self._closed = 0, False

    def put(self, data: bytes) -> None:
        """Take in a picture in place of one that nobody has read; raises BadInput for what is no whole JPEG."""
        try:
            jpeg = sound_jpeg(data)
        except SourceLost as error:  # too large to be decoded
            raise BadInput(str(error)) from None
        if jpeg is None:
            raise BadInput("this is no whole JPEG")
        with self._news:
            self._skipped += self._waiting is not None
            self._waiting = jpeg
            self._news.notify_all()

    def read(self) -> DeviceTaken:
        """Wait for the next picture; raises SourceLost once it is closed."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._waiting is not None)
            if self._closed or self._waiting is None:
                raise SourceLost("it is closed")
            taken = DeviceTaken(self._waiting, skipped=self._skipped)
            self._waiting, self._skipped = None, 0
            return taken

    def interrupt(self) -> None:
        """End a read under way."""
        with self._news:
            self._closed = True
            self._news.notify_all()

    def release(self) -> None:
        """Take no more."""
        self.interrupt()
