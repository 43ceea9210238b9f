"""What is said of a cannon and of a shot."""

from dataclasses import dataclass

from referee.shots.cocked import CannonStatus
from referee.shots.record import ShotRecord
from referee.words.english_shots import CANNON, FAULTS_OF_SHOTS, LOADING, SAFETY
from referee.words.translation import say, translated


@dataclass(frozen=True, slots=True)
class CannonSaid:
    """A cannon in words: its state, remarks on it, and the book's lines to show now, none where it is not cocked."""

    state: str
    remarks: tuple[str, ...]
    safety: tuple[str, ...]


def cannon_said(status: CannonStatus, *, language: str = "en") -> CannonSaid:
    """Return what is said of a cannon now; the safety lines (M6.2) while it is cocked."""
    state = say(CANNON[status.state], language, seconds=status.cocked_s or 0.0, limit=status.limit_s)
    remarks = []
    if status.state == "too_long":
        remarks.append(say(CANNON["weakens"], language))
    if not status.heard and status.state != "unknown":
        remarks.append(say(CANNON["unheard"], language))
    if status.left is not None:
        remarks.append(say(CANNON["left"], language, count=status.left))
    return CannonSaid(state, tuple(remarks), safety_lines(language=language) if status.cocked else ())


def safety_lines(*, language: str = "en") -> tuple[str, ...]:
    """Return the book's lines for a cocked cannon (M6.2)."""
    return tuple(translated(line, language) for line in SAFETY)


def loading_lines(*, language: str = "en") -> tuple[str, ...]:
    """Return how the cannon is loaded and fired, step by step (M6.1)."""
    return tuple(translated(line, language) for line in LOADING)


def faults_said(shot: ShotRecord, *, language: str = "en") -> tuple[str, ...]:
    """Return what was wrong with a shot, in words; a misfire first."""
    faults = ("misfire", *shot.faults) if shot.misfire else shot.faults
    return tuple(translated(FAULTS_OF_SHOTS.get(fault, fault), language) for fault in faults)
