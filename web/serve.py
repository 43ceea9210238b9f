"""The page's server: a free port, enough threads for many open pages, a clean stop."""

import errno
import socket
import threading
from collections.abc import Callable, Iterable
from typing import Any

from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.adjustments import Adjustments  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]

from table.errors import BadInput
from web.channels import PatientServer

WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

FIRST_PORT, TRIES = 8470, 20
MOST_BODY = 64 * 1024
"""Left to itself waitress would store a gigabyte before the page could say that it is too long."""
# A question holds a thread as long as its answer is computed, for whomever: all that may wait so together
# (web/doors/workers.py, web/application.py) leaves some 50 for the rest. Streams hold none.
LIMITS: dict[str, Any] = {
    "threads": 300,
    # A page holds two connections or three.
    "connection_limit": 800,
    # A picture is larger than 100 KB: whoever takes it slowly holds no thread.
    "outbuf_high_watermark": 2_000_000,
    # A stream is told that its page has gone.
    "channel_request_lookahead": 1,
    "channel_timeout": 60,
    "ident": "vedette",
    "cleanup_interval": 5,
    # What a proxy adds is left in: who comes through one that nobody told us of is not taken for this computer.
    "clear_untrusted_proxy_headers": False,
}
BEHIND_A_PROXY: dict[str, Any] = {
    "trusted_proxy": "127.0.0.1",
    "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
}


def open_port(host: str, port: int | None) -> socket.socket:
    """Return a socket bound to that port, or without one to the first free one from 8470 on.

    Raises BadInput when the port is taken or may not be used.
    """
    wanted = range(FIRST_PORT, FIRST_PORT + TRIES) if port is None else (port,)
    for candidate in wanted:
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 131072)
        try:
            bound.bind((host, candidate))
            bound.listen(64)
        except OSError as error:
            bound.close()
            if error.errno == errno.EACCES:
                raise BadInput(
                    "port {candidate} is not yours to open; choose one above 1023", candidate=candidate
                ) from None
            if error.errno != errno.EADDRINUSE:
                raise BadInput(
                    "cannot open {host}:{candidate}: {reason}", host=host, candidate=candidate, reason=error.strerror
                ) from None
            continue
        return bound
    if port is None:
        raise BadInput(
            "ports {first_port} to {last} are all taken; choose another with --port",
            first_port=FIRST_PORT, last=FIRST_PORT + TRIES - 1,
        )  # fmt: skip
    raise BadInput("port {port} is taken by another program; leave --port out to take the next free one", port=port)


class Server:
    """The application being served on a socket by threads of its own; ``on_close`` lets waiting streams go.

    ``longest`` is the most bytes that a request's body may have; ``proxied`` where a proxy on this computer
    hands on everybody's requests: then it is believed who they come from.
    """

    def __init__(
        self, app: WsgiApp, listening: socket.socket, on_close: Callable[[], None], *, proxied: bool = False,
        longest: int = MOST_BODY,
    ) -> None:  # fmt: skip
        self._on_close = on_close
        self._port = int(listening.getsockname()[1])
        self._sockets: dict[int, Any] = {}
        adjusted = Adjustments(
            sockets=[listening], max_request_body_size=longest, **LIMITS, **(BEHIND_A_PROXY if proxied else {})
        )
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(adjusted.threads)
        # Behind a proxy every request seems to come from here, and is answered by the application.
        find = getattr(app, "find_answer", lambda _: None) if not proxied else lambda _: None
        self._server = PatientServer(
            app, find=find, busy=lambda: getattr(app, "busy", False), map=self._sockets, _sock=listening,
            dispatcher=dispatcher, adj=adjusted, bind_socket=False,
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        )  # fmt: skip
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="vedette-web", daemon=True)

    @property
    def port(self) -> int:
        """The port it answers on."""
        return self._port

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def close(self) -> None:
        """Let the open pages go and stop answering."""
        self._on_close()
        # First the workers, then the loop, then the sockets: each may still wake the next.
        self._server.task_dispatcher.shutdown()
        self._closing.set()
        self._server.pull_trigger()
        self._thread.join(timeout=5)
        wasyncore.close_all(self._sockets, ignore_all=True)

    def _run(self) -> None:
        # waitress' own run() has no end but a signal's; one turn of its loop at a time has.
        while not self._closing.is_set():
            self._server.turn(1.0)
        self._server.streams.end()
