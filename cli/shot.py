"""`vedette shot`: what a cannon shot did. Not built yet."""

from pathlib import Path

import click

from cli.unbuilt import NotBuilt


@click.command()
@click.argument("before", type=click.Path(path_type=Path))
@click.argument("after", type=click.Path(path_type=Path))
@click.option("--table", required=True, type=click.Path(path_type=Path), help="table.toml from `vedette calibrate`.")
@click.option("--roster", required=True, type=click.Path(path_type=Path), help="What the markers stand for.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(before: Path, after: Path, table: Path, roster: Path, as_json: bool) -> None:  # noqa: ARG001
    """What a cannon shot knocked over or moved, and where the shell lies.

    BEFORE and AFTER are two pictures of the table. Not built yet.
    """
    raise NotBuilt("shot", "compare two pictures and say what fell, what moved and where the shell lies")
