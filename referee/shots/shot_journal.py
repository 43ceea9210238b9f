"""The shots of a match as entries of its journal, and back: each counted once, and the shells that are left."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from referee.journal.payloads import Aimed, Ammunition, Payload, Shot, ShotSettled, read_payload
from referee.journal.reader import JournalReader
from referee.match.state import NotNow
from referee.shots.record import BY_HAND, ShotKey, ShotRecord

KINDS = ("shot", "shot_settled", "ammunition", "aimed")
MOST = 100_000
"""So many entries about shots are read at most: a journal of a thousand battles."""


def shot_entry(record: ShotRecord) -> Payload:
    """Return the entry of a shot as it was sensed."""
    return Shot(**{name: getattr(record, name) for name in Shot.model_fields})


def settled_entry(record: ShotRecord) -> Payload:
    """Return the entry of what came of a shot: its record once ``counts`` and what goes with it are known."""
    if record.counts is None:
        raise ValueError("a shot is settled once it is known whether it counts")
    impact = None if record.impact is None else (*record.impact, record.impact_sigma_cm)
    return ShotSettled(**{name: getattr(record, name) for name in ShotSettled.model_fields} | {"impact": impact})


def shots_in(journal: JournalReader) -> "Shots":
    """Return the shots of a match in their order, each once, with the newest word on what came of it.

    What was undone since makes no difference: a shell that has flown does not fly back.
    """
    shots = Shots()
    for entry in journal.some(1, journal.length, KINDS, MOST, newest=False):
        shots.hear(read_payload(entry), entry.sequence)
    return shots


def elsewhere(shots: Iterable[ShotRecord]) -> Iterator[ShotRecord]:
    """Yield the shots of another match without the numbers of entries, which are that match's."""
    return (replace(shot, entry=None, casualties=None) for shot in shots)


def each_once(matches: Iterable[Iterable[ShotRecord]]) -> Iterator[ShotRecord]:
    """Yield each shot of several matches once: a rig may tell one match what it told another."""
    known: set[ShotKey] = set()
    for shot in chain.from_iterable(matches):
        if shot.rig == BY_HAND or shot.key not in known:
            known.add(shot.key)
            yield shot


class Shots:
    """The shots of a match and the referee's words on ammunition, as they are told one after the other."""

    def __init__(self) -> None:
        self._found: dict[ShotKey, ShotRecord] = {}
        self._said: dict[str, tuple[int, int]] = {}
        self._aims: dict[str, Aimed] = {}

    def hear(self, payload: Payload, sequence: int) -> None:
        """Take over what entry ``sequence`` tells; one that is not about shots tells nothing."""
        if isinstance(payload, Shot):
            record = _sensed(payload, sequence)
            if aimed := self._aims.get(record.side):
                record = replace(record, aim=aimed.aim, muzzle=aimed.muzzle)
            self._found.setdefault(record.key, record)
        elif isinstance(payload, ShotSettled) and (known := self._found.get(ShotKey(payload.rig, payload.counter))):
            self._found[known.key] = _settled(known, payload)
        elif isinstance(payload, Ammunition):
            self._said[payload.side] = (payload.left, sequence)
        elif isinstance(payload, Aimed):
            self._aims[payload.side] = payload

    def __iter__(self) -> Iterator[ShotRecord]:
        return iter(self._found.values())

    def __getitem__(self, key: ShotKey) -> ShotRecord:
        return self._found[key]

    def of(self, key: ShotKey) -> ShotRecord | None:
        """Return a shot; None where there is none of that rig and number."""
        return self._found.get(key)

    def aimed(self, side: str) -> Aimed | None:
        """Return the last word on where a side's cannon aims; None where there was none."""
        return self._aims.get(side)

    def aim_of(self, side: str) -> str:
        """Return where a side's cannon aims now, as people say it; empty where nobody says so."""
        aimed = self._aims.get(side)
        return "" if aimed is None or aimed.aim is None else aimed.said

    def left(self, side: str, agreed: int, settled: ShotRecord | None = None) -> int:
        """Return the shells a side has left: those agreed on, or the referee's newest word, less the shots since.

        A shot is taken off once it is confirmed, at the instant it was sensed: one fired before the referee's word and
        confirmed after it is in that word already. A misfire costs none (M6.3). ``settled`` is a shot as it is about to
        be settled.
        """
        said, since = self._said.get(side, (agreed, 0))
        shots = self._found if settled is None else {**self._found, settled.key: settled}
        spent = [shot for shot in shots.values() if shot.side == side and shot.counts and (shot.entry or 0) > since]
        return max(0, said - len(spent))


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


def _sensed(shot: Shot, sequence: int) -> ShotRecord:
    return ShotRecord(**dict(shot), entry=sequence)


def _settled(record: ShotRecord, told: ShotSettled) -> ShotRecord:
    x_y, sigma_cm = (None, 0.0) if told.impact is None else (told.impact[:2], told.impact[2])
    return replace(
        record, counts=told.counts, left=told.left, casualties=told.casualties, before=told.before, after=told.after,
        muzzle=told.muzzle or record.muzzle, aim=told.aim or record.aim, impact=x_y, impact_sigma_cm=sigma_cm,
    )  # fmt: skip
