"""Connections of people who may not mean well: few from one address, none that dawdles."""

import socket
import time
from contextlib import suppress
from typing import Any

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]

MOST_FROM_ONE = 24
"""A browser opens about six; a household behind one address has several. This computer itself has no limit."""
ASK_S = 15.0
"""Within so long a request must have come whole: who sends a byte now and then holds no place for ever."""
TAKE_S = 20.0
"""So long an answer may lie without the reader taking any of it."""
HERE = ("127.0.0.1", "::1")


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when it has been asking."""

    asking_since: float | None = None

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        address = str(addr[0])
        theirs = sum(1 for other in server.active_channels.values() if str(other.addr[0]) == address)
        if address not in HERE and theirs > MOST_FROM_ONE:
            self.will_close = True

    def received(self, data: bytes) -> bool:
        """Take in what came, and note when a request began that is not whole yet."""
        answer: bool = super().received(data)
        if self.request is None:
            self.asking_since = None
        elif self.asking_since is None:
            self.asking_since = time.time()
        return answer

    def dawdles(self, now: float) -> bool:
        """Say whether this connection has kept the server waiting for too long."""
        if self.asking_since is not None and now - self.asking_since > ASK_S:
            return True
        return bool(self.total_outbufs_len) and now - self.last_activity > TAKE_S


def shut_dawdlers(server: TcpWSGIServer, now: float) -> None:
    """Close what keeps the server waiting."""
    for channel in list(server.active_channels.values()):
        if isinstance(channel, Channel) and channel.dawdles(now):
            channel.will_close = True
            # Shut down it is ready to be written to, and the loop closes it in its turn: not under the loop's feet.
            with suppress(OSError):
                channel.socket.shutdown(socket.SHUT_RDWR)


class PatientServer(TcpWSGIServer):  # type: ignore[misc]
    """Waitress' server with these connections."""

    channel_class = Channel

    def maintenance(self, now: float) -> None:
        """Close idle connections, as waitress does, and those that dawdle."""
        super().maintenance(now)
        shut_dawdlers(self, now)
