"""The cannons of a match: who is cocked, which shots wait for a still table, what is proposed, what the referee said.

Without threads and without clock: whoever uses it calls one method at a time and says what time it is.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from referee.cannon.awaiting import Awaiting
from referee.cannon.causes import CauseWord
from referee.cannon.found import Found
from referee.cannon.picking import Picked, Shot
from referee.cannon.proposal import Proposal, proposed
from referee.cannon.ring import Kept
from referee.journal.payloads import Frame
from referee.live import Look
from referee.match import Match
from referee.moment import NotNow
from referee.shots.cocked import CannonStatus, CockedWatch
from rules.registry import rule
from rules.ruling import Ruling
from table.errors import VedetteError
from table.snapshot import Snapshot


@dataclass(frozen=True, eq=False)
class Job:
    """The frames of a shot, and the table before it, for somebody to look into."""

    number: int
    picked: Picked
    table: Snapshot


@dataclass(frozen=True)
class GunneryState:
    """What there is to show: each side's cannon, the shots that wait for a still table, the one whose pictures are
    compared, the proposal on the card and how many more, what the rules make of it, the one answered last.

    ``count`` grows with every change.
    """

    cannons: Mapping[str, CannonStatus]
    waiting: tuple[Shot, ...] = ()
    looking_at: Shot | None = None
    proposal: Proposal | None = None
    more: int = 0
    ruling: Ruling | None = None
    last: Proposal | None = None
    count: int = 0


class Gunnery:
    """The cannons of one match by side; ``look_into`` takes a job away and reports to ``found``."""

    def __init__(self, cannons: Mapping[str, CockedWatch], look_into: Callable[[Job], None]) -> None:
        self._look_into = look_into
        self._cannons = dict(cannons)
        self._told: dict[str, object] = {}
        self._awaiting = Awaiting()
        self._tables: dict[float, Snapshot] = {}
        self._newest: Snapshot | None = None
        self._looking: list[Job] = []
        self._open: list[Proposal] = []
        self._last: Proposal | None = None
        self._announced: dict[str, Shot] = {}
        self._numbers = self._count = 0

    @property
    def holds(self) -> bool:
        """Whether a shot is not answered yet: until then nobody walks, and nothing on the table was a bump."""
        return bool(self._awaiting.shots or self._looking or self._open)

    @property
    def wants_film(self) -> bool:
        """Whether every frame of the camera is welcome: a cannon is cocked, or its shell has just flown."""
        return any(cannon.status().cocked for cannon in self._cannons.values()) or bool(self._awaiting.shots)

    @property
    def proposal(self) -> Proposal | None:
        """The proposal on the card, the oldest that is not answered."""
        return self._open[0] if self._open else None

    @property
    def last(self) -> Proposal | None:
        """The proposal that was answered last."""
        return self._last

    def state(self, match: Match | None = None) -> GunneryState:
        """Return what there is to show; with the match also what the rules would make of the proposal."""
        proposal = self.proposal
        ruling = None
        if match is not None and proposal is not None:
            with suppress(VedetteError):  # a square it was moved off since: there is no ruling to show
                ruling = considered(match, proposal)
        return GunneryState(
            self._statuses(), tuple(self._awaiting.shots),
            self._looking[0].picked.shots[0] if self._looking else None, proposal,
            max(len(self._open) - 1, 0), ruling, self._last, self._count,
        )  # fmt: skip

    # the camera

    def see(self, look: Look) -> bool:
        """Take in a look at the table; say whether there is something new to show."""
        if look.picture is not None:
            self.film(Kept(look.time_s, look.picture, look.settled))
            if look.settled:
                self._tables[look.time_s] = look.table
        self._newest = look.table
        return self._go_on() or self._cannons_changed()

    def film(self, frame: Kept) -> None:
        """Take in a frame that nobody looked at, between two looks."""
        self._awaiting.see(frame)
        kept = {frame.time_s for frame in self._awaiting.ring.frames}
        self._tables = {time_s: table for time_s, table in self._tables.items() if time_s in kept}

    def look_now(self) -> None:
        """Take the newest picture for the settled one; raises NotNow where no shot waits, or none came since."""
        if not self._awaiting.shots:
            raise NotNow("no shot waits for the table to be still")
        if not self._go_on(now=True):
            raise NotNow("no picture has come since the shot: wait a moment")

    def _go_on(self, *, now: bool = False) -> bool:
        due = self._awaiting.due(now=now)
        for picked in due:
            table = self._tables.get(picked.before.time_s) if picked.before is not None else None
            self._numbers += 1
            job = Job(self._numbers, picked, table if table is not None else self._newest or _nothing())
            self._looking.append(job)
            self._look_into(job)
        return bool(due) and self._news()

    # the rig, or the referee in its place

    def lever(self, side: str, *, cocked: bool, time_s: float) -> bool:
        """Take in that a rig's lever was cocked or released; say whether there is something new to show."""
        self._announced.pop(side, None)  # the rig knows better than who tapped
        self._cannon_of(side).lever(cocked, time_s)
        return self._cannons_changed()

    def heard(self, side: str, *, heard: bool) -> bool:
        """Take in whether a rig can be heard; say whether that is news."""
        self._cannon_of(side).heard(heard)
        return self._cannons_changed()

    def shot(self, shot: Shot) -> bool:
        """Take in a shot that a rig has sensed; say whether it is a new one."""
        self._announced.pop(shot.side, None)
        self._cannon_of(shot.side).released(shot.time_s)
        new = self._awaiting.fired(shot)
        if new:
            self._go_on()
            self._news()
        return new

    def announce(self, side: str, time_s: float) -> None:
        """Take the referee's word that a cannon is cocked: the newest settled picture is the one before its shot.

        Raises NotNow for a side that is not there, or where it is cocked already.
        """
        cannon = self._cannon_of(side)
        if cannon.status().cocked:
            raise NotNow("this cannon is cocked already")
        cannon.lever(True, time_s)
        cannon.heard(False)  # nobody but the referee says so
        self._announced[side] = Shot("", side, time_s)
        self._cannons_changed()

    def may_fire(self, side: str) -> None:
        """Raise NotNow where the referee has not said that this cannon is cocked."""
        if side not in self._announced:
            raise NotNow("cock the cannon first: that keeps the picture before the shot")

    def fired(self, side: str, time_s: float, key: str) -> Shot:
        """Take the referee's word that it was fired since, and return the shot; raises NotNow."""
        self.may_fire(side)
        shot = replace(self._announced.pop(side), until_s=time_s, key=key)
        self._cannon_of(side).lever(False, time_s)
        self._awaiting.fired(shot)
        self._cannons_changed()
        self._news()
        return shot

    def uncock(self, side: str) -> None:
        """Take the referee's word that it was not fired; raises NotNow where he did not say it was cocked."""
        if side not in self._announced:
            raise NotNow("this cannon was not cocked by hand")
        del self._announced[side]
        self._cannon_of(side).lever(False)
        self._cannons_changed()

    def cocked_s(self, side: str) -> float | None:
        """Return for how long a cannon has been cocked; None where it is not."""
        return self._cannon_of(side).status().cocked_s

    @property
    def by_hand(self) -> frozenset[str]:
        """The sides whose cannons the referee says are cocked."""
        return frozenset(self._announced)

    def _cannon_of(self, side: str) -> CockedWatch:
        if side not in self._cannons:
            raise NotNow("no side is named {side}", side=side)
        return self._cannons[side]

    def _cannons_changed(self) -> bool:
        """Say whether a cannon has changed since that was last asked: cocked, too long, heard again."""
        told = {side: (status.state, status.heard) for side, status in self._statuses().items()}
        changed, self._told = told != self._told, dict(told)
        return changed and self._news()

    def _statuses(self) -> dict[str, CannonStatus]:
        return {side: cannon.status() for side, cannon in self._cannons.items()}

    # what was found, and the referee's word

    def found(
        self, job: Job, agreed: Snapshot, found: Found | None, before: Frame | None = None, after: Frame | None = None,
        trouble: str = "",
    ) -> Proposal | None:  # fmt: skip
        """Take in what was found in a job's frames, or the key of why nothing was; return the proposal it becomes.

        ``agreed`` is the table as the match has it: it says who stood on which square.
        """
        if job not in self._looking:
            return None
        self._looking.remove(job)
        proposal = proposed(job.number, job.picked.shots, agreed, found or Found())
        self._open.append(replace(proposal, before=before, after=after, trouble=trouble))
        self._news()
        return self._open[-1]

    def take_up(self, proposal: Proposal) -> None:
        """Go on with a proposal that a journal has as not answered."""
        self._numbers = max(self._numbers, proposal.number)
        self._open.append(proposal)
        self._news()

    def amend(self, number: int, name: str, agreed: Snapshot, *, fell: bool, cause: CauseWord | None = None) -> None:
        """Take the referee's word on one figure; raises NotNow, UnknownStand, or BadInput off the board.

        ``agreed`` is the table as the match has it now: it may know somebody who was not seen when the shot was.
        """
        proposal = self._proposal(number)
        if name not in proposal.table:
            proposal = replace(proposal, table=proposal.table.with_stand(agreed.stand(name)))
        self._change(number, proposal.with_word(name, fell=fell, cause=cause))

    def name_one(self, number: int, name: str, among: Collection[str]) -> None:
        """Take whom a commander names of those a ricochet left in doubt, in place of others of them; raises NotNow."""
        proposal = self._proposal(number)
        if name not in among:
            raise NotNow("there is no doubt about {name}: nobody has to name a soldier here", name=name)
        others = tuple(other for other in proposal.leaves if other not in among)
        self._change(number, replace(proposal, leaves=(*others, name)))

    def dismiss(self, number: int) -> Proposal:
        """Let a proposal go: it was no shot, or nothing is to be ruled; raises NotNow."""
        return self._answered(self._proposal(number))

    def confirm(self, number: int, match: Match) -> Ruling:
        """Declare the shot as proposed and amended, and let it happen where the rules allow it; raises NotNow.

        What they refuse, or cannot decide, is on the match's card then.
        """
        proposal = self._proposal(number)
        ruling = match.declare_action(proposal.action(), frame=proposal.before)
        if match.finished and match.in_turn:
            match.confirm()
        self._answered(proposal)
        return ruling

    def reopen(self) -> None:
        """Put the last answered proposal on the card again; raises NotNow without one."""
        if self._last is None:
            raise NotNow("there is no shot to look at again")
        self._open.insert(0, self._last)
        self._last = None
        self._news()

    def _proposal(self, number: int) -> Proposal:
        if self.proposal is None or self.proposal.number != number:
            raise NotNow("this shot was answered already")
        return self.proposal

    def _change(self, number: int, changed: Proposal) -> None:
        self._open = [changed if proposal.number == number else proposal for proposal in self._open]
        self._news()

    def _answered(self, proposal: Proposal) -> Proposal:
        self._open = [other for other in self._open if other.number != proposal.number]
        self._last = proposal
        self._news()
        return proposal

    def _news(self) -> bool:
        self._count += 1
        return True


def considered(match: Match, proposal: Proposal) -> Ruling:
    """Return what the rules would make of a proposal; nothing happens. Raises BadFile, UnknownStand."""
    known = match.now.memory.known
    return rule(match.game, match.table, proposal.action(), settings=match.settings, sides=known)


def _nothing() -> Snapshot:
    return Snapshot(1.0, 1.0, (), ())
