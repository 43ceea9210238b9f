"""`vedette capture`: take pictures with your camera."""

import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click
import cv2

from cli.own_camera import mixed_words
from cli.pictures import size_asked
from referee.taken_with import keep_taken_with
from simulation.sources import open_source
from table.errors import BadInput
from vision.sources.frames import CameraFrame, FrameSource, SourceLost
from vision.sources.identity import identity_of
from vision.sources.live import LiveSource

Format = Literal["png", "jpg"]
MOST_AWAY_S = 60.0
_NAME = re.compile(r"picture-(\d+)\.(?:png|jpe?g)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Saved:
    """One picture on disk: where, and its size."""

    path: Path
    size_px: tuple[int, int]


class Album:
    """A folder that pictures are added to, numbered on from those in it; nothing in it is ever overwritten.

    Raises BadInput where the folder cannot be made or written.
    """

    def __init__(self, folder: Path, kind: Format) -> None:
        self.folder, self.kind = folder, kind
        try:
            folder.mkdir(parents=True, exist_ok=True)
            numbers = [int(match[1]) for file in folder.iterdir() if (match := _NAME.fullmatch(file.name))]
        except OSError as error:
            raise BadInput(f"{folder}: cannot be used as a folder for pictures ({error.strerror})") from None
        self.already = len(numbers)
        self._next = max(numbers, default=0) + 1

    def add(self, frame: CameraFrame) -> Saved:
        """Write a picture; raises BadInput when the disk is full or the folder may not be written."""
        data = self._coded(frame)
        while True:
            path = self.folder / f"picture-{self._next:04d}.{self.kind}"
            self._next += 1
            try:
                with path.open("xb") as file:
                    try:
                        file.write(data)
                        file.flush()
                    except OSError:
                        path.unlink(missing_ok=True)  # half a picture is worse than none
                        raise
            except FileExistsError:
                continue  # another capture writes here too
            except OSError as error:
                raise BadInput(f"{path}: the picture cannot be saved ({error.strerror})") from None
            return Saved(path, (frame.image.shape[1], frame.image.shape[0]))

    def _coded(self, frame: CameraFrame) -> bytes:
        if self.kind == "jpg" and frame.jpeg is not None:
            return frame.jpeg.data  # as the camera made it: coding it again would only lose
        options = [] if self.kind == "png" else [cv2.IMWRITE_JPEG_QUALITY, 97]
        return cv2.imencode(f".{self.kind}", frame.image, options)[1].tobytes()


class Patience:
    """How long a camera that is away is waited for; each time it is asked, it says on stderr how things stand."""

    def __init__(self, most_s: float = MOST_AWAY_S, now_s: Callable[[], float] = time.monotonic) -> None:
        self._most_s, self._now_s = most_s, now_s
        self._since_s: float | None = None

    def came(self) -> None:
        """A picture came: what was before is forgotten."""
        self._since_s = None

    def lost(self, error: SourceLost) -> None:
        """Say what is wrong and return to wait on; raises the error when it has gone on for too long."""
        now_s = self._now_s()
        if self._since_s is None:
            self._since_s = now_s
        if now_s - self._since_s >= self._most_s:
            raise error
        click.echo(f"vedette: {error}", err=True)


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
        frame = _next(source, patience)
        while frame is not None and not source.live and due_s is not None and frame.time_s < due_s - 1e-9:
            frame = source.read()
        if frame is None:
            return
        due_s = (now_s() if source.live else frame.time_s) + every_s
        yield album.add(frame)


def _next(source: FrameSource, patience: Patience) -> CameraFrame | None:
    while True:
        try:
            frame = source.read()
        except SourceLost as error:
            patience.lost(error)
            continue
        patience.came()
        return frame


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
    "--every", "every_s", type=click.FloatRange(0, 86_400), default=0.0, metavar="SECONDS",
    help="Time between two, to move the board or the camera.",
)  # fmt: skip
@click.option("--width", type=click.IntRange(16, 16_384), help="Ask the camera for pictures this wide (3840 for 4K).")
@click.option("--height", type=click.IntRange(16, 16_384), help="... and this high (2160 for 4K).")
@click.option("--format", "kind", type=click.Choice(["png", "jpg"]), default="png", show_default=True)
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
    width: int | None,
    height: int | None,
    kind: Format,
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

    An app that makes your phone a camera shows an address; give it as --camera (http://192.168.1.20:8080/video).
    Take every picture with the same size, zoom and focus: a lens is calibrated for these. A camera that stops is
    waited for, a minute at most. sim: is a camera over a table that is not there, to try things out.
    """
    size_px = size_asked(width, height)
    album = Album(out, kind)
    saved: list[Saved] = []
    with open_source(camera, size_px, ahead=False, locking=locking) as source:
        pictures = captured(source, album, count, every_s, patience=Patience())
        hidden = as_json or not sys.stderr.isatty()
        with click.progressbar(pictures, length=count, label="Taking pictures", file=sys.stderr, hidden=hidden) as bar:
            try:
                saved.extend(bar)
            except BadInput as error:
                raise BadInput(f"{error}{_so_far(saved)}") from None
        name = source.name
        notes, warnings = (source.notes, source.warnings) if isinstance(source, LiveSource) else ((), ())
        if source.live and saved:
            mixed = keep_taken_with(out, identity_of(camera))
            warnings += () if mixed is None else (mixed_words(mixed),)
    for warning in warnings:
        click.echo(f"Warning: {warning}.", err=True)
    if not saved:
        raise BadInput(f"{name}: it has no pictures")
    if as_json:
        click.echo(json.dumps(_report(name, saved, count, notes, warnings), indent=2))
    else:
        for line in _lines(saved, album, count, size_px):
            click.echo(line)
        if notes:
            click.echo(f"The camera: {'; '.join(notes)}.")


def _so_far(saved: list[Saved]) -> str:
    if not saved:
        return ""
    return f" ({len(saved)} picture{'s' * (len(saved) > 1)} saved before, up to {saved[-1].path})"


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
