"""`vedette army`: how many bases a historical force makes."""

import json

import click

from rules.game import Army
from rules.registry import games
from table.errors import BadInput

GAME = next((game for game in games() if game.army is not None), None)
if GAME is None or GAME.army is None:
    raise BadInput("no game that makes an order of battle is installed")
BUILDER, MEN = GAME.army, GAME.army.men()
HELP = f"""Build an order of battle for {GAME.name.capitalize()}: bases from men, batteries from guns.

For example Pickett's division: vedette army --strength 5472 --guns 18 --brigade Armistead=1950 --brigade
Kemper=1634 --brigade Garnett=1459
"""


def _brigade(given: str, index: int) -> tuple[str, int]:
    """Read "Armistead=1950" or "1950"; raises BadInput."""
    name, _, men = given.rpartition("=")
    if not men.strip().isdigit() or int(men) < 1:
        raise BadInput("--brigade {given}: expected NAME=MEN, for example Armistead=1950", given=given)
    return name.strip() or f"brigade {index}", int(men)


@click.command(help=HELP)
@click.option("--strength", type=click.IntRange(1), required=True, help="All men of the force, crews included.")
@click.option("--guns", type=click.IntRange(0), default=0, help="Its guns.")
@click.option("--brigade", "brigades", multiple=True, metavar="NAME=MEN", help="One brigade; give the option for each.")
@click.option("--scale", type=click.Choice(list(MEN)), default=BUILDER.usual, show_default=True,
              help=f"Men a base ({BUILDER.clause}).")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print it for machines.")
def command(strength: int, guns: int, brigades: tuple[str, ...], scale: str, as_json: bool) -> None:
    """Print a force's bases, or write them as JSON; raises BadInput."""
    read = [_brigade(given, k + 1) for k, given in enumerate(brigades)]
    if (together := sum(men for _, men in read)) > strength:
        raise BadInput("the brigades have {men} men, the whole force only {strength}", men=together, strength=strength)
    built = BUILDER.build(strength, guns, [men for _, men in read], scale)
    names = [name for name, _ in read]
    click.echo(_as_json(built, names) if as_json else _as_text(built, read, MEN[scale]))


def _as_json(built: Army, names: list[str]) -> str:
    brigades = [{"name": name, "bases": bases} for name, bases in zip(names, built.brigades, strict=True)]
    return json.dumps({"infantry": built.infantry, "batteries": built.batteries, "brigades": brigades}, indent=2)


def _as_text(built: Army, brigades: list[tuple[str, int]], a_base: int) -> str:
    lines = [f"{built.infantry} bases of infantry, {built.batteries} batteries (a base is {a_base} men)"]
    if brigades:
        wide = max(len(name) for name, _ in brigades)
        lines += ["", f"{'':{wide}}   men  bases  without its commander's base"]
        lines += [
            f"{name:{wide}} {men:>5} {bases:>6}  {max(bases - 1, 0):>4}"
            for (name, men), bases in zip(brigades, built.brigades, strict=True)
        ]
    over = sum(built.brigades) - built.infantry
    if over > 0:
        lines += ["", f"The brigades come to {over} more than the army has after its batteries' crews: take them off."]
    return "\n".join(lines)
