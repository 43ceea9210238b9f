"""The kinds of dice there are: their faces, and how often a fair one shows each."""

from collections import Counter
from dataclasses import dataclass

from rules import dice
from rules.dice import Die, Face
from rules.registry import game_named


@dataclass(frozen=True, slots=True)
class DieKind:
    """A kind of die: its faces, and on how many of its sides each is."""

    name: str
    faces: tuple[Face, ...]
    sides: tuple[int, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """How often a fair one shows each face."""
        return tuple(side / sum(self.sides) for side in self.sides)

    @property
    def numbered(self) -> bool:
        """Whether its faces are numbers, of which there is a mean."""
        return all(isinstance(face, int) for face in self.faces)


def _kind(die: Die) -> DieKind:
    counts = Counter(die.faces)
    return DieKind(die.name, tuple(counts), tuple(counts.values()))


D6, NAC, BATTLE = (_kind(die) for die in (dice.D6, dice.NAC, dice.BATTLE))


def kind_of(game: str, face: Face) -> DieKind | None:
    """Return which die of a game shows a face; None where none does."""
    for kind in (_kind(game_named(game).die), BATTLE):
        if face in kind.faces and not isinstance(face, bool):
            return kind
    return None
