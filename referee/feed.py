"""Pictures of a source that may be away, or come to its end: nothing it does stops the match."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from table.errors import BadInput
from vision.sources.frames import CameraFrame, FrameSource, SourceLost
from vision.sources.live import LiveSource
from vision.sources.pictures import PictureSource

AGAIN_S = 3.0
"""After so long a source that could not be opened is tried again."""

Trouble = Literal["", "away", "broken"]


@dataclass(frozen=True, slots=True)
class SourceReading:
    """What a source gave: its newest picture, whether that is ``new``, and what is the matter, if anything.

    ``single`` pictures stand by themselves: those of a folder, a video's last one. ``reason`` is what the source says
    of its trouble.
    """

    frame: CameraFrame | None
    new: bool = False
    single: bool = False
    trouble: Trouble = ""
    reason: BadInput | None = None


class Feed:
    """Reads a source, opens it anew when that fails, and stays on its last picture when it ends.

    ``shown_s`` is how long each picture of a folder is shown; None: until ``turn`` is called. ``patience_s`` is how
    long a read waits for a camera's next picture.
    """

    def __init__(
        self, open_source: Callable[[], FrameSource], now_s: Callable[[], float], shown_s: float | None = None,
        patience_s: float = 1.0,
    ) -> None:  # fmt: skip
        self._open, self._now_s, self.shown_s, self._patience_s = open_source, now_s, shown_s, patience_s
        self._source: FrameSource | None = None
        self._pages: list[CameraFrame | BadInput] = []
        self._page, self._asked = -1, 0
        self._since_s, self._try_s = 0.0, float("-inf")
        self._ended = False
        self._reading = SourceReading(None)
        self._lock = threading.RLock()

    def read(self) -> SourceReading:
        """Return what there is now; never raises."""
        if self._source is None:
            if self._now_s() < self._try_s:
                return self._again()
            try:
                self._source = self._open()
            except BadInput as error:
                self._try_s = self._now_s() + AGAIN_S
                return self._in_trouble("away", error)
        return self._read_live() if self._source.live else self._read_single()

    def turn(self, pages: int = 1) -> None:
        """Go on to a folder's next picture, or back."""
        with self._lock:
            self._asked += pages

    def all_pages(self) -> list[CameraFrame]:
        """Return every picture of a folder that can be read; none of a camera."""
        with self._lock:
            source = self._source
            while source is not None and not source.live and not self._ended:
                self._read_page()
            return [page for page in self._pages if not isinstance(page, BadInput)]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What about the camera endangers the measuring, or what of a folder is not read, in its own words."""
        source = self._source
        return source.warnings if isinstance(source, LiveSource | PictureSource) else ()

    def close(self) -> None:
        """Let go of the source."""
        source, self._source = self._source, None
        if source is not None:
            source.close()

    def _read_live(self) -> SourceReading:
        assert self._source is not None
        if self._ended:
            return self._again()
        try:
            source = self._source
            frame = source.read(self._patience_s) if isinstance(source, LiveSource) else source.read()
        except SourceLost as error:
            return self._in_trouble("away", error)
        except BadInput as error:  # one damaged picture: the next may be whole
            return self._in_trouble("broken", error)
        if frame is None:  # a video's end: its last picture stays
            self._ended = True
            self._reading = SourceReading(self._reading.frame, False, True)
            return self._reading
        self._reading = SourceReading(frame, True)
        return self._reading

    def _read_single(self) -> SourceReading:
        """Turn a folder's pages: on by time or when asked, never beyond the last."""
        with self._lock:
            return self._turned()

    def _turned(self) -> SourceReading:
        asked, self._asked = self._asked, 0
        now_s = self._now_s()
        due = self.shown_s is not None and now_s - self._since_s >= self.shown_s
        wanted = 0 if self._page < 0 else max(0, self._page + (asked or int(due)))
        while len(self._pages) <= wanted and not self._ended:
            self._read_page()
        wanted = min(wanted, len(self._pages) - 1)
        if wanted < 0:
            return self._in_trouble("broken", None)
        if wanted == self._page:
            return self._again()
        self._page, self._since_s = wanted, now_s
        page = self._pages[wanted]
        if isinstance(page, BadInput):
            return self._in_trouble("broken", page)
        self._reading = SourceReading(page, True, True)
        return self._reading

    def _read_page(self) -> None:
        assert self._source is not None
        try:
            page: CameraFrame | BadInput | None = self._source.read()
        except BadInput as error:
            page = error
        if page is None:
            self._ended = True
        else:
            self._pages.append(page)

    def _in_trouble(self, trouble: Trouble, reason: BadInput | None) -> SourceReading:
        self._reading = SourceReading(self._reading.frame, False, self._reading.single, trouble, reason)
        return self._reading

    def _again(self) -> SourceReading:
        reading = self._reading
        self._reading = SourceReading(reading.frame, False, reading.single, reading.trouble, reading.reason)
        return self._reading
