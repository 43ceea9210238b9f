"""What a weapon covers on the table, whether anybody stands there or not."""

from dataclasses import dataclass

from rules.ruling import Shape


@dataclass(frozen=True, slots=True)
class Weapon:
    """The part of the table that one verb reaches from where a stand is: its shape, how far (cm), and the clause."""

    verb: str
    shape: Shape
    limit_cm: float
    clause: str
