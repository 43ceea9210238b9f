"""The loop of the rehearsal: the world goes on, the camera looks, the umpire measures, the page hears of it."""

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.live import Look, Status
from referee.putting_back.hints import Hint
from referee.putting_back.seeing import camera_moved, frame_pushed, whereabouts
from referee.rehearsal.chip import status_of
from referee.rehearsal.clock import Clock
from referee.rehearsal.eyes import calibrated, in_grey
from referee.rehearsal.holding import hold
from referee.rehearsal.studio import Studio
from referee.rehearsal.world import World
from rules.state import State
from table.snapshot import Snapshot
from vision.above import FromAbove, jpeg_bytes
from vision.camera import Camera
from vision.tracking.tracker import Tracker

log = logging.getLogger(__name__)

FRAME_S = 0.25
SETTLE_S = 0.6
"""How long nothing moves before the table is believed: more than two of these slow pictures."""
SEARCH_S = 2.0
"""Within what time the whole picture is searched for markers nobody expects: in a demo there are none."""
FIRST_LOOKS = 10
MARGIN_CM = 7.0


@dataclass(frozen=True)
class Listener:
    """Who hears of every look, and what the players must know.

    What rulings told them, whether nobody is measuring, and which stands they are to put back.
    """

    publish: Callable[[Look], None]
    memory: Callable[[], State]
    quiet: Callable[[], bool]
    to_do: Callable[[], Sequence[Hint]] = tuple


class Loop:
    """Brings looks at the rehearsal's table, one a ``step``; ``run`` steps by the clock until told to stop."""

    def __init__(self, world: World, studio: Studio, clock: Clock) -> None:
        self.world, self.studio, self.clock = world, studio, clock
        frame, roster = world.scene.frame, world.scene.roster
        view = calibrated(studio.lens, frame, studio.picture(world, clock.now_s()))
        self.tracker = Tracker(view, roster, settle_s=SETTLE_S, search_s=SEARCH_S)
        rectangle = (-MARGIN_CM, -MARGIN_CM, frame.width_cm + MARGIN_CM, frame.depth_cm + MARGIN_CM)
        self._above = FromAbove(view.camera, rectangle)
        self._moved: set[str] = set()
        empty = Snapshot(frame.width_cm, frame.depth_cm, (), world.scene.pieces)
        self.look = Look(empty, Status("settling"), picture_cm=rectangle, camera_cm=_place_of(view.camera))
        # The camera has been running for a while when the page opens: on a table that is measured already.
        for k in reversed(range(FIRST_LOOKS)):
            self.look = self._see(clock.now_s() - (k + 1) * FRAME_S, ())

    def step(self, listener: Listener) -> Look:
        """Let the world go on, look once, and tell the listener."""
        now_s = self.clock.now_s()
        memory = listener.memory()
        self.world.pass_time(now_s, memory, listener.quiet(), listener.to_do())
        self.look = self._see(now_s, memory.fallen)
        listener.publish(self.look)
        return self.look

    def run(self, listener: Listener, stop: threading.Event) -> None:
        """Step until told to stop; a step that fails is logged and tried again."""
        while not self.clock.wait(stop, FRAME_S):
            try:
                self.step(listener)
            except Exception:
                log.exception("the loop stumbled")

    def _see(self, now_s: float, fallen: Collection[str]) -> Look:
        picture = self.studio.picture(self.world, now_s)
        sight = self.tracker.look(in_grey(picture), now_s)
        look, watch = self.look, sight.watch
        self._moved |= {path.stand for path in sight.moves}
        if sight.snapshot_stands is not None:
            table = hold(look.table, sight.snapshot_stands, self._moved)
            unseen = frozenset(sight.unseen) - set(fallen)
            self._moved.clear()
            look = replace(look, table=table, unseen=unseen)
        if watch is not None:
            total = len(self.world.scene.frame.markers)
            look = replace(look, frame_markers=(len(watch.frame_seen), total), frame_rms_px=watch.rms_px)
        status = status_of(sight, look.unseen)
        walked = tuple((path.stand, path.length_cm) for path in sight.moves)
        return replace(
            look, status=status, walked=walked, jpeg=self._jpeg(picture), time_s=now_s, live=whereabouts(sight),
            camera_moved=camera_moved(sight), frame_pushed=frame_pushed(sight),
        )  # fmt: skip

    def _jpeg(self, picture: NDArray[np.uint8]) -> Callable[[], bytes]:
        return Once(lambda: jpeg_bytes(self._above.of(picture)))


def _place_of(camera: Camera) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in camera.position_cm)
    return (x, y, z)


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
