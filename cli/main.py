"""The `vedette` command: what it can do, and how it ends."""

import errno
import os
import re
import sys
import time
import traceback
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NoReturn, TextIO, cast

import click
from click.shell_completion import CompletionItem
from platformdirs import user_log_dir

from cli import SPOKEN
from cli.memory import collect_rarely, uncollected
from cli.wrong_use import WrongUse
from table.errors import VedetteError, Wanted
from table.names import visible

# What Vedette itself prints: colours of `doctor`, and what a progress bar draws with.
_OWN = re.compile("(\x1b\\[(?:0|1|3[0-7])m|\x1b\\[K|\x1b\\[\\?25[lh])")
_LINES = "\n\t\r"
_ADDRESS = re.compile(r"(?<=://)[^\s'\"]+")  # of a camera, or a database: it may hold a password


class Plain:
    """A text stream that shows every hidden character by its code (an old journal may hold some in its names)."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; return how many characters it had."""
        parts = _OWN.split(text)
        self._stream.write("".join(part if k % 2 else visible(part, _LINES) for k, part in enumerate(parts)))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


click.IntRange.name = "whole number"  # as click says what is none, and in each help: "integer range" is code

Sections = Mapping[str, Mapping[str, str]]


class LazyGroup(click.Group):
    """Commands by section and name with their one-line help; ``name`` is ``command`` of ``cli/name.py``.

    OpenCV, Flask and shapely take a second to import together: `vedette --help` loads none of them.
    """

    sections: ClassVar[Sections] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order of the sections."""
        return [name for commands in self.sections.values() for name in commands]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is asked for; a misspelt one is answered with the one that is meant."""
        name = args[0]
        if name not in (known := self.list_commands(ctx)) and (near := get_close_matches(name, known, 1)):
            raise WrongUse("No such command '{command}'. Did you mean '{near}'?", command=name, near=near[0])
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None for a name that is not on the list."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module_name = f"cli.{cmd_name}"
        try:
            with uncollected():
                module = import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name != module_name:
                raise
            raise VedetteError(
                "`vedette {command}` is missing from this installation; install Vedette anew", command=cmd_name
            ) from None
        command: click.Command = module.command
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Name the commands that begin so, without importing any; or options."""
        told = [pair for commands in self.sections.values() for pair in commands.items()]
        found = [CompletionItem(name, help=text) for name, text in told if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one list a section, without importing any command."""
        width = max(len(name) for name in self.list_commands(ctx))
        for title, commands in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in commands.items()])


BAD_INPUT, BUG, INTERRUPTED = 2, 1, 130
NO_ROOM = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


def report(error: BaseException, language: str | None = None) -> int:
    """Say on stderr what went wrong, in one line, and return the exit status; None: in the system's language."""
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        click.echo("", err=True)
        return INTERRUPTED
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return BAD_INPUT
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "vedette"
        wrong = _said(error, language) if isinstance(error, WrongUse) else Wanted(error.format_message())
        _say(_said(VedetteError("{command}: {wrong} (see `{command} --help`)", command=path, wrong=wrong), language))
        return BAD_INPUT
    if isinstance(error, click.ClickException):
        _say(f"vedette: {error.format_message()}")
        return BAD_INPUT
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        error = _no_room(error)
    if isinstance(error, VedetteError):
        _say(f"vedette: {_said(error, language)}")
        return BAD_INPUT
    _say(f"vedette: this is a bug of Vedette, {type(error).__name__}; {_keep_traceback(error)}")
    return BUG


def _discard_output() -> None:
    """Write what is left to nowhere: the reader (`| head`) has gone, and nothing may be flushed at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _said(error: VedetteError | WrongUse, language: str | None) -> str:
    from cli.language import language_here  # noqa: PLC0415 - who makes no mistake does not wait for it
    from referee.words.translation import say_text  # noqa: PLC0415

    language = language or language_here(os.environ)
    return str(error) if language == "en" else say_text(error.template, language, **error.values)


def _no_room(error: OSError) -> VedetteError:
    if not error.filename:
        return VedetteError("the disk is full ({reason}); make room on it and start again", reason=error.strerror)
    return VedetteError(
        "{file}: the disk is full ({reason}); make room on it and start again",
        file=error.filename, reason=error.strerror,
    )  # fmt: skip


def _say(line: str) -> None:
    click.echo(" ".join(line.split()), err=True)


def _keep_traceback(error: BaseException) -> str:
    told = "".join([" ".join(sys.argv), "\n\n", *traceback.format_exception(error)])
    text = _ADDRESS.sub("***", told)
    try:
        folder = Path(user_log_dir("vedette", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"bug-{time.strftime('%Y%m%d-%H%M%S')}.txt"
        file.write_text(text, encoding="utf-8")
    except OSError:
        return "run it as `vedette --debug ...` to see the traceback"
    return f"the traceback is in {file} (or run `vedette --debug ...`)"


class Vedette(LazyGroup):
    """All commands; whatever goes wrong in one ends as one line on stderr and an exit status."""

    sections: ClassVar[Sections] = {
        "Set up": {
            "plan": "Plan a camera before you buy it: how high, which markers, what ±.",
            "sheets": "Print the markers, the cards and the board for the lens, at exact size.",
            "capture": "Take pictures with your camera.",
            "calibrate": "Learn your lens, then your table.",
            "board": "Find the hexes of a printed map.",
            "terrain": "Find hills, and how high they are, from pictures from several places.",
            "army": "Build an order of battle.",
            "keep": "A table and its match in one file, to keep or to share.",
            "restore": "A kept table and its match, in a folder again.",
        },
        "Measure": {
            "measure": "Where every stand is, in cm, with its ±.",
            "shot": "What a cannon shot knocked over, from two pictures.",
        },
        "Play": {
            "demo": "Watch the umpire at work: no camera needed.",
            "serve": "Umpire a match at your table.",
            "appliance": "Let Vedette start with this computer, as vedette.local.",
            "rule": "Ask for a ruling on a written case.",
            "moves": "What moved between two tables, and whether it was allowed.",
            "battle": "Play a whole battle again that was written down.",
            "legal": "What is owed in a battle, and what a stand may still do.",
        },
        "Check": {
            "rig": "What the rig on a cannon says, live.",
            "markers": "What the eye sees in a picture, and why a marker is not found.",
            "update": "Which Vedette this is, what is new, how to update it.",
            "completion": "Let your shell complete commands and options.",
            "doctor": "What is installed, what is plugged in, what is wrong.",
            "dice": "Check that a match's own dice were fair.",
            "clauses": "Every clause of a rulebook, and what holds it.",
            "club": "Many tables' matches in one database, and the hall's page.",
            "journal": "Check, export or replay a match's record.",
            "passport": "What was luck: a match's dice and shots against chance.",
            "result": "How a match ended, what turned it, and the match as a text.",
            "film": "A film of the evening, to share.",
            "audit": "How far each stand went in each turn, and how far it might.",
            "evidence": "The picture and the reasons of a ruling, to show or to print.",
        },
    }

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run, and exit with 0 when the work was done, 2 when the input was bad, 1 on a bug."""
        status: Any = 0
        collect_rarely()
        self._language: str | None = None
        streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = (cast(TextIO, Plain(stream)) for stream in streams)
        try:
            status = super().main(*args, **{**extra, "prog_name": "vedette", "standalone_mode": False})
            sys.stdout.flush()
        except BrokenPipeError:
            _discard_output()
        except (Exception, KeyboardInterrupt) as error:
            status = report(error, self._language)
        finally:
            sys.stdout, sys.stderr = streams
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; with --debug show the traceback of whatever it raises."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _discard_output()  # or click ends with 1, as on a bug
            raise click.exceptions.Exit(0) from None
        except (VedetteError, click.UsageError):
            self._language = ctx.meta.get(SPOKEN, self._language)
            raise
        except (click.exceptions.Exit, click.Abort, click.ClickException):
            raise
        except Exception:
            if ctx.params["debug"]:
                traceback.print_exc()
            raise


@click.group(cls=Vedette, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="vedette", message="Vedette %(version)s")
@click.option("--debug", is_flag=True, envvar="VEDETTE_DEBUG", help="Show the traceback when something goes wrong.")
def main(debug: bool) -> None:
    """The umpire above your table.

    A camera sees the markers on your bases; Vedette measures in cm, says how sure it is, and shows the rule.

    New here? Try `vedette demo`. At your own table `vedette serve` opens a page that guides you.
    """


if __name__ == "__main__":
    main()
