"""`vedette rule`: a ruling on a written case."""

import json
from pathlib import Path

import click

from cli.files import read_text
from referee.words import check_sentence, effect_sentence, outcome_sentence, sentence, throw_sentence, verdict_word
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
def command(case: Path, as_json: bool) -> None:
    """Ask for a ruling on CASE.toml: a table, an action and dice, written down.

    Prints the verdict, why, each condition with its clause, the dice and what they did. Exit status 0 whatever the
    verdict; 2 when the case cannot be read.
    """
    ruling = rule_on_file(case)
    click.echo(json.dumps(ruling.as_dict(), indent=2, ensure_ascii=False) if as_json else as_text(ruling))


def as_text(ruling: Ruling) -> str:
    """Return a ruling as the lines a person reads."""
    lines = [verdict_word(ruling), sentence(ruling), ""]
    order = {"failed": 0, "close": 1, "passed": 2}
    for check in sorted(ruling.checks, key=lambda c: 2 if c.modifies and c.verdict == "failed" else order[c.verdict]):
        lines.append(f"  {_mark(check)} {check.clause:<6}{check_sentence(check)}{_odds(check)}")
    for throw in ruling.dice:
        lines.append(f"  ⚄ {throw.clause:<6}{throw_sentence(throw)}: {' '.join(map(str, throw.given))}")
    if ruling.needs is not None:
        lines += ["", f"To throw ({ruling.needs.clause}): {throw_sentence(ruling.needs)}."]
    if ruling.outcome is not None:
        lines += ["", outcome_sentence(ruling) or ""]
    lines += [f"  - {effect_sentence(effect)}" for effect in ruling.effects]
    if ruling.unused_dice:
        lines.append(f"Dice not used: {' '.join(map(str, ruling.unused_dice))}")
    if ruling.house_values:
        values = ", ".join(f"{h.key} = {h.value} ({h.clause})" for h in ruling.house_values)
        lines += ["", f"House values used: {values}"]
    return "\n".join(lines)


def _mark(check: Check) -> str:
    if check.modifies and check.verdict != "close":
        return "•"
    return {"passed": "✓", "failed": "✗", "close": "≈"}[check.verdict]


def _odds(check: Check) -> str:
    if check.probability is None or not (check.verdict == "close" or check.decided_by):
        return ""
    return f" ({check.probability:.0%} that it is)"
