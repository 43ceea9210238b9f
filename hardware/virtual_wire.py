"""Where a virtual rig is plugged in: a pseudo-terminal, or where there is none (Windows) a socket on this machine."""

import contextlib
import os
import select
import socket
import sys
import tempfile
from pathlib import Path
from typing import Protocol

_MOST = 4096


class Wire(Protocol):
    """The rig's end of a cable; `url` is what the host's end opens, the same after a cut."""

    url: str

    def plug(self) -> None:
        """Make the host's end appear."""
        ...

    def pull(self) -> None:
        """Cut the cable."""
        ...

    def exchange(self, data: bytes, wake: socket.socket, wait_s: float | None) -> bytes:
        """Send, then return what came within `wait_s` (None: for ever), or earlier if `wake` is written to."""
        ...

    def close(self) -> None:
        """Clean up."""
        ...


def wire() -> Wire:
    """Return the best there is on this system."""
    return SocketWire() if sys.platform.startswith("win") else PtyWire()


class PtyWire:
    """A pseudo-terminal under a name that stays when it is cut and plugged in again."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="vedette-rig-")
        self._name = Path(self._folder.name) / "rig"
        self.url = str(self._name)
        self._ends: tuple[int, int] | None = None

    def plug(self) -> None:
        """Open a pseudo-terminal."""
        import tty  # noqa: PLC0415 - not on Windows

        if self._ends is None:
            rig_end, host_end = os.openpty()
            tty.setraw(host_end)  # else what the rig says is echoed back to it
            os.set_blocking(rig_end, False)
            self._ends = rig_end, host_end
            self._name.symlink_to(os.ttyname(host_end))

    def pull(self) -> None:
        """Hang up."""
        if self._ends is not None:
            self._name.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def exchange(self, data: bytes, wake: socket.socket, wait_s: float | None) -> bytes:
        """Send what fits, as a serial line does that nobody reads."""
        rig_end = self._ends[0] if self._ends else None
        if data and rig_end is not None:
            with contextlib.suppress(OSError):
                os.write(rig_end, data)
        ends: list[socket.socket | int] = [wake] if rig_end is None else [wake, rig_end]
        ready, _, _ = select.select(ends, [], [], wait_s)
        if wake in ready:
            wake.recv(_MOST)
        if rig_end in ready and rig_end is not None:
            with contextlib.suppress(OSError):
                return os.read(rig_end, _MOST)
        return b""

    def close(self) -> None:
        """Hang up and remove the name."""
        self.pull()
        self._folder.cleanup()


class SocketWire:
    """A socket on this machine, for one host at a time."""

    def __init__(self) -> None:
        self._door: socket.socket | None = None
        self._host: socket.socket | None = None
        with socket.create_server(("127.0.0.1", 0)) as door:
            self._port = door.getsockname()[1]
        self.url = f"socket://127.0.0.1:{self._port}"

    def plug(self) -> None:
        """Listen."""
        if self._door is None:
            self._door = socket.create_server(("127.0.0.1", self._port))

    def pull(self) -> None:
        """Hang up, and listen no more."""
        for end in (self._host, self._door):
            if end is not None:
                end.close()
        self._host = self._door = None

    def exchange(self, data: bytes, wake: socket.socket, wait_s: float | None) -> bytes:
        """Send, take a host that calls, return what it said."""
        with contextlib.suppress(OSError):
            if data and self._host is not None:
                self._host.sendall(data)
        ends = [end for end in (wake, self._door, self._host) if end is not None]
        ready, _, _ = select.select(ends, [], [], wait_s)
        if wake in ready:
            wake.recv(_MOST)
        if self._door in ready and self._door is not None:
            if self._host is not None:
                self._host.close()
            self._host, _ = self._door.accept()
        elif self._host in ready and self._host is not None:
            with contextlib.suppress(OSError):
                if said := self._host.recv(_MOST):
                    return said
            self._host.close()
            self._host = None
        return b""

    def close(self) -> None:
        """Hang up."""
        self.pull()
