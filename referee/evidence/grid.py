"""The hexes of a board on a card's picture: their borders, and their labels where there is room."""

from referee.boards.cells import cells_of
from referee.evidence.ink import WHITE, Canvas
from referee.evidence.window import Window
from table.frame import HexBoard
from table.snapshot import Snapshot

LINE, SHADE = (240, 232, 208), (92, 84, 60)
LETTERS = 0.2
LEAST_PX = 11.0
"""Labels smaller than that are left out."""


def draw_grid(canvas: Canvas, table: Snapshot, window: Window) -> None:
    """Draw the hexes in the window; nothing on a table without a board of hexes."""
    board = table.board
    if not isinstance(board, HexBoard):
        return
    size = LETTERS * board.size_cm * window.px_per_cm
    left, near, right, far = window.cm
    for cell in cells_of(board).values():
        x, y = cell.centre
        if not (left - board.size_cm < x < right + board.size_cm and near - board.size_cm < y < far + board.size_cm):
            continue
        corners = [window.at((x + dx, y + dy)) for dx, dy in cell.corners]
        canvas.area(corners, None, SHADE, 3)
        canvas.area(corners, None, LINE, 1.2)
        if size >= LEAST_PX:
            at = window.at((x, y - 0.7 * board.size_cm))
            canvas.text(at, cell.number, size, WHITE, anchor="mm", halo=(10, 14, 16))
