"""Reading and writing a text file a user named."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path

from table.errors import BadFile, BadInput


def read_text(path: Path) -> str:
    """Return a file's text; raises BadFile if it is missing, a folder, unreadable or not UTF-8.

    Windows editors begin UTF-8 with a mark that is no part of the text.
    """
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise _missing(path) from None
    except IsADirectoryError:
        raise BadInput("{path}: this is a folder; name a file in it", path=path) from None
    except UnicodeDecodeError as error:
        utf_16 = error.object[:2] in (b"\xff\xfe", b"\xfe\xff")
        got = "UTF-16: save it as UTF-8 in your editor" if utf_16 else "other bytes (a picture?)"
        raise BadFile(str(path), "", "a text file in UTF-8", got) from None
    except OSError as error:
        raise BadFile(str(path), "", "a file that can be read", error.strerror) from None


def _missing(path: Path) -> BadInput:
    """Return what says that a file is not there: with the one that may be meant, or where it was looked for."""
    folder = path.parent
    if not folder.is_dir():
        return BadInput("{path}: no such file; the folder {folder} is not there either", path=path, folder=folder)
    there = [file.name for file in folder.iterdir() if file.suffix == path.suffix]
    if like := get_close_matches(path.name, there, 1):
        return BadInput("{path}: no such file; did you mean {meant}?", path=path, meant=folder / like[0])
    return BadInput("{path}: no such file in {folder}", path=path, folder=folder.resolve())


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all; raises BadInput where that cannot be."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: a kill or a full disk leaves what was there; raises BadInput."""
    try:
        if path.exists() and not path.is_file():  # a pipe or /dev/stdout: nothing to replace
            path.write_bytes(data)
        else:
            replace_file(path, data)
    except OSError as error:
        raise BadInput("{path}: cannot be written ({reason})", path=path, reason=error.strerror or str(error)) from None


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that a kill, a power cut or a full disk leaves all of it or what was there; raises OSError."""
    with replacing(path) as beside:
        beside.write_bytes(data)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Let a file be written beside another and take its place once it is whole; raises OSError."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        yield beside
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


@contextmanager
def filling(folder: Path) -> Iterator[Path]:
    """Let a new folder be filled beside its place and take it once it is whole; raises BadInput."""
    folder = folder.absolute()
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise BadInput("{path}: there is something already: name a new folder", path=folder)
    beside = folder.with_name(f".{folder.name}.{os.getpid()}.new")
    try:
        beside.mkdir(parents=True)
        yield beside
        with suppress(FileNotFoundError):
            folder.rmdir()
        beside.rename(folder)
    except OSError as error:
        raise BadInput("{path}: cannot be written ({reason})", path=folder, reason=error.strerror or error) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
