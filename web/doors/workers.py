"""The few threads that compute what is asked of the page: first for referee and players, then for everybody else."""

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, TypeVar

from web.doors.token_buckets import TokenBuckets
from web.errors import TooMany
from web.roles import Role, RoleName

Result = TypeVar("Result")
Lane = Literal["referee", "table", "player", "spectator", "expensive"]
LANES: dict[RoleName, Lane] = {
    "organiser": "referee", "referee": "referee", "table": "table", "player": "player", "spectator": "spectator",
    "stranger": "spectator",
}  # fmt: skip

PLAYERS, SPECTATORS = (0.5, 10.0), (0.1, 3.0)
"""Seconds of computing an address may use up a second in the long run, and at once."""
MOST_WAITING: dict[Lane, tuple[int, int]] = {"spectator": (24, 6), "expensive": (6, 2)}
"""So many spectators' questions may wait, and so many of one address: each holds a thread of the server."""
PAUSES = 9
"""After what is expensive, computed for a spectator, follows a pause so many times as long."""
LONGEST_YIELD_S, YIELD_S = 2.0, 0.25
"""So long in all an expensive question waits for those of referee and players, before it begins and again while it is
worked on; and so long at a time."""


@dataclass(frozen=True, slots=True)
class Requester:
    """Who asks, and from which address."""

    role: Role
    address: str


class Workers:
    """Runs what computes on threads of its own, however many threads of the server ask.

    The referee has two, the players one, spectators one, and one more for what is expensive to compute; a hall's tables
    have four, which mostly wait for its database, and nobody waits for them. The expensive one is at
    work a tenth of the time at most, whoever asks, and begins nothing while referee or players are computed for: Python
    runs one thread at a time, and each more at work slows down all. What an address may use is limited in seconds of
    work, not in requests; the referee is not limited. ``players`` and ``spectators`` are those seconds, ``pauses`` how
    many times as long as the work its pause is.
    """

    def __init__(
        self, now_s: Callable[[], float], players: tuple[float, float] = PLAYERS,
        spectators: tuple[float, float] = SPECTATORS, pauses: float = PAUSES,
        used_s: Callable[[], float] = time.thread_time,
    ) -> None:  # fmt: skip
        self._now_s, self._used_s, self._pauses = now_s, used_s, pauses
        self._threads: dict[Lane, ThreadPoolExecutor] = {
            "referee": ThreadPoolExecutor(2, "vedette-referee"), "player": ThreadPoolExecutor(1, "vedette-player"),
            "spectator": ThreadPoolExecutor(1, "vedette-spectator"),
            "expensive": ThreadPoolExecutor(1, "vedette-expensive"), "table": ThreadPoolExecutor(4, "vedette-tables"),
        }  # fmt: skip
        self._changed = threading.Condition()
        self._busy = 0
        self._waiting: dict[Lane, Counter[str]] = {lane: Counter() for lane in MOST_WAITING}
        self._pause_until_s = 0.0
        self._left_s = 0.0  # how long what is expensive may still yield
        self._spent = {"player": TokenBuckets(*players, now_s), "spectator": TokenBuckets(*spectators, now_s)}

    def run(self, requester: Requester, work: Callable[[], Result], *, expensive: bool = False) -> Result:
        """Return what the work returns, or raise what it raises; ``expensive`` is what takes 10 ms or more.

        Raises TooMany (429) where the address has used up its seconds, or (503) where too many wait already.
        """
        own = LANES[requester.role.name]
        budget = self._spent.get(own)
        if budget is not None and not budget.holds(requester.address):
            raise TooMany(429, lambda: not budget.holds(requester.address))
        if own == "table":
            return self._threads[own].submit(work).result()
        if own != "spectator":
            return self._threads[own].submit(self._run_first, requester, work).result()
        lane: Lane = "expensive" if expensive else "spectator"
        self._line_up(lane, requester.address)
        run = self._run_expensive if expensive else self._run_after
        try:
            return self._threads[lane].submit(run, requester, work).result()
        finally:
            with self._changed:
                self._waiting[lane][requester.address] -= 1
                self._waiting[lane] += Counter()  # drops those at zero

    def _line_up(self, lane: Lane, address: str) -> None:
        with self._changed:
            if self._is_full(lane, address):
                raise TooMany(503, lambda: self._is_full(lane, address))
            self._waiting[lane][address] += 1

    def _is_full(self, lane: Lane, address: str) -> bool:
        most, most_from_one = MOST_WAITING[lane]
        waiting = self._waiting[lane]
        return waiting[address] >= most_from_one or waiting.total() >= most

    def _run_first(self, requester: Requester, work: Callable[[], Result]) -> Result:
        with self._changed:
            self._busy += 1
        try:
            return self._timed(requester, work)
        finally:
            with self._changed:
                self._busy -= 1
                self._changed.notify_all()

    @property
    def busy(self) -> bool:
        """Whether something is being computed for the referee or a player: others wait a moment."""
        return self._busy > 0

    def _run_after(self, requester: Requester, work: Callable[[], Result]) -> Result:
        with self._changed:
            self._changed.wait_for(lambda: not self._busy, YIELD_S)
        return self._timed(requester, work)

    def _run_expensive(self, requester: Requester, work: Callable[[], Result]) -> Result:
        with self._changed:
            if (pause_s := self._pause_until_s - self._now_s()) > 0:
                self._changed.wait_for(lambda: self._now_s() >= self._pause_until_s, pause_s)
            self._changed.wait_for(lambda: not self._busy, LONGEST_YIELD_S)
        before_s, self._left_s = self._used_s(), LONGEST_YIELD_S
        sys.setprofile(self._yield)
        try:
            return self._timed(requester, work)
        finally:
            sys.setprofile(None)
            self._pause_until_s = self._now_s() + self._pauses * (self._used_s() - before_s)

    def _yield(self, *_: object) -> None:
        """Wait while something is computed for referee or players: called with each function that the work calls.

        It takes the place of a profiler, and makes the work 1.4 to 2.1 times as long. Not for long at once: the work
        may hold a lock that the referee waits for.
        """
        if not self._busy or self._left_s <= 0:
            return
        began_s = time.monotonic()
        with self._changed:
            self._changed.wait_for(lambda: not self._busy, min(YIELD_S, self._left_s))
        self._left_s -= time.monotonic() - began_s

    def _timed(self, requester: Requester, work: Callable[[], Result]) -> Result:
        before_s = self._used_s()
        try:
            return work()
        finally:
            if (budget := self._spent.get(LANES[requester.role.name])) is not None:
                budget.take(requester.address, self._used_s() - before_s)
