"""`vedette serve`: a match at a real table. Not built yet."""

from pathlib import Path

import click

from cli.unbuilt import NotBuilt


@click.command()
@click.argument("match", metavar="MATCH.toml", type=click.Path(path_type=Path))
@click.option("--camera", required=True, metavar="URL|INDEX|FILE|sim:CASE.toml", help="What looks at the table.")
@click.option("--journal", metavar="URL", help="Where the match's record is kept.")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="The page's port.")
@click.option("--lan", is_flag=True, help="Let phones and tablets in the house see the page.")
def command(match: Path, camera: str, journal: str | None, port: int, lan: bool) -> None:  # noqa: ARG001
    """Umpire a match: the page on every phone, the camera above the table.

    Not built yet; `vedette demo` shows the page on a table that is not there.
    """
    raise NotBuilt("serve", "umpire a match at your own table, on every phone in the room")
