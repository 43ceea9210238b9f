"""The kinds of dice there are: their faces, and how often a fair one shows each."""

from collections.abc import Mapping
from dataclasses import dataclass

Face = int | str


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


D6 = DieKind("d6", (1, 2, 3, 4, 5, 6), (1,) * 6)
NAC = DieKind("nac", (2, 3, 4, 5), (1, 2, 2, 1))
"""Rommel's own die: 2, 3, 3, 4, 4, 5 (R3.1)."""
BATTLE = DieKind("battle", ("green", "blue", "red", "leader", "flag", "sword"), (1,) * 6)
"""The dice with signs (C10.5)."""
OF_A_GAME: Mapping[str, DieKind] = {"rommel": NAC, "ancients": BATTLE}


def kind_of(game: str, face: Face) -> DieKind | None:
    """Return which die of a game shows a face; None where none does."""
    for kind in (OF_A_GAME.get(game, D6), BATTLE):
        if face in kind.faces and not isinstance(face, bool):
            return kind
    return None
