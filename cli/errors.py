"""How the command line fails: one line for people, an exit status for scripts, a traceback only in a file."""

import errno
import sys
import time
import traceback
from pathlib import Path

import click
from platformdirs import user_log_dir

from table.errors import VedetteError

BAD_INPUT, BUG, INTERRUPTED = 2, 1, 130
NO_ROOM = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


def report(error: BaseException) -> int:
    """Say on stderr what went wrong, in one line, and return the exit status."""
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        click.echo("", err=True)
        return INTERRUPTED
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return BAD_INPUT
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "vedette"
        _say(f"{path}: {error.format_message()} (see `{path} --help`)")
        return BAD_INPUT
    if isinstance(error, click.ClickException):
        _say(f"vedette: {error.format_message()}")
        return BAD_INPUT
    full = isinstance(error, OSError) and error.errno in NO_ROOM
    if full or isinstance(error, VedetteError):
        _say(f"vedette: {_no_room(error) if isinstance(error, OSError) else error}")
        return BAD_INPUT
    _say(f"vedette: this is a bug of Vedette, {type(error).__name__}; {_keep_traceback(error)}")
    return BUG


def _no_room(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}the disk is full ({error.strerror}); make room on it and start again"


def _say(line: str) -> None:
    click.echo(" ".join(line.split()), err=True)


def _keep_traceback(error: BaseException) -> str:
    text = "".join(traceback.format_exception(error))
    try:
        folder = Path(user_log_dir("vedette", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"bug-{time.strftime('%Y%m%d-%H%M%S')}.txt"
        file.write_text(f"{' '.join(sys.argv)}\n\n{text}", encoding="utf-8")
    except OSError:
        return "run it as `vedette --debug ...` to see the traceback"
    return f"the traceback is in {file} (or run `vedette --debug ...`)"
