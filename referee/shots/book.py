"""The shots of a match under way: written down as they are sensed, each once, and settled as the referee says."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from referee.journal.payloads import Payload
from referee.match.state import NotNow
from referee.shots.record import ShotRecord
from referee.shots.shot_journal import Shots, settled_entry, shot_entry


class ShotBook:
    """The shots of one match; ``write`` keeps an entry and returns its number, as ``Match.note`` does.

    ``shots`` are those that the journal has already: what the rig sends again counts once.
    """

    def __init__(self, write: Callable[[Payload], int], shots: Shots) -> None:
        self._write = write
        self._shots = shots

    def __iter__(self) -> Iterator[ShotRecord]:
        return iter(list(self._shots))

    @property
    def newest(self) -> ShotRecord | None:
        """The shot that was written down last."""
        return next(reversed(list(self._shots)), None)

    def take(self, record: ShotRecord) -> bool:
        """Write a shot down and say so, unless its number is; raises NotSaved: then the rig must not forget it.

        The rigs' lines say where a number comes again with another shot (hardware/seen_shots.py).
        """
        if self._shots.of(record.key) is not None:
            return False
        self.keep(shot_entry(record))
        return True

    def settle(self, record: ShotRecord, agreed: int | None = None) -> ShotRecord:
        """Write down what came of a shot: its record with ``counts`` and the rest of it; return it as it is now.

        With ``agreed``, the shells its side began with, those left are worked out. Raises NotNow for a shot that was
        never taken, NotSaved.
        """
        known = self._shots.of(record.key)
        if known is None:
            raise NotNow("there is no shot {number} of {rig}", number=record.counter, rig=record.rig)
        if agreed is not None:
            record = replace(record, left=self._shots.left(record.side, agreed, replace(record, entry=known.entry)))
        self.keep(settled_entry(record))
        return self._shots[record.key]

    def left(self, side: str, agreed: int) -> int:
        """Return the shells a side has left; ``agreed`` is what it began with."""
        return self._shots.left(side, agreed)

    def keep(self, said: Payload) -> None:
        """Write down what is said of the shots."""
        self._shots.hear(said, self._write(said))
