"""`vedette club person` and `vedette club season`: who plays in the club, and how good each is."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.club_options import database_option
from cli.counted import counted
from cli.language import option as language_option
from referee.club.own_data import data_of, forget
from referee.club.people import People
from referee.club.record import Club
from referee.club.results import Results
from referee.files import write_text
from referee.view_fields import json_text
from referee.words.translation import say
from table.errors import BadInput

if TYPE_CHECKING:
    from referee.club.season_view import SeasonView


@click.group()
def person() -> None:
    """Keep the club's players: their names stand beside the matches, and in no sealed entry."""


@person.command()
@click.argument("name")
@database_option
def add(name: str, where: str) -> None:
    """Add a player."""
    with Club(where) as club:
        player = People(club).add(name)
    click.echo(f"{player.name} is player {player.player}.")


@person.command(name="list")
@database_option
def list_command(where: str) -> None:
    """List the players with their numbers."""
    with Club(where, make=False) as club:
        players = People(club).players()
    for player in players:
        click.echo(f"{player.player:>5}  {player.name}")
    if not players:
        click.echo("No player yet. `vedette club person add NAME` adds one.")


@person.command()
@click.argument("name")
@click.argument("new")
@database_option
def rename(name: str, new: str, where: str) -> None:
    """Give a player another name; his matches stay his."""
    with Club(where, make=False) as club:
        player = People(club).rename(name, new)
    click.echo(f"Player {player.player} is {player.name} now.")


@person.command()
@click.argument("match")
@click.argument("side")
@click.argument("name")
@click.option("--army", default="", help="The army it was played with.")
@database_option
def seat(match: str, side: str, name: str, army: str, where: str) -> None:
    """Say who played a SIDE of a MATCH, instead of what was said before. MATCH is its number in the club's list."""
    with Club(where, make=False) as club:
        people = People(club)
        seated = people.seat(match, side, people.named(name), army)
    with_army = f" with {seated.army}" if seated.army else ""
    click.echo(f"{seated.name} played {seated.side} in {seated.match[:8]}{with_army}.")


@person.command()
@click.argument("name")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="A new file.")
@database_option
def data(name: str, out: Path, where: str) -> None:
    """Write all that the club has of a player into a file, as JSON, for him to take with him."""
    if out.exists():
        raise BadInput("{file}: there is a file already; name a new one", file=out)
    with Club(where, make=False) as club:
        found = data_of(club, People(club).named(name))
    write_text(out, json_text(found) + "\n")
    click.echo(f"{out}: {found.name}, {counted(len(found.matches), 'match', 'matches')}.")


@person.command(name="forget")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
def forget_command(name: str, yes: bool, where: str) -> None:
    """Take a player's name out of the database for good; matches stay, under a number. Seals stay whole."""
    with Club(where, make=False) as club:
        player = People(club).named(name)
        if not yes:
            click.confirm(f"Forget {player.name} for good?", abort=True)
        left = forget(club, player)
    click.echo(f"{player.name} is {left.name} now, in everything that is not sealed.")
    if left.sealed:
        click.echo(
            f"Sealed entries with this name in their text: {left.sealed}. They cannot be changed; backups neither."
        )


@click.command()
@database_option
@click.option("--year", type=int, help="The season's year; left out: the newest.")
@click.option("--again", is_flag=True, help="Work every finished match out anew from its entries first.")
@click.option("--json", "as_json", is_flag=True, help="Print it for machines.")
@language_option
def season(where: str, year: int | None, again: bool, as_json: bool, lang: str) -> None:
    """Rank the players of a season, their luck taken off, and tell how sure that is.

    What finished matches came to is kept in the database; what is new is worked out first.
    """
    from referee.club.season import Seasons  # noqa: PLC0415
    from referee.club.season_view import season_view  # noqa: PLC0415  # it takes half a second to import

    with Club(where, make=False) as club:
        Results(club).refresh(again=again)
        said = season_view(Seasons(club).of(year), lang)
    click.echo(json_text(said) if as_json else "\n".join(season_lines(said, lang)))


def season_lines(said: "SeasonView", lang: str) -> list[str]:
    """Return a season as the lines a person reads."""
    lines = [say("season.season_title", lang, year=said.year if said.years else ""), *said.lines]
    for title, rows in (("players", said.players), ("armies", said.armies)):
        if rows:
            lines += ["", say(f"season.{title}", lang)]
        for it in rows:
            skill = "" if it.skill is None else f"{it.skill:+4.0f} ({it.low:+.0f} .. {it.high:+.0f})"
            record = say("season.record", lang, won=it.won, drawn=it.drawn, lost=it.lost)
            lines.append(f"  {it.name:<20}  {skill:<20}  {record}, {say('season.luck', lang).lower()} {it.luck:+.0f}")
            lines += [f"      {it.said}"] if it.said else []
    return lines
