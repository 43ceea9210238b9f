"""`vedette rule`: a ruling on a written case."""

import json
import tomllib
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from textwrap import shorten
from typing import Any

import click

from cli.language import option as language_option
from referee.files import read_text
from referee.words import (
    check_sentence,
    effect_sentence,
    label,
    outcome_sentence,
    sentence,
    throw_sentence,
    verdict_word,
)
from referee.words.game_words import faces_said
from referee.words.house_values import house_said
from referee.words.sentences import COMMANDERS
from rules.cases import parse_case, parse_cases
from rules.expectation import differences
from rules.registry import game_named, rule
from rules.ruling import Check, Ruling
from rules.settings import read_settings
from table.errors import BadFile, BadInput
from table.notation.case_file import Case

CASES = ".cases"

settings_option = click.option(
    "--settings", type=click.Path(path_type=Path), help="Your table's own options and terrain, vehicles, troops (TOML)."
)
WIDTH = 100
NOTHING_EXPECTED = "it expects nothing: add a line such as '= allowed A2.3 hit'"


def settings_of(game: str, path: Path | None) -> dict[str, Any]:
    """Return the settings of a game in a players' own file, none without one; raises BadInput."""
    if path is None:
        return {}
    try:
        given = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise BadFile(str(path), "", "TOML text", str(error)) from None
    read_settings(game_named(game).settings, given, str(path), inside="")
    return given


def read_cases(path: Path) -> tuple[Case, ...]:
    """Return the case of a TOML file, or all of a file that ends in .cases; raises BadInput."""
    text, name = read_text(path), str(path)
    return parse_cases(text, name) if path.suffix == CASES else (parse_case(text, name),)


def rule_on(case: Case, name: str, settings: Path | None = None) -> Ruling:
    """Rule on a case, its own settings before those of the players' file; raises BadInput."""
    both = {**settings_of(case.game, settings), **case.settings}
    return rule(case.game, case.snapshot, case.action, case.dice, both, case.decided, name, case.sides)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
@settings_option
@language_option
def command(file: Path, name: str | None, as_json: bool, settings: Path | None, lang: str) -> None:
    """Ask for a ruling on a case: a table, an action and dice, written down.

    FILE is a case in TOML, or many cases in a file that ends in .cases, of which NAME is one. Prints the verdict, why,
    each condition with its clause, the dice and what they did. Exit status 0 whatever the verdict; 2 when the case
    cannot be read. Where the case expects something else, that is said below.

    Without NAME every case of FILE.cases is ruled on and held against what it expects; exit status 2 where one differs.
    """
    cases = read_cases(file)
    if name is not None:
        cases = (case_named(cases, name, str(file)),)
    elif file.suffix == CASES:
        check_cases(cases, lambda case: rule_on(case, f"{file}, {case.name}", settings), str(file), as_json)
        return
    ruling = rule_on(cases[0], str(file), settings)
    if as_json:
        click.echo(json.dumps(ruling.as_dict(), indent=2, ensure_ascii=False))
        return
    click.echo(as_text(ruling, lang))
    if cases[0].expect and (found := differences(cases[0].expect, ruling)):
        click.echo("\nThe case expects something else:\n" + "\n".join(f"  {each}" for each in found))


def as_text(ruling: Ruling, language: str = "en") -> str:
    """Return a ruling as the lines a person reads."""
    why = sentence(ruling, language=language)
    lines = [verdict_word(ruling, language=language), why, ""]
    order = {"failed": 0, "close": 1, "passed": 2}
    for check in sorted(ruling.checks, key=lambda c: 2 if c.modifies and c.verdict == "failed" else order[c.verdict]):
        said = check_sentence(ruling.game, check, language=language)
        lines.append(f"  {_mark(check)} {check.clause:<6}{said}{_odds(check, language)}")
    for throw in ruling.dice:
        said = throw_sentence(ruling.game, throw, language=language)
        lines.append(f"  ⚄ {throw.clause:<6}{said}: {faces_said(throw.given, language=language)}")
    if ruling.needs is not None:
        said = throw_sentence(ruling.game, ruling.needs, language=language)
        lines += ["", label("needs", language=language, clause=ruling.needs.clause, throw=said)]
    outcome = outcome_sentence(ruling, language=language)
    if outcome is not None and outcome != why:
        lines += ["", outcome]
    lines += [f"  - {effect_sentence(ruling.game, effect, language=language)}" for effect in ruling.effects]
    if ruling.unused_dice:
        lines.append(label("unused_dice", language=language, dice=faces_said(ruling.unused_dice, language=language)))
    if ruling.house_values:
        # Where a game has no words for them as in a case's [settings], the same in every language.
        values = "; ".join(
            f"{house_said(ruling.game, h, language=language) or f'{h.key} = {_written(h.value)}'} ({h.clause})"
            for h in ruling.house_values
        )
        lines += ["", label("house_values", language=language, values=values)]
    return "\n".join(lines)


def _written(value: Any) -> str:
    """Return a setting as one writes it in TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _mark(check: Check) -> str:
    if check.modifies and check.verdict != "close":
        return "•"
    return {"passed": "✓", "failed": "✗", "close": "≈"}[check.verdict]


def _odds(check: Check, language: str) -> str:
    asked = check.verdict == "close" or check.decided_by
    if check.probability is None or not asked or check.key == COMMANDERS:
        return ""
    return f" ({label('odds', language=language, percent=f'{100 * check.probability:.0f}')})"


def case_named(cases: Sequence[Case], name: str, file: str) -> Case:
    """Return the case of that name; raises BadFile."""
    for case in cases:
        if case.name == name:
            return case
    near = get_close_matches(name, [case.name for case in cases], 3, 0.5) or [case.name for case in cases[:3]]
    raise BadFile(file, "", f"a case of that file, such as {', '.join(near)}", repr(name))


def check_cases(cases: Sequence[Case], ruled: Callable[[Case], Ruling], file: str, as_json: bool) -> None:
    """Rule on every case and print which come out as they expect; raises BadInput where one does not."""
    if not cases:
        raise BadFile(file, "", "at least one case", "none")
    wrong, told = 0, []
    for case in cases:
        ruling = ruled(case)
        found = differences(case.expect, ruling) if case.expect else [NOTHING_EXPECTED]
        wrong += bool(found)
        if as_json:
            told.append({"name": case.name, "reason": case.reason, "differences": found, "ruling": ruling.as_dict()})
            continue
        said = shorten(case.reason, WIDTH, placeholder=" ...") if not found else verdict_word(ruling)
        click.echo(f"{'✗' if found else '✓'} {case.name}: {said}")
        for each in found:
            click.echo(f"    {each}")
    if as_json:
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    if wrong:
        raise BadInput(
            "{file}: cases that come out otherwise: {wrong} of {count}", file=file, wrong=wrong, count=len(cases)
        )
    if not as_json:
        click.echo(f"\n{len(cases)} {'case comes' if len(cases) == 1 else 'cases come'} out as expected.")
