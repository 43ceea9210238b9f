"""A serial port by any pyserial URL, and the ways in which one breaks."""

import contextlib
import errno
from collections.abc import Iterator
from typing import Protocol

import serial

READ_S, WRITE_S = 0.25, 1.0
BAUD = 115_200

# TypeError: the port was closed under a reader. ValueError: a URL that pyserial does not know.
_BREAKS: tuple[type[Exception], ...] = (serial.SerialException, OSError, TypeError, ValueError)
try:
    from termios import error as termios_error  # not on Windows; no OSError, though pyserial lets it through
except ImportError:  # pragma: no cover
    pass
else:
    _BREAKS = (*_BREAKS, termios_error)

_WHY = {
    errno.ENOENT: "there is no such port",
    errno.EACCES: "no permission (Linux: `sudo usermod -aG dialout $USER`, then log in again)",
    errno.EBUSY: "another program uses this port",
    errno.EIO: "the cable was pulled, or another program reads this port",
}


class PortBroken(Exception):  # noqa: N818
    """A port cannot be opened, or its line broke: why, in one line."""


class BytePort(Protocol):
    """What the link needs of a port; reading and writing raise PortBroken when the line is broken."""

    def read_some(self) -> bytes:
        """Return what has come, after at most READ_S; empty if nothing has."""
        ...

    def write_all(self, data: bytes) -> None:
        """Send all of it."""
        ...

    def interrupt(self) -> None:
        """End a read under way, from another thread, if the port can."""
        ...

    def close(self) -> None:
        """Close it, whatever state it is in."""
        ...


class SerialPort:
    """A port that pyserial opens: a device, `socket://`, `rfc2217://` ..."""

    def __init__(self, url: str) -> None:
        with _breaking():
            self._port = serial.serial_for_url(url, baudrate=BAUD, timeout=READ_S, write_timeout=WRITE_S)

    def read_some(self) -> bytes:
        """Return what has come."""
        with _breaking():
            first = self._port.read(1)
            waiting = self._port.in_waiting if first else 0
            return bytes(first + (self._port.read(min(waiting, 4096)) if waiting else b""))

    def write_all(self, data: bytes) -> None:
        """Send all of it."""
        with _breaking():
            self._port.write(data)

    def interrupt(self) -> None:
        """End a read under way."""
        with contextlib.suppress(AttributeError, *_BREAKS):
            self._port.cancel_read()

    def close(self) -> None:
        """Close it."""
        connection = getattr(self._port, "_socket", None)  # pyserial leaves it open if it was hung up
        with contextlib.suppress(*_BREAKS):
            self._port.close()
        if connection is not None:
            connection.close()


def open_serial(url: str) -> BytePort:
    """Open a port at 115200 8N1, or raise PortBroken."""
    return SerialPort(url)


@contextlib.contextmanager
def _breaking() -> Iterator[None]:
    try:
        yield
    except _BREAKS as error:
        raise PortBroken(_in_words(error)) from error


def _in_words(error: Exception) -> str:
    """Return what a player can make of it; what is not known is said as it came."""
    if (why := _WHY.get(getattr(error, "errno", None) or 0)) is not None:
        return why
    text = " ".join(str(error).split()) or type(error).__name__
    return _WHY[errno.EIO] if "returned no data" in text or "Errno 5" in text else text
