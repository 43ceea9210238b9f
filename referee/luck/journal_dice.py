"""The dice of a match, out of its journal: which fell, who threw them, and which were taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.journal.entry import Entry
from referee.journal.folding import standing
from referee.journal.payloads import Confirmed, Declared, Thrown, read_payload
from referee.journal.store import Journal
from referee.match.state import Thrower
from rules.dice import Face

MOST = 100_000


@dataclass(frozen=True, slots=True)
class Die:
    """A die that fell: its face, whether it was typed in or Vedette's own, the side it was thrown for, its entry.

    ``side`` is None where nobody can tell: the ruling did not come to its end.
    """

    face: Face
    by: Thrower
    side: str | None
    entry: int


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a match in the order they fell: those that stand, and those that were taken back."""

    stand: tuple[Die, ...]
    taken_back: tuple[Die, ...]


def dice_in(journal: Journal, sides: Sequence[str], first: int = 1) -> Dice:
    """Return the dice of a match between those sides, those from an entry on.

    Raises BadFile for a journal that cannot be read.
    """
    stand: list[Die] = []
    deed: list[Die] = []
    for entry in reversed(list(standing(journal, ("declared", "thrown", "confirmed"), first=first))):
        payload = read_payload(entry)
        if isinstance(payload, Thrown):
            deed += _thrown(entry, payload)
        elif isinstance(payload, Declared):
            stand += deed
            deed = []
        elif isinstance(payload, Confirmed):
            fell = deed or [Die(face, "table", None, entry.sequence) for face in payload.dice]
            stand += _with_sides(fell, payload, sides)
            deed = []
    stand += deed
    counted = {die.entry for die in stand}
    back: list[Die] = []
    for entry in journal.some(first, journal.length, ("thrown",), MOST, newest=False):
        payload = read_payload(entry)
        if entry.sequence not in counted and isinstance(payload, Thrown):
            back += _thrown(entry, payload)
    return Dice(tuple(stand), tuple(back))


def _thrown(entry: Entry, payload: Thrown) -> list[Die]:
    return [Die(face, payload.by, None, entry.sequence) for face in payload.dice]


def _with_sides(dice: Sequence[Die], confirmed: Confirmed, known: Sequence[str]) -> list[Die]:
    """Return an action's dice with the sides they were thrown for: a ruling names the stand or side of each throw."""
    sides = _sides(confirmed.table.data, known)
    rollers = [throw.get("roller") for throw in confirmed.ruling.get("dice", ()) for _ in throw["given"]]
    if len(rollers) != len(dice):
        return list(dice)
    return [replace(die, side=sides.get(str(roller))) for die, roller in zip(dice, rollers, strict=True)]


def _sides(table: Mapping[str, Any], sides: Sequence[str]) -> dict[str, str]:
    """Return the side of every name a roller may have: a stand, its unit, a side itself."""
    found = {side: side for side in sides}
    for stand in table.get("stands", ()):
        side = str(stand["side"])
        for name in (stand.get("unit"), (stand.get("state") or {}).get("brigade"), stand["name"]):
            if name is not None:
                found[str(name)] = side
    return found
