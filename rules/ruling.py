"""A ruling: what was asked, each condition with its measure and clause, the dice, and what it changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Facts = Mapping[str, Any]
"""What is known of a stand, a side or the table, or what an effect changes: JSON values by word."""
Outcome = str
RulingVerdict = Literal["allowed", "refused", "too_close"]
CheckVerdict = Literal["passed", "failed", "close"]


@dataclass(frozen=True, slots=True)
class Check:
    """One condition a ruling rests on.

    ``key`` names the condition for words and pages ("range", "sight", ...), ``detail`` holds what its sentence needs
    (names of stands and pieces, numbers). ``measured`` against ``limit`` in ``unit`` with one standard deviation
    ``sigma``; ``probability`` is that of *passed*. A check that only modifies (cover, a die modifier) has
    ``modifies`` True: it is listed, but cannot refuse.
    """

    clause: str
    key: str
    verdict: CheckVerdict
    measured: float | None = None
    limit: float | None = None
    unit: str | None = None
    sigma: float | None = None
    probability: float | None = None
    modifies: bool = False
    decided_by: Literal["referee"] | None = None
    detail: Mapping[str, object] = field(default_factory=dict, hash=False)


def who_of(detail: Mapping[str, object]) -> object:
    """Return the stand a check's detail is about: two checks of one clause and key differ by it; None without one."""
    return detail.get("stand") or detail.get("actor") or detail.get("target")


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice asked for by a clause and what was thrown: ``asked`` names them ("1d6"), ``roller`` the stand or side."""

    clause: str
    purpose: str
    asked: str
    given: tuple[int | str, ...]
    roller: str | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """One change on the table: remove, recoil, fatigue, fired, reveal, move, ..."""

    type: str
    stand: str | None = None
    values: Facts = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "Effect":
        """Return the effect of a flat form, as ``as_dict`` makes it; raises KeyError without a type."""
        return cls(told["type"], told.get("stand"), {k: v for k, v in told.items() if k not in ("type", "stand")})

    def as_dict(self) -> dict[str, object]:
        """Return the flat form of the case files: type, stand, and the rest."""
        head: dict[str, object] = {"type": self.type}
        if self.stand is not None:
            head["stand"] = self.stand
        return head | dict(self.values)


@dataclass(frozen=True, slots=True)
class Shape:
    """Something to draw, in table cm: a line or polygon of points, or a disc of a radius round one point."""

    role: str
    form: Literal["line", "polygon", "disc"]
    points: tuple[tuple[float, float], ...]
    radius_cm: float | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class HouseValue:
    """A value the book does not give that this ruling used."""

    key: str
    value: object
    clause: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """The umpire's answer to one action; ``needs`` is the next throw asked for when the dice given ran out."""

    game: str
    action: str
    verdict: RulingVerdict
    checks: tuple[Check, ...] = ()
    dice: tuple[Throw, ...] = ()
    outcome: Outcome | None = None
    effects: tuple[Effect, ...] = ()
    needs: Throw | None = None
    unused_dice: tuple[int | str, ...] = ()
    house_values: tuple[HouseValue, ...] = ()
    geometry: tuple[Shape, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return the JSON form printed by ``vedette rule --json`` (keys and numbers, no sentences)."""
        return {
            "game": self.game,
            "action": self.action,
            "verdict": self.verdict,
            "checks": [_check_dict(check) for check in self.checks],
            "dice": [_throw_dict(throw) for throw in self.dice],
            "needs": None if self.needs is None else _throw_dict(self.needs),
            "outcome": self.outcome,
            "effects": [effect.as_dict() for effect in self.effects],
            "unused_dice": list(self.unused_dice),
            "house_values": [{"key": h.key, "value": h.value, "clause": h.clause} for h in self.house_values],
            "geometry": [_shape_dict(shape) for shape in self.geometry],
        }


def _check_dict(check: Check) -> dict[str, object]:
    passed = {"passed": True, "failed": False, "close": None}[check.verdict]
    return {
        "clause": check.clause,
        "key": check.key,
        "passed": passed,
        "verdict": check.verdict,
        "measured": check.measured,
        "limit": check.limit,
        "unit": check.unit,
        "sigma": check.sigma,
        "probability": check.probability,
        "modifies": check.modifies,
        "decided_by": check.decided_by,
        "detail": dict(check.detail),
    }


def _throw_dict(throw: Throw) -> dict[str, object]:
    return {
        "clause": throw.clause,
        "for": throw.purpose,
        "asked": throw.asked,
        "given": list(throw.given),
        "roller": throw.roller,
    }


def _shape_dict(shape: Shape) -> dict[str, object]:
    drawn: dict[str, object] = {"role": shape.role, "form": shape.form, "points": [list(p) for p in shape.points]}
    if shape.radius_cm is not None:
        drawn["radius_cm"] = shape.radius_cm
    if shape.label is not None:
        drawn["label"] = shape.label
    return drawn
