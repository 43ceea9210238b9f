"""`vedette dice`: are a match's dice those that seed and words make?"""

import json
from pathlib import Path

import click

from referee.fair_dice import check, read_proof
from referee.files import read_text
from table.errors import BadFile, BadInput


@click.command()
@click.argument("proof", type=click.Path(path_type=Path))
def command(proof: Path) -> None:
    """Check PROOF.json, what a match's page saved of Vedette's own dice: every die is thrown again.

    Exit status 0 when the seed is the one that was sealed before play and every die is the one that seed and words
    make; 2 when not.
    """
    name = str(proof)
    try:
        data = json.loads(read_text(proof))
    except json.JSONDecodeError as error:
        raise BadFile(name, f"line {error.lineno}", "JSON", error.msg) from None
    read = read_proof(data, name)
    wrong = check(read)
    if wrong is not None:
        raise BadInput("{name}: {reason}", name=name, reason=wrong)
    words = f" with {', '.join(read.words)}" if read.words else ""
    click.echo(f"The seed is the one that was sealed, and all {len(read.dice)} dice are those it makes{words}.")
