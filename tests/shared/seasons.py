"""Short matches that end, for tests of a season: who throws what is told."""

from collections.abc import Sequence
from pathlib import Path

from journals import TABLE, Ticking
from matches import match_at

from referee.club.people import People
from referee.club.record import Club
from referee.journal.store import Journal


def finished(
    club: Club, folder: Path, number: int, dice: Sequence[int], winner: str | None = "us", title: str = "a test"
) -> str:
    """Take in a match in which Miller shoots at Weber with those dice, then it ends; return its number."""
    journal = Journal(folder / f"season-{number}.sqlite", write=True, now=Ticking(seconds=number))
    match = match_at(TABLE, journal=journal, title=title)
    match.declare("Miller", "Weber")
    for die in dice:
        match.throw([die], confirm=die == dice[-1])
    match.end("draw" if winner is None else "won", winner)
    taken = club.take(f"Table {number}", list(journal.entries())).match
    journal.close()
    return taken


def seated(club: Club, match: str, us: str, de: str) -> None:
    """Say who played a match; who is not known is added."""
    people = People(club)
    known = {player.name for player in people.players()}
    for side, name in (("us", us), ("de", de)):
        people.seat(match, side, people.named(name) if name in known else people.add(name), f"{side}-army")
