"""`vedette keep`: a table and its match in one file."""

from datetime import UTC, datetime
from pathlib import Path

import click

from referee.kept.archive import KeptList
from referee.kept.match import JOURNAL, keep_folder
from referee.setup.shelf import setup_at


@click.command()
@click.argument("place", metavar="FOLDER|MATCH.toml", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o", "--out", required=True, metavar="FILE.vedette", type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.",
)  # fmt: skip
@click.option("--journal", metavar="FILE|URL", help="The match's record, where it is not in its folder.")
def command(place: Path, out: Path, journal: str | None) -> None:
    """Keep a table and its match in one file: lens, table, terrain, roster, and the match as it stands.

    The match may be under way. Pictures and a camera's password stay here. `vedette restore` is the way back, on any
    computer.
    """
    listed = keep_folder(setup_at(place), out, datetime.now(UTC).isoformat(timespec="seconds"), journal)
    click.echo(f"{out}: {kept_said(listed)}")


def kept_said(listed: KeptList) -> str:
    """Return what is in a kept match, in one line."""
    begun = any(part.name == JOURNAL for part in listed.file)
    files = f"{len(listed.file)} files, {sum(part.size for part in listed.file) / 1e6:.1f} MB"
    return f"{listed.title} ({listed.game}), {'the match with its record' if begun else 'not begun yet'}; {files}"
