"""Reading and writing a text file a user named."""

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
    """Write a text file in UTF-8; raises BadInput where that cannot be."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror or error})") from None
