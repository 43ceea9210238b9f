"""`vedette battle`: a whole battle written down, played again."""

import json
from pathlib import Path
from typing import Any

import click

from cli.files import read_text
from referee.words import effect_sentence, outcome_sentence, sentence, verdict_word
from rules.registry import game_named
from rules.replay import Step, ends_as_written, replayed
from rules.ruling import Ruling
from table.notation.battle_file import parse_battle


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--until", type=click.IntRange(1), help="Stop after so many acts, and show the table then.")
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
def command(file: Path, until: int | None, as_json: bool) -> None:
    """Play BATTLE.toml again: the table at the start, then every act with its dice, ruled on anew.

    Prints what happened turn by turn and how it ended. Exit status 2 where an act does not come out as it was written
    down, or the end is another.
    """
    name = str(file)
    battle = parse_battle(read_text(file), name)
    game_named(battle.game, name)
    steps: list[Step] = []
    for step in replayed(battle, name):
        steps.append(step)
        if not as_json:
            _tell(step, steps[-2] if len(steps) > 1 else None)
        if step.act.number == until:
            break
    if not steps:
        click.echo("Nothing happened.")
        return
    if until is None:
        ends_as_written(battle, steps[-1], name)
    click.echo(json.dumps(_as_json(steps), indent=2, ensure_ascii=False) if as_json else _end(steps[-1]))


def _tell(step: Step, before: Step | None) -> None:
    if before is None or (step.turn, step.side) != (before.turn, before.side):
        click.echo(f"\nTurn {step.turn}, {step.side}")
    if step.act.note:
        click.echo(f"      {step.act.note}")
    number = f"{step.act.number:>4}  "
    if step.ruling is None:
        click.echo(f"{number}put by hand: {', '.join(stand.name for stand in step.act.put)}")
        return
    click.echo(f"{number}{_action(step)}{_came(step.ruling)}")


def _action(step: Step) -> str:
    action = dict(step.act.action or {})
    parts = [str(action.pop("type"))]
    for key in ("actor", "side", "unit", "group", "target", "vehicle"):
        if key in action:
            value = action.pop(key)
            parts.append(
                " ".join(map(str, value)) if isinstance(value, list) else f"{'at ' * (key == 'target')}{value}"
            )
    dice = " ".join(map(str, step.act.dice))
    return " ".join(parts) + (f" [{dice}]" if dice else "") + ": "


def _came(ruling: Ruling) -> str:
    if ruling.verdict != "allowed":
        return f"{verdict_word(ruling)}. {sentence(ruling)}"
    told = [effect_sentence(effect) for effect in ruling.effects if effect.type not in ("fired", "reveal", "moved")]
    outcome = outcome_sentence(ruling)
    return " ".join(part for part in (outcome, "; ".join(told) + "." if told else "") if part) or "done."


def _end(step: Step) -> str:
    state = step.state
    by_side = {side: [stand.name for stand in step.table.stands if stand.side == side] for side in state.sides}
    lines = ["", f"Turn {state.turn}, {state.side} to play." if state.winner is None else f"{state.winner} has won."]
    lines += [
        f"  {side}: {len(names)} on the table ({', '.join(names) or 'nobody'})" for side, names in by_side.items()
    ]
    lines.append(f"  off the table: {', '.join(sorted(state.fallen)) or 'nobody'}")
    return "\n".join(lines)


def _as_json(steps: list[Step]) -> dict[str, Any]:
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
        "fallen": sorted(last.state.fallen),
        "standing": {
            s.name: {"x": s.x, "y": s.y, "heading_deg": s.heading_deg, **dict(s.state)} for s in last.table.stands
        },
    }  # fmt: skip
