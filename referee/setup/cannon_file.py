"""``[cannon.NAME]`` of match.toml: a side's cannon, its rig and its ammunition."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Annotated

from pydantic import Field

from referee.shots.cannon import Cannon
from table.errors import BadFile
from table.notation.toml import Strict, inline, quote

Name = Annotated[str, Field(max_length=80)]


class CannonModel(Strict):
    """A side's cannon; what is left out is as usual (`referee.shots.cannon.Cannon`)."""

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
    range_m_s: Annotated[list[Annotated[float, Field(gt=0, le=400)]], Field(min_length=2, max_length=2)] = [1.0, 60.0]
    ammunition: Annotated[int, Field(ge=0, le=10_000)] = 100
    cocked_limit_s: Annotated[float, Field(ge=0, le=3600)] = 60.0


def cannons_from(told: Mapping[str, CannonModel], sides: Collection[str], file: str) -> tuple[Cannon, ...]:
    """Return the cannons of a match; raises BadFile for one of a side that there is not, or with a rig of another."""
    rigs: dict[str, str] = {}
    for name, model in told.items():
        if name not in sides:
            raise BadFile(file, f"cannon.{name}", f"a side: {' or '.join(sides)}", repr(name))
        if model.range_m_s[0] >= model.range_m_s[1]:
            raise BadFile(file, f"cannon.{name}.range_m_s", "the slowest speed, then the fastest", str(model.range_m_s))
        if model.rig and rigs.setdefault(model.rig, name) != name:
            raise BadFile(file, f"cannon.{name}.rig", f"another rig than that of {rigs[model.rig]}", repr(model.rig))
    return tuple(_cannon(name, model) for name, model in told.items())


def _cannon(side: str, model: CannonModel) -> Cannon:
    told = model.model_dump(exclude={"ammunition", "range_m_s"})
    slowest, fastest = model.range_m_s
    return Cannon(side=side, shells=model.ammunition, range_m_s=(slowest, fastest), **told)


def cannon_lines(cannons: Sequence[Cannon]) -> Iterator[str]:
    """Yield the lines of match.toml that say them: what is as usual is left out."""
    for cannon in cannons:
        usual = Cannon(side=cannon.side)
        yield from ("", f"[cannon.{quote(cannon.side)}]")
        for each in fields(Cannon):
            value = getattr(cannon, each.name)
            if each.name != "side" and value != getattr(usual, each.name):
                yield f"{'ammunition' if each.name == 'shells' else each.name} = {inline(value)}"
