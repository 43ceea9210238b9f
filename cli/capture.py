"""`vedette capture`: take pictures with your camera."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from cli.album import Album, Format, Saved
from cli.capture_film import save_film
from cli.finite import FiniteRange
from cli.language import said_here
from cli.own_camera import mixed_words
from cli.patience import Patience, next_frame
from cli.pictures import size_asked
from cli.sources import open_source
from cli.wrong_use import WrongUse
from referee.taken_with import keep_taken_with, taken_with
from table.errors import BadInput
from vision.sources.frames import FrameSource
from vision.sources.identity import identity_of
from vision.sources.live import LiveSource


def captured(
    source: FrameSource,
    album: Album,
    count: int,
    every_s: float,
    now_s: Callable[[], float] = time.monotonic,
    wait: Callable[[float], object] = lambda seconds: threading.Event().wait(seconds),
    patience: Patience | None = None,
) -> Iterator[Saved]:
    """Save up to ``count`` pictures, ``every_s`` seconds apart, and yield each when it is on disk.

    A live camera is waited for, also one that stopped, as long as ``patience`` lasts; of a video the frames that far
    apart are taken, of a folder every picture.
    """
    patience = patience or Patience(0.0)
    due_s: float | None = None
    for _ in range(count):
        if source.live and due_s is not None and (left_s := due_s - now_s()) > 0:
            wait(left_s)
        frame = next_frame(source, patience)
        while frame is not None and not source.live and due_s is not None and frame.time_s < due_s - 1e-9:
            frame = source.read()
        if frame is None:
            return
        due_s = (now_s() if source.live else frame.time_s) + every_s
        yield album.add(frame)


@click.command()
@click.option(
    "--camera", required=True, metavar="URL|INDEX", help="0 for the first webcam, or a network camera's address."
)
@click.option(
    "--out", required=True, metavar="DIR", type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the pictures; it is made if need be.",
)  # fmt: skip
@click.option("--count", type=click.IntRange(1, 100_000), default=1, show_default=True, help="How many pictures.")
@click.option(
    "--every", "every_s", type=FiniteRange(0, 86_400), default=0.0, metavar="SECONDS",
    help="Time between two, to move the board or the camera.",
)  # fmt: skip
@click.option(
    "--film", "film_s", type=FiniteRange(0, 86_400, min_open=True), metavar="SECONDS",
    help="Save every picture for so long, with its time, for `vedette doctor --film`.",
)  # fmt: skip
@click.option("--width", type=click.IntRange(16, 16_384), help="Ask the camera for pictures this wide (3840 for 4K).")
@click.option("--height", type=click.IntRange(16, 16_384), help="... and this high (2160 for 4K).")
@click.option(
    "--format", "kind", type=click.Choice(["png", "jpg"]),
    help="png by default; of a film, the camera's own JPEGs where it sends these.",
)  # fmt: skip
@click.option(
    "--lock/--no-lock", "locking", default=True, show_default=True,
    help="Hold the camera's focus, exposure and white balance where they settle in its first second.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print what was saved, for machines.")
def command(
    camera: str,
    out: Path,
    count: int,
    every_s: float,
    film_s: float | None,
    width: int | None,
    height: int | None,
    kind: Format | None,
    locking: bool,
    as_json: bool,
) -> None:
    """Take pictures with your camera and save them in a folder.

    \b
    To calibrate the lens, hold the printed board before the camera, tilted
    another way for each picture, into every corner of the view:
        vedette capture --camera 0 --out lens --count 18 --every 3
    To calibrate the table, one picture of the empty table with its frame:
        vedette capture --camera 0 --out table
    To see how still the markers lie in your camera's pictures, a film of them:
        vedette capture --camera 0 --out film --film 20
        vedette doctor --film film

    An app that makes your phone a camera shows an address; give it as --camera (http://192.168.1.20:8080/video).
    Take every picture with the same size, zoom and focus: a lens is calibrated for these. A camera that stops is
    waited for, a minute at most. sim: is a camera over a table that is not there, to try things out.
    """
    size_px = size_asked(width, height)
    hidden = as_json or not sys.stderr.isatty()
    if film_s is not None:
        if count > 1 or every_s:
            raise WrongUse("--film saves every picture: leave out --count and --every")
        with open_source(camera, size_px, ahead=False, locking=locking) as source:
            film = save_film(source, Album(out, kind), film_s, Patience(), hidden)
            told = source.warnings if isinstance(source, LiveSource) else ()
        for warning in told:
            click.echo(f"Warning: {warning}.", err=True)
        click.echo(json.dumps(film.as_json(), indent=2) if as_json else "\n".join(film.words()))
        return
    album = Album(out, kind or "png")
    saved: list[Saved] = []
    with open_source(camera, size_px, ahead=False, locking=locking) as source:
        if source.live:
            taken_with(out)  # a damaged one is told before pictures are taken, not after
        pictures = captured(source, album, count, every_s, patience=Patience())
        with click.progressbar(
            pictures, length=count, label=said_here("Taking pictures"), file=sys.stderr, hidden=hidden
        ) as bar:
            try:
                saved.extend(bar)
            except BadInput as error:
                raise _so_far(error, saved) from None
        name = source.name
        notes, warnings = (source.notes, source.warnings) if isinstance(source, LiveSource) else ((), ())
        if source.live and saved:
            mixed = keep_taken_with(out, identity_of(camera))
            warnings += () if mixed is None else (mixed_words(mixed),)
    for warning in warnings:
        click.echo(f"Warning: {warning}.", err=True)
    if not saved:
        raise BadInput("{name}: it has no pictures", name=name)
    if as_json:
        click.echo(json.dumps(_report(name, saved, count, notes, warnings), indent=2))
    else:
        for line in _lines(saved, album, count, size_px):
            click.echo(line)
        if notes:
            click.echo(f"The camera: {'; '.join(notes)}.")


def _so_far(error: BadInput, saved: list[Saved]) -> BadInput:
    if not saved:
        return error
    told = "{wrong} (pictures saved before: {count}, up to {last})"
    return BadInput(told, wrong=error, count=len(saved), last=saved[-1].path)


def _report(
    name: str, saved: list[Saved], count: int, notes: tuple[str, ...], warnings: tuple[str, ...]
) -> dict[str, object]:
    pictures = [{"path": str(s.path), "width_px": s.size_px[0], "height_px": s.size_px[1]} for s in saved]
    return {"camera": name, "asked": count, "pictures": pictures, "notes": notes, "warnings": warnings}


def _lines(saved: list[Saved], album: Album, count: int, asked_px: tuple[int, int] | None) -> list[str]:
    width, height = saved[-1].size_px
    if len(saved) == 1:
        lines = [f"Saved {saved[0].path}, {width} x {height} px."]
    else:
        lines = [f"Saved {len(saved)} pictures, {saved[0].path} to {saved[-1].path.name}, {width} x {height} px."]
    if len(saved) < count:
        lines.append(f"There were no more: {count} were asked for.")
    if album.already:
        lines.append(f"{album.already} picture{'s' * (album.already > 1)} from before left as they were.")
    if asked_px is not None and asked_px != (width, height):
        lines.append(f"The camera gives {width} x {height} px, not the {asked_px[0]} x {asked_px[1]} asked for.")
    return lines
