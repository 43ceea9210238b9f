"""`vedette club`: many tables' matches in one database, and the hall's page over them."""

import contextlib
import json
import sys
from dataclasses import asdict
from pathlib import Path
from urllib.parse import urlsplit

import click
import segno

from cli.club_options import database_option, place_option, place_read
from cli.club_season import person, season
from cli.counted import counted
from cli.language import said_here
from cli.page_server import ON_NO_NETWORK, PageOptions, Stopping, leave, page_options
from referee.club.backup import copy_club, rows_in
from referee.club.evening.organising import Evenings
from referee.club.evening.results import result_rows, results_csv
from referee.club.evening.settling import Settling
from referee.club.guests import ROLES, GuestList, GuestRole, guest_link
from referee.club.record import SHORT, Club, ClubMatch
from referee.journal.integrity import check_journal
from referee.journal.mirrored_journal import open_mirror, rebuild
from referee.journal.reader import batches
from table.errors import BadInput


@click.group()
def command() -> None:
    """Keep many tables' matches in one database, and show them on one page (docs/club.md).

    A table sends its match on by `vedette serve --club LINK`, the link that the hall's organiser gives it. Its own
    journal stays whole without the network; what was played meanwhile is sent later.
    """


command.add_command(person)
command.add_command(season)


@command.command()
@click.argument("files", metavar="JOURNAL...", nargs=-1, required=True)
@database_option
@place_option
def take(files: tuple[str, ...], where: str, place: str | None) -> None:
    """Take journals of old matches in, whole and with their seals; what is there already is passed over."""
    with Club(where) as club:
        for file in files:
            with contextlib.closing(open_mirror(file)) as journal:
                match: ClubMatch | None = None
                for batch in batches(journal.entries()):
                    match = club.take(place, batch, None if match is None else match.match)
                if match is None:
                    raise BadInput("{journal}: an empty journal", journal=file)
                click.echo(f"{file}: {_line(match)}")


@command.command(name="list")
@database_option
@click.option("--json", "as_json", is_flag=True, help="Print it for machines.")
def list_command(where: str, as_json: bool) -> None:
    """List the club's matches, those first that were played last."""
    with Club(where, make=False) as club:
        matches = club.matches()
    if as_json:
        click.echo(json.dumps([asdict(match) for match in matches], indent=2))
        return
    for match in matches:
        click.echo(_line(match))
    if not matches:
        click.echo("No match yet. `vedette club take JOURNAL` takes an old one in.")


@command.command()
@database_option
def verify(where: str) -> None:
    """Check every seal of every match; exit status 2 where one does not hold."""
    with Club(where, make=False) as club:
        click.echo(f"{_checked(club)}: every one is whole.")


@command.command()
@database_option
@click.option("--json", "as_json", is_flag=True, help="Print them for machines.")
def results(where: str, as_json: bool) -> None:
    """Print the results of the newest evening as CSV: a line for each player's game.

    The hall's page has them too: /evening/results.csv.
    """
    with Club(where, make=False) as club:
        Settling(club).settle()
        evening = Evenings(club).newest()
    if evening is None:
        raise BadInput("no evening has begun")
    if as_json:
        click.echo(json.dumps([asdict(row) for row in result_rows(evening)], indent=2))
    else:
        click.echo(results_csv(evening), nl=False)


@command.command()
@database_option
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The backup, a new file.")
def backup(where: str, out: Path) -> None:
    """Copy everything the club has into one file, as it is at this moment, and check every seal of the copy.

    Tables may go on sending meanwhile. `vedette club restore` puts it back; the file is a club's database itself.
    """
    if out.exists():
        raise BadInput("{file}: there is a file already; name a new one", file=out)
    half = out.with_name(out.name + ".half")
    half.unlink(missing_ok=True)
    try:
        with Club(where, make=False) as club, Club(half) as copy:
            said = _copied(club, copy)
        half.rename(out)
    finally:
        for left in (half, *(half.with_name(half.name + end) for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)
    click.echo(f"{out}: {said}, every one whole.")


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
def restore(file: Path, where: str) -> None:
    """Put a backup back into an empty database; nothing of one with a seal that does not hold.

    So a club moves from a file at home to PostgreSQL, too: restore the file into the new database.
    """
    with Club(file, make=False) as backed:
        _checked(backed)
        with Club(where) as club:
            said = _copied(backed, club)
    click.echo(f"{club.name}: {said}, every one whole.")


@command.command(name="take-up")
@click.argument("match")
@database_option
@click.option("--place", required=True, metavar="NAME", callback=place_read, help="The table where it goes on.")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="Its journal there, a new file.")
def take_up(match: str, where: str, place: str, out: Path) -> None:
    """Go on with a match at another computer: its journal is written there, and the club is told.

    MATCH is its number in the list, or the beginning of it. Whatever the table before it sends from then on is refused.
    """
    with Club(where, make=False) as club:
        found = club.named(match)
        if out.exists():
            raise BadInput("{file}: there is a file already; name a new one", file=out)
        taken = club.take_up(found.match, place)
        count, wrong = rebuild(club.journal(taken.match), str(out))
        if wrong is not None:
            raise BadInput(
                "{name}: only entries 1 to {count} could be saved; {wrong}", name=club.name, count=count, wrong=wrong
            )
        click.echo(f"{out}: {_line(taken)}")
        click.echo(f"Go on with: vedette serve MATCH.toml --journal {out} --club URL --place '{place}'")


@command.command()
@database_option
@page_options("Let everybody in the house open the page, and tables send to it.")
@click.option("--webhook", "webhooks", metavar="URL", multiple=True, help="Post every event there (docs/events.md).")
@click.option(
    "--webhook-secret",
    envvar="VEDETTE_WEBHOOK_SECRET",
    metavar="TEXT",
    help="What webhooks are signed with; better in the environment. [VEDETTE_WEBHOOK_SECRET]",
)
@click.option(
    "--mqtt",
    "broker",
    envvar="VEDETTE_MQTT",
    metavar="URL",
    help="Send every event to this broker: mqtt://[USER:PASSWORD@]HOST[:PORT], or mqtts. [VEDETTE_MQTT]",
)
def serve(
    where: str, serving: PageOptions, webhooks: tuple[str, ...], webhook_secret: str | None, broker: str | None
) -> None:
    """Show the hall: every table of the club on one page, as it is played.

    Whoever opens it at this computer is the organiser, and invites the others there. Stop it with Ctrl-C.
    """
    from web.hall.serving import receivers_of, serve_hall  # noqa: PLC0415  # the page takes a second to import

    receivers = receivers_of(webhooks, webhook_secret, broker)
    stopping = Stopping()
    with stopping, contextlib.ExitStack() as kept:
        here = kept.enter_context(
            serve_hall(where, serving.port, lan=serving.lan, behind=serving.behind, receivers=receivers)
        )
        stopping.in_turn()
        place = serving.others_find(urlsplit(here).port or 80)
        click.echo(f"The hall is at {place or here}  (Ctrl-C stops it)")
        if place is not None:
            with Club(where) as club:
                link = guest_link(place, GuestList(club).print_organisers())
            click.echo(f"The organiser's link, until the next start: {link}")
            click.echo("Everybody may watch; guests and tables get links of their own: menu, Invite.")
            segno.make(place, micro=False).terminal(out=sys.stdout, compact=True)
        elif serving.lan:
            click.echo(ON_NO_NETWORK, err=True)
        serving.browse(here)
        stopping.wait()
    click.echo("The hall is closed.", err=True)
    leave()


@command.command()
@database_option
@click.option("--role", required=True, type=click.Choice(ROLES), help="What the guest may do in the hall.")
@click.option("--name", help="The guest's name.")
@click.option("--place", metavar="NAME", callback=place_read, help="The table, where it is a table's link.")
@click.option("--revoke", is_flag=True, help="Let nobody in by this link any more.")
def invite(where: str, role: GuestRole, name: str | None, place: str | None, revoke: bool) -> None:
    """Print a link by which a guest or a table comes into the hall, once; one for the same name before counts no more.

    A table starts with it: vedette serve --club LINK.
    """
    named, other, option = (place, name, "--place") if role == "table" else (name, place, "--name")
    if named is None or other is not None:
        raise BadInput("--role {role} goes with {option}, and nothing else", role=role, option=option)
    with Club(where) as club:
        guests = GuestList(club)
        hall = guests.setting("address")
        if revoke:
            if not guests.revoke(role, named):
                raise BadInput("{name} has no link that could be revoked", name=named)
            click.echo(f"The link of {named} counts no more.")
        elif hall is None:
            raise BadInput("links name the hall's address: begin it first, with vedette club serve")
        else:
            click.echo(guest_link(hall, guests.invite(role, named)))


def _copied(source: Club, target: Club) -> str:
    """Copy a club's database, and return how much there is in the copy, whose every seal was checked."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=rows_in(source), label=said_here("Copying"), file=sys.stderr, hidden=hidden) as bar:
        copy_club(source, target, bar.update)
    return _checked(target)


def _checked(club: Club) -> str:
    """Check every seal, and return how many matches and entries there are; raises BadInput where one does not hold."""
    matches = club.matches(most=None)
    wrong = 0
    with click.progressbar(
        matches, label=said_here("Checking"), file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as checked:
        for match in checked:
            report = check_journal(club.journal(match.match).entries(), match.head)
            wrong += bool(report.faults)
            for fault in report.faults:
                click.echo(f"{match.match[:SHORT]}: entry {fault.sequence}: {fault.what}")
    if wrong:
        raise BadInput("{name}: matches that were changed: {count}", name=club.name, count=wrong)
    entries = sum(match.length for match in matches)
    return f"{counted(len(matches), 'match', 'matches')}, {counted(entries, 'entry', 'entries')}"


def _line(match: ClubMatch) -> str:
    title = f": {match.title}" if match.title else ""
    return (
        f"{match.match[:SHORT]}  {match.place}  {match.game.capitalize()}{title}  "
        f"{match.last[:16].replace('T', ' ')}  {counted(match.length, 'entry', 'entries')}"
    )
