"""The cannons as the desk has them: shots go into the journal, the referee's word on what they did into the match.

One method at a time: the desk holds its lock meanwhile.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from referee.cannon.causes import CauseWord
from referee.cannon.gunnery import Gunnery, GunneryState, Job
from referee.cannon.notes import answered_note, left_open, lost_note, proposal_note
from referee.cannon.picking import Shot
from referee.cannon.proposal import Proposal
from referee.cannon.worker import Answer
from referee.journal.entry import Draft
from referee.journal.payloads import payload_of
from referee.live import Look
from referee.match import Match
from referee.shots.cannon import Cannon
from referee.shots.cocked import CockedWatch
from referee.shots.keeping import Shots, settled_entry, shot_entry, shots_in
from referee.shots.record import BY_HAND, ShotKey, ShotRecord
from rules.ruling import Ruling
from table.errors import VedetteError
from table.snapshot import Snapshot

LEAVING = ("remove", "casualty", "capture")
"""The effects that take a figure off the board."""
OUTSIDE = ("outside_stands_again", "outside_zone")
"""The checks that say of somebody that he fell outside the zone."""


@dataclass(frozen=True)
class BatteryState:
    """What there is to show: the gunnery's state, shells left by side, the newest shot, who would leave the board.

    ``now_s`` is the instant of it, by the clock of the looks; ``by_hand`` are the sides whose cannons the referee says
    are cocked; ``to_name`` are, by side, those of whom its commander names the one who leaves (M5.4 iii).
    """

    gunnery: GunneryState
    cannons: Mapping[str, Cannon]
    left: Mapping[str, int]
    last: ShotRecord | None
    now_s: float
    leaving: frozenset[str] = frozenset()
    by_hand: frozenset[str] = frozenset()
    to_name: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Battery:
    """The cannons of a match; ``look_into`` takes the frames of a shot away, ``now_s`` is the clock of the looks."""

    def __init__(
        self, match: Match, cannons: Sequence[Cannon], now_s: Callable[[], float], look_into: Callable[[Job], None],
        utc: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:  # fmt: skip
        self.match, self.now_s, self._utc = match, now_s, utc
        self.cannons = {cannon.side: cannon for cannon in cannons}
        watches = {side: CockedWatch(side, cannon.cocked_limit_s, now_s) for side, cannon in self.cannons.items()}
        self.gunnery = Gunnery(watches, look_into)
        self._shots = Shots() if match.journal is None else shots_in(match.journal)
        self._last = next(reversed(list(self._shots)), None)
        if match.journal is not None:
            records = {key_of(record): record for record in self._shots}
            for proposal in left_open(match.journal, records, match.table):
                self.gunnery.take_up(proposal)

    def state(self) -> BatteryState:
        """Return what there is to show."""
        gunnery = self.gunnery.state(self.match)
        effects = gunnery.ruling.effects if gunnery.ruling is not None else ()
        leaving = frozenset(effect.stand for effect in effects if effect.type in LEAVING and effect.stand is not None)
        last = None if self._last is None else self._shots.of(self._last.key)
        return BatteryState(
            gunnery, self.cannons, self._left(), last, self.now_s(), leaving, self.gunnery.by_hand,
            self._to_name(gunnery),
        )  # fmt: skip

    def _to_name(self, gunnery: GunneryState) -> dict[str, tuple[str, ...]]:
        """Return, by side, those of whom its commander names one: under option iii whom a ricochet hit in the zone."""
        proposal, ruling = gunnery.proposal, gunnery.ruling
        if proposal is None or ruling is None or self.match.settings.get("option") != "iii":
            return {}
        outside = {c.detail.get("stand") for c in ruling.checks if c.key in OUTSIDE and c.verdict == "passed"}
        found: dict[str, tuple[str, ...]] = {}
        for casualty in proposal.fallen:
            if casualty.cause == "ricochet" and casualty.name not in outside:
                found[casualty.side] = (*found.get(casualty.side, ()), casualty.name)
        return found

    def see(self, look: Look) -> bool:
        """Take in a look; say whether there is something new to show."""
        return self.gunnery.see(look)

    # what a rig says

    def knows(self, key: ShotKey) -> bool:
        """Say whether a shot is written down already."""
        return self._shots.of(key) is not None

    def sensed(self, record: ShotRecord, time_s: float, sigma_s: float) -> bool:
        """Write down a shot that a rig has sensed, ``time_s`` by the clock of the looks; say whether it is a new one.

        Raises NotSaved: then the rig must keep it, and send it again.
        """
        if self.knows(record.key):
            return False
        record = self._written(record)
        shot = Shot(key_of(record), record.side, time_s, sigma_s, by_rig=True, misfire=record.misfire)
        return self.gunnery.shot(shot)

    def shots_lost(self, side: str, rig: str, numbers: Sequence[int]) -> bool:
        """Write down that a rig has made shots which it no longer has; the referee says what they did."""
        self.match.note(lost_note(side, rig, numbers))
        return True

    @property
    def kept(self) -> tuple[ShotRecord, ...]:
        """The shots that are written down."""
        return tuple(self._shots)

    # the referee in a rig's place

    def cock(self, side: str) -> None:
        """Take the referee's word that a cannon is cocked; raises NotNow."""
        self.gunnery.announce(side, self.now_s())

    def fire(self, side: str) -> None:
        """Take the referee's word that it was fired, and write the shot down; raises NotNow, NotSaved."""
        now_s, cocked_s = self.now_s(), self.gunnery.cocked_s(side)
        self.gunnery.may_fire(side)
        counter = 1 + max((record.counter for record in self._shots if record.rig == BY_HAND), default=0)
        record = ShotRecord(rig=BY_HAND, counter=counter, side=side, at=self.utc_at(now_s), cocked_s=cocked_s)
        self.gunnery.fired(side, now_s, key_of(self._written(record)))

    def uncock(self, side: str) -> None:
        """Take the referee's word that it was not fired; raises NotNow."""
        self.gunnery.uncock(side)

    # what the worker found, and the referee's word

    def answered(self, answer: Answer) -> bool:
        """Take in what the frames of a shot told; say whether there is something new to show."""
        found = self.gunnery.found(
            answer.job, self.match.table, answer.found, answer.before, answer.after, answer.trouble
        )  # fmt: skip
        if found is not None:
            self._keep_open(found)
        return found is not None

    def amend(self, number: int, name: str, *, fell: bool, cause: CauseWord | None = None) -> None:
        """Take the referee's word on one figure."""
        self.gunnery.amend(number, name, self.match.table, fell=fell, cause=cause)
        self._keep_open(self.gunnery.proposal)

    def name_one(self, number: int, name: str) -> None:
        """Take whom the commander who suffers names of those a ricochet left in doubt (M5.4 iii); raises NotNow."""
        among = next((names for names in self.state().to_name.values() if name in names), ())
        self.gunnery.name_one(number, name, among)
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

    def to_stand_up(self) -> Snapshot:
        """Return where those belong who fell in the shot that was last confirmed and stay, and those it pushed."""
        last, fallen = self.gunnery.last, self.match.now.memory.fallen
        if last is None:
            return Snapshot(1.0, 1.0)
        names = [*(casualty.name for casualty in last.fallen), *(move.name for move in last.moved)]
        stands = tuple(last.table.stand(name) for name in dict.fromkeys(names) if name not in fallen)
        return replace(last.table, stands=stands)

    def _settle(self, proposal: Proposal, *, counts: bool) -> None:
        """Write down what came of the shots of a proposal."""
        head = self.match.journal_head
        entry = head[0] if counts and head is not None and self.match.now.confirmed else None
        for k, shot in enumerate(proposal.shots):
            record = next((one for one in self._shots if key_of(one) == shot.key), None)
            if record is None:
                continue
            settled = replace(
                record, counts=counts, casualties=entry if k == 0 else None, before=proposal.before,
                after=proposal.after, impact=proposal.shell, impact_sigma_cm=proposal.shell_sigma_cm or 0.0,
            )  # fmt: skip
            agreed = self.cannons[record.side].shells
            self._keep(settled_entry(replace(settled, left=self._shots.left(record.side, agreed, settled))))
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
        """Write a shot down, and return it with the number of its entry; raises NotSaved."""
        number = self._keep(shot_entry(record))
        self._last = replace(record, entry=number)
        return self._last

    def _keep(self, written: Draft) -> int:
        number = self.match.note(written)
        self._shots.hear(payload_of(written), number)
        return number

    def _left(self) -> dict[str, int]:
        return {side: self._shots.left(side, cannon.shells) for side, cannon in self.cannons.items()}

    def utc_at(self, time_s: float) -> str:
        """Return an instant of the looks' clock as UTC."""
        return (self._utc() - timedelta(seconds=self.now_s() - time_s)).isoformat(timespec="milliseconds")


def key_of(record: ShotRecord) -> str:
    """Return what the frames know a shot by."""
    return f"{record.rig}:{record.counter}"
