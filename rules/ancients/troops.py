"""A completed table, on a board of 13 x 9 (C1.1), and the blocks of the two sets (C2.3)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from rules.ancients.settings import AncientsSettings
from rules.ancients.state import AncientsStand, state_of
from rules.ancients.units import LEADER, UnitTypes, named_type
from rules.state import TABLE
from rules.tables import check_terrain_kinds, packaged_model
from table.errors import BadFile, BadInput
from table.frame import HexBoard
from table.hex_board import default_board, parse_hex
from table.notation.toml import Strict
from table.snapshot import Snapshot
from table.stand import Stand

SIDES = 2
COLUMNS, ROWS = 13, 9
"""The board's hexes (C1.1)."""
UNIT_SHARE, LEADER_SHARE = (1.2, 0.7), (0.5, 0.4)
"""Width and depth of what stands in a hex, in sizes of the hex, where nobody measured them."""


def completed(snapshot: Snapshot, settings: AncientsSettings, source: str) -> Snapshot:
    """Check kinds, sides and board, name kinds as the tables do, and give a footprint to stands without; BadFile."""
    board = snapshot.board or default_board(snapshot.width_cm, snapshot.depth_cm, COLUMNS, ROWS)
    if not isinstance(board, HexBoard):
        raise BadFile(source, "board.kind", '"hexes"', '"squares"')
    if (board.columns, board.rows, board.pointy) != (COLUMNS, ROWS, True):
        got = f"{board.columns} x {board.rows}{'' if board.pointy else ', not pointy'}"
        raise BadFile(source, "board", f"{COLUMNS} columns and {ROWS} rows of pointy hexes", got)
    types, stands = settings.types(), []
    sides = list(dict.fromkeys(stand.side for stand in snapshot.stands))
    if len(sides) > SIDES:
        raise BadFile(source, "stand.side", "two sides", ", ".join(sides))
    for index, stand in enumerate(snapshot.stands):
        if stand.side == TABLE:
            raise BadFile(source, f"stand[{index + 1}].side", "the name of a side", repr(stand.side))
        kind = named_type(stand, types, f"stand[{index + 1}].kind", source)
        _check_blocks(state_of(stand, source, f"stand[{index + 1}]"), kind, types[kind].blocks, index + 1, source)
        wide, deep = LEADER_SHARE if kind == LEADER else UNIT_SHARE
        stands.append(
            replace(
                _owing(stand, kind, settings), kind=kind, width_cm=stand.width_cm or wide * board.size_cm,
                depth_cm=stand.depth_cm or deep * board.size_cm,
            )
        )  # fmt: skip
    _check_settings(settings, types, board, sides, source)
    made = replace(snapshot, stands=tuple(stands), board=board)
    if (book := settings.book) is not None:
        check_terrain_kinds(made, book.terrain, source)
    return made


def _check_blocks(known: AncientsStand, kind: str, most: int, number: int, source: str) -> None:
    """Raise BadFile for more blocks than a unit has, and for losses that leave none: such a unit is off the board."""
    began = most if known.blocks is None else known.blocks
    for word, told, least, highest in (("blocks", began, 1, most), ("damage", known.damage, 0, began - 1)):
        if not least <= told <= highest:
            expected = f"{least} to {highest} for {kind}" if highest > least else f"{least} for {kind}"
            raise BadFile(source, f"stand[{number}].{word}", expected, repr(told))


def _owing(stand: Stand, kind: str, settings: AncientsSettings) -> Stand:
    """Return a stand that a case gives only flags with the hexes that these are in the owner's book (C11.1)."""
    book, known = settings.book, state_of(stand)
    if book is None or not known.flags or known.retreats is not None:
        return stand
    return stand.with_state(retreats=book.retreat.hexes_for(known.flags, kind))


def _check_settings(
    settings: AncientsSettings, types: UnitTypes, board: HexBoard, sides: list[str], source: str
) -> None:  # fmt: skip
    """Raise BadFile for ground that is no hex of the board, units that are none, a side that is neither of two."""
    for label in settings.ground:
        try:
            parse_hex(board, label)
        except BadInput as error:
            raise BadFile(source, "settings.ground", "hexes of the board, such as E5", str(error)) from None
    if len(sides) == SIDES:
        named = {f"settings.ground.{label}": (side, (*sides, "any")) for label, side in settings.ground.items()}
        named |= {f"settings.{key}": (getattr(settings, key), tuple(sides)) for key in ("near_side", "start_player")}
        for key, (side, known) in named.items():
            if side is not None and side not in known:
                raise BadFile(source, key, " or ".join(known), repr(side))
    if not 0 < settings.dotted_lines[0] < settings.dotted_lines[1] < board.columns:
        raise BadFile(source, "settings.dotted_lines", "two numbers, the left one first", repr(settings.dotted_lines))
    for key, kind in settings.book.named() if settings.book is not None else ():
        if kind not in types:
            raise BadFile(source, f"settings.book.{key}", f"units: {', '.join(types)}", repr(kind))


Blocks = dict[str, int]


class BlockTable(Strict):
    """All of blocks.toml: how many blocks of each kind a set has."""

    roman: Blocks
    carthaginian: Blocks


@cache
def block_table() -> Mapping[str, Mapping[str, int]]:
    """Return the blocks of the sets, by side and kind (C2.3)."""
    table = packaged_model(__package__, "blocks.toml", BlockTable)
    return {"roman": table.roman, "carthaginian": table.carthaginian}


def short_of_blocks(snapshot: Snapshot, types: UnitTypes) -> dict[tuple[str, str], tuple[int, int]]:
    """Return the kinds of which a side has more on a completed table than its set has blocks for (C2.3).

    By side and kind: the blocks that its units need, and those there are. Only the sets' own sides are counted.
    """
    needed: Counter[tuple[str, str]] = Counter()
    for stand in snapshot.stands:
        needed[stand.side, stand.kind] += types[stand.kind].blocks
    return {
        (side, kind): (count, own[kind])
        for (side, kind), count in needed.items()
        if kind in (own := block_table().get(side.strip().lower(), {})) and count > own[kind]
    }
