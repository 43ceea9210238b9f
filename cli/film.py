"""`vedette film`: a film of the evening out of a match's record, to share."""

import sys
from dataclasses import dataclass
from pathlib import Path

import click

from cli.counted import counted
from cli.language import option as language_option
from cli.language import said_here
from referee.film.drawing import pictures_of
from referee.film.scenes import story_of
from referee.film.stills import length_of
from referee.film.writing import FPS, ending_of, endings, write_film
from referee.journal.store import Journal
from referee.view_fields import json_text


@dataclass(frozen=True, slots=True)
class FilmWritten:
    """A film: its file, how long it is, and the entries of the rulings in it."""

    file: Path
    frames: int
    fps: int
    rulings: tuple[int, ...]
    bytes: int


@click.command()
@click.argument("journal")
@click.option(
    "--out", default=lambda: f"evening{endings()[0]}", show_default="evening.mp4 or evening.gif",
    type=click.Path(path_type=Path, dir_okay=False), help="The film to write: .mp4, .gif or .webm.",
)  # fmt: skip
@click.option("--seconds", default=60, show_default=True, type=click.IntRange(10, 600), help="About how long it is.")
@click.option("--json", "as_json", is_flag=True, help="Print what was written, for machines.")
@language_option
def command(journal: str, out: Path, seconds: int, as_json: bool, lang: str) -> None:
    """Make a film of a match: the table redrawn for every ruling, its dice, who is lost, and who has won.

    JOURNAL is a file, or the URL of a database. Where there are more rulings than there is time, quiet ones are left
    out first. A .gif needs nothing; an .mp4 is sharper and smaller, and needs the extra: pip install 'vedette[film]'.
    """
    ending = ending_of(out)
    with Journal(journal) as opened:
        story = story_of(opened, seconds, language=lang)
        frames = length_of(story, FPS[ending])
        hidden = as_json or not sys.stderr.isatty()
        with click.progressbar(length=frames, label=said_here("Filming"), file=sys.stderr, hidden=hidden) as bar:
            write_film(out, pictures_of(story, FPS[ending]), bar.update)
    written = FilmWritten(out, frames, FPS[ending], story.entries, out.stat().st_size)
    if as_json:
        click.echo(json_text(written))
    else:
        said, size = counted(len(story.entries), "ruling", "rulings"), written.bytes / 1e6
        click.echo(f"{out}: {frames / written.fps:.0f} s, {said}, {size:.1f} MB")
