"""A match's luck passport: its dice, its cannons, and the seal that shows whether anything was changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.journal.entry import Entry
from referee.journal.history import point_at, standing
from referee.journal.integrity import check_journal
from referee.journal.payloads import Confirmed, Declared, Thrown, read_payload
from referee.journal.reader import JournalReader
from referee.journal.store import Journal
from referee.luck.goodness_of_fit import DieKind, FairnessTest, assess_fairness, kind_of, told_together
from referee.match.state import Thrower
from referee.shots.history import CannonHistory, histories
from referee.shots.shot_journal import each_once, elsewhere, shots_in
from rules.dice import Face
from rules.registry import game_named
from table.errors import BadFile

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


def dice_in(journal: JournalReader, sides: Sequence[str], first: int = 1) -> Dice:
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
    sides = throwing_sides(confirmed, known)
    if len(sides) != len(dice):
        return list(dice)
    return [replace(die, side=side) for die, side in zip(dice, sides, strict=True)]


def throwing_sides(confirmed: Confirmed, known: Sequence[str]) -> list[str | None]:
    """Return of each die of a ruling the side it was thrown for; None where it was nobody's: the weather's."""
    sides = _sides(confirmed.table.data, known)
    rollers = [throw.get("roller") for throw in confirmed.ruling.get("dice", ()) for _ in throw["given"]]
    return [sides.get(str(roller)) for roller in rollers]


def _sides(table: Mapping[str, Any], sides: Sequence[str]) -> dict[str, str]:
    """Return the side of every name a roller may have: a stand, its unit, a side itself."""
    found = {side: side for side in sides}
    for stand in table.get("stands", ()):
        side = str(stand["side"])
        for name in (stand.get("unit"), (stand.get("state") or {}).get("brigade"), stand["name"]):
            if name is not None:
                found[str(name)] = side
    return found


@dataclass(frozen=True, slots=True)
class Passport:
    """What a match's journal says of luck up to the entry ``head`` with its seal.

    ``whole`` says whether every entry is whole and follows the one before, None where that was not looked at. ``dice``
    are the groups of dice that stand, of those from entry ``dice_from`` on, ``taken_back`` those that do not, a group a
    kind; ``strange`` counts dice that no die of the game shows. ``looked_at`` is how many p the dice's least ones are
    corrected for.
    """

    game: str
    title: str
    began: str
    ended: str
    head: tuple[int, str]
    whole: bool | None
    dice_from: int
    dice: tuple[FairnessTest, ...]
    taken_back: tuple[FairnessTest, ...]
    strange: int
    looked_at: int
    cannons: tuple[CannonHistory, ...]


def passport_of(journal: Journal, earlier: Sequence[Journal] = (), *, most: int | None = None) -> Passport:
    """Return the passport of a match so far.

    Of a journal with more than ``most`` entries only the dice of the last so many are looked at, and no seal.
    ``earlier`` are the journals of matches before it, the first first: their shots are in the cannons' histories.
    Raises BadFile for an empty journal or one that cannot be read.
    """
    head = journal.newest()
    if head is None:
        raise BadFile(journal.name, "", "a match", "an empty journal")
    point = point_at(journal, 1)
    long = most is not None and head.sequence > most
    dice_from = head.sequence - most + 1 if most is not None and long else 1
    dice = dice_in(journal, point.state.sides, dice_from)
    game = point.opened.game
    groups = told_together(list(_groups(game, dice.stand)))
    back = [
        assess_fairness(kind, [die.face for die in fell], "taken_back", "")
        for kind, fell in _by_kind(game, dice.taken_back)
    ]
    shots = each_once((*(elsewhere(shots_in(one)) for one in earlier), shots_in(journal)))
    return Passport(
        game, point.opened.title, journal.at(1).time, head.time, (head.sequence, head.seal),
        None if long else not check_journal(journal.entries()).faults, dice_from, tuple(groups), tuple(back),
        sum(kind_of(game, die.face) is None for die in (*dice.stand, *dice.taken_back)),
        sum(2 + (group.p_mean is not None) for group in groups),
        tuple(histories(shots, game_named(game).field_of)),
    )  # fmt: skip


def _groups(game: str, dice: Sequence[Die]) -> Iterable[FairnessTest]:
    """Yield for each kind of die all of it, then by source and by side where there is more than one."""
    for kind, fell in _by_kind(game, dice):
        yield assess_fairness(kind, [die.face for die in fell], "all", "")
        sources = [source for source in ("table", "vedette") if any(die.by == source for die in fell)]
        for source in sources if len(sources) > 1 else ():
            yield assess_fairness(kind, [die.face for die in fell if die.by == source], "source", source)
        sides = list(dict.fromkeys(die.side for die in fell if die.side is not None))
        for side in sides if len(sides) > 1 else ():
            yield assess_fairness(kind, [die.face for die in fell if die.side == side], "side", side)


def _by_kind(game: str, dice: Sequence[Die]) -> list[tuple[DieKind, list[Die]]]:
    found: dict[DieKind, list[Die]] = {}
    for die in dice:
        kind = kind_of(game, die.face)
        if kind is not None:
            found.setdefault(kind, []).append(die)
    return list(found.items())
