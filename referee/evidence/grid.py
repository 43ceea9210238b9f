"""The hexes of a board on a card's picture: their borders, and their labels where there is room."""

from collections.abc import Mapping

from referee.boards.plays import play_of
from referee.evidence.card import EvidenceCard
from referee.evidence.ink import WHITE, Canvas
from referee.evidence.window import Window
from rules.board_cells import Cell
from rules.board_play import Position
from rules.state import State
from table.frame import HexBoard

LINE, SHADE = (240, 232, 208), (92, 84, 60)
LETTERS = 0.2
LEAST_PX = 11.0
"""Labels smaller than that are left out."""


def draw_grid(canvas: Canvas, card: EvidenceCard, window: Window) -> None:
    """Draw the hexes in the window that the game's board has; nothing on a table without a board of hexes."""
    board = card.table.board
    if not isinstance(board, HexBoard):
        return
    size = LETTERS * board.size_cm * window.px_per_cm
    left, near, right, far = window.cm
    for cell in cells_on(card).values():
        x, y = cell.centre
        if not (left - board.size_cm < x < right + board.size_cm and near - board.size_cm < y < far + board.size_cm):
            continue
        corners = [window.at((x + dx, y + dy)) for dx, dy in cell.corners]
        canvas.area(corners, None, SHADE, 3)
        canvas.area(corners, None, LINE, 1.2)
        if size >= LEAST_PX:
            at = window.at((x, y - 0.7 * board.size_cm))
            canvas.text(at, cell.number, size, WHITE, anchor="mm", halo=(10, 14, 16))


def cells_on(card: EvidenceCard) -> Mapping[str, Cell]:
    """Return the hexes of a card's board by name: its game's options may leave out some of the lattice's."""
    sides = tuple(sorted({stand.side for stand in card.table.stands}))
    return play_of(card.game).cells(Position(card.game, card.settings, card.table, State(sides)))
