"""Files in the terms of their game: the words that it has, and how it writes hexes."""

from collections.abc import Mapping, Sequence

from rules.game import AnyGame
from rules.registry import game_named
from rules.ruling import Facts
from rules.state import TABLE
from rules.typed_state import TypedState
from table.errors import BadFile
from table.notation import battle_file, case_file
from table.notation.battle_file import Battle
from table.notation.case_file import Case, FileTerms
from table.roster import Roster
from table.stand import Stand


def parse_case(text: str, file: str = "case.toml") -> Case:
    """Read a case file's text; raises BadFile (file, key, expected, got)."""
    case = case_file.parse_case(text, file, terms_of)
    _check_table(case, file)
    return case


def parse_cases(text: str, file: str = "a.cases") -> tuple[Case, ...]:
    """Read a text of many cases (table/notation/case_lines.py); raises BadFile."""
    cases = case_file.parse_cases(text, file, terms_of)
    for case in cases:
        _check_table(case, f"{file}, {case.name}")
    return cases


def parse_table(text: str, file: str = "table.toml") -> Case:
    """Read only the table of a case or battle file: a case without an action; raises BadFile."""
    case = case_file.parse_table(text, file, terms_of)
    _check_table(case, file)
    return case


def parse_battle(text: str, file: str = "battle.toml") -> Battle:
    """Read a battle file's text; raises BadFile (file, key, expected, got)."""
    battle = battle_file.parse_battle(text, file, terms_of)
    game = game_named(battle.game, file)
    check_sides(battle.known, game, file)
    _check_named(battle.snapshot.stands, game, file)
    return battle


def check_roster(roster: Roster, game: AnyGame, file: str) -> None:
    """Raise BadFile for what a roster says of a stand that the game knows otherwise."""
    for number, entry in enumerate(roster.entries, start=1):
        _check(entry.state, game.stand_state, file, f"stand[{number}].state")


def check_sides(sides: Mapping[str, Facts], game: AnyGame, file: str) -> None:
    """Raise BadFile for what a file says of a side, or of the table, and the game does not know."""
    for side, words in sides.items():
        _check(words, game.table_state if side == TABLE else game.side_state, file, f"side.{side}")


def terms_of(name: str, file: str) -> FileTerms:
    """Return what a file needs of its game; raises BadFile for a game there is not."""
    game = game_named(name, file)

    def check(stand: Stand, file: str, key: str) -> None:
        game.stand_state.check_words(stand.state, file, key)
        game.stand_state.of(stand, file, key)

    return FileTerms(game.stand_state.model_fields, check, game.offset_board)


def _check_table(case: Case, file: str) -> None:
    game = game_named(case.game, file)
    check_sides(case.sides, game, file)
    _check_named(case.snapshot.stands, game, file)


def _check_named(stands: Sequence[Stand], game: AnyGame, file: str) -> None:
    """Raise BadFile for a stand that a word of another names and that is not there."""
    there = [stand.name for stand in stands]
    for number, stand in enumerate(stands, start=1):
        for word in game.stand_state.names_stands:
            given = stand.state.get(word)
            for name in (given,) if isinstance(given, str) else given if isinstance(given, list | tuple) else ():
                if name not in there:
                    expected = f"stands of this file ({', '.join(there[:8])})"
                    raise BadFile(file, f"stand[{number}].{word}", expected, repr(name))


def _check(words: Facts, known: type[TypedState], file: str, key: str) -> None:
    known.check_words(words, file, key)
    known.read(words, file, key)
