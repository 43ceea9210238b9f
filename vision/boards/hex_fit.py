"""The printed map under the counters: the hexes of a board as they truly lie, from pictures of it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from table.errors import BadGeometry, BadInput, Remark, Wanted
from table.frame import HexBoard
from table.hex_board import centre_of, hexes_of
from table.hexes import Hex
from vision.arrays import Bools, Floats, Picture
from vision.boards.hex_fit_edge import Stepped, best_step, nominal_step, stepped
from vision.boards.hex_fit_ground import LaidFlat, lay_flat
from vision.boards.hex_fit_grow import grown
from vision.boards.hex_fit_lines import LinesSeen, Sides, look_across, sides_of, sights
from vision.boards.hex_fit_solve import Seen, Solved, best_net, solve
from vision.boards.hex_fit_start import Start, nets_of, starts_of
from vision.boards.hex_fit_unsure import unsure_of
from vision.boards.hex_net import Bent
from vision.camera import Camera
from vision.correction import Correction

STEADY = 0.03
"""Of a hex's size: a line so near to where a side should be is that side's; what agrees worse, rms, is no lattice."""


def elsewhere(laid: LaidFlat, start: Start, bent: Bent, sides: Sides, board: HexBoard, window: float) -> float:
    """Return of how many of its sides, 0 to 1, a lattice laid wrongly would find lines: the most of several ways."""
    return max(_share(laid, start, bent, sides, board, window, (dx, dy)) for dx, dy in _wrongly(board))


def _wrongly(board: HexBoard) -> list[tuple[float, float]]:
    """Return shifts (cm) after which no side lies on one: towards each side and towards two corners of a hex."""
    tip = 30 if board.pointy else 0
    ways = [(0.6, tip + 30 + 60 * k) for k in range(6)] + [(1.0, tip), (1.0, tip + 60)]
    return [
        (board.size_cm * far * math.cos(math.radians(way)), board.size_cm * far * math.sin(math.radians(way)))
        for far, way in ways
    ]


def _share(
    laid: LaidFlat, start: Start, bent: Bent, sides: Sides, board: HexBoard, window: float, off: tuple[float, float]
) -> float:
    moved = Bent(bent.net, bent.offsets_cm + np.array(off))
    lines = look_across(start.ink, laid, moved, sides, board.size_cm, window, start.usual)
    near = lines.found & lines.held & (np.abs(lines.off_cm) < STEADY * board.size_cm)
    return float(near.sum() / max(int(lines.held.sum()), 1))


ENOUGH = 0.4  # of the sides that the picture holds have a line that agrees: with fewer it is no such map
EACH_WAY = 0.1  # of the sides of each of the three ways: print makes lines of two, and hides those of one
STANDS_OUT = 2.0  # so many times the lines of a lattice laid wrongly
MOST_STRAIN = 0.1  # from place to place: paper does not stretch so
_FEWEST = 24  # lines
_CLOSELY = 0.03  # of a hex's size
_LOOKS = ((0.2, 1), (0.25, 2), (0.2, 3), (0.15, 4), (0.15, 4))  # how far, in sizes; with how many of the nets
_EVEN_CM = 0.003  # a map this even needs no warp


class OtherOffset(BadInput):
    """The map is there, and its other rows or columns are the shifted ones."""


@dataclass(frozen=True, eq=False)
class BoardFit:
    """A board as its map lies, and how well that is known.

    ``sides`` (E) with ``ends_cm`` (E, 2, 2) of them as fitted, ``left_cm`` (E,) how far each one's line lies off (nan
    where none was found or it does not agree), ``visible`` those the picture holds; ``moved_cm`` is the most that a
    hex's centre lies from where the board was said to have it; ``unclear``: the rim does not say which hex is which.
    """

    board: HexBoard
    before: HexBoard
    ends_cm: Floats
    left_cm: Floats
    visible: Bools
    moved_cm: float
    turn_deg: float
    scale: float
    warnings: tuple[str, ...]
    laid: LaidFlat
    unclear: bool = False

    @property
    def found(self) -> int:
        """How many lines were found that agree."""
        return int(np.isfinite(self.left_cm).sum())

    @property
    def rms_cm(self) -> float:
        """How far the lines found lie from the fitted ones."""
        return float(np.sqrt(np.nanmean(self.left_cm**2)))

    @property
    def worst_cm(self) -> float:
        """The farthest of them."""
        return float(np.nanmax(np.abs(self.left_cm)))


def fit_board(
    pictures: Sequence[tuple[Camera, Picture]], board: HexBoard, correction: Correction | None = None
) -> BoardFit:
    """Find a board's printed hexes in pictures (H, W, 3) BGR, each with its camera.

    The board may be off by half a hex, 4 degrees and 5 %; its own warp is not looked at. Raises BadInput where there is
    no such map, or too little of it is to be seen.
    """
    even = replace(board, warp=None, unsure_cm=())
    laid = lay_flat(pictures, even)
    starts = starts_of(laid, even)
    try:
        return _fit_from(
            max(starts, key=lambda it: _agreeing(laid, it, even)), laid, even, board, len(pictures), correction
        )
    except OtherOffset:
        raise
    except BadInput:  # the waves of the whole may have led the map's ends to the next hexes
        followed = max((grown(laid, it, even) for it in starts), key=lambda it: _agreeing(laid, it, even))
        if not _agreeing(laid, followed, even):
            raise
        return _fit_from(followed, laid, even, board, len(pictures), correction)


def _fit_from(
    start: Start, laid: LaidFlat, board: HexBoard, before: HexBoard, pictures: int, correction: Correction | None
) -> BoardFit:
    """Return the board by its lines, looked for from a start; raises BadInput where they are no such map's."""
    solved = _looked(laid, start, board, None)
    solved = _placed(laid, start, board, solved, nominal_step(solved.bent, board))
    edge = best_step(laid, replace(start, bent=solved.bent), board)
    if edge.step != Hex(0, 0):
        solved = _placed(laid, start, board, solved, edge.step)
    sides, lines, solved = _last(laid, start, board, solved, correction)
    all_left, kept = _left(sides, lines, solved)
    visible = int(lines.held.sum())
    near = np.abs(kept) < STEADY * board.size_cm  # nan is not
    _refuse(board, visible, kept, elsewhere(laid, start, solved.bent, sides, board, _LOOKS[-1][0]))
    if min(float(near[here].mean()) for k in range(3) if (here := lines.held & (sides.thirds == k)).any()) < EACH_WAY:
        raise _no_map(board, ": sides of one of the three ways have no lines")
    if (strain := _strain(board, solved.bent)) > MOST_STRAIN:
        raise _no_map(board, f": what was found would stretch it by {strain:.0%} in places")
    try:
        fitted = _even_again(board, solved.bent)
    except BadGeometry:  # it folds over itself: what agreed was no lattice
        raise _no_map(board) from None
    if edge.offset is not None:
        raise _staggered(board, edge.offset)
    fitted = replace(fitted, unsure_cm=unsure_of(board, sides, all_left))
    turn_deg, scale = _turned(board, solved.bent)
    moved = max(math.dist(centre_of(before, here), centre_of(fitted, here)) for here in hexes_of(board))
    tangents = np.column_stack([-sides.ways[:, 1], sides.ways[:, 0]]) * board.size_cm / 2
    ends = np.stack([solved.bent.warped(sides.middles_cm + sign * tangents) for sign in (-1, 1)], axis=1)
    return BoardFit(
        fitted, before, ends, kept, lines.held, moved, turn_deg, scale,
        _warnings(edge, visible, len(sides.between), pictures), laid, edge.unclear,
    )  # fmt: skip


def _agreeing(laid: LaidFlat, start: Start, board: HexBoard) -> int:
    """Return how many lines lie closely where the map would have them; of one that no paper stretches so, none."""
    try:
        solved = _looked(laid, start, board, None, _LOOKS[:3])
    except BadInput:
        return 0
    if _strain(board, solved.bent) > MOST_STRAIN:
        return 0
    return int((np.abs(solved.left_cm) < _CLOSELY * board.size_cm).sum())


def _looked(
    laid: LaidFlat, start: Start, board: HexBoard, first: Bent | None, looks: Sequence[tuple[float, int]] = ()
) -> Solved:
    """Return the map by its lines, looked for ever more narrowly, with ever finer nets; raises BadInput for too few."""
    sides, nets = sides_of(board), nets_of(board)
    bent = first or start.bent
    solved = None
    for window, few in looks or (_LOOKS if first is None else _LOOKS[-2:]):
        lines = look_across(start.ink, laid, bent, sides, board.size_cm, window, start.usual)
        seen, _ = sights(bent, sides, lines)
        if len(seen.offsets_cm) < _FEWEST:
            break
        solved = best_net(nets[:few], seen)
        bent = solved.bent
    if solved is None:
        raise _no_map(board)
    return solved


def _placed(laid: LaidFlat, start: Start, board: HexBoard, solved: Solved, step: Hex) -> Solved:
    """Return the map after a step of its lattice."""
    if step == Hex(0, 0):
        return solved
    places, offsets = stepped(solved.bent, board, step)
    moved = solve(solved.bent.net, Seen.of_points(places, offsets, np.ones(len(places))), 1e-3)
    return _looked(laid, start, board, moved.bent)


def _last(
    laid: LaidFlat, start: Start, board: HexBoard, solved: Solved, correction: Correction | None
) -> tuple[Sides, LinesSeen, Solved]:
    """Return the last look at the lines, and the map by them, in table cm as they are measured."""
    sides = sides_of(board)
    lines = look_across(start.ink, laid, solved.bent, sides, board.size_cm, _LOOKS[-1][0], start.usual)
    seen, _ = sights(solved.bent, sides, lines)
    if len(seen.offsets_cm) < _FEWEST:
        raise _no_map(board)
    if correction is not None:
        wrong = (correction.offset_cm(solved.bent.warped(seen.places_cm)) * seen.ways).sum(axis=1)
        seen = replace(seen, offsets_cm=seen.offsets_cm - wrong)
    return sides, lines, solve(solved.bent.net, seen)


def _left(sides: Sides, lines: LinesSeen, solved: Solved) -> tuple[Floats, Floats]:
    """Return how far off (E,) each side's line lies, nan where it has none; and the same of those that agree only."""
    left = np.full(len(sides.between), np.nan)
    clear = np.flatnonzero(lines.found)
    left[clear] = solved.left_cm
    kept = left.copy()
    kept[clear[~solved.agree]] = np.nan
    return left, kept


def _refuse(board: HexBoard, visible: int, left_cm: Floats, chance: float) -> None:
    """Raise BadInput unless enough lines lie like a lattice's; ``chance`` of the sides would find one anywhere."""
    if visible < _FEWEST:
        raise BadInput("the board of frame.toml does not lie in the picture: see its origin, and how the camera stands")
    near = int((np.abs(left_cm) < STEADY * board.size_cm).sum())  # nan is not
    if near < max(ENOUGH * visible, _FEWEST):
        raise _no_map(board, f": {near} of {visible} sides have a line that agrees with the others")
    rms = float(np.sqrt(np.nanmean(left_cm**2)))
    if rms > STEADY * board.size_cm:
        raise _no_map(board, f": its lines would lie {10 * rms:.1f} mm (rms) off")
    if near < STANDS_OUT * chance * visible:
        raise _no_map(
            board, f": {near} of {visible} sides have a line, but so have {chance:.0%} of places where no side can be"
        )


def _staggered(board: HexBoard, offset: str) -> OtherOffset:
    lines = "row" if board.pointy else "column"
    ways = ("to the left", "to the right") if board.pointy else ("nearer", "farther away")
    return OtherOffset(
        f"the map's rim shows every other {lines}, the second first, half a hex {ways[offset == 'odd']}: that is "
        f'offset = "{offset}", and frame.toml says "{board.offset}", which would name half of all hexes wrongly'
    )


def _no_map(board: HexBoard, more: str = "") -> BadInput:
    way = "on a corner" if board.pointy else "on a side"
    return BadInput(
        "there is no map of hexes of {size_cm:g} cm, standing {way}, where frame.toml has its board{more}; see "
        "size_cm (centre to corner), origin and pointy, take away what covers the map, and light it evenly",
        size_cm=board.size_cm, way=Wanted(way), more=more,
    )  # fmt: skip


def _strain(board: HexBoard, bent: Bent) -> float:
    """Return by how much the map is stretched or turned otherwise in places than on the whole."""
    _, slopes = bent.with_slopes(np.array([centre_of(board, here) for here in hexes_of(board)]))
    return float(np.percentile(np.linalg.norm(slopes - slopes.mean(axis=0), axis=(1, 2)), 98))


def _turned(board: HexBoard, bent: Bent) -> tuple[float, float]:
    """Return by how much the map is turned, in degrees, and larger than said, on the whole."""
    even = np.array([centre_of(board, here) for here in hexes_of(board)])
    x, y = even - even.mean(axis=0), bent.warped(even)
    y = y - y.mean(axis=0)
    along, across = float((x * y).sum()), float((x[:, 0] * y[:, 1] - x[:, 1] * y[:, 0]).sum())
    whole = float((x**2).sum()) or 1.0
    return math.degrees(math.atan2(across, along)), math.hypot(along, across) / whole


def _even_again(board: HexBoard, bent: Bent) -> HexBoard:
    """Return the board with the origin and size that need the least warp, and that warp; none where it is even."""
    even = np.array([centre_of(board, here) for here in hexes_of(board)])
    lies = bent.warped(even)
    middle, there = even.mean(axis=0), lies.mean(axis=0)
    scale = float(((even - middle) * (lies - there)).sum() / (((even - middle) ** 2).sum() or 1.0)) or 1.0
    if len(even) < 4:
        scale = 1.0

    def moved(places: Floats) -> Floats:
        return np.asarray(there + scale * (places - middle))

    x, y = moved(np.array([board.origin]))[0]
    plain = replace(board, origin=(round(float(x), 5), round(float(y), 5)), size_cm=round(board.size_cm * scale, 6))
    left, near, right, far = bent.net.box
    (low_x, low_y), (high_x, high_y) = moved(np.array([[left, near], [right, far]])).round(5).tolist()
    net = replace(bent.net, box=(low_x, low_y, high_x, high_y))
    warp = net.warp(bent.net.places_cm + bent.offsets_cm - net.places_cm)
    if np.abs(lies - moved(even)).max() < _EVEN_CM:
        return plain
    return replace(plain, warp=warp)


def _warnings(edge: Stepped, visible: int, sides: int, pictures: int) -> tuple[str, ...]:
    found = []
    if pictures == 2:
        found.append(
            Remark("two pictures are only averaged: three or more, counters elsewhere in each, tell them from the map")
        )
    if edge.step != Hex(0, 0):
        found.append(
            Remark("the map's first hex lies more than half a hex from where it was said to lie: count the hexes")
        )
    elif edge.unclear:
        found.append(
            Remark("the map goes on beyond the board, or its rim is hidden, so it does not tell which hex is which, "
                   "nor which way its lines are staggered (offset); I took the hexes nearest to the origin in "
                   "frame.toml: see the labels in --report")
        )  # fmt: skip
    if visible < 0.98 * sides:
        found.append(
            Remark("{outside} of {all} sides of hexes lie outside the picture", outside=sides - visible, all=sides)
        )
    return tuple(found)
