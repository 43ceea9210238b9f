"""Every way in which pyserial breaks is one to us; and a real pseudo-terminal that hangs up."""

import errno
import sys

import pytest
import serial

from hardware.serial_port import BytePort, PortBroken, open_serial
from hardware.virtual_rig import VirtualRig


class Broken:
    """A pyserial port of which everything raises what it is told to."""

    def __init__(self, error: BaseException) -> None:
        self._error = error
        self.waits = True

    def read(self, size: int) -> bytes:
        if self.waits:
            raise self._error
        return b"x" * size

    @property
    def in_waiting(self) -> int:
        raise self._error

    def write(self, data: bytes) -> int:
        raise self._error

    cancel_read = close = lambda self: self.write(b"")


ERRORS = [
    serial.SerialException("read failed: [Errno 5] Input/output error"),
    serial.SerialException("device reports readiness to read but returned no data (device disconnected ...)"),
    serial.SerialTimeoutException("Write timeout"),
    OSError(errno.EIO, "Input/output error"),
    TypeError("'NoneType' object cannot be interpreted as an integer"),  # closed under a reader
]
if not sys.platform.startswith("win"):
    import termios

    ERRORS.append(termios.error(5, "Input/output error"))


@pytest.mark.parametrize("error", ERRORS, ids=str)
def test_a_line_that_breaks_is_broken_whatever_is_raised(error: Exception, monkeypatch: pytest.MonkeyPatch):
    broken = Broken(error)
    monkeypatch.setattr(serial, "serial_for_url", lambda *args, **settings: broken)
    port = open_serial("/dev/ttyUSB0")
    with pytest.raises(PortBroken):
        port.read_some()
    broken.waits = False
    with pytest.raises(PortBroken):  # a bare OSError from in_waiting
        port.read_some()
    with pytest.raises(PortBroken):
        port.write_all(b"x")
    port.interrupt()
    port.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (serial.SerialException(errno.ENOENT, "could not open port"), "there is no such port"),
        (serial.SerialException(errno.EACCES, "could not open port"), "no permission"),
        (serial.SerialException(errno.EBUSY, "could not open port"), "another program uses this port"),
        (ValueError("invalid URL, protocol 'x' not known"), "invalid URL"),
        (OSError(), "OSError"),
    ],
)
def test_a_port_that_cannot_be_opened_says_why(error: Exception, words: str, monkeypatch: pytest.MonkeyPatch):
    def fail(*args: object, **settings: object) -> None:
        raise error

    monkeypatch.setattr(serial, "serial_for_url", fail)
    with pytest.raises(PortBroken, match=words):
        open_serial("x")


def test_a_bug_is_no_broken_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(serial, "serial_for_url", lambda *args, **settings: Broken(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        open_serial("x").read_some()


def test_a_port_without_cancel_read_is_left_to_its_timeout(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(serial, "serial_for_url", lambda *args, **settings: object())
    open_serial("socket://x").interrupt()


def test_the_line_is_opened_at_115200(monkeypatch: pytest.MonkeyPatch):
    asked = {}
    monkeypatch.setattr(serial, "serial_for_url", lambda url, **settings: asked.update(settings))
    open_serial("x")
    assert asked["baudrate"] == 115_200
    assert asked["timeout"] > 0
    assert asked["write_timeout"] > 0


@pytest.mark.skipif(sys.platform.startswith("win"), reason="no pseudo-terminals")
def test_a_pseudo_terminal_that_hangs_up_is_broken():
    with VirtualRig() as rig:
        port = open_serial(rig.url)
        rig.cut()
        with pytest.raises(PortBroken):
            _read_on(port)
        port.close()


def _read_on(port: BytePort) -> None:
    for _ in range(100):
        port.read_some()
