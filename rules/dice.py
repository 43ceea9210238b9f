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


@dataclass(slots=True)
class Dice:
    """Six-sided dice given beforehand and taken one throw after the other."""

    given: tuple[int, ...]
    thrown: list[Throw] = field(default_factory=list)
    _next: int = 0

    def d6(self, clause: str, purpose: str, roller: str) -> int:
        """Take one die for that clause; raises NeedsDice when there is none left."""
        if self._next >= len(self.given):
            raise NeedsDice(Throw(clause, purpose, "1d6", (), roller))
        face = self.given[self._next]
        self._next += 1
        self.thrown.append(Throw(clause, purpose, "1d6", (face,), roller))
        return face

    @property
    def unused(self) -> tuple[int, ...]:
        """What was given and not asked for."""
        return self.given[self._next :]


def six_sided(given: Sequence[object], source: str) -> Dice:
    """Check that every die is a whole number from 1 to 6; raises BadFile naming the die."""
    for index, face in enumerate(given):
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= 6:
            raise BadFile(source, f"dice.given[{index + 1}]", "a whole number from 1 to 6", repr(face))
    return Dice(tuple(face for face in given if isinstance(face, int)))
