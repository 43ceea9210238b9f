"""BUILD: an army's bases from its strength (Y2.3, Y3.2, Y3.3)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from rules.action import check_keys, whole
from rules.hearing import Hearing
from rules.tables import packaged_rows
from rules.yankee.organisation import tell_division
from table.errors import BadFile
from table.notation.toml import Strict, got_words
from table.snapshot import Snapshot


class Scale(Strict):
    """One scale of scales.toml (Y2.3): men and guns a base, metres a base's front."""

    men: Annotated[int, Field(gt=0)]
    guns: Annotated[int, Field(gt=0)]
    metres: Annotated[int, Field(gt=0)]


@dataclass(frozen=True, slots=True)
class Army:
    """Bases of infantry, batteries, and how many bases each brigade gets, its commander's among them (Y3.3)."""

    infantry: int
    batteries: int
    brigades: tuple[int, ...]


@cache
def scales() -> Mapping[str, Scale]:
    """Return the scales by name: "150", "200", "600"."""
    return packaged_rows(__package__, "scales.toml", Scale)


def army(strength: int, guns: int, brigades: Sequence[int], scale: Scale) -> Army:
    """Return an army's bases: what is left after whole bases goes one each to the largest brigades, in order (Y3.2)."""
    batteries = _nearest(guns, scale.guns)
    infantry = max(_nearest(strength, scale.men) - batteries, 0)
    whole = [men // scale.men for men in brigades]
    left = max(infantry - sum(whole), 0) if brigades else 0
    order = sorted(range(len(brigades)), key=lambda k: (-brigades[k], k))
    for place, k in enumerate(order):
        whole[k] += left // len(order) + (place < left % len(order))
    return Army(infantry, batteries, tuple(whole))


def build(_: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``build`` (strength, guns, brigades, scale)."""
    check_keys(action, ("strength", "guns", "brigades", "scale"), source)
    strength = whole(action.get("strength"), "action.strength", source)
    guns = whole(action.get("guns"), "action.guns", source, least=0)
    given = action.get("brigades", [])
    if not isinstance(given, list | tuple):
        raise BadFile(source, "action.brigades", "a list of brigades' strengths", got_words(given))
    brigades = [whole(men, f"action.brigades[{k + 1}]", source) for k, men in enumerate(given)]
    name = str(action.get("scale"))
    if name not in scales():
        raise BadFile(source, "action.scale", f"one of {', '.join(scales())}", got_words(action.get("scale")))
    scale = scales()[name]
    built = army(strength, guns, brigades, scale)
    hearing.modifying("Y2.3", "scale", men=scale.men, guns=scale.guns)
    hearing.modifying("Y3.2", "army", infantry=built.infantry, batteries=built.batteries)
    if brigades and sum(built.brigades) > built.infantry:
        hearing.modifying("Y3.2", "more_in_brigades", brigades=sum(built.brigades), infantry=built.infantry)
    if brigades:
        tell_division(len(brigades), hearing)
    hearing.modifying("Y3.3", "commanders_inside", troops=[max(n - 1, 0) for n in built.brigades])
    hearing.effect("army", infantry=built.infantry, batteries=built.batteries, brigades=list(built.brigades))


def _nearest(many: int, each: int) -> int:
    return math.floor(many / each + 0.5)
