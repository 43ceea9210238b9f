"""What a game may plug into the session: it watches the table, and the match may wait for it."""

from typing import Protocol

from referee.cannon.ring import KeptFrame
from referee.observation import Observation


class MatchPlugIn(Protocol):
    """Hears of every observation of the table before the match does; the session asks one thing at a time.

    What people or devices tell it goes through ``MatchSession.act`` and ``MatchSession.hear``.
    """

    @property
    def holds(self) -> bool:
        """Whether the match waits for it: until then what fell or was dragged is no move and no bump."""
        ...

    @property
    def wants_film(self) -> bool:
        """Whether every frame of the camera is welcome, also those that nobody looks at."""
        ...

    def see(self, observation: Observation) -> bool:
        """Take in an observation of the table; say whether there is something new to show."""
        ...

    def film(self, frame: KeptFrame) -> None:
        """Take in a frame between two observations."""
        ...

    def state(self) -> object:
        """Return what there is to show of it at this instant; it goes into the session's reading."""
        ...
