"""The shots of a match for its session: what rigs, the camera and the referee say, written into the journal.

One method at a time: the session holds its lock meanwhile.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from referee.cannon import shot_state as step
from referee.cannon.cannon_status import CannonReading
from referee.cannon.causes import CauseWord
from referee.cannon.frame_choice import Fired
from referee.cannon.notes import answered_note, left_open, lost_note, proposal_note
from referee.cannon.pending import PendingShots
from referee.cannon.pictures import WorkerReport
from referee.cannon.proposal import Proposal
from referee.cannon.ring import KeptFrame
from referee.cannon.shot_state import Answered, Cocked, Comparing, ShotState
from referee.match.match import Match
from referee.match.state import NotNow
from referee.observation import Observation
from referee.shots.cannon import Cannon
from referee.shots.cocked import CannonStatus, CockedWatch
from referee.shots.record import BY_HAND, ShotKey, ShotRecord
from referee.shots.shot_journal import ShotBook, shots_in
from rules.registry import rule
from rules.ruling import Ruling
from table.errors import VedetteError
from table.snapshot import Snapshot


class ShotService:
    """The cannons of a match, plugged into its session; ``look_into`` takes the pictures of a shot away and reports.

    ``now_s`` is the observations' clock. What does not fit the moment raises NotNow, what cannot be written NotSaved.
    """

    def __init__(
        self, match: Match, cannons: Sequence[Cannon], now_s: Callable[[], float],
        look_into: Callable[[Comparing], None], utc: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:  # fmt: skip
        self.match, self.now_s, self._utc = match, now_s, utc
        self.cannons = {cannon.side: cannon for cannon in cannons}
        self.gunner: Callable[[str], None] | None = None
        """Where the table is a rehearsal's: lets its gunner fire that side's cannon."""
        self._levers = {cannon.side: CockedWatch(cannon.side, cannon.cocked_limit_s, now_s) for cannon in cannons}
        self._told: dict[str, object] = {}
        self._pending = PendingShots(look_into)
        self.book = ShotBook(match.note, shots_in(match.journal))
        records = {str(record.key): record for record in self.book}
        for proposal in left_open(match.journal, records, match.table):
            self._pending.take_up(proposal)

    # what the session asks

    @property
    def holds(self) -> bool:
        """Whether a shot is not answered yet."""
        return self._pending.holds

    @property
    def wants_film(self) -> bool:
        """Whether a cannon is cocked, or its shell has just flown."""
        return any(lever.status().cocked for lever in self._levers.values()) or bool(self._pending.in_state(Fired))

    def see(self, observation: Observation) -> bool:
        """Take in an observation; say whether there is something new to show."""
        return self._pending.see(observation) or self._levers_changed()

    def film(self, frame: KeptFrame) -> None:
        """Take in a frame between two observations."""
        self._pending.film(frame)

    def state(self) -> CannonReading:
        """Return what there is to show."""
        proposals, comparing = self._pending.in_state(Proposal), self._pending.in_state(Comparing)
        answered = self._pending.answered
        return CannonReading(
            cannons=self.cannons, levers=self._statuses(), now_s=self.now_s(),
            by_hand=frozenset(shot.side for shot in self._pending.in_state(Cocked)), newest=self.book.newest,
            waiting=tuple(sorted(self._pending.in_state(Fired), key=lambda shot: shot.time_s)),
            comparing=comparing[0].picked.shots[0] if comparing else None, proposals=proposals,
            answered=None if answered is None else answered.proposal,
            again=answered is not None and not self._lost(answered),
            ruling=self._considered(proposals[0]) if proposals else None,
            option=str(self.match.settings.get("option")), rehearsal=self.gunner is not None,
        )  # fmt: skip

    def _considered(self, proposal: Proposal) -> Ruling | None:
        """Return what the rules would make of a proposal; None where somebody was moved off his square since."""
        match = self.match
        with suppress(VedetteError):
            known = match.now.memory.known
            return rule(match.game, match.table, proposal.action(), settings=match.settings, sides=known)
        return None

    # what a rig says

    def lever(self, side: str, *, cocked: bool, time_s: float) -> bool:
        """Take in that a lever was cocked or released; say whether there is something new to show."""
        self._lever_of(side).lever(cocked, time_s)
        self._overrule(side)
        return self._levers_changed()

    def heard(self, side: str, *, heard: bool) -> bool:
        """Take in whether a rig can be heard; say whether that is news."""
        self._lever_of(side).heard(heard)
        return self._levers_changed()

    def sensed(self, record: ShotRecord, time_s: float, sigma_s: float) -> bool:
        """Write down a shot that a rig has sensed, ``time_s`` by the observations' clock; say whether it is new.

        Raises NotSaved: then the rig must keep it, and send it again.
        """
        lever = self._lever_of(record.side)
        if not self.book.take(record):
            return False
        lever.released(time_s)
        self._overrule(record.side)
        key = str(record.key)
        self._pending.change(None, Fired(key, record.side, time_s, sigma_s, by_rig=True, misfire=record.misfire))
        self._pending.compare()
        return True

    def shots_lost(self, side: str, rig: str, numbers: Sequence[int]) -> bool:
        """Write down that a rig has made shots which it no longer has; the referee says what they did."""
        self.match.note(lost_note(side, rig, numbers))
        return True

    def _overrule(self, side: str) -> None:
        """Forget that the referee said a cannon is cocked: its rig knows better than who tapped."""
        if (cocked := self._pending.cocked(side)) is not None:
            self._pending.change(cocked, None)

    # the referee in a rig's place

    def cock(self, side: str) -> None:
        """Take the referee's word that a cannon is cocked."""
        lever, now_s = self._lever_of(side), self.now_s()
        self._pending.change(None, step.cock(lever.status(), now_s))
        lever.lever(True, now_s)
        lever.heard(False)  # nobody but the referee says so
        self._levers_changed()

    def fire(self, side: str) -> None:
        """Take the referee's word that it was fired, and write the shot down."""
        lever, cocked, now_s = self._lever_of(side), self._pending.cocked(side), self.now_s()
        counter = 1 + max((record.counter for record in self.book if record.rig == BY_HAND), default=0)
        fired = step.fire(cocked, now_s, str(ShotKey(BY_HAND, counter)))
        cocked_s = lever.status().cocked_s
        self.book.take(ShotRecord(rig=BY_HAND, counter=counter, side=side, at=self.utc_at(now_s), cocked_s=cocked_s))
        self._pending.change(cocked, fired)
        lever.lever(False, now_s)
        self._levers_changed()

    def uncock(self, side: str) -> None:
        """Take the referee's word that it was not fired."""
        cocked = self._pending.cocked(side)
        step.uncock(cocked)
        self._pending.change(cocked, None)
        self._lever_of(side).lever(False)
        self._levers_changed()

    def look_now(self) -> None:
        """Take the newest picture for that of the still table."""
        if not self._pending.in_state(Fired):
            raise NotNow("no shot waits for the table to be still")
        if not self._pending.compare(now=True):
            raise NotNow("no picture has come since the shot: wait a moment")

    # what was found, and the referee's word

    def reported(self, report: WorkerReport) -> bool:
        """Take in what the pictures of a shot told: there is something new to show."""
        shot, table = report.shot, self.match.table
        self._open(shot, step.propose(shot, table, report.found, report.trouble, report.before, report.after))
        return True

    def amend(self, number: int, name: str, *, fell: bool, cause: CauseWord | None = None) -> None:
        """Take the referee's word on one figure."""
        shot = self._pending.proposal(number)
        self._open(shot, step.amend(shot, name, self.match.table, fell=fell, cause=cause))

    def name_one(self, number: int, name: str) -> None:
        """Take whom the commander who suffers names of those a ricochet left in doubt (M5.4 iii)."""
        shot = self._pending.proposal(number)
        among = next((names for names in self.state().to_name.values() if name in names), ())
        self._open(shot, step.name_one(shot, name, among))

    def name_nobody(self, number: int, side: str) -> None:
        """Take it that the commander who suffers names nobody, where the players allow that."""
        shot = self._pending.proposal(number)
        self._open(shot, step.name_nobody(shot, side, self.state().to_name.get(side, ())))

    def confirm(self, number: int) -> Ruling:
        """Let a shot happen as proposed and amended; nothing leaves the board before that (M5.6).

        What the rules refuse, or cannot decide, is on the match's card then.
        """
        shot, match = self._pending.proposal(number), self.match
        answered = step.answer(shot, "confirmed")
        ruling = match.declare_action(answered.proposal.action(), frame=answered.proposal.before)
        if match.ready:
            match.confirm()
        self._settle(shot, answered, match.journal_head[0] if match.now.confirmed else None)
        return ruling

    def dismiss(self, number: int) -> None:
        """Let a shot count for nothing: a misfire, or none at all."""
        shot = self._pending.proposal(number)
        self._settle(shot, step.answer(shot, "dismissed"), None)

    def reopen(self) -> None:
        """Put the shot that was answered last on the card again; raises NotNow while its losses stand."""
        last = self._pending.answered
        if last is not None and self._lost(last):
            raise NotNow("this shot's losses stand: take its ruling back to look at it again")
        self._pending.change(last, step.reopen(last))

    def _lost(self, last: Answered) -> bool:
        return any(casualty.name in self.match.now.memory.fallen for casualty in last.proposal.fallen)

    def to_stand_up(self) -> Snapshot:
        """Return where those belong who fell in the confirmed shot and stay, and those it pushed; nobody before."""
        last, now = self._pending.answered, self.match.now
        if last is None or self.holds or not now.confirmed:
            return Snapshot(1.0, 1.0)
        proposal = last.proposal
        names = [*(casualty.name for casualty in proposal.fallen), *(move.name for move in proposal.moved)]
        stands = tuple(proposal.table.stand(name) for name in dict.fromkeys(names) if name not in now.memory.fallen)
        return replace(proposal.table, stands=stands)

    def _open(self, was: ShotState | None, proposal: Proposal) -> None:
        """Put a proposal on the card, and write it down: who goes on after a power cut finds it there."""
        self._pending.change(was, proposal)
        with suppress(VedetteError):  # it is on the page all the same
            self.match.note(proposal_note(proposal))

    def _settle(self, was: ShotState | None, answered: Answered, entry: int | None) -> None:
        """Write down what came of the shots of a proposal; ``entry`` is what its casualties are."""
        self._pending.change(was, answered)
        proposal, records = answered.proposal, {str(record.key): record for record in self.book}
        for k, record in enumerate(records.get(shot.key) for shot in proposal.shots):
            if record is None:
                continue
            settled = replace(
                record, counts=answered.how == "confirmed", casualties=entry if k == 0 else None,
                before=proposal.before, after=proposal.after, impact=proposal.shell,
                impact_sigma_cm=proposal.shell_sigma_cm or 0.0,
            )  # fmt: skip
            self.book.settle(settled, self.cannons[record.side].ammunition)
        self.match.note(answered_note(answered))

    # levers and clocks

    def _lever_of(self, side: str) -> CockedWatch:
        if side not in self._levers:
            raise NotNow("no side is named {side}", side=side)
        return self._levers[side]

    def _statuses(self) -> dict[str, CannonStatus]:
        began = {side: cannon.ammunition for side, cannon in self.cannons.items()}
        return {side: lever.status(self.book.left(side, began[side])) for side, lever in self._levers.items()}

    def _levers_changed(self) -> bool:
        """Say whether a lever has changed since that was last asked: cocked, too long, heard again."""
        told = {side: (status.state, status.heard) for side, status in self._statuses().items()}
        changed, self._told = told != self._told, dict(told)
        return changed

    def utc_at(self, time_s: float) -> str:
        """Return an instant of the observations' clock as UTC."""
        return (self._utc() - timedelta(seconds=self.now_s() - time_s)).isoformat(timespec="milliseconds")
