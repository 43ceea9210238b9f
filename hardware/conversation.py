"""The host's side of the talk with one port, without I/O: bytes and times go in, events and bytes come out."""

from collections.abc import Callable

from hardware.events import LeverMoved, LineFault, RigEvent, RigFound, ShotsLost, ShotTimed, WarningGiven
from hardware.faults import Faults
from hardware.lines import Line, encode
from hardware.messages import (
    AskClock,
    AskHello,
    ClockReading,
    Flag,
    Hello,
    KeepShot,
    Lever,
    LeverState,
    LineRefused,
    RigWarning,
    SetLimit,
    ShotSensed,
)
from hardware.parser import Parser
from hardware.rig_clock import HostTime, RigClocks, unwrapped_us
from hardware.rig_queries import SETTLE_S, Asking
from hardware.seen_shots import Novelty, SeenShots
from hardware.waiting_shots import WaitingShots

SILENCE_S = 6.0
_ENOUGH_READINGS = 3
_LIVE_S = 5.0  # how old a line about the lever may be: it is said at once, and never again


class Conversation:
    """Talks with the rig at one port.

    A shot is handed on as ShotTimed; after it has been written down, `keep` lets the rig forget it. A shot in `seen` is
    acknowledged and not handed on. `limit_s` is the cocked limit to set (None: as the rig has it).
    """

    def __init__(
        self,
        port: str,
        seen: SeenShots,
        side_of: Callable[[str], str | None],
        limit_s: int | None = None,
        clocks: RigClocks | None = None,
    ) -> None:
        self.port = port
        self._seen, self._side_of, self._limit_s = seen, side_of, limit_s
        self._parser, self._asking, self._shots, self._faults = Parser(), Asking(), WaitingShots(), Faults()
        self._clocks = clocks or RigClocks()
        self._complete_to: dict[str, int] = {}
        self.hello: Hello | None = None
        self._lever: LeverState | None = None
        self._lever_s = self._heard_s = self._opened_s = 0.0
        self._forgot = False

    def opened(self, now_s: float) -> None:
        """The port was opened: what is known of its rig has to be asked again."""
        self._parser.reset()
        self._asking.opened(now_s)
        self._shots.clear()
        self._faults.restart()
        self.hello, self._lever, self._heard_s, self._opened_s = None, None, now_s, now_s

    def silent(self, now_s: float) -> bool:
        """Whether nothing was understood for so long that the port should be opened anew."""
        return now_s - self._heard_s > SILENCE_S

    def outgoing(self) -> bytes:
        """Return what is to be sent now."""
        return self._asking.outgoing()

    def receive(self, data: bytes, now_s: float) -> list[RigEvent]:
        """Take bytes that had come by `now_s`, and return what they tell."""
        if now_s < self._opened_s + SETTLE_S:
            return self.tick(now_s)  # said to nobody, and kept by the system or the chip since then
        events: list[RigEvent] = []
        for found in self._parser.feed(data):
            if isinstance(found, Line):
                self._faults.numbered(found.sequence)
                self._take(found, now_s, events)
            else:
                self._faults.add(f"{found.wrong}: {found.text}")
        return events + self.tick(now_s)

    def tick(self, now_s: float) -> list[RigEvent]:
        """Return what is due though nothing came, and write the questions that are due."""
        self._asking.tick(now_s)
        events: list[RigEvent] = []
        if (hello := self.hello) is not None:
            known = len(self._clocks.of(hello.rig, hello.boot)) >= _ENOUGH_READINGS
            for waiting in self._shots.ready(hello.boot, known, now_s):
                shot, received_s = waiting.shot, waiting.received_s
                released = self._when(shot, received_s)
                if released is not None and shot.boot == hello.boot and released.s > self._lever_s:
                    self._lever_is(LeverState.RELEASED, released, events)  # if the line that said so was lost
                side = self._side_of(hello.rig)
                events.append(ShotTimed(self.port, side, shot, hello.fitted, released, received_s))
        if (why := self._faults.due(now_s)) is not None:
            events.append(LineFault(self.port, self.hello.rig if self.hello else None, why, now_s))
        return events

    def keep(self, shot: ShotSensed) -> None:
        """The shot has been written down: acknowledge it, and count it no more."""
        self._seen.keep(shot)
        self._shots.settled(shot.number)
        self._asking.keep(shot.rig, shot.number)

    def not_kept(self, shot: ShotSensed) -> None:
        """The shot could not be written down: hand it on again when it is sent again."""
        self._shots.settled(shot.number)

    def _take(self, line: Line, now_s: float, events: list[RigEvent]) -> None:
        message = line.message
        match message:
            case Hello():
                self._heard_s = now_s
                self._take_hello(message, now_s, events)
            case ClockReading() if self._is_from(message.rig):
                self._heard_s = now_s
                self._take_clock(message, len(encode(message, line.sequence)), now_s)
            case ShotSensed() if self._is_from(message.rig):
                self._heard_s = now_s
                self._take_shot(message, now_s)
            case Lever() if self._is_from(message.rig):
                self._heard_s = now_s
                self._lever_is(message.state, self._about(message.time_us, now_s), events)
            case RigWarning(rig=rig, what=what, lasted_ms=lasted_ms) if self._is_from(rig):
                self._heard_s = now_s
                at = self._about(message.time_us, now_s)
                events.append(WarningGiven(self.port, rig, self._side_of(rig), what, lasted_ms / 1000, at))
            case LineRefused() if self._is_from(message.rig):
                self._heard_s = now_s
                self._faults.add(f"the rig could not take a line ({message.reason})")
            case AskHello() | AskClock() | KeepShot() | SetLimit():
                self._faults.add("our own words come back: is that a rig?")
            case _:
                self._asking.hello_now(now_s)  # who is that?

    def _is_from(self, rig: str) -> bool:
        return self.hello is not None and self.hello.rig == rig

    def _take_hello(self, hello: Hello, now_s: float, events: list[RigEvent]) -> None:
        before, self.hello = self.hello, hello
        new = before is None or (before.rig, before.boot) != (hello.rig, hello.boot)
        if before is not None and before.rig != hello.rig:
            self._shots.clear()
        self._forgot = self._seen.forgot(hello, now_s)
        if self._forgot:
            self._faults.add(
                f"rig {hello.rig} has counted {hello.shots} shots in {hello.boot} starts, but shot "
                f"{self._seen.last(hello.rig)} was written down before that: its memory was erased and its name was "
                "not changed; its shots are not taken until it has another name"
            )
        self._shots.greeted(hello)
        self._asking.greeted(now_s, new)
        if self._forgot and not self._seen.is_forgetful(hello.rig):
            self._asking.hello_now(now_s)  # one HELLO may be a disturbed line
        if new:
            self._lever, self._lever_s = hello.lever, now_s
            events.append(RigFound(self.port, self._side_of(hello.rig), hello, now_s))
        elif self._lever is not hello.lever:
            unknown_s = (now_s - self._lever_s) / 12**0.5
            self._lever_is(hello.lever, HostTime(now_s, unknown_s), events)
        if self._limit_s is not None and hello.limit_s != self._limit_s and new:
            self._asking.limit(self._limit_s)
        self._look_for_gaps(hello, now_s, events)

    def _look_for_gaps(self, hello: Hello, now_s: float, events: list[RigEvent]) -> None:
        """Tell of shots that were made, are not pending, and never came."""
        known_to = self._complete_to.setdefault(
            hello.rig, self._seen.first(hello.rig) or max(hello.shots - hello.pending, 0)
        )
        if self._forgot or hello.pending or hello.shots <= known_to:
            return
        self._complete_to[hello.rig] = hello.shots
        if numbers := self._seen.missing(hello.rig, known_to + 1, hello.shots):
            events.append(ShotsLost(self.port, hello.rig, self._side_of(hello.rig), numbers, now_s))

    def _take_clock(self, reading: ClockReading, answer_bytes: int, now_s: float) -> None:
        between = self._asking.answered(reading.nonce, answer_bytes, now_s)
        assert self.hello is not None
        if reading.boot != self.hello.boot:
            self._asking.hello_now(now_s)
        elif between is not None:
            full_us = unwrapped_us(reading.time_us, reading.uptime_s * 1e6)
            self._clocks.of(reading.rig, reading.boot).add(full_us, *between)

    def _take_shot(self, shot: ShotSensed, now_s: float) -> None:
        if self._forgot or self._seen.is_forgetful(shot.rig):
            return  # said at its HELLO
        match self._seen.judge(shot):
            case Novelty.KEPT:
                self._asking.keep(shot.rig, shot.number)
            case Novelty.CONTRADICTS:
                self._faults.add(f"another shot {shot.number} of rig {shot.rig} is written down: this one is not taken")
            case Novelty.NEW:
                if not self._shots.take(shot, now_s):
                    self._asking.hello_now(now_s)

    def _when(self, shot: ShotSensed, received_s: float) -> HostTime | None:
        clock = self._clocks.get(shot.rig, shot.boot)
        if clock is None or (clock.begun_again and Flag.RESENT in shot.flags):
            return None  # nobody looked at that clock, or it may have been an earlier start of this number
        released = clock.host_time(unwrapped_us(shot.release_us, shot.uptime_s * 1e6))
        return released and HostTime(min(released.s, received_s), released.sigma_s)

    def _about(self, time_us: int, now_s: float) -> HostTime:
        """Return when a 32-bit rig time was that has just come."""
        assert self.hello is not None
        clock = self._clocks.of(self.hello.rig, self.hello.boot)
        time = clock.host_time(unwrapped_us(time_us, clock.rig_us_at(now_s)))
        if time is None or abs(time.s - now_s) > _LIVE_S:  # no clock yet, or the rig has started anew
            self._asking.hello_now(now_s)
            return HostTime(now_s, 0.1)
        return HostTime(min(time.s, now_s), time.sigma_s)

    def _lever_is(self, state: LeverState, at: HostTime, events: list[RigEvent]) -> None:
        assert self.hello is not None
        if state is not self._lever:
            events.append(LeverMoved(self.port, self.hello.rig, self._side_of(self.hello.rig), state, at))
        self._lever, self._lever_s = state, at.s
