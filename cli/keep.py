"""`vedette keep`: a table and its match in one file."""

from datetime import UTC, datetime
from pathlib import Path

import click

from cli.wrong_use import WrongUse
from referee.files import write_text
from referee.journal.store import Journal
from referee.kept.archive import KeptList
from referee.kept.match import JOURNAL, keep_folder
from referee.kept.present import table_in
from referee.setup.scenario import Scenario, scenario_of
from referee.setup.shelf import Shelf, setup_at
from table.errors import BadInput


@click.command()
@click.argument("place", metavar="FOLDER|MATCH.toml", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o", "--out", required=True, metavar="FILE.vedette", type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.",
)  # fmt: skip
@click.option(
    "--scenario",
    is_flag=True,
    help="Keep only the armies where they stand now, and the terrain: a scenario to give away, FILE.toml.",
)
@click.option("--turns", type=click.IntRange(1, 99), help="Of a scenario: how long it is played.")
@click.option("--victory", metavar="TEXT", default="", help="Of a scenario: what wins it, in words.")
@click.option("--journal", metavar="FILE|URL", help="The match's record, where it is not in its folder.")
def command(
    place: Path, out: Path, scenario: bool, turns: int | None, victory: str, journal: str | None
) -> None:  # fmt: skip
    """Keep a table and its match in one file: lens, table, terrain, roster, and the match as it stands.

    The match may be under way. Pictures and a camera's password stay here. `vedette restore` is the way back, on any
    computer. With --scenario where everybody stands is kept and nothing else; `vedette restore` makes
    a new table of it.
    """
    if not scenario and (turns is not None or victory):
        raise WrongUse("--turns and --victory go with --scenario")
    if out.is_file():
        raise BadInput("{path}: there is something already: name another file, or remove this one first", path=out)
    setup = setup_at(place)
    if not (setup.folder / setup.name).is_file():
        raise BadInput(
            "{path}: no table is in this folder; those of the page are in {shelf}", path=place, shelf=Shelf().root
        )
    if scenario:
        if journal is None and setup.match is not None and not setup.journal.is_file():
            raise BadInput("this match has not begun: a scenario is made of one under way")
        with Journal(journal or setup.journal) as record:
            written = scenario_of(setup, table_in(record), turns, victory)
        write_text(out, written.text)
        click.echo(f"{out}: {scenario_said(written)}")
        return
    listed = keep_folder(setup, out, datetime.now(UTC).isoformat(timespec="seconds"), journal)
    click.echo(f"{out}: {kept_said(listed)}")


def scenario_said(scenario: Scenario) -> str:
    """Return what a scenario is, in one line."""
    table = scenario.case.snapshot
    turns = f", {scenario.turns} turns" if scenario.turns is not None else ""
    size = f"{table.width_cm:.0f} x {table.depth_cm:.0f} cm"
    return f"{scenario.title} ({scenario.case.game}), a scenario of {len(table.stands)} stands on {size}{turns}"


def kept_said(listed: KeptList) -> str:
    """Return what is in a kept match, in one line."""
    begun = any(part.name == JOURNAL for part in listed.file)
    files = f"{len(listed.file)} files, {sum(part.size for part in listed.file) / 1e3:,.0f} KB"
    return f"{listed.title} ({listed.game}), {'the match with its record' if begun else 'not begun yet'}; {files}"
