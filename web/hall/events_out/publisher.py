"""A thread that tells one receiver of every event of the club, in the order of each match, at least once."""

import logging

from referee.background import Background
from referee.club.listener import Listener
from referee.club.record import Club, ClubMatch
from referee.club.told import Told
from table.errors import VedetteError
from web.hall.events_out.event import Receiver, events_of
from web.hall.news import LOOK_S
from web.hall.positions import Positions

MOST_WAIT_S = 60.0
log = logging.getLogger(__name__)


class Publisher(Background):
    """What a receiver has not heard yet is sent to it; while it is away it is tried again after 1, 2, 4, ... 60 s.

    How far it is stands in the club's database, so that nothing is forgotten while the hall is closed. A receiver that
    is new hears what happens from now on.
    """

    def __init__(
        self, club: Club, receiver: Receiver, language: str = "en", positions: Positions | None = None
    ) -> None:
        super().__init__("vedette-events")
        self._club, self.receiver, self._language = club, receiver, language
        self._positions = positions or Positions(club)
        self._told = Told(club, receiver.name)
        self._listener = Listener(club, self.stop)
        self.is_away = False
        self.sent = 0
        """How many events it was told since the hall was opened."""

    def close(self) -> None:
        """Stop; what was not sent yet is sent when the hall is open again."""
        super().close()
        self._listener.close()
        self.receiver.close()

    def send(self) -> bool:
        """Send all that is new; say whether everything was sent. Never raises for a receiver or database that is away.

        A match that cannot be sent leaves the others as they are.
        """
        trouble: VedetteError | None = None
        try:
            waiting = self._told.waiting()
        except VedetteError as error:
            waiting, trouble = [], error
        for match, length in waiting:
            try:
                self._send(match, length)
            except VedetteError as error:
                trouble = error
        if trouble is not None and not self.is_away:
            log.warning("%s is not told of what happens: %s; it is tried again", self.receiver.name, trouble)
        self.is_away = trouble is not None
        return not self.is_away

    def _send(self, match: ClubMatch, length: int) -> None:
        for event in events_of(self._club, self._positions, match, length, self._language):
            self.receiver.send(event)
            self._told.note(match.match, event.number)
            self.sent += 1

    def work(self) -> None:
        """Send what is new, as soon as it is there."""
        wait_s = 0.0
        while not self.stop.wait(wait_s):
            wait_s = 0.0 if self.send() else min(MOST_WAIT_S, 2 * wait_s or 1.0)
            if not wait_s:
                self._listener.wait(LOOK_S)
