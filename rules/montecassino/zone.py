"""The zone where losses to the cannon count (M5.2): everywhere, the standard one, listed squares, or the banners'."""

from collections.abc import Iterable, Iterator, Sequence

from shapely import MultiPoint, Polygon, box, get_parts, unary_union
from shapely import Point as Dot

from rules.action import Asked
from rules.montecassino.fields import FORTIFICATION, line_from
from rules.montecassino.position import square_of
from rules.montecassino.settings import Builder
from rules.montecassino.troops import board_of
from rules.ruling import Shape
from table.errors import BadFile
from table.frame import SquareBoard
from table.measurement import Measurement
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.squares import LINES, Field, Square, centre_of, squares_of
from table.terrain import Point

BANNERS = 4


def depth_in_hull_cm(banners: Sequence[Point], place: Point) -> float:
    """Return how deep a place lies within the convex hull of the banners, cm; less than 0 where it is outside."""
    hull, dot = MultiPoint(list(banners)).convex_hull, Dot(place)
    if not isinstance(hull, Polygon):
        return -float(hull.distance(dot))
    return float(hull.exterior.distance(dot)) * (1 if hull.covers(dot) else -1)


def squares_between(board: SquareBoard, banners: Sequence[Point]) -> tuple[Square, ...]:
    """Return the squares whose centre is in the convex hull of the banners' places (M5.2)."""
    return tuple(s for s in squares_of(board) if depth_in_hull_cm(banners, centre_of(board, s)) >= 0)


def standard_zone(shooter: Field, board: SquareBoard) -> tuple[Square, ...]:
    """Return the standard zone of whoever shoots: the opponent's squares 25-72, outside his fortification."""
    return tuple(s for s in squares_of(board) if LINES < line_from(shooter, s) < FORTIFICATION)


def zone_squares(
    zone: str | Sequence[str], shooter: Field, board: SquareBoard, banners: Sequence[Point] = ()
) -> tuple[Square, ...]:
    """Return the squares of a ``zone`` setting for a shooter, to be drawn; those of the banners need their places."""
    if zone == "all":
        return tuple(squares_of(board))
    if zone == "standard":
        return standard_zone(shooter, board)
    if zone == "banners":
        return squares_between(board, banners)
    return tuple(Square.parse(text) for text in zone)


class Zone:
    """The zone of one shot: ``holds`` judges whether a square is in it."""

    def __init__(
        self, shooter: Field, snapshot: Snapshot, banners: object, sigma_cm: object, builder: Builder, source: str
    ) -> None:  # fmt: skip
        settings, board = builder.settings, board_of(snapshot)
        self._builder, self._board, self._sigma_cm = builder, board, 0.0
        self._banners: tuple[Point, ...] = ()
        if settings.zone == "banners":
            self._banners = Asked({"banners": banners}, snapshot, source).points("banners", BANNERS)
            self._sigma_cm = _sigma_cm(sigma_cm, source)
            hull = MultiPoint(list(self._banners)).convex_hull
            if isinstance(hull, Polygon):
                corners = tuple((float(x), float(y)) for x, y in list(hull.exterior.coords)[:-1])
                builder.draw(Shape("zone", "polygon", corners))
        elif isinstance(settings.zone, tuple):
            for k, text in enumerate(settings.zone):
                square_of(text, f"settings.zone[{k + 1}]", snapshot, source)
        self._squares = frozenset() if self._banners else frozenset(zone_squares(settings.zone, shooter, board))
        if settings.zone != "all":
            for corners in _outlines(board, self._squares):
                builder.draw(Shape("zone", "polygon", corners))

    def holds(self, square: Square, stand: str) -> bool | None:
        """Judge whether a soldier on a square counts as inside; None where the banners leave it too close to call."""
        if not self._banners:
            inside = square in self._squares
            self._builder.modifying("M5.2", "in_zone" if inside else "outside_zone", stand=stand, square=str(square))
            return inside
        deep = Measurement(depth_in_hull_cm(self._banners, centre_of(self._board, square)), self._sigma_cm)
        return self._builder.limit(
            "M5.2", "between_banners", deep, 0.0, at_most=False, modifies=True, stand=stand, square=str(square)
        )


def _outlines(board: SquareBoard, squares: Iterable[Square]) -> Iterator[tuple[Point, ...]]:
    """Yield the corners of each part of the table that some squares take, those that touch as one."""
    half = board.square_cm / 2
    cells = (box(x - half, y - half, x + half, y + half) for x, y in (centre_of(board, each) for each in squares))
    for part in get_parts(unary_union([cell.buffer(0.01, join_style="mitre") for cell in cells])):
        yield tuple((float(x), float(y)) for x, y in list(part.exterior.coords)[:-1])


def _sigma_cm(given: object, source: str) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given < 1e3:
        raise BadFile(
            source, "action.sigma_cm", "a number of 0 or more", NOTHING if given is None else got_words(given)
        )
    return float(given)
