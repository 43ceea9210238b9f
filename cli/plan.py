"""`vedette plan`: a camera planned before it is bought."""

from pathlib import Path

import click

from cli import language
from cli.finite import Finite, FiniteRange
from cli.sheet_options import Pair
from cli.wrong_use import WrongUse, option_of
from referee.files import write_text
from referee.setup.match_file import CM_PER, Units
from referee.setup.planning import CameraPlanView, plan_of, wished
from referee.view_fields import json_text
from referee.words.translation import say

SIZES_PX = {"720p": (1280, 720), "1080p": (1920, 1080), "1440p": (2560, 1440), "4k": (3840, 2160)}


class Picture(click.ParamType[tuple[int, int]]):
    """A picture's size by its usual name, or as width x height in px."""

    name = "picture"

    def convert(
        self,
        value: str | tuple[int, int],
        param: click.Parameter | None,
        ctx: click.Context | None,  # noqa: ARG002
    ) -> tuple[int, int]:
        """Return width and height; fails on anything else."""
        if isinstance(value, tuple):
            return value
        known = SIZES_PX.get(value.lower())
        if known is not None:
            return known
        try:
            wide, high = (int(part) for part in value.lower().replace("×", "x").split("x"))
        except ValueError:
            raise WrongUse(
                "{option}: {value!r}: write {known}, or a size like 4032x3024",
                option=option_of(param), value=value, known=", ".join(SIZES_PX),
            ) from None  # fmt: skip
        return wide, high


@click.command()
@click.option(
    "--table", required=True, type=Pair(float, "180x120"), metavar="180x120", help="Play area: width x depth."
)
@click.option(
    "--lens", required=True, type=Finite(), metavar="DEGREES",
    help="The lens's angle along the longer side of its picture, 20 to 130; with --diagonal from corner to corner.",
)  # fmt: skip
@click.option("--diagonal", is_flag=True, help="The angle is that from corner to corner, as on most boxes.")
@click.option(
    "--camera", type=Picture(), default="1080p", metavar="4k", show_default=True,
    help=f"The picture's size: {', '.join(SIZES_PX)}, or like 4032x3024.",
)  # fmt: skip
@click.option("--top", type=FiniteRange(0), metavar="LENGTH", help="From the floor to the table's top. [75 cm]")
@click.option("--ceiling", type=FiniteRange(0), metavar="LENGTH", help="From the floor to the ceiling: does it fit?")
@click.option("--units", type=click.Choice(list(CM_PER)), default="cm", show_default=True, help="Of every length.")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="plan.svg", help="Write the drawing, too."
)
@click.option("--json", "as_json", is_flag=True, help="Print it for programs; lengths are in cm.")
@language.option
def command(
    table: tuple[float, float], lens: float, diagonal: bool, camera: tuple[int, int], top: float | None,
    ceiling: float | None, units: Units, out: Path | None, as_json: bool, lang: str,
) -> None:  # fmt: skip
    """Plan a camera before you buy it: how high it hangs, which markers will do, the ± to expect.

    For example: vedette plan --table 180x120 --lens 78 --diagonal --camera 4k --ceiling 240
    """
    if out is not None and out.suffix.lower() != ".svg":
        raise WrongUse("{option}: the drawing is an .svg file, not {value}", option="--out", value=out.name)
    wish = wished(*table, lens, camera, top, ceiling, units, diagonal=diagonal)
    plan = plan_of(wish, lang, diagonal=diagonal)
    if out is not None:
        write_text(out, plan.drawing)
    click.echo(json_text(plan) if as_json else "\n".join(_lines(plan, lang)))


def _lines(plan: CameraPlanView, lang: str) -> list[str]:
    wide = max(len(camera.name) for camera in plan.cameras)
    cameras = [
        f"  {camera.name:{wide}}  {camera.wide_px} x {camera.high_px} px, {camera.said} ({camera.source})"
        for camera in plan.cameras
    ]
    markers = [f"  {marker.said}" for marker in plan.markers]
    title, hint = (say(f"hanging.{key}", lang) for key in ("cameras", "cameras_hint"))
    buy = [f"  {item}" for item in plan.buy]
    titles = [say(f"hanging.{key}", lang) for key in ("markers", "buy")]
    return [
        plan.head,
        *plan.room,
        *plan.lines,
        "",
        titles[0],
        *markers,
        "",
        titles[1],
        *buy,
        "",
        title,
        *cameras,
        f"  {hint}",
    ]
