"""`vedette journal`: a match's record. Not built yet."""

from pathlib import Path

import click

from cli.unbuilt import NotBuilt


@click.group()
def command() -> None:
    """Check, export or replay the record of a match. Not built yet."""


@command.command()
@click.argument("journal", type=click.Path(path_type=Path))
def verify(journal: Path) -> None:  # noqa: ARG001
    """Prove that nothing in a record was changed afterwards."""
    raise NotBuilt("journal verify", "prove that nothing in a match's record was changed afterwards")


@command.command()
@click.argument("journal", type=click.Path(path_type=Path))
def export(journal: Path) -> None:  # noqa: ARG001
    """Write a record as text to read, print or send."""
    raise NotBuilt("journal export", "write a match's record as text")


@command.command()
@click.argument("journal", type=click.Path(path_type=Path))
def replay(journal: Path) -> None:  # noqa: ARG001
    """Play a match again, ruling by ruling, and compare."""
    raise NotBuilt("journal replay", "play a match again and compare every ruling")
