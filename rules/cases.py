"""Case and battle files, read as their game writes hexes."""

from rules.registry import game_named, game_names
from table.notation import battle_file, case_file
from table.notation.battle_file import Battle
from table.notation.case_file import Case
from table.notation.hex_place import OffsetBoard


def parse_case(text: str, file: str = "case.toml") -> Case:
    """Read a case file's text; raises BadFile (file, key, expected, got)."""
    return case_file.parse_case(text, file, _offset_board)


def parse_table(text: str, file: str = "table.toml") -> Case:
    """Read only the table of a case or battle file: a case without an action; raises BadFile."""
    return case_file.parse_table(text, file, _offset_board)


def parse_battle(text: str, file: str = "battle.toml") -> Battle:
    """Read a battle file's text; raises BadFile (file, key, expected, got)."""
    return battle_file.parse_battle(text, file, _offset_board)


def _offset_board(name: str) -> OffsetBoard | None:
    """Return the columns and rows on which a game's files count hexes; a game that is not there is told of later."""
    return game_named(name).offset_board if name in game_names() else None
