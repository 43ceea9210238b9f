"""`vedette journal`: a match's record: is it whole, what does it say, how did the match stand."""

import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from cli.battle import whose_turn
from cli.counted import counted
from cli.language import option as language_option
from referee.chart.lines import chart_csv, chart_text
from referee.chart.paper import chart_pdf
from referee.chart.rows import Chart, chart_of, example_chart, sides_of
from referee.evidence.appeal import appeals_otherwise
from referee.files import write_bytes, write_text
from referee.journal.export import FORMATS, as_lines
from referee.journal.history import Point, point_at
from referee.journal.integrity import check_journal
from referee.journal.mirrored_journal import open_mirror, rebuild
from referee.journal.replay_check import differences
from referee.journal.stands import state_data
from referee.journal.store import Journal
from referee.words import label
from table.errors import BadInput

journal_argument = click.argument("journal")


@click.group()
def command() -> None:
    """Check, export or replay the record of a match.

    JOURNAL is a file, or the URL of a database (postgresql://...). To verify and rebuild it may be a mirror too.
    """


@command.command()
@journal_argument
@click.option(
    "--head", help="A seal noted down before, or its first 16 letters: finds a tail cut off, a chain written anew."
)
@click.option("--json", "as_json", is_flag=True, help="Print it for machines.")
def verify(journal: str, head: str | None, as_json: bool) -> None:
    """Prove that nothing in a record was changed afterwards.

    Exit status 0 when every entry is whole and follows the one before; 2 when one was altered, taken out, put in or
    moved, or when no entry has the seal of --head.
    """
    with closing(open_mirror(journal)) as opened:
        name, report, torn = opened.name, check_journal(opened.entries(), head, _ticker("entries checked")), opened.torn
    if as_json:
        faults = [{"sequence": fault.sequence, "what": fault.what} for fault in report.faults]
        told = {"entries": report.entries, "head": report.head, "faults": faults, "torn": torn}
        click.echo(json.dumps(told, indent=2))
    else:
        click.echo(f"{counted(report.entries, 'entry', 'entries')}, the newest sealed {report.head}")
        if torn:
            click.echo(
                f"  {torn} half-written line{'s' * (torn > 1)} passed over, as a kill or a full disk leaves them"
            )
        for fault in report.faults:
            click.echo(f"  entry {fault.sequence}: {fault.what}")
    if report.faults:
        raise BadInput("{journal}: this record was changed (faults: {count})", journal=name, count=len(report.faults))
    if not as_json:
        click.echo("Every entry is whole and follows the one before.")


@command.command()
@journal_argument
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to write it."
)
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file.")
@language_option
def export(journal: str, form: str, out: Path | None, lang: str) -> None:
    """Write a record as text to read, as JSON Lines or as CSV."""
    with Journal(journal) as opened:
        lines = as_lines(opened, form, lang)
        if out is not None:
            write_text(out, "".join(f"{line}\n" for line in lines))
            return
        for line in lines:
            click.echo(line)


@command.command(name="rebuild")
@click.argument("mirror")
@click.option("-o", "--out", "new", required=True, metavar="FILE|URL", help="The new journal.")
def rebuild_command(mirror: str, new: str) -> None:
    """Build a record again from its mirror, an export in JSON Lines, or what is left of a damaged one.

    Exit status 0 when everything was whole; 2 when only what came before a missing or altered entry was.
    """
    with closing(open_mirror(mirror)) as opened:
        count, wrong = rebuild(opened, new)
        with Journal(new) as built:
            report = check_journal(built.entries())
        click.echo(f"{counted(report.entries, 'entry', 'entries')} in {built.name}, the newest sealed {report.head}")
        if opened.torn:
            click.echo(f"  {opened.torn} half-written line{'s' * (opened.torn > 1)} passed over")
        if report.faults or report.entries != count:
            raise BadInput("{name}: what was written is not what is there; use another disk", name=built.name)
        if wrong is not None:
            raise BadInput(
                "{name}: only entries 1 to {count} could be saved; {wrong}", name=opened.name, count=count, wrong=wrong
            )


@command.command()
@journal_argument
@click.option("--at", type=click.IntRange(1), help="As it was after this entry; left out: now.")
@click.option("--check", is_flag=True, help="Rule on everything again, and tell what comes out otherwise.")
@click.option("--json", "as_json", is_flag=True, help="Print it for machines.")
@language_option
def replay(journal: str, at: int | None, check: bool, as_json: bool, lang: str) -> None:
    """Rebuild a match as it was after an entry.

    With --check everything is played from the first entry and every ruling ruled on again: exit status 2 when one
    comes out otherwise than it was written, or a state stored along the way is not what the entries make.
    """
    with Journal(journal) as opened:
        point = point_at(opened, at, stored=not check)
        click.echo(json.dumps(_as_json(point), indent=2, ensure_ascii=False) if as_json else _as_text(point, lang))
        if check:
            found = [*differences(opened, _ticker("rulings repeated")), *appeals_otherwise(opened)]
            for difference in found:
                click.echo(f"  entry {difference.sequence}: {difference.what}")
            if found:
                raise BadInput(
                    "{journal}: entries that come out otherwise now: {count}", journal=opened.name, count=len(found)
                )
            click.echo("Every ruling comes out as it was written.")


@command.command()
@click.argument("journal", required=False)
@click.option("--side", help="Whose chart, by the side's name; left out: both.")
@click.option("--pdf", type=click.Path(path_type=Path), help="Write it to this file, as paper.")
@click.option("--csv", "table", type=click.Path(path_type=Path), help="Write it to this file, as CSV: of one side.")
@click.option("--example", is_flag=True, help="The book's own example in place of a match.")
@language_option
def chart(
    journal: str | None, side: str | None, pdf: Path | None, table: Path | None, example: bool, lang: str
) -> None:
    """Print the combat chart of a match whose game keeps one: one a side, as the book has it."""
    if (journal is None) != example:
        raise BadInput("say which journal, or --example")
    charts = [example_chart()] if example else _charts(str(journal), side)
    if table is not None and len(charts) != 1:
        raise BadInput("a CSV file holds one side's chart: say which with --side")
    if table is not None:
        write_text(table, chart_csv(charts[0], language=lang))
    if pdf is not None:
        write_bytes(pdf, chart_pdf(charts, language=lang))
    if table is None and pdf is None:
        for each in charts:
            for line in chart_text(each, language=lang):
                click.echo(line)


def _charts(journal: str, side: str | None) -> list[Chart]:
    with Journal(journal) as opened:
        return [chart_of(opened, each) for each in ((side,) if side is not None else sides_of(opened))]


def _as_text(point: Point, language: str) -> str:
    state = point.state
    off = ", ".join(sorted(state.fallen)) or label("nobody", language=language)
    lines = [f"{point.opened.game}: {point.opened.title}", whose_turn(point.opened.game, state, language)]
    lines += [f"  {name}: {', '.join(f'{k} = {v}' for k, v in told.items())}" for name, told in state.states.items()]
    return "\n".join([*lines, "  " + label("off_the_table", language=language, stands=off)])


def _as_json(point: Point) -> dict[str, Any]:
    return {"sequence": point.sequence, "game": point.opened.game, "state": state_data(point.state)}


def _ticker(what: str) -> Callable[[int], None] | None:
    """Return what shows progress on a terminal; nothing where nobody looks."""
    if not sys.stderr.isatty():
        return None
    return lambda count: click.echo(f"\r{count} {what}", err=True, nl=False)
