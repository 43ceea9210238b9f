"""What every sheet's command shares: ids and sizes as people write them, the common options, writing the PDF."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from calibration.sheets.paper import BAR_MM, PAPERS_MM, Sheet
from cli.finite import Finite, decimal
from cli.wrong_use import WrongUse, option_of
from referee.files import write_bytes
from table.errors import BadInput

Command = Callable[..., Any]


class Numbers(click.ParamType[tuple[int, ...]]):
    """Marker ids as people write them: 0-39 or 1,5,7-9."""

    name = "ids"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:  # noqa: ARG002
        """Return the ids in the order given; fails on anything else."""
        if isinstance(value, tuple):
            return value
        ids: list[int] = []
        for part in str(value).replace(" ", "").split(","):
            match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", part)
            if not match:
                raise WrongUse(
                    "{option}: {value!r}: write ids like 0-39 or 1,5,7-9", option=option_of(param), value=value
                )
            first, last = int(match[1]), int(match[2] or match[1])
            if last < first:
                raise WrongUse(
                    "{option}: {value!r}: {part} runs backwards", option=option_of(param), value=value, part=part
                )
            ids.extend(range(first, last + 1))
        if len(set(ids)) < len(ids):
            raise WrongUse(
                "{option}: {value!r} has an id twice; each marker is printed once", option=option_of(param), value=value
            )
        return tuple(ids)


class Pair(click.ParamType[tuple[float, float]]):
    """Two numbers as people write a size, 11x8 or 120x100, or parted by another sign."""

    def __init__(self, kind: type[int] | type[float], example: str, sign: str = "x") -> None:
        self.kind, self.example, self.name, self.sign = kind, example, example, sign

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:  # noqa: ARG002
        """Return both numbers; fails on anything else."""
        if isinstance(value, tuple):
            return value
        try:
            kind = decimal if self.kind is float else self.kind
            first, second = (kind(part) for part in str(value).lower().replace("×", "x").split(self.sign))
            if not (math.isfinite(first) and math.isfinite(second)):
                raise ValueError
        except ValueError:
            raise WrongUse(
                "{option}: {value!r}: write it like {example}",
                option=option_of(param), value=value, example=self.example,
            ) from None  # fmt: skip
        return (first, second)


def common(command: Command) -> Command:
    """Add the options that every sheet has."""
    for option in (
        click.option(
            "--bar-mm", type=Finite(), default=BAR_MM, metavar="MM", show_default=True,
            help="What the bar on your print measured; sizes are corrected by it.",
        ),
        click.option("--paper", type=click.Choice(list(PAPERS_MM), False), default="A4", show_default=True),
        click.option(
            "--out", required=True, metavar="FILE.pdf", type=click.Path(dir_okay=False, path_type=Path),
            help="The PDF to write.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


dictionary_option = click.option(
    "--dictionary", default="4x4_250", show_default=True, metavar="NAME", help="The markers' dictionary."
)


force_option = click.option("--force", is_flag=True, help="Overwrite a TOML file that is there already.")


def need_new(file: Path | None, force: bool) -> None:
    """Raise BadInput where a file that is to be written is there already, unless it may be overwritten."""
    if file is not None and file.exists() and not force:
        raise BadInput("{file} is there already; give another name, or --force to overwrite it", file=file)


def need_alone(**given: object) -> None:
    """Raise WrongUse where something is asked for besides --frame that says what to print."""
    also = [f"--{name.replace('_', '-')}" for name, value in given.items() if value is not None]
    if also:
        raise WrongUse("--frame says what to print; leave out {also}", also=", ".join(also))


def write(out: Path, sheet: Sheet, what: str) -> None:
    """Write a sheet and say what it is and how to print it."""
    write_bytes(out, sheet.to_bytes())
    pages = "1 page" if sheet.pages == 1 else f"{sheet.pages} pages"
    way = " lying" if sheet.landscape else ""
    click.echo(f"{out}: {what} on {pages} of {sheet.paper}{way}. Print at 100 %, then measure the bar: 200 mm.")
