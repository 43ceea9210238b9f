"""The way of a shot from the trigger to the confirmed casualties: its states, and the steps from one to the next.

      cock           fire          compare              propose             answer
    . -----> Cocked ------> Fired ----------> Comparing --------> Proposal --------> Answered
    ^          |              ^                                   |  ^  ^               |
    +-uncock---+         a rig's shot                       amend +--+  +----reopen-----+

A step takes the state a shot is in and returns the next one; where it does not fit it raises NotNow.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from referee.cannon.causes import CauseWord
from referee.cannon.found import ShotFindings
from referee.cannon.frame_choice import Fired, FrameChoice
from referee.cannon.proposal import Proposal, proposed
from referee.journal.payloads import Frame
from referee.match.state import NotNow
from referee.shots.cocked import CannonStatus
from table.snapshot import Snapshot

Word = Literal["confirmed", "dismissed"]


@dataclass(frozen=True, slots=True)
class Cocked:
    """The referee says that a cannon is cocked: the newest settled picture is the one before its shot."""

    side: str
    time_s: float


@dataclass(frozen=True, eq=False, slots=True)
class Comparing:
    """The table is still, and the pictures of a shot, or of several told together, are compared beside the loop.

    ``number`` is that of the proposal it becomes, ``table`` the one before the shot.
    """

    number: int
    picked: FrameChoice
    table: Snapshot


@dataclass(frozen=True)
class Answered:
    """The referee let a shot happen as proposed and amended, or count for nothing."""

    proposal: Proposal
    how: Word


ShotState = Cocked | Fired | Comparing | Proposal | Answered
Stage = TypeVar("Stage", Cocked, Fired, Comparing, Proposal, Answered)


def cock(cannon: CannonStatus, now_s: float) -> Cocked:
    """Take the referee's word that a cannon is cocked."""
    if cannon.cocked:
        raise NotNow("this cannon is cocked already")
    return Cocked(cannon.side, now_s)


def uncock(shot: ShotState | None) -> None:
    """Take the referee's word that a cannon was let down again: there is no shot any more."""
    _need(Cocked, shot, "this cannon was not cocked by hand")


def fire(shot: ShotState | None, now_s: float, key: str) -> Fired:
    """Take the referee's word that a cannon was fired since it was cocked."""
    cocked = _need(Cocked, shot, "cock the cannon first: that keeps the picture before the shot")
    return Fired(key, cocked.side, cocked.time_s, until_s=now_s)


def compare(shots: Sequence[ShotState], number: int, picked: FrameChoice, table: Snapshot) -> Comparing:
    """Let the pictures be compared of shots between which the table was not still."""
    for shot in shots:
        _need(Fired, shot, "no shot waits for the table to be still")
    return Comparing(number, picked, table)


def propose(
    shot: ShotState | None, table: Snapshot, found: ShotFindings | None, trouble: str = "", before: Frame | None = None,
    after: Frame | None = None,
) -> Proposal:  # fmt: skip
    """Propose what was found, or say by a key why nothing was; ``table``, as the match has it, says who stood where."""
    comparing = _need(Comparing, shot, "this shot was answered already")
    proposal = proposed(comparing.number, comparing.picked.shots, table, found or ShotFindings())
    return replace(proposal, before=before, after=after, trouble=trouble)


def amend(
    shot: ShotState | None, name: str, table: Snapshot, *, fell: bool, cause: CauseWord | None = None
) -> Proposal:
    """Take the referee's word on one figure; raises UnknownStand, and BadInput off the board.

    ``table`` is the match's now: it may know somebody who was not seen when the shot was.
    """
    proposal = _need(Proposal, shot, "this shot was answered already")
    if name not in proposal.table:
        proposal = replace(proposal, table=proposal.table.with_stand(table.stand(name)))
    return proposal.with_word(name, fell=fell, cause=cause)


def name_one(shot: ShotState | None, name: str, among: Collection[str]) -> Proposal:
    """Take whom a commander names of those a ricochet left in doubt, in place of others of them (M5.4 iii)."""
    proposal = _need(Proposal, shot, "this shot was answered already")
    if name not in among:
        raise NotNow("there is no doubt about {name}: nobody has to name a soldier here", name=name)
    side = proposal.table.stand(name).side
    return _named(proposal, (name,), among, tuple(other for other in proposal.nobody if other != side))


def name_nobody(shot: ShotState | None, side: str, among: Collection[str]) -> Proposal:
    """Take it that a commander names none of those a ricochet left in doubt (M5.4 iii)."""
    proposal = _need(Proposal, shot, "this shot was answered already")
    if not among:
        raise NotNow("there is no doubt about {name}: nobody has to name a soldier here", name=side)
    return _named(proposal, (), among, tuple(sorted({*proposal.nobody, side})))


def _named(proposal: Proposal, names: Sequence[str], among: Collection[str], nobody: tuple[str, ...]) -> Proposal:
    others = (other for other in proposal.leaves if other not in among)
    return replace(proposal, leaves=(*others, *names), nobody=nobody)


def answer(shot: ShotState | None, how: Word) -> Answered:
    """Take the referee's word on the whole shot."""
    return Answered(_need(Proposal, shot, "this shot was answered already"), how)


def reopen(shot: ShotState | None) -> Proposal:
    """Propose an answered shot once more."""
    return _need(Answered, shot, "there is no shot to look at again").proposal


def _need(state: type[Stage], shot: ShotState | None, refusal: str) -> Stage:
    if not isinstance(shot, state):
        raise NotNow(refusal)
    return shot
