"""Who stands on which square, and ruling on each position that the table may be in (M1.1)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from rules.montecassino.fields import field_of
from rules.montecassino.settings import Builder
from rules.montecassino.troops import board_of, is_soldier
from table.errors import BadFile, BadInput
from table.measurement import Measurement
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.squares import Field, Square, SquareReading, boards_of, centre_of, read_square
from table.verdict import DOUBT, Verdict


@dataclass(frozen=True, slots=True)
class Man:
    """One soldier: his name, and the field of his side."""

    name: str
    field: Field


@dataclass(frozen=True)
class SquarePosition:
    """Soldiers by square; ``boards`` stand abreast. ``between`` are the readings of those between two squares.

    These count where they most likely are. Two on one square are in ``crowded``.
    """

    men: Mapping[Square, Man]
    boards: int = 1
    between: Mapping[str, SquareReading] = field(default_factory=dict)
    crowded: Mapping[Square, tuple[str, ...]] = field(default_factory=dict)

    def on(self, square: Square) -> Man | None:
        """Return who stands on a square."""
        return self.men.get(square)

    def of(self, owner: Field) -> Iterator[tuple[Square, Man]]:
        """Yield a field's own soldiers with their squares."""
        return ((square, man) for square, man in self.men.items() if man.field == owner)

    def where(self, name: str) -> Square | None:
        """Return the square a soldier stands on; None for one that is not on the board."""
        return next((square for square, man in self.men.items() if man.name == name), None)

    def has(self, column: int, rank: int) -> bool:
        """Say whether there is such a square."""
        return 0 <= column < 8 * self.boards and 0 <= rank < 18

    def moved(self, start: Square, end: Square) -> "SquarePosition":
        """Return the position after whoever stands on a square has gone to another; an enemy there is taken off."""
        men = {square: man for square, man in self.men.items() if square not in (start, end)}
        return replace(self, men={**men, end: self.men[start]})

    def without(self, *squares: Square) -> "SquarePosition":
        """Return the position without those who stand on these squares."""
        return replace(self, men={square: man for square, man in self.men.items() if square not in squares})


def position_of(snapshot: Snapshot, doubt: float = DOUBT, source: str = "case") -> SquarePosition:
    """Return where the soldiers of a completed table stand; those off the board are on no square."""
    board = board_of(snapshot)
    men: dict[Square, Man] = {}
    between: dict[str, SquareReading] = {}
    crowded: dict[Square, tuple[str, ...]] = {}
    for stand in sorted(snapshot.stands, key=lambda stand: stand.name):
        if not is_soldier(stand):
            continue
        reading = read_square(board, stand.x, stand.y, stand.sigma_cm, doubt)
        if reading.verdict is Verdict.CLOSE:
            between[stand.name] = reading
        square = reading.likeliest
        if square is None:
            continue
        if square in men:
            crowded[square] = (*crowded.get(square, (men[square].name,)), stand.name)
        else:
            men[square] = Man(stand.name, field_of(stand.side, source))
    return SquarePosition(men, boards_of(board), between, crowded)


MOST = 64
"""So many positions at most are judged while it is open where some stand."""


def square_of(value: object, key: str, snapshot: Snapshot, source: str) -> Square:
    """Return the square an action's key names; raises BadFile for what is no square of the board."""
    expected = "a square of the board, such as A-25"
    if not isinstance(value, str):
        raise BadFile(source, key, expected, NOTHING if value is None else got_words(value))
    try:
        square = Square.parse(value)
    except BadInput as error:
        raise BadFile(source, key, expected, str(error)) from None
    if square.board > boards_of(board_of(snapshot)):
        raise BadFile(source, key, expected, f"{value!r}: there is no such board")
    return square


def squares_listed(value: object, key: str, snapshot: Snapshot, source: str) -> tuple[Square, ...]:
    """Return the squares of a list, each once; raises BadFile."""
    if not isinstance(value, list | tuple):
        raise BadFile(source, key, 'a list of squares, such as ["A-25"]', got_words(value))
    squares = tuple(square_of(each, f"{key}[{k + 1}]", snapshot, source) for k, each in enumerate(value))
    if len(set(squares)) != len(squares):
        raise BadFile(source, key, "each square once", got_words(list(value)))
    return squares


def possible_positions(
    snapshot: Snapshot, squares: Collection[Square], builder: Builder, source: str
) -> list[SquarePosition]:  # fmt: skip
    """Return who stands where, once the referee's word is taken on those who are between two squares (M1.1).

    Only the squares that matter are asked about: whoever stands between others is left where he most likely is. While
    his word is open there are several positions, the likeliest first.
    """
    read = position_of(snapshot, builder.settings.doubt, source)
    men = {man.name: man for man in read.men.values()}
    sure = {square: man for square, man in read.men.items() if man.name not in read.between}
    places = [
        [(Man(name, field_of(snapshot.stand(name).side, source)), square) for square in found]
        for name in read.between
        if (found := _may_stand_on(name, read.between[name], snapshot, squares, builder))
    ]
    for square in squares:
        if square in read.crowded:
            several = read.crowded[square]
            builder.condition("M2.5", "one_a_square", False, square=str(square), stand=several[0], stands=list(several))
    positions = []
    for way in list(product(*places))[:MOST]:
        there = dict(sure)
        for man, place in way:
            if place is not None and place not in there:
                there[place] = men.get(man.name, man)
        positions.append(replace(read, men=there))
    return positions


def rule_on_positions(
    positions: Sequence[SquarePosition], builder: Builder, judge: Callable[[SquarePosition, Builder], None]
) -> None:  # fmt: skip
    """Judge on the first position that does not refuse: a refusal counts only where every position gives one."""
    tried: list[Builder] = []
    for position in positions:
        tried.append(replace(builder, checks=[], effects=[], shapes=[], house={}, outcome=None))
        judge(position, tried[-1])
        if tried[-1].verdict != "refused":
            break
    kept = tried[-1] if tried[-1].verdict != "refused" else tried[0]
    builder.checks += kept.checks
    builder.effects += kept.effects
    builder.shapes += kept.shapes
    builder.house |= kept.house
    builder.outcome = kept.outcome


def _may_stand_on(
    name: str, reading: SquareReading, snapshot: Snapshot, squares: Collection[Square], builder: Builder
) -> list[Square | None]:  # fmt: skip
    """Return where a stand between squares may be, the likeliest first, as far as the referee has not said."""
    left = [square for square, _ in reading.among]
    open_for = []
    for square in left.copy():
        if square is None or square not in squares:
            continue
        said = _stands_on(name, square, reading.probability(square), snapshot, builder)
        if said:
            return [square]
        if said is False:
            left.remove(square)
        else:
            open_for.append(square)
    others = [square for square in left if square not in open_for]
    return [square for square in left if square in open_for or square in others[:1]] or [None]


def _stands_on(name: str, square: Square, share: float, snapshot: Snapshot, builder: Builder) -> bool | None:
    """Ask whether somebody stands on a square; measured is how far (cm) his centre is from the square's."""
    board, stand = board_of(snapshot), snapshot.stand(name)
    x, y = centre_of(board, square)
    off = Measurement(max(abs(stand.x - x), abs(stand.y - y)), stand.sigma_cm)
    return builder.likely(
        "M1.1", "stands_on", share, off, board.square_cm / 2, modifies=True, stand=name, square=str(square)
    )
