"""`vedette rule`: a ruling on a written case."""

import json
from pathlib import Path

import click

from cli.files import read_text
from cli.language import option as language_option
from referee.words import (
    check_sentence,
    effect_sentence,
    label,
    outcome_sentence,
    sentence,
    throw_sentence,
    verdict_word,
)
from rules.registry import game_named, rule
from rules.ruling import Check, Ruling
from table.notation.case_file import game_of_case, parse_case


def rule_on_file(path: Path) -> Ruling:
    """Read a case file and rule on it; raises BadInput."""
    text, name = read_text(path), str(path)
    game_named(game_of_case(text, name), name)
    case = parse_case(text, name)
    return rule(case.game, case.snapshot, case.action, case.dice, case.settings, case.decided, name, case.sides)


@click.command()
@click.argument("case", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
@language_option
def command(case: Path, as_json: bool, lang: str) -> None:
    """Ask for a ruling on CASE.toml: a table, an action and dice, written down.

    Prints the verdict, why, each condition with its clause, the dice and what they did. Exit status 0 whatever the
    verdict; 2 when the case cannot be read.
    """
    ruling = rule_on_file(case)
    click.echo(json.dumps(ruling.as_dict(), indent=2, ensure_ascii=False) if as_json else as_text(ruling, lang))


def as_text(ruling: Ruling, language: str = "en") -> str:
    """Return a ruling as the lines a person reads."""
    lines = [verdict_word(ruling, language=language), sentence(ruling, language=language), ""]
    order = {"failed": 0, "close": 1, "passed": 2}
    for check in sorted(ruling.checks, key=lambda c: 2 if c.modifies and c.verdict == "failed" else order[c.verdict]):
        said = check_sentence(check, language=language)
        lines.append(f"  {_mark(check)} {check.clause:<6}{said}{_odds(check, language)}")
    for throw in ruling.dice:
        said = throw_sentence(throw, language=language)
        lines.append(f"  ⚄ {throw.clause:<6}{said}: {' '.join(map(str, throw.given))}")
    if ruling.needs is not None:
        said = throw_sentence(ruling.needs, language=language)
        lines += ["", label("needs", language=language, clause=ruling.needs.clause, throw=said)]
    if ruling.outcome is not None:
        lines += ["", outcome_sentence(ruling, language=language) or ""]
    lines += [f"  - {effect_sentence(effect, language=language)}" for effect in ruling.effects]
    if ruling.unused_dice:
        lines.append(label("unused_dice", language=language, dice=" ".join(map(str, ruling.unused_dice))))
    if ruling.house_values:
        # As one writes them in a case's [settings]: keys and values are the same in every language.
        values = ", ".join(f"{h.key} = {h.value} ({h.clause})" for h in ruling.house_values)
        lines += ["", label("house_values", language=language, values=values)]
    return "\n".join(lines)


def _mark(check: Check) -> str:
    if check.modifies and check.verdict != "close":
        return "•"
    return {"passed": "✓", "failed": "✗", "close": "≈"}[check.verdict]


def _odds(check: Check, language: str) -> str:
    if check.probability is None or not (check.verdict == "close" or check.decided_by):
        return ""
    return f" ({label('odds', language=language, percent=f'{100 * check.probability:.0f}')})"
