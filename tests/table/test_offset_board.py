"""Whether a game's files write a hex as [column, row] of its board or as [q, r] is for the game to say."""

import pytest

from table.errors import BadFile
from table.frame import HexBoard
from table.hex_board import centre_of, hex_of
from table.hexes import Hex
from table.notation.battle_file import parse_battle
from table.notation.case_file import FileTerms, parse_case, parse_table

TABLE = """
game = "hussite"
table = { width_cm = 70, depth_cm = 50 }
[[stand]]
name = "wagon"
side = "a"
kind = "wagon"
hex = [3, 3]
[[terrain]]
kind = "hill"
hexes = [[1, 2]]
"""
ACTION = '[action]\ntype = "move"\n'
ACT = '[[act]]\nput = [{ name = "wagon", side = "a", kind = "wagon", hex = [4, 1] }]\n'


@pytest.mark.parametrize("by_offset", [True, False])
def test_hexes_are_read_as_the_game_writes_them(by_offset: bool) -> None:
    def terms(game: str, _file: str) -> FileTerms:
        assert game == "hussite"
        return FileTerms(offset_board=(7, 5) if by_offset else None)

    def middle(board: HexBoard, one: int, other: int) -> tuple[float, float]:
        return centre_of(board, hex_of(board, one, other) if by_offset else Hex(one, other))

    battle = parse_battle(f'sides = ["a", "b"]\n{TABLE}{ACT}', "battle.toml", terms)
    case = parse_case(TABLE + ACTION, "case.toml", terms)
    for table in (case.snapshot, parse_table(TABLE, "table.toml", terms).snapshot, battle.snapshot):
        assert isinstance(table.board, HexBoard)
        assert ((table.board.columns, table.board.rows) == (7, 5)) is by_offset
        assert table.stand("wagon").centre == middle(table.board, 3, 3)
        x, y = middle(table.board, 1, 2)
        assert sum(px for px, _ in table.pieces[0].polygon) / 6 == pytest.approx(x)
        assert sum(py for _, py in table.pieces[0].polygon) / 6 == pytest.approx(y)
    assert isinstance(battle.snapshot.board, HexBoard)
    assert battle.acts[0].put[0].centre == middle(battle.snapshot.board, 4, 1)


def test_a_stands_words_are_the_games_own() -> None:
    checked = []
    terms = FileTerms(("lamed", "loaded"), lambda stand, file, key: checked.append((dict(stand.state), file, key)))
    beside = TABLE.replace('kind = "wagon"', 'kind = "wagon"\nloaded = 3\nstate = {flag = "red"}')
    (stand,) = parse_table(beside, "table.toml", lambda *_: terms).snapshot.stands
    assert stand.state == {"flag": "red", "loaded": 3}
    assert checked == [(stand.state, "table.toml", "stand[1]")]
    with pytest.raises(BadFile, match=r"stand\[1\]\.loaded: expected one of the keys"):
        parse_table(beside, "table.toml", lambda *_: FileTerms())
