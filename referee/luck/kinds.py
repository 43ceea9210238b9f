"""The kinds of dice there are: their faces, and how often a fair one shows each."""

from collections import Counter
from dataclasses import dataclass

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


def die_kind(die: Die) -> DieKind:
    """Return a die as its faces and how many of its sides show each."""
    counts = Counter(die.faces)
    return DieKind(die.name, tuple(counts), tuple(counts.values()))


def kind_of(game: str, face: Face) -> DieKind | None:
    """Return a game's die where it shows a face; None where it does not."""
    kind = die_kind(game_named(game).die)
    return kind if face in kind.faces and not isinstance(face, bool) else None
