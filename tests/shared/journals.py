"""A match that writes a journal, for tests of journals."""

from pathlib import Path

from matches import match_at

from referee.journal.store import Journal
from referee.match.match import Match
from table.snapshot import Snapshot
from table.stand import Stand


def soldier(name: str, x: float, y: float) -> Stand:
    return Stand(name, "us" if name[0] == "M" else "de", "soldier", x, y, 90, 2.0, 1.6)


TABLE = Snapshot(
    120, 100,
    (soldier("Miller", 20, 20), soldier("Moore", 30, 20), soldier("Weber", 20, 60), soldier("Krause", 30, 60)),
)  # fmt: skip
SIDES = ("us", "de")


class Ticking:
    """Times one second apart, from noon of a day."""

    def __init__(self, seconds: int = 0) -> None:
        self.seconds = seconds

    def __call__(self) -> str:
        self.seconds += 1
        return f"2026-11-21T12:{self.seconds // 60 % 60:02}:{self.seconds % 60:02}.000+00:00"


def begin(where: str | Path) -> tuple[Journal, Match]:
    """Return an open journal and a match of Ambush that is written there."""
    journal = Journal(where, write=True, now=Ticking())
    return journal, match_at(TABLE, journal=journal)


def played(folder: Path) -> Path:
    """Return the file of a journal in which that turn is played."""
    journal, match = begin(folder / "match.sqlite")
    play(match)
    journal.close()
    return folder / "match.sqlite"


def play(match: Match) -> None:
    """Play a turn: a hit, a miss that is undone and done again, the end of the turn."""
    match.declare("Miller", "Weber")
    match.throw([5])
    match.throw([6], confirm=True)
    match.declare("Moore", "Krause")
    match.throw([1], confirm=True)
    match.undo()
    match.redo()
    match.end_turn()
