"""What the dice of an action may bring, and how likely each is: by trying every throw there is."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice, takewhile
from typing import Any, TypeVar

from rules.dice import D6, Die, Face
from rules.ruling import Ruling
from table.once import asking_again

Key = TypeVar("Key", bound=Hashable)
MOST_DICE = 8
"""So many dice in a row are tried at most: 1.7 million throws."""


def odds(
    ruled: Callable[[tuple[Any, ...]], Ruling], key: Callable[[Ruling], Key], most_dice: int = MOST_DICE, die: Die = D6,
) -> Mapping[Key, Fraction]:  # fmt: skip
    """Return the exact probability of each ``key`` of a finished ruling, likeliest first.

    ``ruled`` rules on the same action with those dice of that kind; it asks for more by ``needs``. Raises ValueError
    for an action that asks for more than ``most_dice``.
    """
    found: Counter[Key] = Counter()
    alike = Counter(die.faces)
    level: dict[tuple[Face, ...], Fraction] = {(): Fraction(1)}
    with asking_again():
        while level:
            following: dict[Hashable, tuple[tuple[Face, ...], Fraction]] = {}
            for dice, share in level.items():
                ruling = ruled(dice)
                if ruling.needs is None:
                    found[key(ruling)] += share  # type: ignore[assignment]
                    continue
                if len(dice) == most_dice:
                    raise ValueError(f"more than {most_dice} dice: {ruling.needs.purpose} is asked for after {dice}")
                so_far = _brought(ruling, dice) if die.counted else dice
                following[so_far] = (dice, share + following.get(so_far, ((), Fraction(0)))[1])
            level = {
                (*dice, face): share * sides / len(die.faces)
                for dice, share in following.values()
                for face, sides in alike.items()
            }
    return {key_: Fraction(share) for key_, share in sorted(found.items(), key=lambda it: (-it[1], repr(it[0])))}


def _brought(ruling: Ruling, dice: tuple[Face, ...]) -> Hashable:
    """Return all that counted dice have told while more are asked for: two throws alike in it go on alike."""
    open_throw = takewhile(lambda one: replace(one, given=()) == ruling.needs, reversed(ruling.dice))
    faces = sorted(str(face) for one in islice(open_throw, len(dice)) for face in one.given)
    return ruling.needs, tuple(faces), repr(ruling.effects), ruling.outcome
