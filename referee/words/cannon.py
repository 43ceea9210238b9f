"""What is said of a cannon and of a shot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.shots.cocked import CannonStatus
from referee.shots.record import ShotRecord
from referee.words.translation import find, say, section
from rules.board_cells import label_of
from rules.ruling import Effect

LEAVING = ("remove", "casualty", "capture")
"""The effects that take a figure off the board."""


@dataclass(frozen=True, slots=True)
class CannonSaid:
    """A cannon in words: its state, remarks on it, and the book's lines to show now, none where it is not cocked."""

    state: str
    remarks: tuple[str, ...]
    safety: tuple[str, ...]


def cannon_said(status: CannonStatus, *, language: str = "en") -> CannonSaid:
    """Return what is said of a cannon now; the safety lines (M6.2) while it is cocked."""
    state = say(f"cannon.{status.state}", language, seconds=status.cocked_s or 0.0, limit=status.limit_s)
    remarks = []
    if status.state == "too_long":
        remarks.append(say("cannon.weakens", language))
    if not status.heard and status.state != "unknown":
        remarks.append(say("cannon.unheard", language))
    if status.left is not None:
        remarks.append(say("cannon.left", language, count=status.left))
    return CannonSaid(state, tuple(remarks), safety_lines(language=language) if status.cocked else ())


def safety_lines(*, language: str = "en") -> tuple[str, ...]:
    """Return the book's lines for a cocked cannon (M6.2)."""
    return tuple(line.form() for line in section("safety", language).values())


def _fault(fault: str, language: str) -> str:
    found = find(f"faults.{fault}", language)
    return fault if found is None else found.form()


def faults_said(shot: ShotRecord, *, language: str = "en") -> tuple[str, ...]:
    """Return what was wrong with a shot, in words; a misfire first."""
    faults = ("misfire", *shot.faults) if shot.misfire else shot.faults
    return tuple(_fault(fault, language) for fault in faults)


def shot_headline(action: Mapping[str, Any], effects: Sequence[Effect] | None, *, language: str = "en") -> str | None:
    """Return a shot that happened in a line to read from afar: "G-52 fallen - 1 loss"; None for other actions."""
    if action.get("type") != "shot" or effects is None:
        return None
    squares = [label_of(str(e.values.get("square")), language) for e in effects if e.type in LEAVING]
    if not squares:
        return say("cannon_page.headline_none", language)
    return say("cannon_page.headline", language, squares=", ".join(squares), count=len(squares))
