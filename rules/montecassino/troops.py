"""Soldiers and cannons: which is which, the footprint of a stand that gives none, and the board under them (M1.3)."""

from dataclasses import replace

from rules.montecassino.fields import field_of
from table.errors import BadFile, BadGeometry
from table.frame import SquareBoard
from table.snapshot import Snapshot
from table.squares import boards_of, default_board
from table.stand import Stand

SOLDIERS, CANNONS = ("soldier", "infantry"), ("cannon", "gun")
SOLDIER_CM, CANNON_CM = (1.8, 1.8), (4.0, 6.0)


def is_soldier(stand: Stand) -> bool:
    """Say whether a stand is a soldier."""
    return stand.kind in SOLDIERS


def is_cannon(stand: Stand) -> bool:
    """Say whether a stand is a cannon."""
    return stand.kind in CANNONS


def board_of(snapshot: Snapshot) -> SquareBoard:
    """Return the board of a completed table."""
    assert isinstance(snapshot.board, SquareBoard)
    return snapshot.board


def completed(snapshot: Snapshot, source: str) -> Snapshot:
    """Check sides and kinds, give stands without a size their kind's footprint, and the table a board if it has none.

    Raises BadFile for a side or kind Montecassino does not know, and for a board of other than 8 (16) by 18 squares.
    """
    board = snapshot.board if snapshot.board is not None else default_board(snapshot.width_cm, snapshot.depth_cm)
    if not isinstance(board, SquareBoard):
        raise BadFile(source, "board.kind", '"squares"', '"hexes"')
    try:
        boards_of(board)
    except BadGeometry as error:
        raise BadFile(
            source, "board", "8 files (16: two boards) and 18 ranks", f"{board.files} x {board.ranks}"
        ) from error
    stands = []
    for index, given in enumerate(snapshot.stands):
        stand = given
        if not is_soldier(stand) and not is_cannon(stand):
            known = " or ".join((*SOLDIERS, *CANNONS))
            raise BadFile(source, f"stand[{index + 1}].kind", known, repr(stand.kind))
        field_of(stand.side, source)
        width_cm, depth_cm = SOLDIER_CM if is_soldier(stand) else CANNON_CM
        if not (stand.width_cm and stand.depth_cm):
            stand = replace(stand, width_cm=stand.width_cm or width_cm, depth_cm=stand.depth_cm or depth_cm)
        stands.append(stand)
    return replace(snapshot, stands=tuple(stands), board=board)
