"""What `vedette measure` says of a board: each stand's cell, what shares a hex, what lies hidden; as JSON and words."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from table.errors import Remark
from table.frame import HexBoard, SquareBoard
from table.hex_board import HexReading, label_of
from table.hexes import Hex
from table.squares import Square, squares_of_stands
from table.verdict import Verdict
from vision.boards.piles import BoardSeen, Pile, see_board
from vision.measure import Measured

Among = tuple[tuple[str | None, float], ...]
"""The cells a stand may be on (None: off the board) with their probabilities, likeliest first."""


def board_of(measured: Measured, before: Mapping[str, Collection[Hex]] | None = None) -> BoardSeen | None:
    """Return what a picture shows of a board of hexes; None without one. ``before``: where stands were known to be."""
    return see_board(measured.stands, measured.roster, measured.view, measured.markers, before)


def hexes_before(seen: BoardSeen) -> dict[str, list[Hex]]:
    """Return where stands were in an earlier picture, as ``board_of`` wants it of the next."""
    return {
        name: [place for place, _ in reading.among if place is not None] for name, reading in seen.readings.items()
    }  # fmt: skip


def cells_of_stands(measured: Measured, seen: BoardSeen | None) -> dict[str, tuple[Verdict, Among]]:
    """Return by name which cell each stand is on, three-way; empty on a table without a board."""
    board = measured.view.frame.board
    if isinstance(board, SquareBoard):
        squares = squares_of_stands(measured.stands, measured.view.frame)
        return {name: (r.verdict, tuple((_square(p), share) for p, share in r.among)) for name, r in squares.items()}
    if isinstance(board, HexBoard) and seen is not None:
        return {name: (reading.verdict, _labelled(board, reading)) for name, reading in seen.readings.items()}
    return {}


def _labelled(board: HexBoard, reading: HexReading) -> Among:
    return tuple((None if place is None else label_of(board, place), share) for place, share in reading.among)


def _square(square: Square | None) -> str | None:
    return None if square is None else str(square)


def with_cells(said: dict[str, Any], measured: Measured, seen: BoardSeen | None) -> dict[str, Any]:
    """Return what ``measure --json`` says with each stand's cell, and of hexes with piles, units and what lies hidden.

    A stand gets ``cell``: the one it is on, or None; then ``between`` has the cells with their probabilities, or
    ``off_board`` is true.
    """
    cells = cells_of_stands(measured, seen)
    stands = [{**stand, **_cell_json(*cells[stand["name"]])} if stand["name"] in cells else stand
              for stand in said["stands"]]  # fmt: skip
    said = {**said, "stands": stands}
    if seen is None:
        return said
    label, hidden = seen.label, {one.name: one for one in seen.hidden}
    said["stands"] = [
        {**stand, "may_lie_under": list(hidden[stand["name"]].under)}
        if stand["name"] in hidden and hidden[stand["name"]].under
        else stand
        for stand in stands
    ]
    said["units"] = [
        {
            "name": unit.name,
            **_cell_json(unit.reading.verdict, _labelled(seen.board, unit.reading)),
            "blocks_seen": list(unit.blocks), "blocks_not_seen": list(unit.unseen), "apart": unit.split,
        }
        for unit in seen.units.values()
    ]  # fmt: skip
    said["cells"] = [{"cell": label(pile.hex), "stands": list(pile.stands)} for pile in seen.piles]
    return said


def _cell_json(verdict: Verdict, among: Among) -> dict[str, Any]:
    if verdict is Verdict.IN:
        return {"cell": among[0][0]}
    if verdict is Verdict.OUT:
        return {"cell": None, "off_board": True}
    return {
        "cell": None,
        "between": [{"cell": cell, "probability": round(share, 4)} for cell, share in among],
    }


def cell_words(verdict: Verdict, among: Among) -> str:
    """Return a cell in a column of a table: ``D5``, ``D5/E5 on the line`` or ``off the board``."""
    if verdict is Verdict.IN:
        return str(among[0][0])
    if verdict is Verdict.OUT:
        return Remark("off the board")
    cells = "/".join(cell for cell, _ in among if cell is not None)
    if any(cell is None for cell, _ in among):
        return Remark("{cells}/off on the line", cells=cells)
    return Remark("{cells} on the line", cells=cells)


def pile_words(measured: Measured, seen: BoardSeen) -> list[Remark]:
    """Return the lines that say what shares a hex, which units are not together, and what is not seen."""
    grouped = {entry.name: entry.group for entry in measured.roster.entries}
    lines = [
        Remark("In {cell}, from the lowest: {stands}.", cell=seen.label(pile.hex), stands=_listed(pile, grouped))
        for pile in seen.piles
        if len(pile.units) > 1
    ]
    for unit in seen.units.values():
        told = {
            "unit": unit.name, "count": len(unit.blocks), "all": len(unit.blocks) + len(unit.unseen),
            "cell": cell_words(unit.reading.verdict, _labelled(seen.board, unit.reading)),
        }  # fmt: skip
        lines.append(
            Remark("{unit}: {count} of {all} blocks seen, {cell}; its blocks are in different hexes.", **told)
            if unit.split
            else Remark("{unit}: {count} of {all} blocks seen, {cell}.", **told)
        )
    return lines


def unseen_words(seen: BoardSeen, *, only_known: bool = False) -> list[Remark]:
    """Return the lines of those not seen that may lie under others; ``only_known`` of those that were there before."""
    lines = []
    for one in seen.hidden:
        told = {"stand": one.name, "marker": one.marker, "others": _or(one.under)} if one.under else {}
        if told and one.hexes:
            cells = _or([seen.label(place) for place in one.hexes])
            lines.append(
                Remark("{stand} (marker {marker}) is not seen; it was in {cells} and may lie under {others}.",
                       cells=cells, **told)
            )  # fmt: skip
        elif told and not only_known:
            lines.append(Remark("{stand} (marker {marker}) is not seen and may lie under {others}.", **told))
    return lines


def _listed(pile: Pile, grouped: Mapping[str, str | None]) -> str:
    return ", ".join(dict.fromkeys(grouped[name] or name for name in pile.stands))


def _or(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else Remark("{first} or {last}", first=", ".join(names[:-1]), last=names[-1])
