"""Connections of people who may not mean well: few from one address, none that dawdles, room kept for who plays."""

import logging
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]
from waitress.task import WSGITask  # type: ignore[import-untyped]

from web.event_streams import GLANCE_S, LATER_S, STRETCH_S, TAKE_STREAM, EventStream, OpenStreams
from web.poller import Poller
from web.response_cache import CachedResponse

log = logging.getLogger(__name__)

MOST_FROM_ONE = 24
"""A browser opens about six; a household behind one address has several. This computer itself has no limit."""
MOST_WAITING = 8
"""So many requests may wait on one connection for the one before them. No browser sends a second one early."""
ASK_S = 15.0
"""Within so long a request must have come whole: who sends a byte now and then holds no place for ever."""
TAKE_S = 20.0
"""So long an answer may lie without the reader taking any of it."""
FOR_PLAYERS, FOR_HERE = 72, 28
"""Of all connections so many are none for strangers, and so many for this computer only. Waitress stops to accept
anybody once its limit is reached, so strangers must be shut out before."""
PROVED_S = 1800.0
"""So long an address keeps its places after it last proved to be a referee's or a player's."""
MOST_PROVED = 64
HERE = ("127.0.0.1", "::1")
PROVED = "vedette.proved"
"""What the application calls, in a request's environ, once it knows that a referee or player sent it."""


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request that is asked to go on only while something of it is still to come.

    Waitress would say "100 Continue" to one without a body, or to one it refuses, and then wait for it without end.
    """

    environ: dict[str, Any] | None = None

    def received(self, data: bytes) -> int:
        """Take in what came; return how much of it belongs to this request."""
        taken: int = super().received(data)
        if self.completed:
            self.expect_continue = False
        return taken


class Task(WSGITask):  # type: ignore[misc]
    """The answering of a request, which can tell the server who asked."""

    def get_environment(self) -> dict[str, Any]:
        """Return what the application is given."""
        request: Request = self.request
        if request.environ is None:
            own = {PROVED: self.channel.prove, TAKE_STREAM: self.channel.take_stream}
            request.environ = {**super().get_environment(), **own}
        return request.environ

    def execute(self) -> None:
        """Send what was found already, or let the application answer."""
        found = self.channel.found
        if found is None:
            super().execute()
            return
        self.channel.found = None
        self.status, self.response_headers, self.complete = found.status, list(found.headers), True
        self.content_length = len(found.body)
        header = self.build_response_header()
        self.wrote_header = True
        self.channel.write_soon(header + found.body)

    def finish(self) -> None:
        """End the answer, or leave it open for the loop to go on with."""
        if self.channel.stream is None:
            super().finish()
        else:
            self.close_on_finish, self.channel.chunked = False, self.chunked_response
        self.channel.flush()


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when it has been asking, and whose next request waits until an answer is taken."""

    parser_class = Request
    task_class = Task
    asking_since: float | None = None
    put_off = False
    found: CachedResponse | None = None
    """The answer to the request whose turn it is, where it need not be computed."""
    stream: EventStream | None = None
    """What is told on this connection from now on, until one end closes it."""
    chunked = False

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        self.address = str(addr[0])
        if self.address not in HERE:
            server.make_room(self)

    def prove(self) -> None:
        """Note that a referee or a player asks from this address."""
        self.server.proved[self.address] = time.time()

    def take_stream(self, stream: EventStream) -> None:
        """Let the loop tell this once what is answered now has been sent."""
        self.stream = stream
        stream.source.at_change(self.server.streams.news)

    @property
    def taken(self) -> bool:
        """Whether the other end has taken all that was sent."""
        return not self.total_outbufs_len

    def send_event(self, text: bytes) -> None:
        """Send an event, or end the stream where it is empty; called by the loop."""
        if not text:
            self.close_when_flushed = True
        if text or self.chunked:
            with suppress(ClientDisconnected):
                self.write_soon(b"%X\r\n%b\r\n" % (len(text), text) if self.chunked else text)
        self.handle_write()

    def received(self, data: bytes) -> bool:
        """Take in what came, and note when a request began that is not whole yet."""
        if self.stream is not None:  # nothing more is asked on such a connection
            self.shut()
            return False
        answer: bool = super().received(data)
        if self.request is None:
            self.asking_since = None
        elif self.asking_since is None:
            self.asking_since = time.time()
        if len(self.requests) > MOST_WAITING:
            self.shut()
        return answer

    def flush(self) -> None:
        """Send from here what can be sent: the loop may be telling hundreds of pages something.

        Only while a request is being answered: after that the loop flushes without the lock.
        """
        with self.outbuf_lock:
            if self.connected and self.total_outbufs_len:
                self._flush_exception(self._flush_some, do_close=False)

    def service(self) -> None:
        """Answer the request whose turn it is."""
        super().service()
        if self.stream is not None:
            self.server.streams.add(self)
        self.server.touch(self)

    def write_soon(self, data: bytes) -> int:
        """Send this, or keep it until it can be sent."""
        written: int = super().write_soon(data)
        if self.total_outbufs_len:
            self.server.touch(self)
        return written

    def _flush_outbufs_below_high_watermark(self) -> None:
        self.server.touch(self)  # it waits for the loop
        super()._flush_outbufs_below_high_watermark()

    def add_channel(self, map: Any = None) -> None:
        """Let the loop know of it."""
        super().add_channel(map)
        self.server.poller.touch(self._fileno)

    def del_channel(self, map: Any = None) -> None:
        """Let the loop forget it."""
        self.server.streams.discard(self)
        self.server.poller.touch(self._fileno)
        super().del_channel(map)

    def writable(self) -> bool:
        """Say whether there is something to send, or a request whose turn has come."""
        return bool(super().writable()) or self.put_off

    def handle_write(self) -> None:
        """Send on, and let the next request be answered once this answer has gone."""
        super().handle_write()
        if self.put_off and self.connected and not self.total_outbufs_len:
            self.put_off = False
            self.server.add_task(self)

    def waits_since(self) -> float | None:
        """Return since when the server has been waiting for the other end; None while it is at work itself."""
        if self.stream is not None or (self.requests and not self.put_off):
            return None
        return float(self.last_activity) if self.asking_since is None else self.asking_since

    def dawdles(self, now: float) -> bool:
        """Say whether this connection has kept the server waiting for too long."""
        if self.asking_since is not None and now - self.asking_since > ASK_S:
            return True
        return bool(self.total_outbufs_len) and now - self.last_activity > TAKE_S

    def shut(self) -> None:
        """Close it, in its turn: not under the loop's feet."""
        self.will_close = True
        self.server.touch(self)
        # Shut down it is ready to be written to, and so the loop comes to it.
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


class PatientServer(TcpWSGIServer):  # type: ignore[misc]
    """Waitress' server with these connections.

    What ``find`` has an answer to is answered by the loop itself, a little later while ``busy`` says that the referee
    waits for something; the rest by waitress' threads.
    """

    channel_class = Channel

    def __init__(
        self, *args: Any, find: Callable[[dict[str, Any]], CachedResponse | None] = lambda _: None,
        busy: Callable[[], bool] = lambda: False, map: dict[int, Any], **kw: Any,
    ) -> None:  # fmt: skip
        self.proved: dict[str, float] = {}
        self.poller = Poller(map)
        self._find, self._found = find, deque[tuple[float, Channel]]()
        self._busy = busy
        self.streams = OpenStreams(busy, self.pull_trigger)
        self._pulled, self._loop = False, 0
        super().__init__(*args, map=map, **kw)

    def turn(self, timeout_s: float) -> None:
        """Wait for news at most so long, and act on it."""
        self._loop = threading.get_ident()
        self._pulled = False
        for own in (self._fileno, self.trigger._fileno):
            self.poller.touch(own)
        wait_s = self.streams.wait_s(timeout_s, time.monotonic())
        if self._found:
            wait_s = min(wait_s, GLANCE_S if self._busy() else 0.0)
        self.poller.turn(wait_s)
        until_s = time.monotonic() + STRETCH_S
        self.streams.tell(time.monotonic(), until_s)
        while self._found and time.monotonic() < until_s:
            if self._busy() and time.monotonic() - self._found[0][0] < LATER_S:
                break
            channel = self._found.popleft()[1]
            try:
                channel.service()
            except Exception:
                log.exception("a known answer could not be sent to %s", channel.address)
                channel.shut()

    def touch(self, channel: Channel) -> None:
        """Let the loop ask this connection anew what it waits for."""
        self.poller.touch(channel._fileno)
        self.pull_trigger()

    def pull_trigger(self) -> None:
        """Wake the loop, once."""
        if not self._pulled and threading.get_ident() != self._loop:
            self._pulled = True
            super().pull_trigger()

    def add_task(self, task: Channel) -> None:
        """Let a request be answered; one that came before its turn when the answer before it has been taken.

        Else each such connection would hold a thread until the other end deigns to read.
        """
        if task.total_outbufs_len:
            task.put_off = True
            self.touch(task)
            return
        request = task.requests[0]
        task.found = None if request.error else self._find(Task(task, request).get_environment())
        if task.found is None:
            super().add_task(task)
        else:  # not here: the connection's lock is held
            self._found.append((time.monotonic(), task))
            self.pull_trigger()

    def make_room(self, newcomer: Channel) -> None:
        """Shut one connection if there are too many with this one: of those that wait, else the newcomer.

        It is the one that has kept the server waiting longest, of the address that has most of these.
        """
        there = [channel for channel in list(self.active_channels.values()) if not channel.will_close]
        if sum(other.address == newcomer.address for other in there) > MOST_FROM_ONE:
            newcomer.shut()
            return
        others = [channel for channel in there if channel.address not in HERE]
        strangers = [channel for channel in others if channel.address not in self.proved]
        if newcomer in strangers and len(strangers) > self.adj.connection_limit - FOR_PLAYERS - FOR_HERE:
            _shut_one(strangers, newcomer)
        elif len(others) > self.adj.connection_limit - FOR_HERE:
            _shut_one(strangers if newcomer not in strangers and strangers else others, newcomer)

    def maintenance(self, now: float) -> None:
        """Close idle connections, as waitress does, and those that dawdle; forget who proved a role long ago."""
        super().maintenance(now)
        for channel in list(self.active_channels.values()):
            self.poller.touch(channel._fileno)
            if channel.dawdles(now):
                channel.shut()
        lately = sorted((at, address) for address, at in list(self.proved.items()) if now - at < PROVED_S)
        self.proved = {address: at for at, address in lately[-MOST_PROVED:]}


def _shut_one(channels: list[Channel], newcomer: Channel) -> None:
    waiting = {it: since for it in channels if it is not newcomer and (since := it.waits_since()) is not None}
    many = Counter(it.address for it in waiting)
    min(waiting, key=lambda it: (-many[it.address], waiting[it]), default=newcomer).shut()
