"""Reading a text file a user named."""

from pathlib import Path

from table.errors import BadFile


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
