"""A whole battle as its turns are noted, one a line, ``12 A: A-25 -> A-41, A-30 x A-37``; ``#`` begins a remark."""

import re
from collections.abc import Iterable, Iterator

from rules.montecassino.turn_notation import TurnNoted, format_turn, parse_turn
from table.errors import BadInput

_LINE = re.compile(r"(\d+)\s+(\S+?)\s*:\s*(.+)")


def parse_battle_turns(text: str) -> Iterator[tuple[int, str, TurnNoted]]:
    """Yield the number, side and turn of each line; raises BadInput naming the line."""
    for line, written in enumerate(text.splitlines(), start=1):
        said = written.strip()
        if not said or said.startswith("#"):
            continue
        found = _LINE.fullmatch(said)
        if found is None:
            raise BadInput(
                "line {line}: expected a turn such as 12 A: A-25 -> A-41, got {got}", line=line, got=repr(said)
            )
        try:
            yield int(found[1]), found[2], parse_turn(found[3])
        except BadInput as error:
            raise BadInput("line {line}: {why}", line=line, why=str(error)) from None


def format_battle_turns(turns: Iterable[tuple[int, str, TurnNoted]], language: str = "en") -> str:
    """Write a battle's turns as ``parse_battle_turns`` reads them."""
    return "".join(f"{number} {side}: {format_turn(turn, language)}\n" for number, side, turn in turns)
