"""What the dice of an action may bring, and how likely each is: by trying every throw there is."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from rules.dice import D6, Face
from rules.ruling import Ruling
from table.once import asking_again

Key = TypeVar("Key", bound=Hashable)
MOST_DICE = 8
"""So many dice in a row are tried at most: 1.7 million throws."""


def odds(
    ruled: Callable[[tuple[Any, ...]], Ruling], key: Callable[[Ruling], Key], most_dice: int = MOST_DICE,
    faces: Sequence[Face] = D6.faces,
) -> Mapping[Key, Fraction]:  # fmt: skip
    """Return the exact probability of each ``key`` of a finished ruling, likeliest first.

    ``ruled`` rules on the same action with those dice; it asks for more by ``needs``. ``faces`` are the die's, one a
    side. Raises ValueError for an action that asks for more than ``most_dice``.
    """
    found: Counter[Key] = Counter()
    alike = Counter(faces)

    def explore(dice: tuple[Face, ...], share: Fraction) -> None:
        ruling = ruled(dice)
        if ruling.needs is None:
            found[key(ruling)] += share  # type: ignore[assignment]
            return
        if len(dice) == most_dice:
            raise ValueError(f"more than {most_dice} dice: {ruling.needs.purpose} is asked for after {dice}")
        for face, sides in alike.items():
            explore((*dice, face), share * sides / len(faces))

    with asking_again():
        explore((), Fraction(1))
    return {key_: Fraction(share) for key_, share in sorted(found.items(), key=lambda it: (-it[1], repr(it[0])))}
