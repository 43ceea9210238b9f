"""What the commands on pictures share: their options, reading files and folders, telling what was found."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.report_page import Locale
from calibration.uncertainty import Predicted
from cli.language import said_here
from cli.wrong_use import WrongUse
from referee.files import write_bytes, write_text
from table.errors import BadInput, Remark
from vision.picture import read_picture
from vision.sources.pictures import SUFFIXES, left_out, natural, no_pictures
from vision.warmup import is_warm, warm_apart

FilePath = click.Path(path_type=Path)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
table_option = click.option(
    "--table", "table_file", type=FilePath, required=True, metavar="table.toml", help="Your table."
)


def roster_option(what: str = "stands") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option that names the roster."""
    return click.option(
        "--roster", "roster_file", type=FilePath, required=True, metavar="roster.toml", help=f"Your {what}."
    )


def size_asked(width: int | None, height: int | None) -> tuple[int, int] | None:
    """Return the size that a camera is asked for, None where it chooses; raises WrongUse for half a size."""
    if (width is None) != (height is None):
        raise WrongUse("--width and --height go together, for example --width 3840 --height 2160")
    return None if width is None or height is None else (width, height)


def compile_kernels() -> None:
    """Compile the kernels for this machine, if that was not done yet, and say so: the one wait Vedette asks for."""
    if not is_warm():
        click.echo(said_here("Preparing the eye for this machine (once; about 20 s) ..."), err=True)
        warm_apart()


def expand(names: Sequence[str]) -> list[Path]:
    """Return the picture files that names stand for, each once, in the order given; raises BadInput for an empty one or
    one that is not there.

    A name is a file, a folder (all its pictures) or a pattern such as ``shots/*.jpg``.
    """
    files: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            some = sorted((file for file in path.iterdir() if file.suffix.lower() in SUFFIXES), key=natural)
            if not some:
                raise no_pictures(path)
            for line in warned(left_out(path)):
                click.echo(said_here(line), err=True)
        elif not path.exists() and any(sign in name for sign in "*?["):
            some = sorted(Path(path.anchor or ".").glob(str(path.relative_to(path.anchor))), key=natural)
            some = [file for file in some if file.is_file()]
            if not some:
                raise BadInput("{name}: no picture has a name like this", name=name)
        elif not path.exists():
            raise BadInput("{path}: no such picture", path=path)
        else:
            some = [path]
        files += [file for file in some if file not in files]
    return files


def read_each(
    files: Sequence[Path], label: str, colour: bool = False, spoilt: Callable[[str, BadInput], None] | None = None
) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Give each file's name and its picture, grey or BGR; show the progress on stderr.

    One that cannot be read is left out: ``spoilt`` takes its name and what is wrong with it, else stderr says so.
    Raises BadInput where that is all.
    """
    bar = click.progressbar(
        files,
        label=said_here(label),
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
        item_show_func=lambda f: f.name if f else "",
    )
    errors: list[BadInput] = []
    with bar as counted:
        for file in counted:
            try:
                picture = read_picture(file, colour=colour)
            except BadInput as error:
                if spoilt is None:
                    errors.append(error)
                else:
                    spoilt(str(file), error)
            else:
                yield str(file), picture
    if errors and len(errors) == len(files):
        raise errors[0]
    for line in warned([Remark(error.template, **error.values) for error in errors]):
        click.echo(said_here(line), err=True)


def tell(
    as_json: bool, data: Mapping[str, Any], words: Sequence[str], files: Sequence[Path], report: Path | None,
    page: Callable[[], str], locale: Locale,
) -> None:  # fmt: skip
    """Write the page that was asked for, and print what was found: as JSON, or in words and where it was written."""
    if report is not None:
        write_text(report, page())
    if as_json:
        click.echo(json.dumps(data, indent=2))
        return
    lines = [*words, Remark("Written to {files}.", files=", ".join(str(file) for file in files))]
    if report is not None:
        lines.append(Remark("The page: {file}.", file=report))
    click.echo("\n".join(locale.said(line) for line in lines))


def warned(warnings: Sequence[str]) -> list[Remark]:
    """Return a line for each warning."""
    return [Remark("Warning: {warning}.", warning=warning) for warning in warnings]


def predicted_json(expected: Predicted) -> dict[str, Any]:
    """Return the error to expect at the table's centre and corners, for programs."""
    names = ("near_left", "near_right", "far_right", "far_left")
    return {"centre": expected.centre_cm, "corners": dict(zip(names, expected.corners_cm, strict=True))}


def check_drawing(path: Path) -> None:
    """Raise BadInput for a drawing whose name is no picture's."""
    if path.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise BadInput("{path}: the drawing is a picture: name it .png or .jpg", path=path)


def write_drawing(path: Path, drawn: NDArray[np.uint8]) -> None:
    """Write a drawing (H, W, 3) BGR in the form that its name asks for; raises BadInput."""
    done, data = cv2.imencode(path.suffix, drawn)
    if not done:
        raise BadInput("{path}: the drawing cannot be written", path=path)
    write_bytes(path, data.tobytes())
