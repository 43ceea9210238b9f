"""The shots of a match under way: taken as rigs tell them, each once, and settled as the referee says."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

from referee.journal.entry import Draft
from referee.journal.payloads import KINDS, Payload
from referee.journal.store import Journal
from referee.moment import NotNow
from referee.shots.keeping import Shots, ammunition_entry, settled_entry, shot_entry, shots_in
from referee.shots.record import ShotKey, ShotRecord

News = Literal["new", "known", "other"]
"""What a rig tells: a shot not heard of; one that is written down already; its number again with other times."""


class ShotBook:
    """The shots of one match; ``write`` keeps an entry and returns its number, as ``Match.note`` does.

    A program that starts again asks the journal which shots it has: what the rig sends again counts once.
    """

    def __init__(self, write: Callable[[Draft], int], journal: Journal | None = None) -> None:
        self._write = write
        self._shots = Shots() if journal is None else shots_in(journal)

    def __iter__(self) -> Iterator[ShotRecord]:
        return iter(list(self._shots))

    def of(self, key: ShotKey) -> ShotRecord | None:
        """Return a shot as it is known now."""
        return self._shots.of(key)

    def take(self, record: ShotRecord) -> News:
        """Write a shot down unless it is; raises NotSaved, and then the rig must not be told to forget it.

        "other" is a number that the rig used before for another shot: its memory was erased, or another rig has the
        same name. It is not written, for nobody could tell the two apart.
        """
        known = self.of(record.key)
        if known is not None:
            return "known" if _sensed_alike(known, record) else "other"
        self._keep(shot_entry(record))
        return "new"

    def settle(self, record: ShotRecord, agreed: int | None = None) -> ShotRecord:
        """Write down what came of a shot: its record with ``counts`` and the rest of it; return it as it is now.

        With ``agreed``, the shells its side began with, those left are worked out. Raises NotNow for a shot that was
        never taken, NotSaved.
        """
        known = self.of(record.key)
        if known is None:
            raise NotNow("there is no shot {number} of {rig}", number=record.counter, rig=record.rig)
        if agreed is not None:
            record = replace(record, left=self._shots.left(record.side, agreed, replace(record, entry=known.entry)))
        self._keep(settled_entry(record))
        return self._shots[record.key]

    def left(self, side: str, agreed: int) -> int:
        """Return the shells a side has left; ``agreed`` is what it began with."""
        return self._shots.left(side, agreed)

    def set_shells(self, side: str, left: int, why: str = "") -> None:
        """Write down how many shells a side has left, as the referee says."""
        self._keep(ammunition_entry(side, left, why))

    def _keep(self, entry: Draft) -> None:
        sequence = self._write(entry)
        model: type[Payload] = KINDS[entry[0]][1]
        self._shots.hear(model.model_validate(entry[2]), sequence)


def _sensed_alike(known: ShotRecord, told: ShotRecord) -> bool:
    """Say whether a rig tells the same shot again: what it measured itself is the same to the last digit."""
    return (known.boot, known.rig_us, known.gates_us, known.plate_us, known.misfire) == (
        told.boot, told.rig_us, told.gates_us, told.plate_us, told.misfire
    )  # fmt: skip
