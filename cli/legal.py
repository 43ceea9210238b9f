"""`vedette legal`: what a stand may still do in a battle written down, why not the rest, and what is owed."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from cli.battle import battle_in
from cli.language import option as language_option
from referee.words import label, owed_sentence, possibility_sentence
from rules.legal import legal
from rules.replay import begun, replayed
from rules.turn_order import owed


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("stands", metavar="[STAND]...", nargs=-1)
@click.option("--until", type=click.IntRange(1), help="After so many acts; without it after all.")
@click.option("--json", "as_json", is_flag=True, help="Print everything, for machines.")
@language_option
def command(file: Path, stands: tuple[str, ...], until: int | None, as_json: bool, lang: str) -> None:
    """Tell what is owed in a battle, and what each STAND may still do there: what it owes, may, and why not the rest.

    FILE is a BATTLE.toml, or the text of `vedette result --notation`; without a STAND those of the side to play.
    """
    battle = battle_in(file)
    table, state = battle.snapshot, begun(battle, str(file))
    for step in replayed(battle, str(file)):
        table, state = step.table, step.state
        if step.act.number == until:
            break
    due = owed(battle.game, table, state, battle.settings)
    names = stands or [stand.name for stand in state.over(table).stands if stand.side == state.side]
    found = {name: legal(battle.game, table, state, name, battle.settings) for name in names}
    if as_json:
        may = {name: [asdict(each) for each in them] for name, them in found.items()}
        told = {"turn": state.turn, "side": state.side, "owed": [each.as_dict() for each in due], "may": may}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False, default=dict))
        return
    for each in due:
        said = owed_sentence(battle.game, each.check, language=lang)
        click.echo(label("still_owed", language=lang, sentence=said, clause=each.clause))
    for name, them in found.items():
        click.echo(f"{name}:")
        for it in them:
            click.echo(f"  {'✓' if it.allowed else '✕'} {possibility_sentence(battle.game, it, language=lang)}")
