"""The options that `demo` and `serve` share: the journal's second copy, who sees pictures and how long they stay."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import click

from referee.privacy import AUDIENCES, Privacy, read_keep
from table.errors import BadInput

Command = TypeVar("Command", bound=Callable[..., Any])

mirror_option = click.option(
    "--mirror", metavar="FILE|URL",
    help="Write a second copy of the journal here, best on another disk (docs/journal.md).",
)  # fmt: skip
frames_option = click.option(
    "--frames-mb", type=int, default=500, show_default=True,
    help="Room for the pictures of rulings, in MB; the oldest go.",
)  # fmt: skip


def need_journal(mirror: str | None, journal: str | None) -> None:
    """Raise BadInput where there is a mirror, and no journal that it could be a copy of."""
    if mirror is not None and journal is None:
        raise BadInput("--mirror copies a journal: name that too, with --journal")


def privacy_options(command: Command) -> Command:
    """Give a command --picture, --surroundings and --keep-pictures."""
    options = (
        click.option("--picture", type=click.Choice(AUDIENCES), help="Who may see the camera's picture. [everybody]"),
        click.option(
            "--surroundings", type=click.Choice(("masked", "shown")), help="What lies round the table, in it. [masked]"
        ),
        click.option(
            "--keep-pictures", "keep", metavar="full|match|DAYS",
            help="How long rulings' pictures stay: until their folder is full, until Vedette stops, or days. [full]",
        ),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def asked_privacy(picture: str | None, surroundings: str | None, keep: str | None) -> Callable[[Privacy], Privacy]:
    """Return what lets the options that were given take the place of what a match says; raises BadInput."""
    asked: dict[str, Any] = {"picture": picture, "surroundings": surroundings}
    asked["keep"] = None if keep is None else read_keep(keep)
    return lambda privacy: replace(privacy, **{key: value for key, value in asked.items() if value is not None})
