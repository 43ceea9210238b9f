"""Printed hex maps that are not quite regular, as a camera sees them: what benchmarks/hex_fit.py and its test look at.

The truth is of another kind than what the fit may find: waves of the paper, a sheet laid askew, a seam between sheets.
"""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.fittings import default_camera, default_frame
from simulation.synthetic.ground import plane_coordinates
from table.frame import Frame, HexBoard
from vision.camera import Camera

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
ROOT3 = math.sqrt(3)
_STEP_PX, _TEXTURE_PX = 8, 24.0  # the sheet's waves are computed on such a grid; its print is so fine a cm


@dataclass(frozen=True, eq=False)
class Sheet:
    """How a sheet lies: ``linear`` about ``middle``, then ``shift_cm``, then waves (cm, cycles a cm, phases), a seam.

    ``waves`` are (ax, ay, kx, ky, phase): the place moves by (ax, ay) sin(kx x + ky y + phase). ``seam`` is (at x, dx,
    dy): what lies right of it is moved so much further. ``warped`` takes places of the even lattice to the table.
    """

    middle: tuple[float, float]
    linear: Floats = field(default_factory=lambda: np.eye(2))
    shift_cm: tuple[float, float] = (0.0, 0.0)
    waves: tuple[tuple[float, float, float, float, float], ...] = ()
    seam: tuple[float, float, float] | None = None

    def warped(self, places: Floats) -> Floats:
        """Return where places (N, 2) cm lie on the table."""
        return self._smooth(places + self._step(places))

    def evened(self, places: Floats) -> Floats:
        """Return the places of the even lattice that lie there (no seam)."""
        at = places.copy()
        for _ in range(30):
            at = at + (places - self._smooth(at))
        return at

    def _step(self, places: Floats) -> Floats:
        if self.seam is None:
            return np.zeros_like(places)
        return np.asarray((places[:, :1] > self.seam[0]) * np.array(self.seam[1:]))

    def _smooth(self, places: Floats) -> Floats:
        middle = np.array(self.middle)
        at = (places - middle) @ self.linear.T + middle + np.array(self.shift_cm)
        for ax, ay, kx, ky, phase in self.waves:
            at = at + np.sin(places @ np.array([kx, ky]) + phase)[:, None] * np.array([ax, ay])
        return np.asarray(at)


@dataclass(frozen=True, eq=False)
class PrintedMap:
    """A map on a table, as designed (``board``) and as it lies (``sheet``), and how it is printed.

    ``ink`` is how much darker than its ground a line is (below 0: lighter), ``line_cm`` how wide; ``corners``: only the
    ends of lines are printed.
    """

    frame: Frame
    board: HexBoard
    sheet: Sheet
    line_cm: float = 0.06
    ink: float = 0.45
    numbers: bool = True
    counters: int = 20
    terrain: bool = True
    blank: bool = False
    beyond: bool = False
    corners: bool = False


def random_map(seed: int, most_waves_cm: float = 0.3) -> PrintedMap:
    """Return a map as a club might have it: half a hex, 3 %, 2 degrees off at most; sheared, wavy, some with a seam."""
    dice = np.random.default_rng(seed)
    small = seed % 3 == 0
    if small:
        columns, rows, size_cm = int(dice.integers(40, 61)), int(dice.integers(30, 41)), float(dice.uniform(1.05, 1.3))
    else:
        columns, rows, size_cm = int(dice.integers(11, 24)), int(dice.integers(8, 18)), float(dice.uniform(2.0, 4.0))
    pointy, offset = bool(dice.integers(2)), "odd" if dice.integers(2) else "even"
    if not pointy:
        columns, rows = max(round(columns * 1.1), 4), max(round(rows * 0.85), 4)
    first = (0, 0) if dice.integers(3) else (int(dice.integers(-3, 12)), int(dice.integers(-3, 12)))
    frame = default_frame(120, 100)
    even = HexBoard((0.0, 0.0), 1.0, columns, rows, pointy, offset, first=first)
    low, high = span(even)
    size_cm = float(min(size_cm, *(np.array([112.0, 92.0]) / (high - low))))
    origin = np.array([60.0, 50.0]) - (low + high) / 2 * size_cm + dice.uniform(-1, 1, 2)
    board = HexBoard((float(origin[0]), float(origin[1])), size_cm, columns, rows, pointy, offset, first=first)
    turn, scale = math.radians(dice.uniform(-2, 2)), 1 + dice.uniform(-0.03, 0.03)
    stretch = np.diag([scale, scale * (1 + dice.uniform(-0.006, 0.006))])
    turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    sheared = np.array([[1, dice.uniform(-0.006, 0.006)], [0, 1]])
    off, way = dice.uniform(0, 0.48) * ROOT3 * size_cm, dice.uniform(0, 2 * math.pi)
    waves = []
    for _ in range(int(dice.integers(1, 4))):
        long_cm, towards = dice.uniform(25, 90), dice.uniform(0, 2 * math.pi)
        high_cm, aside = dice.uniform(0.3, 1) * most_waves_cm / 2, dice.uniform(0, 2 * math.pi)
        k = 2 * math.pi / long_cm
        swing = (high_cm * math.cos(aside), high_cm * math.sin(aside))
        waves.append((*swing, k * math.cos(towards), k * math.sin(towards), dice.uniform(0, 2 * math.pi)))
    seam = None
    if dice.integers(3) == 0:
        seam = (float(60 + dice.uniform(-20, 20)), *map(float, dice.uniform(-0.08, 0.08, 2)))
    sheet = Sheet((float(origin[0]), float(origin[1])), turned @ sheared @ stretch,
                  (off * math.cos(way), off * math.sin(way)), tuple(map(tuple, waves)), seam)  # fmt: skip
    light = dice.integers(4) == 0
    return PrintedMap(
        frame, board, sheet, float(dice.uniform(0.03, 0.09)), float(dice.uniform(0.25, 0.6)) * (-0.7 if light else 1),
        bool(dice.integers(2)), int(dice.integers(10, 60)), bool(dice.integers(4)),
    )  # fmt: skip


def span(board: HexBoard) -> tuple[Floats, Floats]:
    """Return the least and largest x and y of the even board's hexes."""
    centres = even_centres(board)
    wide, deep = (ROOT3 / 2, 1.0) if board.pointy else (1.0, ROOT3 / 2)
    room = np.array([wide, deep]) * board.size_cm
    return centres.min(axis=0) - room, centres.max(axis=0) + room


def even_centres(board: HexBoard) -> Floats:
    """Return the centres (N, 2) of the even board by columns and rows: written down here once more."""
    (c0, r0), wide, apart = board.first, ROOT3 * board.size_cm, 1.5 * board.size_cm
    centres = []
    for row in range(r0, r0 + board.rows):
        for column in range(c0, c0 + board.columns):
            odd = ((row if board.pointy else column) % 2 == 1) == (board.offset == "odd")
            half = wide / 2 * (odd - (board.offset == "even"))  # column 0, row 0 is at the origin
            centres.append((column * wide + half, row * apart) if board.pointy else (column * apart, row * wide + half))
    return np.array(centres) + np.array(board.origin)


def camera_of(it: PrintedMap, size_px: tuple[int, int]) -> Camera:
    """Return a camera above the table."""
    return default_camera(it.frame, size_px)


def photograph(it: PrintedMap, camera: Camera, seed: int = 0, jpeg_quality: int = 90) -> Picture:
    """Return the picture (H, W, 3) that a camera takes of a map."""
    dice = np.random.default_rng(seed)
    x, y = plane_coordinates(camera)
    u, v = _on_sheet(it.sheet, x, y)
    light = np.full((*x.shape, 3), np.array([0.10, 0.16, 0.22], np.float32), np.float32)  # wood
    light *= (1 + 0.15 * np.sin(y * 0.6) + 0.05 * np.sin(y * 3.1 + 0.2 * np.sin(x)))[..., None]
    low, high = span(it.board)
    margin = 1.2 if not it.beyond else 6.0
    paper = (u > low[0] - margin) & (u < high[0] + margin) & (v > low[1] - margin) & (v < high[1] + margin)
    texture, left, far = _printed(it, low, high, dice)
    at_u, at_v = ((u - left) * _TEXTURE_PX - 0.5).astype(np.float32), ((far - v) * _TEXTURE_PX - 0.5).astype(np.float32)
    ground = cv2.remap(texture, at_u, at_v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    px_cm = np.float32(1 / math.sqrt(abs(np.linalg.det(camera.plane_jacobian([[camera.lens.size_px[0] / 2,
                       camera.lens.size_px[1] / 2]])[0])) ** -1))  # fmt: skip
    if not it.blank:
        share = _lines(it.board, u, v, it.line_cm, px_cm, it.beyond, it.corners)
        target = np.float32(0.02) if it.ink > 0 else np.float32(0.95)
        ground += (share * abs(it.ink))[..., None] * (target - ground)
    light[paper] = ground[paper]
    _counters(it, camera, light, dice)
    height, width = x.shape
    across = (np.arange(width, dtype=np.float32) / width - 0.5)[None, :] * dice.uniform(-0.4, 0.4)
    down = (np.arange(height, dtype=np.float32) / height - 0.5)[:, None] * dice.uniform(-0.4, 0.4)
    light *= (0.9 * (1 + across + down))[..., None]
    light = cv2.GaussianBlur(light, (0, 0), 0.5)
    levels = 255 * np.clip(light, 0, 1) ** np.float32(1 / 2.2)
    levels += dice.standard_normal(levels.shape, dtype=np.float32) * 1.5
    picture = np.asarray(np.rint(np.clip(levels, 0, 255)), np.uint8)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, jpeg_quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _on_sheet(sheet: Sheet, x: NDArray[np.float32], y: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """Return the even lattice's place that each pixel sees, (H, W) each."""
    height, width = x.shape
    coarse_x, coarse_y = x[::_STEP_PX, ::_STEP_PX].astype(float), y[::_STEP_PX, ::_STEP_PX].astype(float)
    off = sheet.evened(np.column_stack([coarse_x.ravel(), coarse_y.ravel()])).reshape(*coarse_x.shape, 2)
    off -= np.dstack([coarse_x, coarse_y])
    at = np.meshgrid(np.arange(width, dtype=np.float32) / _STEP_PX, np.arange(height, dtype=np.float32) / _STEP_PX)
    fine = cv2.remap(off.astype(np.float32), *at, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    u, v = x + fine[..., 0], y + fine[..., 1]
    if sheet.seam is not None:
        right = u > sheet.seam[0] + sheet.seam[1] / 2
        u, v = u - np.float32(sheet.seam[1]) * right, v - np.float32(sheet.seam[2]) * right
    return u, v


def _lines(
    board: HexBoard, u: Floats, v: Floats, line_cm: float, px_cm: np.float32, beyond: bool, corners: bool
) -> NDArray[np.float32]:
    """Return the share (H, W) of each pixel that a printed line covers."""
    share = np.zeros(u.shape, np.float32)
    for rows in np.array_split(np.arange(u.shape[0]), 16):
        a = (u[rows] - np.float32(board.origin[0])) / np.float32(board.size_cm)
        b = (v[rows] - np.float32(board.origin[1])) / np.float32(board.size_cm)
        if not board.pointy:
            a, b = b, a
        q, r = a / np.float32(ROOT3) - b / 3, b * np.float32(2 / 3)
        s = -q - r
        iq, ir, isum = np.rint(q), np.rint(r), np.rint(s)
        dq, dr, ds = np.abs(iq - q), np.abs(ir - r), np.abs(isum - s)
        fix_q = (dq > dr) & (dq > ds)
        iq, ir = np.where(fix_q, -ir - isum, iq), np.where(~fix_q & (dr > ds), -iq - isum, ir)
        x, y = a - np.float32(ROOT3) * (iq + ir / 2), b - np.float32(1.5) * ir
        half = np.float32(ROOT3 / 2)
        reach = np.stack([x, x / 2 + y * half, -x / 2 + y * half])
        nearest = np.abs(reach).argmax(axis=0)
        far = np.take_along_axis(reach, nearest[None], 0)[0]
        if beyond:
            there = np.ones(far.shape, bool)
        else:
            sign = np.sign(far)
            step_q, step_r = np.array([1, 0, -1])[nearest] * sign, np.array([0, 1, 1])[nearest] * sign
            there = _on_board(board, iq, ir) | _on_board(board, iq + step_q, ir + step_r)
        if corners:
            there &= x**2 + y**2 - far**2 > 0.33**2
        apart = (half - np.abs(far)) * np.float32(board.size_cm)
        covered = np.minimum(apart + px_cm / 2, line_cm / 2) - np.maximum(apart - px_cm / 2, -line_cm / 2)
        share[rows] = np.clip(covered / px_cm, 0, 1) * there
    return share


def _on_board(board: HexBoard, q: Floats, r: Floats) -> NDArray[np.bool_]:
    line, place = (r, q) if board.pointy else (q, r)  # on a flat board a, b were swapped: q is the row's
    if not board.pointy:
        line, place = r, q
    shifted = np.floor(line / 2) if board.offset == "odd" else np.ceil(line / 2)
    along = place + shifted
    (c0, r0) = board.first
    column, row = (along, line) if board.pointy else (line, along)
    return np.asarray((column >= c0) & (column < c0 + board.columns) & (row >= r0) & (row < r0 + board.rows))


def _printed(
    it: PrintedMap, low: Floats, high: Floats, dice: np.random.Generator
) -> tuple[NDArray[np.float32], float, float]:
    """Return what is printed under the lines (rows, columns, 3), linear light, and where it begins: left, far."""
    left, near, right, far = low[0] - 2, low[1] - 2, high[0] + 2, high[1] + 2
    wide, high_px = round((right - left) * _TEXTURE_PX), round((far - near) * _TEXTURE_PX)
    paper = np.empty((high_px, wide, 3), np.float32)
    paper[:] = np.array([0.45, 0.62, 0.68], np.float32)
    if it.terrain:
        for colour in ((0.15, 0.42, 0.30), (0.55, 0.42, 0.25), (0.20, 0.40, 0.62)):
            blobs = cv2.resize(
                dice.standard_normal((9, 12)).astype(np.float32), (wide, high_px), interpolation=cv2.INTER_CUBIC
            )
            paper[blobs > 1.0] = np.array(colour, np.float32)
        for _ in range(5):
            ends = dice.uniform(0, 1, (5, 2)) * np.array([wide, high_px])
            cv2.polylines(
                paper, [ends.astype(np.int32)], False, (0.12, 0.16, 0.28), round(0.12 * _TEXTURE_PX), cv2.LINE_AA
            )
        paper *= 1 + 0.03 * dice.standard_normal(paper.shape[:2], dtype=np.float32)[..., None]
    if it.numbers and not it.blank:
        for k, (x, y) in enumerate(even_centres(it.board)):
            at = (
                round((x - left - 0.28 * it.board.size_cm) * _TEXTURE_PX),
                round((far - y - 0.42 * it.board.size_cm) * _TEXTURE_PX),
            )
            text = f"{k % it.board.columns + 1:02d}{k // it.board.columns + 1:02d}"
            cv2.putText(
                paper,
                text,
                at,
                cv2.FONT_HERSHEY_SIMPLEX,
                0.009 * it.board.size_cm * _TEXTURE_PX,
                (0.1, 0.1, 0.1),
                1,
                cv2.LINE_AA,
            )
    return paper, left, far


def _counters(it: PrintedMap, camera: Camera, light: NDArray[np.float32], dice: np.random.Generator) -> None:
    """Lay counters on the map: cards with a border and a block of print, some on a line."""
    centres = it.sheet.warped(even_centres(it.board))
    side = min(1.1 * it.board.size_cm, 2.5)
    for k in dice.choice(len(centres), min(it.counters, len(centres)), replace=False):
        turn, off = dice.uniform(-0.3, 0.3), dice.normal(0, 0.25 * it.board.size_cm, 2)
        axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        dark = dice.uniform(0.05, 0.35, 3)
        for share, colour in ((1.0, dark), (0.92, dice.uniform(0.5, 0.85, 3)), (0.45, dark)):
            corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * share * side / 2 @ axes + centres[k] + off
            seen = camera.project(np.column_stack([corners, np.full(4, 0.2)]))
            cv2.fillConvexPoly(light, np.round(seen * 256).astype(np.int32), colour.tolist(), cv2.LINE_AA, 8)
