"""All rigs of a table, one a side perhaps: found by the ports they are plugged into, each with a link of its own."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from serial.tools import list_ports

from hardware.events import RigLost
from hardware.link import Clock, Keep, RigLink, Tell
from hardware.messages import Hello
from hardware.rig_clock import RigClocks
from hardware.seen_shots import KeptShot, SeenShots
from hardware.serial_port import BytePort, open_serial

MAKERS = {
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x1A86: "CH340",
    0x0403: "FTDI",
    0x10C4: "CP210x",
    0x067B: "PL2303",
    0x1B4F: "SparkFun",
    0x239A: "Adafruit",
    0x16C0: "Teensy",
}
LOOK_S = 2.0


@dataclass(frozen=True, slots=True)
class RigPort:
    """A port at which a rig may answer: its device, what the chip is, its ids as in `1A86:7523`."""

    device: str
    chip: str
    ids: str


def likely_rigs(comports: Callable[[], Iterable[Any]] = list_ports.comports) -> list[RigPort]:
    """Return the ports whose USB maker is one that rigs are built with."""
    found = [
        RigPort(port.device, MAKERS[port.vid], f"{port.vid:04X}:{port.pid or 0:04X}")
        for port in comports()
        if port.vid in MAKERS
    ]
    return sorted(found, key=lambda port: port.device)


class Rigs:
    """Links to every port in `urls`, or, without any, to every port that looks like a rig's, as they come and go.

    `keep` and `tell` are as for RigLink, called by one thread at a time. `kept` are the shots written down
    before; `sides` tells which rig stands on which side. Use it in a `with` block, or `start` and `close`.
    """

    def __init__(
        self,
        keep: Keep,
        tell: Tell,
        *,
        urls: Sequence[str] = (),
        kept: Iterable[KeptShot] = (),
        sides: Mapping[str, str] | None = None,
        limit_s: int | None = None,
        clock: Clock = time.monotonic,
        open_port: Callable[[str], BytePort] = open_serial,
        find: Callable[[], list[RigPort]] = likely_rigs,
        look_every_s: float = LOOK_S,
    ) -> None:
        self._keep, self._tell, self._urls = keep, tell, tuple(urls)
        self._seen, self._clocks, self._lock = SeenShots(kept), RigClocks(), threading.RLock()
        self._sides = dict(sides or {})
        self._limit_s, self._clock, self._open, self._find = limit_s, clock, open_port, find
        self._running: dict[str, tuple[RigLink, threading.Thread, threading.Event]] = {}
        self._look_every_s = look_every_s
        self._stop = threading.Event()
        self._looking: threading.Thread | None = None

    def here(self) -> dict[str, Hello]:
        """Return what the rigs that answer said last in HELLO, by port."""
        return {url: hello for url, (link, _, _) in list(self._running.items()) if (hello := link.hello) is not None}

    def start(self) -> Self:
        """Begin to look and to listen."""
        self.look()
        if not self._urls:
            self._looking = threading.Thread(target=self._look_again, name="rigs", daemon=True)
            self._looking.start()
        return self

    def look(self) -> None:
        """Start a link for each port that came, end the links of those that went."""
        wanted = self._urls or tuple(port.device for port in self._find())
        for url in [url for url in self._running if url not in wanted]:
            if (hello := self._end(url)) is not None:  # its link has not noticed
                with self._lock:
                    self._tell(RigLost(url, hello.rig, self._sides.get(hello.rig), "it was unplugged", self._clock()))
        for url in wanted:
            if url not in self._running:
                self._begin(url)

    def close(self) -> None:
        """End all links."""
        self._stop.set()
        if self._looking is not None:
            self._looking.join()
        for url in list(self._running):
            self._end(url)

    def __enter__(self) -> Self:
        """Start."""
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _look_again(self) -> None:
        while not self._stop.wait(self._look_every_s):
            self.look()

    def _begin(self, url: str) -> None:
        link = RigLink(
            url, self._keep, self._tell, seen=self._seen, side_of=self._sides.get, limit_s=self._limit_s,
            clocks=self._clocks, lock=self._lock, clock=self._clock, open_port=self._open,
        )  # fmt: skip
        stop = threading.Event()
        thread = threading.Thread(target=link.run, args=(stop,), name=f"rig at {url}", daemon=True)
        self._running[url] = link, thread, stop
        thread.start()

    def _end(self, url: str) -> Hello | None:
        """End a link, and return what the rig said that still answered there."""
        link, thread, stop = self._running.pop(url)
        stop.set()
        link.interrupt()
        thread.join()
        return link.hello
