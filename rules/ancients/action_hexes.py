"""The hexes that an action names: the one it leads to, or its way from hex to hex."""

from rules.action import Asked
from rules.hex_positions import hex_board, hex_named
from table.errors import BadFile
from table.frame import HexBoard
from table.hex_board import label_of
from table.hexes import Hex
from table.notation.toml import got_words
from table.notation.wording import NOTHING
from table.stand import Stand


def hex_of(asked: Asked, key: str) -> Hex:
    """Return a hex that a key names, on the board or beside it; raises BadFile for what is none."""
    return _hex(asked, asked.get(key), f"action.{key}")


def path_of(asked: Asked) -> tuple[Hex, ...]:
    """Return ``path``, one or more hexes; the first may be the one where the stand is. Raises BadFile."""
    given = asked.get("path")
    if not isinstance(given, list | tuple) or not given:
        got = NOTHING if given is None else got_words(given)
        raise BadFile(asked.source, "action.path", "one or more hexes, such as [[3, 2], [4, 2]]", got)
    return tuple(_hex(asked, each, f"action.path[{k + 1}]") for k, each in enumerate(given))


def way_from(stand: Stand, here: Hex, path: tuple[Hex, ...], board: HexBoard, source: str) -> tuple[Hex, ...]:
    """Return the hex where a stand is and those of its path after it; raises BadFile where there are none."""
    way = path[1:] if path[0] == here else path
    if not way:
        raise BadFile(source, "action.path", "a hex to go to", f"only {label_of(board, here)}, where {stand.name} is")
    return (here, *way)


def _hex(asked: Asked, value: object, key: str) -> Hex:
    board = hex_board(asked.snapshot, asked.source)
    return hex_named(value, key, board, asked.source, by_offset=True, beside=True)
