"""The loop over a real source's pictures: it takes each, observes the table it knows, and tells its audience."""

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.clock import Clock
from referee.feed import Feed, SourceReading
from referee.observation import Observation
from referee.table_observer import TableObserver
from table.errors import BadInput
from table.terrain import Piece
from vision.watchman.watch import Notice

log = logging.getLogger(__name__)

PAUSE_S = 0.1
"""The least time from one observation to the next: more a second tell nothing new of a table."""


@dataclass(frozen=True)
class Audience:
    """Who hears of every observation, and which stands are out of the battle, so that nobody misses them.

    ``film`` hears, while ``wants_film``, of every picture between two observations as well: time and picture.
    ``terrain`` tells the pieces that are agreed on now.
    """

    publish: Callable[[Observation], None]
    fallen: Callable[[], Collection[str]]
    film: Callable[[float, NDArray[np.uint8]], None] = lambda _time_s, _picture: None
    wants_film: Callable[[], bool] = lambda: False
    terrain: Callable[[], Sequence[Piece]] | None = None


class CaptureLoop:
    """One source of pictures and, once the table is calibrated, what is seen of it; one observation a ``step``.

    ``reading`` is the newest picture, ``observer`` follows the table (None: not calibrated), ``audience`` hears of it.
    """

    def __init__(self, feed: Feed, clock: Clock, observer: TableObserver | None = None) -> None:
        self.feed, self.clock, self.observer = feed, clock, observer
        self.audience: Audience | None = None
        self.reading = SourceReading(None)
        self._studied = False

    def step(self) -> SourceReading:
        """Take what the source gives now, look at the table, and tell the audience."""
        reading = self.feed.read()
        self.reading = reading
        observer = self.observer
        if observer is None:
            return reading
        observation = self._observe(observer, reading)
        if observation is not None and self.audience is not None:
            self.audience.publish(observation)
        return reading

    def use(self, observer: TableObserver | None) -> None:
        """Look at the table by another calibration, roster or terrain; the picture there is, is looked at anew."""
        if observer is not None and self.observer is not None:
            observer.go_on_from(self.observer)
        self.observer, self._studied = observer, False

    def run(self, stop: threading.Event) -> None:
        """Step until told to stop; a step that fails is logged and tried again."""
        try:
            while not stop.is_set():
                began_s = self.clock.now_s()
                try:
                    self.step()
                except Exception:
                    log.exception("the eye stumbled")
                self._film_until(began_s + PAUSE_S, stop)
                self.clock.wait(stop, max(0.01, PAUSE_S - (self.clock.now_s() - began_s)))
        finally:
            self.feed.close()

    def _film_until(self, end_s: float, stop: threading.Event) -> None:
        """Hand on the camera's pictures until the next observation is due, where somebody wants a film."""
        audience = self.audience
        while audience is not None and self.observer is not None and not stop.is_set():
            if self.clock.now_s() >= end_s or not audience.wants_film():
                return
            reading = self.feed.read()
            self.reading = reading
            if reading.frame is None or not reading.new or reading.single or reading.trouble:
                return
            try:
                audience.film(self.clock.now_s(), reading.frame.image)
            except BadInput:
                return  # one damaged picture: the next may be whole

    def _observe(self, observer: TableObserver, reading: SourceReading) -> Observation | None:
        now_s = self.clock.now_s()
        if reading.trouble:
            self._studied = False
            return observer.blind(Notice("camera_away" if reading.trouble == "away" else "picture_broken"))
        if reading.frame is None or not (reading.new or (reading.single and not self._studied)):
            return None
        fallen = self.audience.fallen() if self.audience is not None else ()
        try:
            image = reading.frame.image
        except BadInput:
            return observer.blind(Notice("picture_broken"))
        self._studied = reading.single
        if self.audience is not None and self.audience.terrain is not None:
            observer.lay(self.audience.terrain())
        return observer.study(image, now_s, fallen) if reading.single else observer.see(image, now_s, fallen)
