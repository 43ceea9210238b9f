"""Dice as input: what was thrown, taken in the order the clauses ask for it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.ruling import Throw
from table.errors import BadFile


class NeedsDice(Exception):  # noqa: N818 - a request, not an error
    """The dice given ran out; carries the throw that is asked for next."""

    def __init__(self, throw: Throw) -> None:
        self.throw = throw
        super().__init__(f"{throw.clause} asks for {throw.asked} ({throw.purpose})")


Face = int | str


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die: its six faces, in the order of the indices 1 to 6 that a roller draws.

    ``counted`` are dice of which a game only counts how many of a throw show each face, and tells what that brought by
    its effects and outcome before it asks for the next throw.
    """

    name: str
    faces: tuple[Face, ...]
    counted: bool = False

    def expected(self) -> str:
        """Return in words what one of these dice shows."""
        if self == D6:
            return "a whole number from 1 to 6"
        return f"one of {', '.join(str(face) for face in dict.fromkeys(self.faces))}"


D6 = Die("d6", (1, 2, 3, 4, 5, 6))


@dataclass(slots=True)
class Dice:
    """Dice given beforehand and taken one throw after the other."""

    given: tuple[Face, ...]
    thrown: list[Throw] = field(default_factory=list)
    _next: int = 0
    die: Die = D6

    def take(self, clause: str, purpose: str, roller: str) -> Face:
        """Take one die for that clause; raises NeedsDice when there is none left."""
        asked = f"1{self.die.name}"
        if self._next >= len(self.given):
            raise NeedsDice(Throw(clause, purpose, asked, (), roller))
        face = self.given[self._next]
        self._next += 1
        self.thrown.append(Throw(clause, purpose, asked, (face,), roller))
        return face

    def d6(self, clause: str, purpose: str, roller: str) -> int:
        """Take one die that shows a number; raises NeedsDice when there is none left."""
        return int(self.take(clause, purpose, roller))

    @property
    def unused(self) -> tuple[Face, ...]:
        """What was given and not asked for."""
        return self.given[self._next :]


def dice_of(die: Die, given: Sequence[object], source: str) -> Dice:
    """Check that every die shows a face of that kind; raises BadFile naming the die."""
    faces: list[Face] = []
    for index, face in enumerate(given):
        shown = face.strip().lower() if isinstance(face, str) else face
        if isinstance(shown, bool) or not isinstance(shown, int | str) or shown not in die.faces:
            raise BadFile(source, f"dice.given[{index + 1}]", die.expected(), repr(face))
        faces.append(shown)
    return Dice(tuple(faces), die=die)


def six_sided(given: Sequence[object], source: str) -> Dice:
    """Check that every die is a whole number from 1 to 6; raises BadFile naming the die."""
    return dice_of(D6, given, source)
