"""The cannons as the desk has them: shots into the journal, proposals out of the worker, the referee's word into the match.

One method at a time: the desk holds its lock meanwhile.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from referee.cannon.causes import CauseWord
from referee.cannon.gunnery import Gunnery, GunneryState, Job
from referee.cannon.notes import answered_note, left_open, proposal_note
from referee.cannon.picking import Shot
from referee.cannon.proposal import Proposal
from referee.cannon.worker import Answer
from referee.journal.store import Journal
from referee.live import Look
from referee.match import Match
from referee.shots.book import settled_entry, shells_left, shot_entry, shots_in
from referee.shots.cannon import Cannon
from referee.shots.record import BY_HAND, ShotKey, ShotRecord
from rules.ruling import Ruling
from table.errors import VedetteError

LEAVING = ("remove", "capture", "casualty")
"""The effects that take a figure off the board."""


@dataclass(frozen=True)
class BatteryState:
    """What there is to show: the gunnery's state, shells left by side, the newest shot and its record, who stands up.

    ``now_s`` is the clock that ``levers`` count by.
    """

    gunnery: GunneryState
    cannons: Mapping[str, Cannon]
    left: Mapping[str, int]
    last: ShotRecord | None
    now_s: float
    leaving: frozenset[str] = frozenset()


@dataclass
class Battery:
    """The cannons of a match; ``look_into`` takes the frames of a shot away, ``now_s`` is the clock of the looks."""

    match: Match
    cannons: Sequence[Cannon]
    now_s: Callable[[], float]
    look_into: Callable[[Job], None]
    utc: Callable[[], datetime] = lambda: datetime.now(UTC)
    gunnery: Gunnery = field(init=False)

    def __post_init__(self) -> None:
        self.by_side = {cannon.side: cannon for cannon in self.cannons}
        limits = {cannon.side: cannon.cocked_limit_s for cannon in self.cannons}
        self.gunnery = Gunnery(list(self.by_side), self.look_into, limits)
        self._records: dict[str, ShotRecord] = {}
        self._last: ShotRecord | None = None
        self._left = {side: self._shells(side) for side in self.by_side}
        self._take_up()

    @property
    def journal(self) -> Journal | None:
        """Where shots are written down."""
        return self.match.journal

    def state(self) -> BatteryState:
        """Return what there is to show."""
        gunnery = self.gunnery.state(self.match)
        effects = gunnery.ruling.effects if gunnery.ruling is not None else ()
        leaving = frozenset(effect.stand for effect in effects if effect.type in LEAVING and effect.stand is not None)
        return BatteryState(gunnery, self.by_side, dict(self._left), self._last, self.now_s(), leaving)

    def see(self, look: Look) -> bool:
        """Take in a look; say whether there is something new to show."""
        return self.gunnery.see(look)

    # what a rig says

    def knows(self, key: ShotKey) -> bool:
        """Say whether a shot is written down already."""
        return key in {record.key for record in self._all()}

    def sensed(self, record: ShotRecord, time_s: float, sigma_s: float) -> bool:
        """Write down a shot that a rig has sensed, ``time_s`` by the clock of the looks; say whether it is a new one.

        Raises NotSaved: then the rig must keep it, and send it again.
        """
        if self.knows(record.key):
            return False
        record = self._written(record)
        self.gunnery.shot(
            Shot(_key(record), record.side, time_s, sigma_s, by_rig=True, misfire=record.misfire)
        )  # fmt: skip
        return True

    # the referee in a rig's place

    def cock(self, side: str) -> None:
        """Take the referee's word that a cannon is cocked; raises NotNow."""
        self.gunnery.announce(side, self.now_s())

    def fire(self, side: str) -> None:
        """Take the referee's word that it was fired, and write the shot down; raises NotNow, NotSaved."""
        now_s = self.now_s()
        since_s = self.gunnery.cocked_since(side)
        by_hand = [record for record in self._all() if record.rig == BY_HAND]
        counter = max((record.counter for record in by_hand), default=0) + 1
        cocked_s = None if since_s is None else round(now_s - since_s, 3)
        record = ShotRecord(rig=BY_HAND, counter=counter, side=side, at=self._at(now_s), cocked_s=cocked_s)
        self.gunnery.may_fire(side)
        record = self._written(record)
        self.gunnery.fired(side, now_s, _key(record))

    def uncock(self, side: str) -> None:
        """Take the referee's word that it was not fired; raises NotNow."""
        self.gunnery.uncock(side)

    # what the worker found, and the referee's word

    def answered(self, answer: Answer) -> bool:
        """Take in what the frames of a shot told; say whether there is something new to show."""
        found = self.gunnery.found(answer.job, answer.found, answer.before, answer.after, answer.trouble)
        if found is not None:
            self._keep_open(found)
        return found is not None

    def amend(self, number: int, name: str, *, fell: bool, cause: CauseWord | None = None) -> None:
        """Take the referee's word on one figure."""
        self.gunnery.amend(number, name, fell=fell, cause=cause)
        self._keep_open(self.gunnery.proposal)

    def choose(self, number: int, chosen: Mapping[str, Any]) -> None:
        """Take what the commander chose (M5.4 iii)."""
        self.gunnery.choose(number, chosen)
        self._keep_open(self.gunnery.proposal)

    def confirm(self, number: int) -> Ruling:
        """Let a shot happen as proposed and amended; nothing leaves the board before that (M5.6)."""
        proposal = self.gunnery.proposal
        ruling = self.gunnery.confirm(number, self.match)
        assert proposal is not None
        self._settle(proposal, counts=True)
        return ruling

    def dismiss(self, number: int) -> None:
        """Let a shot count for nothing: a misfire, or none at all."""
        self._settle(self.gunnery.dismiss(number), counts=False)

    @property
    def stood_up(self) -> bool:
        """Whether some who fell in the shot that was last confirmed stay on the board: they are stood up again."""
        last, now = self.gunnery.last, self.match.now
        return last is not None and any(casualty.name not in now.memory.fallen for casualty in last.fallen)

    def _settle(self, proposal: Proposal, *, counts: bool) -> None:
        """Write down what came of the shots of a proposal."""
        head = self.match.journal_head
        entry = head[0] if counts and head is not None and self.match.now.confirmed else None
        for k, shot in enumerate(proposal.shots):
            record = self._records.get(shot.key)
            if record is None:
                continue
            flew = counts and not record.misfire
            left = max(0, self._left[record.side] - 1) if flew else self._left[record.side]
            settled = replace(
                record, counts=counts, left=left, casualties=entry if k == 0 else None, before=proposal.before,
                after=proposal.after, impact=proposal.shell, impact_sigma_cm=proposal.shell_sigma_cm or 0.0,
            )  # fmt: skip
            if self.journal is not None:
                self.match.note(settled_entry(settled))
            self._left[record.side] = left
            self._records[shot.key] = self._last = settled
        self.match.note(answered_note(proposal, "confirmed" if counts else "dismissed"))

    def _keep_open(self, proposal: Proposal | None) -> None:
        """Write an open proposal down: who goes on after a power cut finds it on the card."""
        if proposal is None:
            return
        try:
            self.match.note(proposal_note(proposal))
        except VedetteError:
            return  # it is on the page all the same

    def _written(self, record: ShotRecord) -> ShotRecord:
        number = self.match.note(shot_entry(record))
        record = replace(record, entry=number)
        self._records[_key(record)] = self._last = record
        return record

    def _take_up(self) -> None:
        """Go on with the shots that are written down and not answered."""
        if self.journal is None:
            return
        for record in shots_in(self.journal):
            self._records[_key(record)] = self._last = record
        for proposal in left_open(self.journal, self._records):
            self.gunnery.take_up(proposal)

    def _all(self) -> list[ShotRecord]:
        return list(self._records.values())

    def _shells(self, side: str) -> int:
        agreed = self.by_side[side].shells
        return agreed if self.journal is None else shells_left(self.journal, side, agreed)

    def _at(self, time_s: float) -> str:
        """Return an instant of the looks' clock as UTC."""
        return (self.utc() - timedelta(seconds=self.now_s() - time_s)).isoformat(timespec="milliseconds")


def _key(record: ShotRecord) -> str:
    return f"{record.rig}:{record.counter}"
