"""BUILD: an army's bases from its strength (Y2.3, Y3.2, Y3.3)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rules.action import Asked, whole
from rules.game import Army, ArmyBuilder
from rules.yankee.organisation import tell_division
from rules.yankee.settings import Builder
from rules.yankee.troops import Scale, scales
from table.errors import BadFile
from table.notation.toml import got_words
from table.snapshot import Snapshot


def army(strength: int, guns: int, brigades: Sequence[int], scale: Scale) -> Army:
    """Return an army's bases: what is left after whole bases goes one each to the largest brigades, in order (Y3.2).

    Each brigade's bases have its commander's among them (Y3.3).
    """
    batteries = _nearest(guns, scale.guns)
    infantry = max(_nearest(strength, scale.men) - batteries, 0)
    whole = [men // scale.men for men in brigades]
    left = max(infantry - sum(whole), 0) if brigades else 0
    order = sorted(range(len(brigades)), key=lambda k: (-brigades[k], k))
    for place, k in enumerate(order):
        whole[k] += left // len(order) + (place < left % len(order))
    return Army(infantry, batteries, tuple(whole))


@dataclass(frozen=True, slots=True)
class Strength:
    """An army's men, guns and brigades' men; which ``scale`` there are is for the settings to say (Y2.3)."""

    men: int
    guns: int
    brigades: tuple[int, ...]
    scale: object

    @classmethod
    def read(cls, asked: Asked) -> "Strength":
        """Read ``strength``, ``guns``, ``brigades`` and ``scale``; raises BadFile."""
        asked.only("strength", "guns", "brigades", "scale")
        men, guns = asked.whole("strength"), asked.whole("guns", least=0)
        given = asked.get("brigades", [])
        if not isinstance(given, list | tuple):
            raise BadFile(asked.source, "action.brigades", "a list of brigades' strengths", got_words(given))
        brigades = tuple(whole(each, f"action.brigades[{k + 1}]", asked.source) for k, each in enumerate(given))
        return cls(men, guns, brigades, asked.get("scale"))


def build(_: Snapshot, strength: Strength, builder: Builder, source: str) -> None:
    """Rule on an army's strength: how many bases it is, and what of it is not as the book has it."""
    known = {**scales(), **builder.settings.scales}
    scale = known.get(str(strength.scale))
    if scale is None:
        raise BadFile(source, "action.scale", f"one of {', '.join(known)}", got_words(strength.scale))
    brigades = strength.brigades
    built = army(strength.men, strength.guns, brigades, scale)
    builder.modifying("Y2.3", "scale", men=scale.men, guns=scale.guns)
    builder.modifying("Y3.2", "army", infantry=built.infantry, batteries=built.batteries)
    if brigades and sum(built.brigades) > built.infantry:
        builder.modifying("Y3.2", "more_in_brigades", brigades=sum(built.brigades), infantry=built.infantry)
    if brigades:
        tell_division(len(brigades), builder)
    builder.modifying("Y3.3", "commanders_inside", troops=[max(n - 1, 0) for n in built.brigades])
    builder.effect("army", infantry=built.infantry, batteries=built.batteries, brigades=list(built.brigades))


def _nearest(many: int, each: int) -> int:
    return math.floor(many / each + 0.5)


BUILDER = ArmyBuilder(
    build=lambda strength, guns, brigades, scale: army(strength, guns, brigades, scales()[scale]),
    men=lambda: {name: scale.men for name, scale in scales().items()},
    usual="200",
    clause="Y2.3",
)
