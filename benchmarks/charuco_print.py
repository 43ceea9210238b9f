"""Pictures of a printed ChArUco board, bowed as paper on a board is, held before a camera as a person holds it."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.coverage import Box, Edges, coverages
from simulation.synthetic.look import Look
from simulation.synthetic.palette import INK, PAPER, SKIN
from simulation.synthetic.plate import predefined
from simulation.synthetic.sensor import Readout
from vision.camera import Camera, Lens

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Picture = NDArray[np.uint8]

_CELLS = 8  # a square is a marker of six modules between two margins
_SAMPLED_PX = 160  # OpenCV's drawing of a square, looked at in the middle of each cell
_PAPER_CM = 1.0  # white round the squares
_SIDE_STEPS = 60  # the paper's border is bent: so many straight pieces a side


@dataclass(frozen=True)
class PrintedBoard:
    """A ChArUco board as it truly is: in its own cm, x right and y down from its top left corner, z into the paper.

    ``bow_cm`` (a, b, c) lifts it by a x² + b x y + c y², x and y from its middle, 1 at half its longer side. The
    dictionary must have markers of four modules.
    """

    columns: int = 11
    rows: int = 8
    square_cm: float = 2.4
    marker_cm: float = 1.8
    dictionary: str = "4x4_250"
    bow_cm: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def lifted(self, x: Floats, y: Floats) -> Floats:
        """Return (N, 3) cm of places (N,) on the paper."""
        width, height = self.columns * self.square_cm, self.rows * self.square_cm
        # As the adjustment counts it: from the inner corners' middle, in their own half extent.
        reach = (max(self.columns, self.rows) - 2) * self.square_cm / 2
        right, down = (x - width / 2) / reach, (y - height / 2) / reach
        a, b, c = self.bow_cm
        return np.column_stack([x, y, a * right**2 + b * right * down + c * down**2])

    def corners_cm(self) -> Floats:
        """Return the inner corners (N, 3) where they truly are, by their ids."""
        y, x = np.divmod(np.arange((self.rows - 1) * (self.columns - 1)), self.columns - 1)
        return self.lifted((x + 1) * self.square_cm, (y + 1) * self.square_cm)

    def black_edges(self, camera: Camera) -> Edges:
        """Return where the camera sees the borders between black and white, piece by piece straight."""
        black = np.pad(self._black().astype(int), 1)
        margin, module = (self.square_cm - self.marker_cm) / 2, self.marker_cm / (_CELLS - 2)
        steps = np.concatenate([[0.0], margin + module * np.arange(_CELLS - 1)])
        x = np.concatenate(
            [*(k * self.square_cm + steps for k in range(self.columns)), [self.columns * self.square_cm]]
        )
        y = np.concatenate([*(k * self.square_cm + steps for k in range(self.rows)), [self.rows * self.square_cm]])
        down, right = np.divmod(np.arange(len(x) * len(y)), len(x))
        nodes = camera.project(self.lifted(x[right], y[down]))
        starts, ends = [], []
        change = black[1:, 1:-1] - black[:-1, 1:-1]
        row, column = np.nonzero(change)
        here, forward = row * len(x) + column, change[row, column] > 0
        starts.append(np.where(forward, here, here + 1))
        ends.append(np.where(forward, here + 1, here))
        change = black[1:-1, 1:] - black[1:-1, :-1]
        row, column = np.nonzero(change)
        here, upward = row * len(x) + column, change[row, column] > 0
        starts.append(np.where(upward, here + len(x), here))
        ends.append(np.where(upward, here, here + len(x)))
        return Edges(nodes[np.concatenate(starts)], nodes[np.concatenate(ends)])

    def paper_cm(self) -> Floats:
        """Return the border of the sheet (N, 3)."""
        width, height = self.columns * self.square_cm, self.rows * self.square_cm
        low, right, bottom = -_PAPER_CM, width + _PAPER_CM, height + _PAPER_CM
        tips = np.array([(low, low), (right, low), (right, bottom), (low, bottom)])
        share = (np.arange(_SIDE_STEPS) / _SIDE_STEPS)[:, None]
        border = np.concatenate([a + share * (b - a) for a, b in zip(tips, np.roll(tips, -1, axis=0), strict=True)])
        return self.lifted(border[:, 0], border[:, 1])

    def _black(self) -> NDArray[np.bool_]:
        printed = cv2.aruco.CharucoBoard(
            (self.columns, self.rows), self.square_cm, self.marker_cm, predefined(self.dictionary)
        )
        drawn = np.asarray(printed.generateImage((self.columns * _SAMPLED_PX, self.rows * _SAMPLED_PX)))
        margin = (self.square_cm - self.marker_cm) / 2 / self.square_cm
        module = self.marker_cm / self.square_cm / (_CELLS - 2)
        middles = np.array([margin / 2, *(margin + module * (np.arange(_CELLS - 2) + 0.5)), 1 - margin / 2])
        rows = ((np.arange(self.rows)[:, None] + middles).ravel() * _SAMPLED_PX).astype(int)
        columns = ((np.arange(self.columns)[:, None] + middles).ravel() * _SAMPLED_PX).astype(int)
        return np.asarray(drawn[np.ix_(rows, columns)] < 128)


def board_picture(board: PrintedBoard, camera: Camera, look: Look, dice: np.random.Generator) -> Picture:
    """Return the grey picture (H, W) of a board whose own cm are the camera's table.

    Each pixel holds exactly the share of ink on its square, in linear light, before the look's lens and tone curve (a
    lens blur below 0.5 px, done on whole pixels, puts edges up to 0.03 px off). Before JPEG, but for a look with a
    sensor, whose picture it is then.
    """
    width, height = camera.lens.size_px
    picture = Box(0, 0, width, height)
    light = _room(width, height, dice)
    thumbs = [_thumb(board, side, dice) for side in (-1, 1)]
    for points, level in ((board.paper_cm(), PAPER[0]), *((thumb, SKIN[1]) for thumb in thumbs)):
        _cover(light, Edges.of_polygon(camera.project(points)), picture, level)
    edges = board.black_edges(camera)
    ink = edges.box.clipped(picture)
    if ink.width and ink.height:
        (share,) = coverages([edges], [edges.box])
        light[ink.slices()] -= share[ink.slices(edges.box)] * np.float32(PAPER[0] - INK[0])
    for thumb in thumbs:  # over the ink as well, where it reaches so far
        _cover(light, Edges.of_polygon(camera.project(thumb)), picture, SKIN[1])
    light *= _lamp(width, height, look, dice)
    if look.sensor is not None:
        seen = look.optics(camera).exposed(light, np.zeros_like(light), picture)
        taken = Readout(look.sensor, dice).frame(np.repeat(seen[..., None], 3, axis=2))
        return np.asarray(cv2.cvtColor(taken, cv2.COLOR_BGR2GRAY), np.uint8)
    grey = look.optics(camera).levels(light, np.zeros_like(light), picture)
    if not look.noise:
        return grey
    noisy = grey + dice.standard_normal(grey.shape, dtype=np.float32) * np.float32(look.noise)
    return np.asarray(np.rint(np.clip(noisy, 0, 255)), np.uint8)


def held(board: PrintedBoard, lens: Lens, dice: np.random.Generator, count: int = 18) -> Iterator[Camera]:
    """Yield cameras that see the board as a person holds it: close, tilted another way each time, into every corner."""
    width, height = lens.size_px
    middle = board.lifted(np.array([board.columns * board.square_cm / 2]), np.array([board.rows * board.square_cm / 2]))
    furthest = 1.15 * float(np.hypot(*lens.rays([(0, 0), (width - 1, height - 1)]).T).max())
    for k in range(count):
        while True:
            share = dice.uniform(0.42, 0.75)
            distance = lens.matrix[0, 0] * board.columns * board.square_cm / (share * width)
            column, row = (k % 9) % 3 - 1, (k % 9) // 3 - 1
            aim = lens.rays(
                [
                    (
                        (0.5 + 0.22 * column + dice.normal(0, 0.03)) * width,
                        (0.5 + 0.2 * row + dice.normal(0, 0.03)) * height,
                    )
                ]
            )
            towards, tilt = dice.uniform(0, 2 * math.pi), math.radians(dice.uniform(8, 42))
            lean, _ = cv2.Rodrigues(np.array([math.cos(towards), math.sin(towards), 0.0]) * tilt)
            roll, _ = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(dice.normal(0, 8))]))
            rotation = np.asarray(lean @ roll)
            place = np.array([*aim[0], 1.0]) * distance - rotation @ middle[0]
            camera = Camera(lens, rotation, place)
            seen = board.paper_cm() @ rotation.T + place
            if (np.hypot(seen[:, 0], seen[:, 1]) < furthest * seen[:, 2]).all() and _inside(camera, board) > 0.75:
                yield camera
                break


def _inside(camera: Camera, board: PrintedBoard) -> float:
    seen = camera.project(board.corners_cm())
    return float(((seen > 3) & (seen < np.array(camera.lens.size_px) - 4)).all(axis=1).mean())


def _cover(light: Light, edges: Edges, picture: Box, level: float) -> None:
    shared = edges.box.clipped(picture)
    if shared.width and shared.height:
        (share,) = coverages([edges], [edges.box])
        part = np.minimum(share[shared.slices(edges.box)], 1)
        light[shared.slices()] *= 1 - part
        light[shared.slices()] += part * np.float32(level)


def _thumb(board: PrintedBoard, side: int, dice: np.random.Generator) -> Floats:
    """Return a thumb's tip (N, 3) on the left or right border, on the white."""
    x = -_PAPER_CM if side < 0 else board.columns * board.square_cm + _PAPER_CM
    y = dice.uniform(0.3, 0.7) * board.rows * board.square_cm
    turns = np.arange(24) * (2 * math.pi / 24)
    return board.lifted(x + 0.9 * side + 1.5 * np.cos(turns), y + 0.8 * np.sin(turns))


def _room(width: int, height: int, dice: np.random.Generator) -> Light:
    """Return a dim room out of focus behind the board."""
    coarse = dice.uniform(0.04, 0.35, (9, 16)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32).clip(0.02, 0.6)


def _lamp(width: int, height: int, look: Look, dice: np.random.Generator) -> Light:
    slope_x, slope_y = dice.uniform(-1, 1, 2) * look.light_gradient
    x, y = np.linspace(-0.5, 0.5, width, dtype=np.float32), np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]
    fall = np.float32(look.vignette) * (x**2 + y**2) * 2
    return np.asarray(np.float32(look.light) * (1 + slope_x * x + slope_y * y) * (1 - fall), np.float32)
