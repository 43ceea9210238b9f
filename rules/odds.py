"""What the dice of an action may bring, and how likely each is: by trying every throw there is."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from rules.ruling import Ruling

Key = TypeVar("Key", bound=Hashable)
FACES = (1, 2, 3, 4, 5, 6)
MOST_DICE = 8
"""So many dice in a row are tried at most: 1.7 million throws."""


def odds(
    ruled: Callable[[tuple[int, ...]], Ruling], key: Callable[[Ruling], Key], most_dice: int = MOST_DICE
) -> Mapping[Key, Fraction]:
    """Return the exact probability of each ``key`` of a finished ruling, likeliest first.

    ``ruled`` rules on the same action with those dice; it asks for more by ``needs``. Raises ValueError for an action
    that asks for more than ``most_dice``.
    """
    found: Counter[Key] = Counter()

    def explore(dice: tuple[int, ...], share: Fraction) -> None:
        ruling = ruled(dice)
        if ruling.needs is None:
            found[key(ruling)] += share  # type: ignore[assignment]
            return
        if len(dice) == most_dice:
            raise ValueError(f"more than {most_dice} dice: {ruling.needs.purpose} is asked for after {dice}")
        for face in FACES:
            explore((*dice, face), share / len(FACES))

    explore((), Fraction(1))
    return {key_: Fraction(share) for key_, share in sorted(found.items(), key=lambda it: (-it[1], repr(it[0])))}
