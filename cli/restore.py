"""`vedette restore`: a kept table and its match, in a folder again."""

from pathlib import Path

import click

from cli.keep import kept_said, scenario_said
from referee.files import read_text
from referee.kept.archive import MOST_BYTES
from referee.kept.match import restore_match
from referee.setup.scenario import open_scenario


@click.command()
@click.argument("file", metavar="FILE.vedette", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o", "--out", metavar="FOLDER", required=True, type=click.Path(path_type=Path), help="The new folder to write."
)
def command(file: Path, out: Path) -> None:
    """Restore a table and its match that `vedette keep` or the page has kept, into a new folder.

    The match goes on where it was. A scenario (FILE.toml) makes a table that lacks only camera, lens and cards.
    Exit status 2, and nothing is written, where the file is damaged or not Vedette's.
    """
    if file.suffix == ".toml":
        click.echo(f"{out}: {scenario_said(open_scenario(read_text(file), str(file), out))}")
        click.echo(f"Go on with: vedette serve {out}")
        return
    with file.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    listed = restore_match(data, str(file), out)
    click.echo(f"{out}: {kept_said(listed)}")
    click.echo(f"Go on with: vedette serve {out}")
