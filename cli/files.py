"""Reading and writing a text file a user named."""

import os
from pathlib import Path

from table.errors import BadFile, BadInput


def read_text(path: Path) -> str:
    """Return a file's text; raises BadFile if it is missing, a folder, unreadable or not UTF-8."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise BadFile(str(path), "", "a file", "no such file") from None
    except IsADirectoryError:
        raise BadFile(str(path), "", "a file", "a folder") from None
    except UnicodeDecodeError:
        raise BadFile(str(path), "", "a text file in UTF-8", "other bytes (a picture?)") from None
    except OSError as error:
        raise BadFile(str(path), "", "a file that can be read", error.strerror) from None


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all; raises BadInput where that cannot be."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: a kill or a full disk leaves what was there; raises BadInput."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        if path.exists() and not path.is_file():  # a pipe or /dev/stdout: nothing to replace
            path.write_bytes(data)
            return
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BadInput(f"{path}: cannot be written ({error.strerror or error})") from None
