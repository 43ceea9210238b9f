"""A match's luck passport: its dice, its cannons, and the seal that shows whether anything was changed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.journal.checking import check_journal
from referee.journal.folding import point_at
from referee.journal.store import Journal
from referee.luck.goodness_of_fit import FairnessTest, assess_fairness, told_together
from referee.luck.journal_dice import Die, dice_in
from referee.luck.sums import DieKind, kind_of
from referee.shots.history import CannonHistory, histories
from referee.shots.record import BY_HAND, ShotKey, ShotRecord
from referee.shots.shot_journal import shots_in
from table.errors import BadFile


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
    return Passport(
        game, point.opened.title, journal.at(1).time, head.time, (head.sequence, head.seal),
        None if long else not check_journal(journal.entries()).faults, dice_from, tuple(groups), tuple(back),
        sum(kind_of(game, die.face) is None for die in (*dice.stand, *dice.taken_back)),
        sum(2 + (group.p_mean is not None) for group in groups), tuple(histories(_shots(journal, earlier))),
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


def _shots(journal: Journal, earlier: Sequence[Journal]) -> Iterator[ShotRecord]:
    """Yield each shot once; of an earlier match without its entries, which are another journal's."""
    known: set[ShotKey] = set()
    for book in (*earlier, journal):
        for shot in shots_in(book):
            if shot.rig == BY_HAND or shot.key not in known:
                known.add(shot.key)
                yield shot if book is journal else replace(shot, entry=None, casualties=None)


def _by_kind(game: str, dice: Sequence[Die]) -> list[tuple[DieKind, list[Die]]]:
    found: dict[DieKind, list[Die]] = {}
    for die in dice:
        kind = kind_of(game, die.face)
        if kind is not None:
            found.setdefault(kind, []).append(die)
    return list(found.items())
