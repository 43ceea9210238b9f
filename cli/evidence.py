"""`vedette evidence`: the evidence card of a ruling, out of a match's record."""

import sys
from collections.abc import Callable
from pathlib import Path

import click

from cli.language import option as language_option
from cli.language import said_here
from cli.wrong_use import WrongUse
from referee.evidence.card import EvidenceCard
from referee.evidence.card_lookup import card_at, numbers_of_cards
from referee.evidence.card_text import told, word
from referee.evidence.card_view import CardView
from referee.evidence.frames import FrameFolder, NoFrame, frame_bytes, frames_of
from referee.evidence.paper import card_pdf
from referee.evidence.poster import poster_png
from referee.files import write_bytes
from referee.journal.store import Journal
from referee.ruling_view import CheckView
from referee.view_fields import json_text
from table.errors import BadInput

file_type = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("journal")
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--png", type=file_type, help="Write the card as a picture.")
@click.option("--pdf", type=file_type, help="Write the card as a page to print.")
@click.option(
    "--all", "folder", type=click.Path(path_type=Path, file_okay=False), help="Write every card of the match here."
)
@click.option(
    "--frames", type=click.Path(path_type=Path, file_okay=False), help="Where the pictures are; left out: beside it."
)
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
@language_option
def command(
    journal: str, number: int | None, png: Path | None, pdf: Path | None, folder: Path | None, frames: Path | None,
    as_json: bool, lang: str,
) -> None:  # fmt: skip
    """Show what a ruling rests on: the picture, the number that decided, the conditions, the dice.

    JOURNAL is a file, or the URL of a database; NUMBER is the entry of the ruling, as the page and `vedette journal
    export` tell it. Prints the card; --png and --pdf write it, --all writes those of the whole match.
    """
    with Journal(journal) as opened:
        pictures = frames_of(opened, frames)
        if folder is not None:
            if number is not None or png or pdf or as_json:
                raise WrongUse("--all writes every card: leave NUMBER and the other outputs out")
            _write_all(opened, pictures, folder, lang)
            return
        if number is None:
            raise WrongUse("say which ruling: the NUMBER of its entry, or --all FOLDER")
        card, said, jpeg = _opened(opened, pictures, number, lang)
        if png is not None:
            write_bytes(png, poster_png(card, said, jpeg, language=lang))
        if pdf is not None:
            write_bytes(pdf, card_pdf(card, said, jpeg, language=lang))
        click.echo(json_text(said) if as_json else as_text(said, lang))


def as_text(said: CardView, language: str = "en") -> str:
    """Return a card as the lines a person reads."""
    number = said.number
    figure = f"  {number.measured} {number.of} {number.plus_minus}".rstrip() if number else ""
    lines = [f"{said.banner.sign} {said.banner.word.upper()}{figure}", said.who, said.sentence, ""]
    lines += [f"  {_mark(check)} {check.clause:<6}{check.sentence}" for check in said.checks]
    for throw in said.dice:
        by = f" ({throw.said_by})" if throw.said_by else ""
        lines.append(f"  ⚄ {throw.clause:<6}{throw.sentence}: {' '.join(map(str, throw.given))}{by}")
    if said.outcome_beneath:
        lines += ["", said.outcome_beneath]
    lines += [f"  - {happened}" for happened in said.happened]
    lines += ["", *said.remarks] if said.remarks else [""]
    for appeal in said.appeals:
        other = word("ev_what_if", language, options=appeal.options)
        lines.append(f"{other}: {appeal.banner.word.upper()} (№ {appeal.entry})")
    when = f"{said.time[:19].replace('T', ' ')} UTC"
    lines.append(
        f"{word('ev_entry', language, number=said.entry)}, {word('ev_seal', language, seal=said.seal)}, {when}"
    )
    return "\n".join([*lines, said.frame.said])


def _mark(check: CheckView) -> str:
    if check.modifies and check.verdict != "close":
        return "•"
    return {"passed": "✓", "failed": "✗", "close": "≈"}[check.verdict]


def _opened(
    journal: Journal, frames: FrameFolder, number: int, language: str
) -> tuple[EvidenceCard, CardView, bytes | None]:
    card = card_at(journal, number)
    try:
        jpeg, trouble = frame_bytes(frames, card.frame), None
    except NoFrame as error:
        jpeg, trouble = None, error.trouble
    return card, told(card, trouble, language=language), jpeg


def _write_all(journal: Journal, frames: FrameFolder, folder: Path, language: str) -> None:
    numbers = sorted(numbers_of_cards(journal))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput("{path}: cannot be made ({reason})", path=folder, reason=error.strerror) from None
    makers: dict[str, Callable[..., bytes]] = {"png": poster_png, "pdf": card_pdf}
    with click.progressbar(
        numbers, label=said_here("Evidence cards"), file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        for number in bar:
            card, said, jpeg = _opened(journal, frames, number, language)
            for ending, make in makers.items():
                write_bytes(folder / f"{number:05}.{ending}", make(card, said, jpeg, language=language))
    click.echo(f"{folder}: {len(numbers)} × png, pdf")
