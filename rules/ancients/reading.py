"""An action's hexes, and the positions it is judged on: whoever is on the line between two is asked about (C1.1)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.ancients.known import check_known
from rules.ancients.position import Position
from rules.ancients.settings import AncientsSettings, Builder
from rules.hex_positions import HexPosition, heard, hex_named, position_of
from rules.ruling import Check
from table.errors import BadFile
from table.frame import HexBoard
from table.hex_board import label_of
from table.hexes import Hex
from table.notation.toml import got_words
from table.notation.wording import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand

_IN_SECTIONS = ("in_section", "of_one_section", "of_two_sections")


def ruled_on(
    snapshot: Snapshot, builder: Builder, judge: Callable[[Position, Builder], None], source: str
) -> None:  # fmt: skip
    """Judge an action on where everybody stands; who is on a line is asked about where it changes the ruling."""
    settings = builder.settings
    check_known(snapshot, builder, source)

    def on(hexes: HexPosition, own: Builder) -> None:
        judge(Position(snapshot, settings, hexes), own)

    heard(snapshot, builder, "C1.1", on, source, _alike)


def _alike(check: Check) -> Check:
    """Return a passed check without its count of hexes (two or three within three are alike), the hexes of a line that
    is free, or which hex and sections a unit with a place among the orders is in."""
    if check.verdict != "passed":
        return check
    if check.unit == "hexes":
        return replace(check, measured=None)
    if check.key == "hex_sight":
        return replace(check, detail={})
    if check.key in _IN_SECTIONS:
        return replace(check, key="in_section", detail={"stand": check.detail["stand"]})
    return check


def likeliest(snapshot: Snapshot, settings: AncientsSettings) -> Position:
    """Return where everybody of a completed table most likely stands."""
    return Position(snapshot, settings, position_of(snapshot, settings.doubt))


def hex_said(value: Any, key: str, board: HexBoard, source: str) -> Hex:
    """Return a hex that an action names, on the board or beside it; raises BadFile for what is none."""
    return hex_named(value, key, board, source, by_offset=True, beside=True)


def way_said(stand: Stand, here: Hex, action: Mapping[str, Any], board: HexBoard, source: str) -> tuple[Hex, ...]:
    """Return ``action.path``, the hexes after the one where the stand is, which may be named first; raises BadFile."""
    given = action.get("path")
    if not isinstance(given, list | tuple) or not given:
        raise BadFile(
            source, "action.path", "one or more hexes, such as [[3, 2], [4, 2]]",
            NOTHING if given is None else got_words(given),
        )  # fmt: skip
    way = tuple(hex_said(each, f"action.path[{k + 1}]", board, source) for k, each in enumerate(given))
    way = way[1:] if way[0] == here else way
    if not way:
        raise BadFile(source, "action.path", "a hex to go to", f"only {label_of(board, here)}, where {stand.name} is")
    return way


def place_of(position: Position, stand: Stand, key: str, source: str) -> Hex:
    """Return the hex a stand is on; raises BadFile for one off the board."""
    here = position.where(stand.name)
    if here is None or not position.has(here):
        raise BadFile(source, key, "a stand on the board", f"{stand.name!r}, which is off it")
    return here
