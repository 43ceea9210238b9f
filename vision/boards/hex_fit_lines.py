"""The printed lines themselves: every side of every hex, looked for across where it should lie."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import convolve1d, gaussian_filter1d

from table.frame import HexBoard
from table.hex_board import centre_of, has, hexes_of
from table.hexes import Hex
from vision.arrays import Bools, Floats, Light
from vision.boards.hex_fit_ground import LaidFlat
from vision.boards.hex_fit_solve import Seen
from vision.boards.hex_net import Bent

_USUAL = 0.2  # sizes, to either way, in which the ground is looked at
_ALONG = 9  # so many samples along a side, of its middle
_MIDDLE = 0.32  # of a hex's size, to either side of a side's middle
_STEP_PX = 0.5
_LINE_PX = 1.4
_SOFT_PX = 0.9
_CLEAR = 1.8  # a line stands out from the ground by so many of its usual deviations


@dataclass(frozen=True, eq=False)
class Sides:
    """E sides of hexes on the even lattice: their middles and the ways across them (E, 2), and whose they are."""

    middles_cm: Floats
    ways: Floats
    between: tuple[tuple[Hex, Hex], ...]

    @property
    def thirds(self) -> NDArray[np.int64]:
        """Which of a hex's three ways each side has (E,), 0 to 2, on whichever end the hexes stand."""
        turns = np.degrees(np.arctan2(self.ways[:, 1], self.ways[:, 0]))  # multiples of 60, or 30 more
        return np.asarray(np.floor((turns + 15.0) / 60.0).astype(np.int64) % 3)


def sides_of(board: HexBoard, more: tuple[Hex, ...] = ()) -> Sides:
    """Return every side of the board's hexes (and of ``more``), each once."""
    even = HexBoard(
        board.origin, board.size_cm, board.columns, board.rows, board.pointy, board.offset, first=board.first
    )
    mine = [*hexes_of(board), *more]
    there = set(more)
    between = [
        (here, beside)
        for here in mine
        for k, beside in enumerate(here.neighbours())
        if k < 3 or not (has(board, beside) or beside in there)
    ]
    one = np.array([centre_of(even, here) for here, _ in between])
    two = np.array([centre_of(even, beside) for _, beside in between])
    way = two - one
    return Sides((one + two) / 2, way / np.linalg.norm(way, axis=1, keepdims=True), tuple(between))


@dataclass(frozen=True, eq=False)
class LinesSeen:
    """What was found across each of E sides: how far off (E,) cm of the even lattice, and how clear a line it is (E,).

    ``clear`` is in usual deviations of the ground; ``held`` are the sides that the picture holds, ``there`` those of
    them across which there is any line at all.
    """

    off_cm: Floats
    clear: Floats
    held: Bools
    there: Bools

    @property
    def found(self) -> Bools:
        """The sides (E,) with a clear line."""
        return self.there & (self.clear > _CLEAR)


def inked(laid: LaidFlat, channels: Floats) -> tuple[Light, Light]:
    """Return the picture (H, W) in which dark lines are brightest, and the one in which light lines are.

    ``channels`` (2 C,) is what each is worth: dark lines, then light ones.
    """
    count = laid.picture.shape[2]
    found = []
    for sign, worth in ((-1.0, np.abs(channels[:count])), (1.0, np.abs(channels[count:]))):
        share = (worth / (worth.sum() or 1.0)).astype(np.float32)
        found.append(np.asarray(sign * (laid.picture.astype(np.float32) @ share), np.float32))
    return found[0], found[1]


def usual_ground(ink: Light, laid: LaidFlat, bent: Bent, sides: Sides, size_cm: float) -> float:
    """Return how much the ground between the lines usually looks like one: the deviation of what is found askew."""
    turn = np.array([[math.cos(0.5), -math.sin(0.5)], [math.sin(0.5), math.cos(0.5)]])
    off = 0.45 * size_cm * sides.ways @ turn  # into the hex, and no side lies along that way
    askew = Sides(sides.middles_cm + off, sides.ways @ turn, ())
    peaks, inside, _ = _peaks(ink, laid, bent, askew, size_cm, _USUAL)
    return 1.4826 * float(np.median(np.abs(peaks[inside]))) or 1.0 if inside.any() else 1.0


def look_across(
    ink: Light, laid: LaidFlat, bent: Bent, sides: Sides, size_cm: float, window: float, usual: float
) -> LinesSeen:
    """Look for a line across each side, ``window`` sizes of a hex to either way."""
    peaks, inside, soft = _peaks(ink, laid, bent, sides, size_cm, window)
    centre = (peaks.shape[1] - 1) / 2
    places = (np.arange(peaks.shape[1]) - centre) * _STEP_PX / laid.px_per_cm / size_cm
    within = np.abs(places) <= window
    # Beside print all ground looks a little like a line; but only on a line it is brighter than on either side.
    tops = np.zeros(soft.shape, bool)
    tops[:, 1:-1] = (soft[:, 1:-1] > soft[:, :-2]) & (soft[:, 1:-1] >= soft[:, 2:])
    likely = np.where(within & tops, peaks - 0.75 * np.abs(peaks) * (places / window) ** 2, -np.inf)
    best = np.argmax(likely, axis=1)
    rows = np.arange(len(best))
    found = np.isfinite(likely[rows, best])
    k = np.clip(best, 1, peaks.shape[1] - 2)
    before, here, after = soft[rows, k - 1], soft[rows, k], soft[rows, k + 1]
    bend = before - 2 * here + after
    finer = np.where(bend < 0, np.clip((before - after) / (2 * np.where(bend < 0, bend, -1)), -1, 1), 0)
    off_px = (k + finer - centre) * _STEP_PX
    return LinesSeen(off_px / laid.px_per_cm, peaks[rows, k] / usual, inside, inside & found)


def _peaks(
    ink: Light, laid: LaidFlat, bent: Bent, sides: Sides, size_cm: float, window: float
) -> tuple[Floats, Bools, Floats]:
    """Return how like a line each place across each side is (E, X), which sides are in the picture, and it there."""
    at, slopes = bent.with_slopes(sides.middles_cm)
    tangents = np.column_stack([-sides.ways[:, 1], sides.ways[:, 0]])
    reach = math.ceil(window * size_cm * laid.px_per_cm / _STEP_PX) + 1
    across_cm = np.arange(-reach - _PAD, reach + _PAD + 1) * _STEP_PX / laid.px_per_cm
    along_cm = np.linspace(-_MIDDLE, _MIDDLE, _ALONG) * size_cm
    ways, tangents = (np.einsum("nij,nj->ni", slopes, each) for each in (sides.ways, tangents))
    peaks, softs = np.empty((len(at), 2 * reach + 1)), np.empty((len(at), 2 * reach + 1))
    inside = np.empty(len(at), bool)
    height, width = ink.shape
    for some in np.array_split(np.arange(len(at)), max(len(at) // 1000, 1)):
        places = (
            at[some, None, None]
            + across_cm[:, None] * ways[some, None, None]
            + along_cm[:, None, None] * tangents[some, None, None]
        )
        px = laid.px(places).astype(np.float32).reshape(len(some), -1, 2)
        seen = cv2.remap(ink, px[..., 0], px[..., 1], cv2.INTER_LINEAR).reshape(len(some), _ALONG, -1)
        profiles = np.median(seen, axis=1)
        peaks[some] = convolve1d(profiles, _RIDGE, axis=1)[:, _PAD:-_PAD]
        softs[some] = gaussian_filter1d(profiles, _SOFT_PX / _STEP_PX, axis=1)[:, _PAD:-_PAD]
        inside[some] = ((px > 1) & (px < (width - 2, height - 2))).all(axis=(1, 2))
    return peaks, inside, softs


def _ridge() -> Floats:
    """Return the profile of a line, blurred, its sum nothing: convolved with a picture it peaks on the line."""
    x = np.arange(-_PAD, _PAD + 1) * _STEP_PX / _LINE_PX
    ridge = (1 - x**2) * np.exp(-(x**2) / 2)
    return np.asarray(ridge - ridge.mean())


_PAD = round(4 * _LINE_PX / _STEP_PX)
_RIDGE = _ridge()


def sights(bent: Bent, sides: Sides, lines: LinesSeen) -> tuple[Seen, Bools]:
    """Return what the clear lines say of the offsets across them, and which sides they are (E,)."""
    clear = lines.found
    at, slopes = bent.with_slopes(sides.middles_cm[clear])
    ways = sides.ways[clear]
    seen_at = at + np.einsum("nij,nj->ni", slopes, ways) * lines.off_cm[clear, None]
    along = np.einsum("nij,nj->ni", slopes, np.column_stack([-ways[:, 1], ways[:, 0]]))
    normals = np.column_stack([along[:, 1], -along[:, 0]])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    offsets = ((seen_at - sides.middles_cm[clear]) * normals).sum(axis=1)
    return Seen(sides.middles_cm[clear], normals, offsets, np.ones(len(offsets))), clear
