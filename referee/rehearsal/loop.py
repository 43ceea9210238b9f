"""The loop of the rehearsal: the world goes on, the camera looks, the umpire measures, the page hears of it."""

import logging
import threading
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.live import Look, Status
from referee.memory import Memory
from referee.rehearsal.clock import Clock
from referee.rehearsal.eyes import Eyes, Seen
from referee.rehearsal.settling import settle
from referee.rehearsal.stillness import Stillness
from referee.rehearsal.studio import Studio
from referee.rehearsal.world import World
from table.snapshot import Snapshot
from vision.above import FromAbove, jpeg_bytes

log = logging.getLogger(__name__)

FRAME_S = 0.25
AGAIN_S = 3.0
"""How often a table at rest is measured again."""
LOOKS = 3
"""A stand is not seen when so many pictures in a row do not show it: noise alone hides a small marker now and then."""
MARGIN_CM = 7.0


@dataclass(frozen=True)
class Listener:
    """Who hears of every look, and what the players must know: what rulings told them, whether nobody is measuring."""

    publish: Callable[[Look], None]
    memory: Callable[[], Memory]
    quiet: Callable[[], bool]


class Loop:
    """Brings looks at the rehearsal's table, one a ``step``; ``run`` steps by the clock until told to stop."""

    def __init__(self, world: World, studio: Studio, clock: Clock) -> None:
        self.world, self.studio, self.clock = world, studio, clock
        frame, roster = world.scene.frame, world.scene.roster
        self.eyes = Eyes(studio.lens, frame, roster, studio.picture(world, clock.now_s()))
        rectangle = (-MARGIN_CM, -MARGIN_CM, frame.width_cm + MARGIN_CM, frame.depth_cm + MARGIN_CM)
        self._above = FromAbove(self.eyes.camera, rectangle)
        self._stillness = Stillness()
        self._measured_s = clock.now_s()
        self._was_still = True
        self._misses: Counter[str] = Counter()
        self.look = self._first()

    def step(self, listener: Listener) -> Look:
        """Let the world go on, look once, and tell the listener."""
        now_s = self.clock.now_s()
        memory = listener.memory()
        self.world.pass_time(now_s, memory, listener.quiet())
        picture = self.studio.picture(self.world, now_s)
        rest = self._stillness.rest(picture)
        if rest == "hands":
            look = replace(self.look, status=Status("hands", "hands over the table"))
        elif rest == "settling":
            look = replace(self.look, status=Status("settling", "settling"))
        elif self._was_still and not self._in_doubt and now_s - self._measured_s < AGAIN_S:
            look = self.look
        else:
            look = self._measure(picture, memory.fallen)
            self._measured_s = now_s
        self._was_still = rest == "still"
        self.look = replace(look, jpeg=self._jpeg(picture), time_s=now_s)
        listener.publish(self.look)
        return self.look

    def run(self, listener: Listener, stop: threading.Event) -> None:
        """Step until told to stop; a step that fails is logged and tried again."""
        while not self.clock.wait(stop, FRAME_S):
            try:
                self.step(listener)
            except Exception:
                log.exception("the loop stumbled")

    def _first(self) -> Look:
        scene = self.world.scene
        empty = Snapshot(scene.frame.width_cm, scene.frame.depth_cm, (), scene.pieces)
        self.look = Look(empty, Status("settling", "settling"), picture_cm=self._above.rectangle_cm)
        for _ in range(LOOKS):
            picture = self.studio.picture(self.world, self.clock.now_s())
            self._stillness.rest(picture)
            look = self.look = self._measure(picture, ())
            if not self._in_doubt:
                break
        return replace(look, jpeg=self._jpeg(picture), time_s=self.clock.now_s())

    @property
    def _in_doubt(self) -> bool:
        """Whether the last picture did not show a stand that the next may show."""
        return any(misses < LOOKS for misses in self._misses.values())

    def _measure(self, picture: NDArray[np.uint8], fallen: Collection[str]) -> Look:
        seen = self.eyes.measure(picture)
        names = [entry.name for entry in self.world.scene.roster.entries]
        table, _ = settle(self.look.table, seen.stands)
        there = {stand.name for stand in seen.stands} | set(fallen)
        self._misses = Counter({name: self._misses[name] + 1 for name in names if name not in there})
        unseen = frozenset(name for name, misses in self._misses.items() if misses >= LOOKS)
        return replace(
            self.look,
            table=table,
            status=Status("settling", "settling") if self._in_doubt else status_of(seen, unseen),
            unseen=unseen,
            frame_markers=(len(seen.frame_seen), len(seen.frame_seen) + len(seen.frame_missing)),
            frame_rms_px=seen.frame_rms_px,
        )

    def _jpeg(self, picture: NDArray[np.uint8]) -> Callable[[], bytes]:
        return Once(lambda: jpeg_bytes(self._above.of(picture)))


class Once:
    """Makes something when it is first asked for, and only once however many threads ask."""

    def __init__(self, make: Callable[[], bytes]) -> None:
        self._make, self._lock = make, threading.Lock()
        self._made: bytes | None = None

    def __call__(self) -> bytes:
        """Return what was made."""
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


def status_of(seen: Seen, unseen: Collection[str]) -> Status:
    """Say what a measurement of a table at rest lacks, if anything."""
    missing = [str(marker) for marker in seen.frame_missing]
    total = len(seen.frame_seen) + len(missing)
    if seen.frame_rms_px is None:
        return Status("no_frame", f"I see {len(seen.frame_seen)} of {total} frame markers; at least 3 are needed")
    if missing:
        which = f"marker {missing[0]} is" if len(missing) == 1 else f"markers {', '.join(missing)} are"
        return Status("covered", f"I see {len(seen.frame_seen)} of {total} frame markers; {which} covered")
    if unseen:
        names = ", ".join(sorted(unseen)[:3]) + (" ..." if len(unseen) > 3 else "")
        return Status("unseen", f"not seen: {names}")
    return Status("still", "still")
