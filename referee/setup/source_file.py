"""source.toml: the camera that was chosen, and the pictures it gave then."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from table.notation.toml import Strict, parse_toml, quote

Pixels = Annotated[int, Field(gt=0, le=20_000)]


class SourceModel(Strict):
    """All of source.toml."""

    camera: Annotated[str, Field(min_length=1, max_length=500)]
    width_px: Pixels | None = None
    height_px: Pixels | None = None


@dataclass(frozen=True, slots=True)
class SourceFile:
    """What a user writes after ``--camera``, and the size of the pictures that came, in px."""

    camera: str
    size_px: tuple[int, int] | None = None


def parse_source(text: str, file: str = "source.toml") -> SourceFile:
    """Read source.toml's text; raises BadFile."""
    model = parse_toml(text, SourceModel, file)
    known = model.width_px is not None and model.height_px is not None
    return SourceFile(model.camera, (model.width_px or 0, model.height_px or 0) if known else None)


def format_source(source: SourceFile) -> str:
    """Write the text of source.toml."""
    lines = [f"camera = {quote(source.camera)}"]
    if source.size_px is not None:
        lines += [f"width_px = {source.size_px[0]}", f"height_px = {source.size_px[1]}"]
    return "\n".join(lines) + "\n"
