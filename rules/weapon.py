"""What a weapon covers on the table, whether anybody stands there or not."""

from dataclasses import dataclass

from rules.ruling import Shape
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class Weapon:
    """The part of the table that one verb reaches from where a stand is: its shape, how far (cm), and the clause."""

    verb: str
    shape: Shape
    limit_cm: float
    clause: str

    @classmethod
    def round(cls, verb: str, stand: Stand, limit_cm: float, clause: str) -> "Weapon":
        """Return one that reaches so far on every side, from the stand's centre."""
        return cls(verb, Shape("range", "disc", (stand.centre,), radius_cm=limit_cm), limit_cm, clause)
