"""`vedette battle`: a whole battle written down, played again."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cli.language import option as language_option
from referee.files import read_text
from referee.journal.entry_sentences import deed, end_sentence
from referee.result.notation import FIRST_LINE, read_notation
from referee.words import (
    check_sentence,
    effects_sentence,
    label,
    outcome_sentence,
    owed_sentence,
    sentence,
    side_said,
    verdict_word,
)
from referee.words.game_words import faces_said
from referee.words.translation import say
from rules.battle_end import end_data, ending_of, ends_as_written
from rules.cases import parse_battle
from rules.obligation import Obligation
from rules.registry import game_named
from rules.replay import PlayedAct, replayed
from rules.ruling import Ruling
from rules.state import State
from rules.turn_order import over, owed
from table.notation.battle_file import Battle

BOOKKEEPING = frozenset({"fired", "reveal", "moved", "fought", "boarded"})


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--until", type=click.IntRange(1), help="Stop after so many acts, and show the table then.")
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
@language_option
def command(file: Path, until: int | None, as_json: bool, lang: str) -> None:
    """Play a battle again: the table at the start, then every act with its dice, ruled on anew.

    FILE is a BATTLE.toml, or the text of `vedette result --notation`.

    Prints what happened turn by turn and how it ended. Exit status 2 where an act does not come out as it was written
    down, or the end is another.
    """
    name, battle = str(file), battle_in(file)
    steps: list[PlayedAct] = []
    for step in replayed(battle, name):
        steps.append(step)
        if not as_json:
            click.echo("\n".join(_told(battle.game, step, steps[-2] if len(steps) > 1 else None, lang)))
        if step.act.number == until:
            break
    if not steps:
        click.echo(label("nothing_happened", language=lang))
        return
    ended, signed = None, battle.end.get("signed", ())
    if until is None:
        ends_as_written(battle, steps[-1], name)
        ended = ending_of(battle, steps[-1], name)
    due = owed(battle.game, steps[-1].table, steps[-1].state, battle.settings)
    if as_json:
        told = _as_json(steps, due) | {"end": None if ended is None else end_data(ended, signed)}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    click.echo(_end(battle.game, steps[-1], due, lang))
    if ended is not None:
        click.echo(end_sentence(battle.game, ended, language=lang))
        if signed:
            sides = ", ".join(side_said(battle.game, side, language=lang) for side in signed)
            click.echo(f"{say('result.signed', lang)}: {sides}")


def battle_in(file: Path) -> Battle:
    """Return the battle that a file has, in either form; raises BadFile."""
    text = read_text(file)
    return read_notation(text, str(file)) if text.startswith(FIRST_LINE) else parse_battle(text, str(file))


def whose_turn(game: str, state: State, language: str) -> str:
    """Return whose turn it is in a match, or how it ended, as a sentence."""
    if state.winner is None and (ended := over(game_named(game), state)) is not None:
        said = check_sentence(game, ended, language=language)
        return f"{said[0].upper()}{said[1:]}."
    key, side = ("to_play", state.side) if state.winner is None else ("has_won", state.winner)
    return label(key, language=language, turn=state.turn, side=side_said(game, side, language=language))


def _told(game: str, step: PlayedAct, before: PlayedAct | None, language: str) -> list[str]:
    lines = []
    if before is None or (step.turn, step.side) != (before.turn, before.side):
        lines += [
            "",
            label("turn_of", language=language, turn=step.turn, side=side_said(game, step.side, language=language)),
        ]
    if step.act.note:
        lines.append(f"      {step.act.note}")
    if step.act.turn_ends:
        said = label("done", language=language)
    elif step.ruling is None:
        said = label("put_by_hand", language=language, stands=", ".join(stand.name for stand in step.act.put))
    else:
        said = _act(game, step, language) + _came(step.ruling, language)
    return [*lines, f"{step.act.number:>4}  {said}"]


def _act(game: str, step: PlayedAct, language: str) -> str:
    said, dice = deed(game, step.act.action or {}, language=language), faces_said(step.act.dice, language=language)
    return f"{said} [{dice}]. " if dice else f"{said}. "


def _came(ruling: Ruling, language: str) -> str:
    if ruling.verdict != "allowed":
        return f"{verdict_word(ruling, language=language)}. {sentence(ruling, language=language)}"
    outcome = outcome_sentence(ruling, language=language)
    effects = [effect for effect in ruling.effects if effect.type not in BOOKKEEPING]
    said = effects_sentence(ruling.game, effects, outcome, language=language)
    return " ".join(part for part in (outcome, f"{said}." if said else "") if part) or label("done", language=language)


def _end(game: str, step: PlayedAct, due: Sequence[Obligation], language: str) -> str:
    def named(names: Sequence[str]) -> str:
        return ", ".join(names) or label("nobody", language=language)

    state = step.state
    lines = ["", whose_turn(game, state, language)]
    for side in sorted(state.sides):
        left = [stand.name for stand in step.table.stands if stand.side == side]
        said = label(
            "on_the_table",
            language=language,
            side=side_said(game, side, language=language),
            count=len(left),
            stands=named(left),
        )
        lines.append(f"  {said}")
    lines.append("  " + label("off_the_table", language=language, stands=named(sorted(state.fallen))))
    for each in due:
        said = owed_sentence(game, each.check, language=language)
        lines.append("  " + label("still_owed", language=language, sentence=said, clause=each.clause))
    return "\n".join(lines)


def _as_json(steps: list[PlayedAct], due: Sequence[Obligation]) -> dict[str, Any]:
    last = steps[-1]
    return {
        "acts": [
            {
                "number": step.act.number, "turn": step.turn, "side": step.side, "put": [s.name for s in step.act.put],
                "ruling": None if step.ruling is None else step.ruling.as_dict(),
            }
            for step in steps
        ],
        "turn": last.state.turn,
        "side": last.state.side,
        "winner": last.state.winner,
        "owed": [each.as_dict() for each in due],
        "fallen": sorted(last.state.fallen),
        "standing": {
            s.name: {"x": s.x, "y": s.y, "heading_deg": s.heading_deg, **dict(s.state)} for s in last.table.stands
        },
    }  # fmt: skip
