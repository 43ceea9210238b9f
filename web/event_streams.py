"""Event streams: open pages that the server's loop tells of every change; none holds a thread while it waits."""

import json
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from web.match_session import Versions

TAKE_STREAM = "vedette.take_stream"
"""What the application calls, in a request's environ, to leave a stream to the server."""
HEARTBEAT_S = 15.0
"""How often a quiet stream says that it is still there."""
PICTURE_S = 0.5
"""So long after an event none follows that tells of another picture only: pages show two a second at most."""
LATER_S, GLANCE_S = 0.25, 0.01
"""So long at most news wait while something is computed for the referee, for Python runs one thread at a time; and so
often it is looked whether they still have to."""
STRETCH_S = 0.005
"""So long at most the loop tells and answers what is known before it looks again who asks for something."""


def event(versions: Versions) -> bytes:
    """Return the server-sent event that tells these numbers: whoever hears of others asks for the newest view."""
    return f"data: {json.dumps(versions._asdict())}\n\n".encode()


class Source(Protocol):
    """What a stream tells of: a match at a table, or the hall."""

    @property
    def versions(self) -> Versions:
        """The numbers now."""

    @property
    def closed(self) -> bool:
        """Whether it is over: its streams end."""

    def at_change(self, tell: Callable[[], None]) -> None:
        """Call this whenever the numbers grow."""


@dataclass(eq=False, slots=True)
class EventStream:
    """What one page knows: it is told the newest numbers once they differ, and nothing is queued for it.

    It ends when ``may`` says that who hears it may not any more.
    """

    source: Source
    known: Versions
    told_s: float
    may: Callable[[], bool] = lambda: True

    def due(self, now_s: float) -> bytes:
        """Return what is to be sent now: an event, a sign of life, or nothing."""
        versions = self.source.versions
        if versions.of_table != self.known.of_table or (versions != self.known and now_s - self.told_s >= PICTURE_S):
            self.known, self.told_s = versions, now_s
            return event(versions)
        if now_s - self.told_s >= HEARTBEAT_S:
            self.told_s = now_s
            return b": still here\n\n"
        return b""


class StreamChannel(Protocol):
    """A connection with an open stream."""

    stream: EventStream | None

    @property
    def taken(self) -> bool:
        """Whether the other end has taken all that was sent."""

    def send_event(self, text: bytes) -> None:
        """Send an event, or end the stream where it is empty."""


class OpenStreams:
    """The streams that are open, told by the server's loop: of the table at once, of pictures twice a second at most.

    ``busy`` says that something is computed for referee or players: then news wait a moment, for hundreds of pages ask
    for the view as soon as they hear of it. ``news`` may be called by any thread, the rest by the loop's only.
    """

    def __init__(self, busy: Callable[[], bool], wake: Callable[[], None]) -> None:
        self._busy, self._wake = busy, wake
        self._open: set[StreamChannel] = set()
        self._news, self._news_s, self._next_s = False, 0.0, 0.0
        self._to_tell = deque[StreamChannel]()

    def news(self) -> None:
        """Note that there is something to tell."""
        self._news = True
        self._wake()

    def add(self, channel: StreamChannel) -> None:
        """Tell this connection too from now on."""
        self._open.add(channel)
        self._next_s = 0.0

    def discard(self, channel: StreamChannel) -> None:
        """Forget a connection that has gone."""
        self._open.discard(channel)

    def wait_s(self, timeout_s: float, now_s: float) -> float:
        """Return how long the loop may wait for something else to happen."""
        if self._news or self._to_tell:
            return GLANCE_S if self._busy() else 0.0
        return min(timeout_s, max(0.0, self._next_s - now_s)) if self._open else timeout_s

    def tell(self, now_s: float, until_s: float = math.inf) -> None:
        """Tell the streams what is due, if there are news or it is time to look; the rest later, when time is over."""
        if self._news or self._to_tell:
            self._news_s = self._news_s or now_s
            if self._busy() and now_s - self._news_s < LATER_S:
                return
        if self._news or now_s >= self._next_s:
            self._news, self._next_s = False, now_s + PICTURE_S
            self._to_tell = deque(dict.fromkeys([*self._to_tell, *self._open]))  # who waits already goes first
        while self._to_tell:
            self._tell(self._to_tell.popleft(), now_s)
            if time.monotonic() >= until_s:
                return
        self._news_s = 0.0

    def end(self) -> None:
        """End every stream whose source has closed."""
        for channel in tuple(self._open):
            self._tell(channel, math.inf)

    def _tell(self, channel: StreamChannel, now_s: float) -> None:
        stream = channel.stream
        if channel not in self._open:  # it has gone meanwhile
            return
        if stream is None or stream.source.closed or not stream.may():
            self._open.discard(channel)
            channel.send_event(b"")
        elif channel.taken and (text := stream.due(now_s)):
            channel.send_event(text)
