"""A whole battle as its turns are noted, one a line, ``12 A: A-25 -> A-41, A-30 x A-37``; ``#`` begins a remark."""

import re
from collections.abc import Iterable, Iterator

from rules.montecassino.turn_notation import CAUSES, Knocked, TurnNoted, Went, format_turn
from table.errors import BadInput
from table.squares import Square

_SQUARE = r"(\d?[AGT]-?\d{1,2})"
_MOVE = re.compile(rf"{_SQUARE}\s*(->|→|>|-|x|×)\s*{_SQUARE}", re.IGNORECASE)
_FREE = re.compile(rf"{_SQUARE}\s*\+\s*(\d+)", re.IGNORECASE)
_FALLEN = re.compile(rf"{_SQUARE}([dr?]?)(!?)", re.IGNORECASE)
_LINE = re.compile(r"(\d+)\s+(\S+?)\s*:\s*(.+)")


def parse_turn(text: str) -> TurnNoted:
    """Read one turn's notation; raises BadInput."""
    said = text.strip()
    if said in ("<<", "#"):
        return TurnNoted("retreat" if said == "<<" else "give_up")
    if said.startswith("*"):
        return TurnNoted("shot", knocked=tuple(_knocked(word, text) for word in said[1:].replace(",", " ").split()))
    if found := _FREE.fullmatch(said):
        return TurnNoted("free", actor=Square.parse(found[1]), freed=int(found[2]))
    went = []
    for part in said.split(","):
        found = _MOVE.fullmatch(part.strip())
        if found is None:
            raise BadInput(
                "{text} is no turn: write it as A-72 -> G-49, A-29 x A-38, G-20 +2, * G-33, << or #", text=repr(text)
            )
        went.append(Went(Square.parse(found[1]), Square.parse(found[3]), found[2] in "xX×"))
    return TurnNoted("move", tuple(went))


def _knocked(word: str, text: str) -> Knocked:
    found = _FALLEN.fullmatch(word)
    if found is None:
        raise BadInput("{text} is no shot: write who fell as * G-33 A-20d G-34r", text=repr(text))
    return Knocked(Square.parse(found[1]), CAUSES[found[2].lower()], bool(found[3]))


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
