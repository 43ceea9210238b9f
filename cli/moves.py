"""`vedette moves`: what moved between two tables, read as actions and ruled on."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from cli.language import option as language_option
from cli.rule import settings_of, settings_option
from referee.files import read_text
from referee.words import label, sentence, verdict_word
from referee.words.game_words import word_said
from rules.action import Action, off_table
from rules.cases import parse_table
from rules.registry import game_named, rule
from rules.ruling import Ruling
from rules.seen_move import SeenMove, legal_readings
from rules.settings import read_settings
from rules.state import TABLE
from table.errors import BadInput

LOOSE_CM = 0.3  # how far off a reading may be before it is worth a word


@click.command()
@click.argument("before", type=click.Path(path_type=Path))
@click.argument("after", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
@settings_option
@language_option
def command(before: Path, after: Path, as_json: bool, settings: Path | None, lang: str) -> None:
    """Tell what moved from the table in BEFORE.toml to that in AFTER.toml, and rule on each move.

    Both are written as cases are (game, [table], [[stand]], [[terrain]]); an action in them is not read. Bases that
    touch are read as one group where one move explains them: straight ahead, a wheel, a turn on the spot, into column.
    A turn on a board comes as the game's chart notes it; a soldier between two squares makes several readings, the
    likeliest first. Exit status 0 whatever the verdicts.
    """
    told = judged(before, after, settings)
    if as_json:
        click.echo(json.dumps([_as_dict(*readings) for readings in told], indent=2, ensure_ascii=False))
        return
    for readings in told:
        for number, (move, ruling) in enumerate(readings):
            said = f"{verdict_word(ruling, language=lang)}. {sentence(ruling, language=lang)}{_how(move, ruling, lang)}"
            click.echo(label("or_else", language=lang, said=said) if number else f"{', '.join(move.stands)}: {said}")
    if not told:
        click.echo(label("nothing_moved", language=lang))


def judged(before: Path, after: Path, own: Path | None = None) -> list[tuple[tuple[SeenMove, Ruling], ...]]:
    """Return what moved between two files' tables: each move's legal readings with their rulings, the likeliest first.

    The first table's settings come before those of the players' ``own`` file; who lies beside it has made no move.
    Raises BadInput.
    """
    start, end = (parse_table(read_text(path), str(path)) for path in (before, after))
    if start.game != end.game:
        raise BadInput(
            "{file}: a table of {game}, but {other} is one of {its}",
            file=after, game=end.game, other=before, its=start.game,
        )  # fmt: skip
    game = game_named(start.game, str(before))
    given = {**settings_of(start.game, own), **start.settings}
    settings = read_settings(game.settings, given, str(before))
    tables = [game.complete(case.snapshot, settings, str(path)) for case, path in ((start, before), (end, after))]

    def ruled(action: Action) -> Ruling:
        return rule(start.game, start.snapshot, action, (), given, {}, str(before), start.sides)

    tables[0] = replace(tables[0], stands=tuple(each for each in tables[0].stands if not off_table(each, tables[0])))
    seen = game.infer_moves(tables[0], tables[1], settings, start.sides.get(TABLE, {}))
    return [legal_readings(move, ruled) for move in seen]


def _how(move: SeenMove, ruling: Ruling, language: str) -> str:
    more = []
    if ruling.verdict == "allowed" and (
        noted := game_named(ruling.game).notation(move.action, ruling.effects, language)
    ):
        more.append(noted)
    if isinstance(wheel := move.action.get("wheel"), Mapping):
        corner = word_said(ruling.game, "corner", wheel.get("pivot"), language=language)
        more.append(label("wheel", language=language, **{**wheel, "pivot": corner}))
    if move.off_cm > LOOSE_CM:
        more.append(label("loosely", language=language, off=round(move.off_cm, 1)))
    return f" ({'; '.join(more)})" if more else ""


def _as_dict(first: tuple[SeenMove, Ruling], *others: tuple[SeenMove, Ruling]) -> dict[str, Any]:
    move, ruling = first
    said: dict[str, Any] = {"action": dict(move.action), "stands": list(move.stands), "off_cm": move.off_cm}
    said["ruling"] = ruling.as_dict()
    if others:
        said["others"] = [{"action": dict(it.action), "ruling": ruled.as_dict()} for it, ruled in others]
    return said
