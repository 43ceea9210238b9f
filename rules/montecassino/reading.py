"""An action's squares, and the position it is judged on: whoever stands between two squares is asked about."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from rules.hearing import Hearing
from rules.montecassino.fields import field_of
from rules.montecassino.position import Man, Position, position_of
from table.errors import BadFile, BadInput
from table.frame import SquareBoard
from table.measurement import Measurement
from table.notation.toml import got_words
from table.notation.wording import NOTHING
from table.snapshot import Snapshot
from table.squares import Square, boards_of, centre_of


def square_of(value: Any, key: str, snapshot: Snapshot, source: str) -> Square:
    """Return the square an action's key names; raises BadFile for what is no square of the board."""
    expected = "a square of the board, such as A-25"
    if not isinstance(value, str):
        raise BadFile(source, key, expected, NOTHING if value is None else got_words(value))
    try:
        square = Square.parse(value)
    except BadInput as error:
        raise BadFile(source, key, expected, str(error)) from None
    board = snapshot.board
    assert isinstance(board, SquareBoard)
    if square.board > boards_of(board):
        raise BadFile(source, key, expected, f"{value!r}: there is no such board")
    return square


def squares_listed(value: Any, key: str, snapshot: Snapshot, source: str) -> tuple[Square, ...]:
    """Return the squares of a list, each once; raises BadFile."""
    if not isinstance(value, list | tuple):
        raise BadFile(source, key, 'a list of squares, such as ["A-25"]', got_words(value))
    squares = tuple(square_of(each, f"{key}[{k + 1}]", snapshot, source) for k, each in enumerate(value))
    if len(set(squares)) != len(squares):
        raise BadFile(source, key, "each square once", got_words(list(value)))
    return squares


def heard_position(snapshot: Snapshot, squares: Collection[Square], hearing: Hearing, source: str) -> Position:
    """Return who stands where, once the referee's word is taken on those who are between two squares (M1.1).

    Only the squares that matter are asked about: whoever stands between others is left where he most likely is.
    """
    position = position_of(snapshot, hearing.settings.doubt, source)
    for name in position.between:
        position = _asked(name, position, snapshot, squares, hearing, source)
    for square in squares:
        if square in position.crowded:
            several = position.crowded[square]
            hearing.condition("M2.5", "one_a_square", False, square=str(square), stand=several[0], stands=list(several))
    return position


def _asked(
    name: str, position: Position, snapshot: Snapshot, squares: Collection[Square], hearing: Hearing, source: str
) -> Position:  # fmt: skip
    reading = position.between[name]
    named = [square for square, _ in reading.among if square is not None and square in squares]
    answer: Square | None = reading.likeliest
    left = [square for square, _ in reading.among]
    for square in named:
        said = _stands_on(name, square, reading.probability(square), snapshot, hearing)
        if said:
            answer, left = square, [square]
            break
        if said is False:
            left = [other for other in left if other != square]
    if answer not in left:
        answer = left[0] if left else None
    men = {square: man for square, man in position.men.items() if man.name != name}
    if answer is None:
        return replace(position, men=men)
    side = snapshot.stand(name).side
    own = Man(name, field_of(side, source))
    return replace(position, men={**men, answer: own}) if answer not in men else replace(position, men=men)


def _stands_on(name: str, square: Square, share: float, snapshot: Snapshot, hearing: Hearing) -> bool | None:
    """Ask whether somebody stands on a square; measured is how far (cm) his centre is from the square's."""
    board, stand = snapshot.board, snapshot.stand(name)
    assert isinstance(board, SquareBoard)
    x, y = centre_of(board, square)
    off = Measurement(max(abs(stand.x - x), abs(stand.y - y)), stand.sigma_cm)
    return hearing.likely(
        "M1.1", "stands_on", share, off, board.square_cm / 2, modifies=True, stand=name, square=str(square)
    )
