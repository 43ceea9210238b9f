"""The umpire's eye on a real source: it takes every picture, looks at the table it knows, and says what it saw."""

import logging
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.clock import Clock
from referee.feed import Fed, Feed
from referee.live import Look
from referee.looking import Looker
from table.errors import BadInput
from vision.watchman.notice import Notice

log = logging.getLogger(__name__)

PAUSE_S = 0.1
"""The least time from one look to the next: more a second tell nothing new of a table."""


@dataclass(frozen=True)
class Audience:
    """Who hears of every look, and which stands are out of the battle, so that nobody misses them.

    ``film`` hears, while ``wants_film``, of every picture between two looks as well: time and picture.
    """

    publish: Callable[[Look], None]
    fallen: Callable[[], Collection[str]]
    film: Callable[[float, NDArray[np.uint8]], None] = lambda _time_s, _picture: None
    wants_film: Callable[[], bool] = lambda: False


class Eye:
    """One source of pictures and, once the table is calibrated, what is seen of it; one look a ``step``.

    ``fed`` is the newest picture, ``looker`` what follows the table (None: not calibrated yet), ``audience`` who hears.
    """

    def __init__(self, feed: Feed, clock: Clock, looker: Looker | None = None) -> None:
        self.feed, self.clock, self.looker = feed, clock, looker
        self.audience: Audience | None = None
        self.fed = Fed(None)
        self._studied = False

    def step(self) -> Fed:
        """Take what the source gives now, look at the table, and tell the audience."""
        fed = self.feed.read()
        self.fed = fed
        looker = self.looker
        if looker is None:
            return fed
        look = self._look(looker, fed)
        if look is not None and self.audience is not None:
            self.audience.publish(look)
        return fed

    def use(self, looker: Looker | None) -> None:
        """Look at the table by another calibration, roster or terrain; the picture there is, is looked at anew."""
        if looker is not None and self.looker is not None:
            looker.go_on_from(self.looker)
        self.looker, self._studied = looker, False

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
        """Hand on the camera's pictures until the next look is due, where somebody wants a film."""
        audience = self.audience
        while audience is not None and self.looker is not None and not stop.is_set():
            if self.clock.now_s() >= end_s or not audience.wants_film():
                return
            fed = self.feed.read()
            self.fed = fed
            if fed.frame is None or not fed.new or fed.single or fed.trouble:
                return
            try:
                audience.film(self.clock.now_s(), fed.frame.image)
            except BadInput:
                return  # one damaged picture: the next may be whole

    def _look(self, looker: Looker, fed: Fed) -> Look | None:
        now_s = self.clock.now_s()
        if fed.trouble:
            self._studied = False
            return looker.blind(Notice("camera_away" if fed.trouble == "away" else "picture_broken"))
        if fed.frame is None or not (fed.new or (fed.single and not self._studied)):
            return None
        fallen = self.audience.fallen() if self.audience is not None else ()
        try:
            image = fed.frame.image
        except BadInput:
            return looker.blind(Notice("picture_broken"))
        self._studied = fed.single
        return looker.study(image, now_s, fallen) if fed.single else looker.see(image, now_s, fallen)
