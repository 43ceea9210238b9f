"""roster.toml: what the markers stand for."""

from typing import Annotated, Any

from pydantic import Field

from table.errors import BadFile
from table.mount import Mount
from table.names import Name
from table.notation.toml import Strict, inline, number, parse_toml, quote
from table.roster import Entry, Layer, Roster
from table.stand import Base

Size = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(gt=0)]


class MountModel(Strict):
    """``mount = {...}``."""

    along_cm: float = 0.0
    across_cm: float = 0.0
    height_cm: float = 0.0
    size_cm: Positive
    turn_deg: float = 0.0
    height_sigma_cm: Size = 0.0


class BaseModelFile(Strict):
    """One of several bases that a marker carries."""

    along_cm: float = 0.0
    across_cm: float = 0.0
    width_cm: Positive
    depth_cm: Positive
    turn_deg: float = 0.0


class EntryModel(Strict):
    """One ``[[stand]]``."""

    marker: Annotated[int, Field(ge=0)]
    name: Name
    side: Name
    kind: Name
    unit: Name | None = None
    width_cm: Size
    depth_cm: Size
    mount: MountModel
    bases: list[BaseModelFile] = []
    state: dict[str, Any] = {}
    group: Name | None = None
    layer: Layer | None = None


class RosterModel(Strict):
    """All of roster.toml."""

    stand: list[EntryModel] = []


def parse_roster(text: str, file: str = "roster.toml") -> Roster:
    """Read roster.toml's text; raises BadFile, also for a marker or a name that is there twice."""
    try:
        stands = parse_toml(text, RosterModel, file).stand
    except BadFile as wrong:
        if wrong.key in ("width_cm", "depth_cm"):
            raise BadFile(file, "", "a roster with its [[stand]]", "a frame (width_cm, depth_cm, [[marker]])") from None
        raise
    for key in ("marker", "name"):
        values = [getattr(stand, key) for stand in stands]
        for index, value in enumerate(values):
            if value in values[:index]:
                where = f"stand[{index + 1}].{key}"
                raise BadFile(file, where, f"a {key} of its own", f"{value!r} a second time")
    return Roster(
        tuple(
            Entry(
                e.marker, e.name, e.side, e.kind, e.width_cm, e.depth_cm, Mount(**e.mount.model_dump()), e.unit,
                tuple(Base(**base.model_dump()) for base in e.bases), e.state, e.group,
                e.layer,
            )
            for e in stands
        )
    )  # fmt: skip


def format_roster(roster: Roster) -> str:
    """Write a roster as the text of roster.toml: parse_roster gives the same roster back."""
    blocks = []
    for e in roster.entries:
        lines = ["[[stand]]", f"marker = {int(e.marker)}", f"name = {quote(e.name)}", f"side = {quote(e.side)}"]
        lines += [f"kind = {quote(e.kind)}"] + ([f"unit = {quote(e.unit)}"] if e.unit is not None else [])
        lines += [f"{key} = {quote(value)}" for key in ("group", "layer") if (value := getattr(e, key)) is not None]
        lines += [f"width_cm = {number(e.width_cm)}", f"depth_cm = {number(e.depth_cm)}"]
        lines.append(f"mount = {_inline(e.mount, MountModel)}")
        if e.bases:
            lines.append("bases = [" + ", ".join(_inline(base, BaseModelFile) for base in e.bases) + "]")
        if e.state:
            lines.append(f"state = {inline(e.state)}")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _inline(value: Mount | Base, model: type[Strict]) -> str:
    return "{" + ", ".join(f"{key} = {number(getattr(value, key))}" for key in model.model_fields) + "}"
