"""Where a printed map lies, to a fraction of a hex: by its waves, then by where its hexes' sides are."""

import math
from dataclasses import dataclass, replace

import numpy as np

from table.frame import HexBoard
from table.hex_board import corners_of, hexes_of
from vision.arrays import Floats, Light
from vision.boards.hex_fit_ground import LaidFlat
from vision.boards.hex_fit_lines import Sides, inked, look_across, sides_of, usual_ground
from vision.boards.hex_fit_solve import Seen, solve
from vision.boards.hex_fit_waves import Coarse, best_turn, channel_weights, followed, late
from vision.boards.hex_net import Bent, Net

_FINEST_HEXES, _MOST_NODES = 2.5, 14  # from node to node; in a row
_FEW = 300  # sides tell where the hexes' middles are
_APART = 0.25  # of a hex's size: places tried for them
_STIFF = 10.0
_WIDE, _NARROW, _NARROWER = 0.17, 0.1, 0.25  # how far a line is looked for; then again, the places so much closer
_CANDIDATES, _ASUNDER = 3, 0.3  # how many places are looked at closely, and how many sizes apart
_CLEAREST = 6.0


@dataclass(frozen=True, eq=False)
class Start:
    """A map about where it lies, the picture in which its lines are bright, and how bright its ground usually is."""

    bent: Bent
    ink: Light
    usual: float


def nets_of(board: HexBoard) -> list[Net]:
    """Return nets over a board's even lattice from the coarsest on; the finest has a node about every 2.5 hexes."""
    even = replace(board, warp=None, unsure_cm=())
    tips = np.array([corner for here in hexes_of(even) for corner in corners_of(even, here)])
    (left, near), (right, far) = tips.min(axis=0), tips.max(axis=0)
    box = (float(left), float(near), float(right), float(far))
    wide, deep = right - left, far - near
    finest = max(_FINEST_HEXES * math.sqrt(3) * board.size_cm, max(wide, deep) / (_MOST_NODES - 3))
    nets: list[Net] = []
    for spaces in (1, 2, 4, _MOST_NODES):
        step = max(max(wide, deep) / spaces, finest)
        net = Net(box, max(round(wide / step), 1) + 3, max(round(deep / step), 1) + 3)
        if net not in nets:
            nets.append(net)
    return nets


def starts_of(laid: LaidFlat, board: HexBoard) -> tuple[Start, ...]:
    """Return where the board's map may lie, but for whole steps of its lattice, if there is one; likeliest first."""
    coarse = Coarse.of(laid, board)
    turn = best_turn(coarse, board)
    channels = channel_weights(coarse, turn, board)
    nets = nets_of(board)
    low, high = np.array(nets[0].box[:2]) - board.size_cm, np.array(nets[0].box[2:]) + board.size_cm
    thought: Bent | Floats = turn
    bent = Bent(nets[0], nets[0].places_cm @ turn.T - nets[0].places_cm)
    for k, reach_nodes in enumerate((3.0, 3.0, 2.0)):
        waves = late(coarse, channels, thought, board, reach_nodes)
        off, done = followed(waves, board)
        nodes = coarse.nodes_cm[done]
        even = thought.evened(nodes) if isinstance(thought, Bent) else nodes @ np.linalg.inv(thought).T
        places = even + off[done]
        inside = ((places > low) & (places < high)).all(axis=1)
        if inside.sum() < 3 * len(nets[0].places_cm):
            break
        seen = Seen.of_points(places[inside], (nodes - places)[inside], waves.weight[done][inside])
        thought = bent = solve(nets[min(2 * k, len(nets) - 1)], seen, _STIFF).bent
    return _likely_shifts(laid, bent, board, channels)


def _likely_shifts(laid: LaidFlat, bent: Bent, board: HexBoard, channels: Floats) -> tuple[Start, ...]:
    """Return the map moved within a hex so that most sides have a line: the likeliest places, apart from each other.

    Numbers printed in every hex repeat as its lines do, and lead the waves astray, by the same everywhere.
    """
    sides = sides_of(board)
    some = np.linspace(0, len(sides.between) - 1, min(_FEW, len(sides.between))).round().astype(int)
    few = Sides(sides.middles_cm[some], sides.ways[some], ())
    grounds = [Start(bent, ink, usual_ground(ink, laid, bent, few, board.size_cm)) for ink in inked(laid, channels)]
    cell = _cell(board)
    tried = [(_clear(laid, at, off, few, board, _WIDE), at, off) for off in cell for at in grounds]
    likely = []
    for measure in (0, 1):  # the worst way, then all together: what else is printed may hide one of the three
        tried.sort(key=lambda it: -it[0][measure])
        found: list[tuple[Start, Floats]] = []
        for _, at, off in tried:
            if all(float(np.hypot(*(off - other))) > _ASUNDER * board.size_cm for _, other in found):
                found.append((at, off))
            if len(found) == _CANDIDATES:
                break
        for at, off in found:
            clear = [(_clear(laid, at, place, few, board, _NARROW)[measure], place) for place in off + cell * _NARROWER]
            best = max(clear, key=lambda it: it[0])[1]
            likely.append(replace(at, bent=Bent(bent.net, bent.offsets_cm + best)))
    return tuple(likely)


def _clear(
    laid: LaidFlat, start: Start, off: Floats, few: Sides, board: HexBoard, window: float
) -> tuple[float, float]:
    """Return how clear the lines are where a map moved so far has sides, in the worst of their three ways, and in all.

    A row of print or of counters may look like sides of one way: hexes have all three.
    """
    thirds = few.thirds
    moved = Bent(start.bent.net, start.bent.offsets_cm + off)
    lines = look_across(start.ink, laid, moved, few, board.size_cm, window, start.usual)
    near = 1 - (lines.off_cm / (1.1 * window * board.size_cm)) ** 2
    clear = np.clip(lines.clear, 0, _CLEAREST) * lines.there * near
    return min(float(clear[thirds == third].mean()) for third in set(thirds.tolist())), float(clear.mean())


def _cell(board: HexBoard) -> Floats:
    """Return places (N, 2) cm all over a hex round its middle, the middle first."""
    k = np.arange(-5, 6) * _APART
    grid = np.stack(np.meshgrid(k, k), axis=-1).reshape(-1, 2)
    grid = grid[np.argsort(np.hypot(*grid.T), kind="stable")]
    x, y = np.abs(grid.T if board.pointy else grid[:, ::-1].T)
    half = math.sqrt(3) / 2 + _APART / 2
    return np.asarray(grid[(x <= half) & (x / 2 + y * math.sqrt(3) / 2 <= half)] * board.size_cm)
