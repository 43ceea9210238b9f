"""The link to one rig: its port is opened again whenever it breaks; a shot is kept before it is forgotten."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from hardware.conversation import Conversation
from hardware.events import LineFault, RigEvent, RigLost, ShotTimed
from hardware.messages import Hello
from hardware.rig_clock import RigClocks
from hardware.seen_shots import SeenShots
from hardware.serial_port import BytePort, PortBroken, open_serial

_FIRST_S, _MOST_S = 0.25, 5.0


class Backoff:
    """Waits that double from a quarter of a second to five, until a rig has answered."""

    def __init__(self) -> None:
        self._next_s = _FIRST_S

    def succeeded(self) -> None:
        """A rig has answered: begin with the shortest wait again."""
        self._next_s = _FIRST_S

    def wait_s(self) -> float:
        """Return the next wait."""
        wait_s = self._next_s
        self._next_s = min(2 * wait_s, _MOST_S)
        return wait_s


Clock = Callable[[], float]
Tell = Callable[[RigEvent], None]
Keep = Callable[[ShotTimed], None]


class NotKept(Exception):  # noqa: N818
    """Raised by who is handed a shot and does not write it down: it stays with the rig and comes again."""


def no_side(_rig: str) -> None:
    """No rig belongs to a side."""


class RigLink:
    """Keeps one port open and hands on what its rig says.

    `keep` is called with each new shot and returns when it is written down for good; only then is the rig told to
    forget it. If it raises, the shot comes again, and unless it was NotKept that is told. `tell` is called with
    everything else. Both are called in the thread that runs the link. Times are of `clock` (seconds; by default the one
    that camera frames are stamped with). Links that share `seen` and `clocks` need a `lock` in common: no callback runs
    while another does.
    """

    def __init__(
        self,
        url: str,
        keep: Keep,
        tell: Tell,
        *,
        seen: SeenShots | None = None,
        side_of: Callable[[str], str | None] = no_side,
        limit_s: int | None = None,
        clocks: RigClocks | None = None,
        lock: AbstractContextManager[object] | None = None,
        clock: Clock = time.monotonic,
        open_port: Callable[[str], BytePort] = open_serial,
    ) -> None:
        self.url = url
        self._keep, self._tell, self._clock, self._open = keep, tell, clock, open_port
        self._talk = Conversation(url, seen or SeenShots(), side_of, limit_s, clocks)
        self._side_of = side_of
        self._lock = lock or nullcontext()
        self._rig: str | None = None
        self._backoff = Backoff()
        self._port: BytePort | None = None
        self._greeted = False
        self._last_why: str | None = None

    @property
    def hello(self) -> Hello | None:
        """What the rig said when it last said HELLO; None while there is none."""
        return self._talk.hello

    def run(self, stop: threading.Event) -> None:
        """Run until `stop` is set; `interrupt` makes that take effect at once."""
        while not stop.is_set():
            if wait_s := self.step():
                stop.wait(wait_s)
        self.close()

    def step(self) -> float:
        """Open the port, or read from it once; return how long to wait before the next step."""
        try:
            if self._port is None:
                self._port = self._open(self.url)
                self._talk.opened(self._clock())
                self._send()
                return 0.0
            data = self._port.read_some()
            now_s = self._clock()
            with self._lock:
                self._hand_on(self._talk.receive(data, now_s) if data else self._talk.tick(now_s))
            self._send()
            if self._talk.silent(self._clock()):
                return self._lost("it says nothing" if self._greeted else "no rig answers there")
        except PortBroken as broken:
            return self._lost(str(broken))
        return 0.0

    def interrupt(self) -> None:
        """End a read under way, from another thread."""
        if (port := self._port) is not None:
            port.interrupt()

    def close(self) -> None:
        """Close the port."""
        if self._port is not None:
            self._port.close()
            self._port = None

    def _hand_on(self, events: list[RigEvent]) -> None:
        for event in events:
            if isinstance(event, ShotTimed):
                try:
                    self._keep(event)
                except NotKept:
                    self._talk.not_kept(event.shot)
                except Exception as error:
                    self._talk.not_kept(event.shot)
                    why = f"shot {event.shot.number} could not be written down ({error}): it will be sent again"
                    self._tell(LineFault(self.url, event.shot.rig, why, self._clock()))
                else:
                    self._talk.keep(event.shot)
            else:
                self._tell(event)
        if (hello := self._talk.hello) is not None and not self._greeted:
            self._greeted, self._last_why, self._rig = True, None, hello.rig
            self._backoff.succeeded()

    def _send(self) -> None:
        if self._port is not None and (data := self._talk.outgoing()):
            self._port.write_all(data)

    def _lost(self, why: str) -> float:
        """Close the port, tell it once for each reason, and return how long to wait."""
        self.close()
        self._greeted = False
        if why != self._last_why:
            self._last_why = why
            side = self._side_of(self._rig) if self._rig else None
            with self._lock:
                self._tell(RigLost(self.url, self._rig, side, why, self._clock()))
        self._talk.hello = None
        return self._backoff.wait_s()
