"""A cannon and its rig: ``[cannon.NAME]`` of match.toml."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field

from table.errors import BadFile
from table.notation.toml import Strict, inline, quote

Name = Annotated[str, Field(max_length=80)]
Speed = Annotated[float, Field(gt=0, le=400)]


class CannonKeys(Strict):
    """What match.toml may say of a side's cannon; what is left out is as usual.

    ``rig`` is the name its rig gives itself, ``port`` where it is plugged in. ``gate_mm`` is the way between the two
    beams, ``beam_mm`` how wide each is, ``angle_deg`` how far the shell's way may lean from the gates' (one standard
    deviation), ``clock_ppm`` how far off the rig's clock may be (Uno: a ceramic resonator). ``range_m_s`` are the
    speeds that are believed. ``ammunition`` is what was agreed on (M5.1), ``cocked_limit_s`` a house value (M6.1).
    """

    rig: Name = ""
    port: Annotated[str, Field(max_length=200)] = ""
    gate_mm: Annotated[float, Field(ge=5, le=1000)] = 50.0
    gate_sigma_mm: Annotated[float, Field(ge=0, le=10)] = 0.3
    beam_mm: Annotated[float, Field(ge=0, le=10)] = 1.0
    angle_deg: Annotated[float, Field(ge=0, le=10)] = 1.0
    clock_ppm: Annotated[float, Field(ge=0, le=50_000)] = 5000.0
    shell_mg: Annotated[float, Field(ge=1, le=10_000)] = 120.0
    shell_sigma_mg: Annotated[float, Field(ge=0, le=1000)] = 5.0
    shell_mm: Annotated[float, Field(ge=1, le=50)] = 6.0
    range_m_s: tuple[Speed, Speed] = (1.0, 60.0)
    ammunition: Annotated[int, Field(ge=0, le=10_000)] = 100
    cocked_limit_s: Annotated[float, Field(ge=0, le=3600)] = 60.0


class Cannon(CannonKeys):
    """A side's cannon."""

    side: str


def cannons_from(told: Mapping[str, CannonKeys], sides: Collection[str], file: str) -> tuple[Cannon, ...]:
    """Return the cannons of a match; raises BadFile for one of a side that there is not, or with a rig of another."""
    rigs: dict[str, str] = {}
    for name, keys in told.items():
        if name not in sides:
            raise BadFile(file, f"cannon.{name}", f"a side: {' or '.join(sides)}", repr(name))
        if keys.range_m_s[0] >= keys.range_m_s[1]:
            got = str(list(keys.range_m_s))
            raise BadFile(file, f"cannon.{name}.range_m_s", "the slowest speed, then the fastest", got)
        if keys.rig and rigs.setdefault(keys.rig, name) != name:
            raise BadFile(file, f"cannon.{name}.rig", f"another rig than that of {rigs[keys.rig]}", repr(keys.rig))
    return tuple(Cannon(side=name, **dict(keys)) for name, keys in told.items())


def cannon_lines(cannons: Sequence[Cannon]) -> Iterator[str]:
    """Yield the lines of match.toml that say them: what is as usual is left out."""
    for cannon in cannons:
        yield from ("", f"[cannon.{quote(cannon.side)}]")
        for key, value in cannon.model_dump(exclude={"side"}, exclude_defaults=True).items():
            yield f"{key} = {inline(value)}"
