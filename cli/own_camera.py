"""`vedette calibrate same-camera`, and what the commands say where a lens may be another camera's."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from calibration.profile import format_camera, format_table, parse_camera, parse_table
from cli.pictures import FilePath
from referee.files import read_text, write_text
from referee.taken_with import camera_named, camera_of
from referee.words.notices import camera_difference
from table.errors import BadInput, Remark
from table.notation.toml import read_toml
from vision.camera_identity import CameraIdentity, Difference, difference

REMEDY = "`vedette calibrate same-camera`"


def mixed_words(found: Difference) -> Remark:
    """Return a warning of pictures that are not all of one camera as it was set."""
    told = {"learned": found.learned, "now": found.now}
    if found.key == "zoom":
        return Remark("these pictures were taken at more than one zoom: {learned} and {now}; a lens is that of one "
                      "camera, zoom and focus", **told)  # fmt: skip
    if found.key == "focus":
        return Remark("these pictures were taken at more than one focus: {learned} and {now}; a lens is that of one "
                      "camera, zoom and focus", **told)  # fmt: skip
    return Remark("these pictures are not all of one camera: {learned} and {now}; a lens is that of one camera, zoom "
                  "and focus", **told)  # fmt: skip


def other_camera_words(
    learned: CameraIdentity | None, pictures: Sequence[Path], language: str = "en"
) -> tuple[str, ...]:
    """Return a warning where pictures are of another camera than a lens, as the commands write it; else nothing."""
    if learned is None:
        return ()
    known, mixed = camera_of(pictures)
    found = difference(learned, known)
    if found is None:
        return () if mixed is None else (mixed_words(mixed),)
    told = camera_difference(found, language=language)
    return (f"{told[:1].lower()}{told[1:].removesuffix('.')} ({REMEDY})",)


@click.command("same-camera")
@click.argument("files", nargs=-1, required=True, type=FilePath, metavar="camera.toml|table.toml...")
@click.option(
    "--camera", "source", required=True, metavar="URL|INDEX|PICTURE|DIR", help="The camera, or a picture taken with it."
)
def same_camera(files: tuple[Path, ...], source: str) -> None:
    """Say that a camera is the one that a lens was learned with, at the same zoom and focus.

    A lens is one camera's: Vedette keeps with it which, and warns when another one looks, or the same at another zoom
    or focus. Some things it cannot tell: a camera without a serial number may be plugged in elsewhere, a network camera
    may get another address. If you know that it is the same, write it into your files with this.
    """
    identity = camera_named(source)
    if identity is None:
        raise BadInput("{name}: nothing tells which camera this is, so there is nothing to keep", name=source)
    texts = {file: _rewritten(read_text(file), str(file), identity) for file in files}
    for file, text in texts.items():
        write_text(file, text)
    click.echo(f"Written to {', '.join(map(str, files))}: the camera is {identity.told}.")


def _rewritten(text: str, file: str, identity: CameraIdentity) -> str:
    if read_toml(text, file).get("kind") == "table":
        return format_table(replace(parse_table(text, file), identity=identity))
    return format_camera(replace(parse_camera(text, file), identity=identity))
