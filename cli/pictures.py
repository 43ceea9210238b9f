"""Pictures a user names: files, folders and patterns, read one by one with a bar that shows how far it is."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from table.errors import BadInput
from vision.picture import read_picture
from vision.sources.pictures import SUFFIXES, natural


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
                raise BadInput(f"{path}: no pictures in this folder; expected {' '.join(sorted(SUFFIXES))}")
        elif not path.exists() and any(sign in name for sign in "*?["):
            some = sorted(Path(path.anchor or ".").glob(str(path.relative_to(path.anchor))), key=natural)
            some = [file for file in some if file.is_file()]
            if not some:
                raise BadInput(f"{name}: no picture has a name like this")
        elif not path.exists():
            raise BadInput(f"{path}: no such picture")
        else:
            some = [path]
        files += [file for file in some if file not in files]
    return files


def read_each(
    files: Sequence[Path], label: str, colour: bool = False
) -> Iterator[tuple[str, NDArray[np.uint8] | BadInput]]:
    """Give each file's name and its picture, grey or BGR, or what is wrong with it; show the progress on stderr."""
    bar = click.progressbar(
        files,
        label=label,
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
        item_show_func=lambda f: f.name if f else "",
    )
    with bar as counted:
        for file in counted:
            try:
                yield str(file), read_picture(file, colour=colour)
            except BadInput as error:
                yield str(file), error
