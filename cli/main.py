"""The `vedette` command: what it can do, and how it ends."""

import os
import sys
import traceback
from typing import Any, ClassVar, NoReturn, TextIO, cast

import click

from cli.errors import report
from cli.lazy import LazyGroup, Sections
from cli.terminal import Plain


class Vedette(LazyGroup):
    """All commands; whatever goes wrong in one ends as one line on stderr and an exit status."""

    sections: ClassVar[Sections] = {
        "Set up": {
            "sheets": "Print the markers, the frame and the calibration board, at exact size.",
            "capture": "Take pictures with your camera.",
            "calibrate": "Learn your lens, then your table.",
            "board": "Find the hexes of a printed map.",
            "army": "Build an order of battle.",
        },
        "Measure": {
            "measure": "Where every stand is, in cm, with its ±.",
            "shot": "What a cannon shot knocked over, from two pictures.",
        },
        "Play": {
            "demo": "Watch the umpire at work: no camera needed.",
            "serve": "Umpire a match at your table.",
            "rule": "Ask for a ruling on a written case.",
            "moves": "What moved between two tables, and whether it was allowed.",
            "battle": "Play a whole battle again that was written down.",
        },
        "Check": {
            "rig": "What the rig on a cannon says, live.",
            "doctor": "What is installed, what is plugged in, what is wrong.",
            "dice": "Check that a match's own dice were fair.",
            "clauses": "Every clause of a rulebook, and what holds it.",
            "journal": "Check, export or replay a match's record.",
            "passport": "What was luck: a match's dice and shots against chance.",
            "evidence": "The picture and the reasons of a ruling, to show or to print.",
        },
    }

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run, and exit with 0 when the work was done, 2 when the input was bad, 1 on a bug."""
        status: Any = 0
        streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = (cast(TextIO, Plain(stream)) for stream in streams)
        try:
            status = super().main(*args, **{**extra, "prog_name": "vedette", "standalone_mode": False})
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader (`| head`) has gone: there is nobody left to tell, and nothing may be flushed at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (Exception, KeyboardInterrupt) as error:
            status = report(error)
        finally:
            sys.stdout, sys.stderr = streams
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; with --debug show the traceback of whatever it raises."""
        try:
            return super().invoke(ctx)
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

    New here? Try `vedette demo`. With a camera: sheets, capture, calibrate, measure, in this order.
    """


if __name__ == "__main__":
    main()
