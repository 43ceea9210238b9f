"""How a lattice of printed hexes runs through a picture, by the phase of its three waves at every place.

Lines of hexes are three waves across each other. Round every place the picture is held against them, and how much each
is late there says how far the map is from where it was thought: all lines near by have their say, and what lies on them
or is printed between them has none, as it does not repeat.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.frame import HexBoard
from vision.arrays import Bools, Floats, Light
from vision.boards.hex_fit_ground import LaidFlat, straight_lines
from vision.boards.hex_net import Bent

Waves = NDArray[np.complex128]

SIZE_PX = 6.0  # a hex's size in the coarse picture the waves are looked for in
NODE_PX = 6  # how far apart places are looked at there
_WINDOW_SIZES = 7.0  # one standard deviation of the windows that tell scale and turn


def wave_vectors(board: HexBoard) -> Floats:
    """Return the three waves (3, 2) of a board's lattice, in cycles a cm; together they are 0."""
    third = 1 / (3 * board.size_cm)
    waves = np.array([(third * math.sqrt(3), -third), (0.0, 2 * third), (-third * math.sqrt(3), -third)])
    return waves if board.pointy else waves[:, ::-1].copy()


@dataclass(frozen=True, eq=False)
class Coarse:
    """A picture of lines (H, W, C) in which a hex's size is ``SIZE_PX``, and where its nodes lie on the table."""

    lines: Light
    left: float
    far: float
    px_per_cm: tuple[float, float]

    @classmethod
    def of(cls, laid: LaidFlat, board: HexBoard) -> "Coarse":
        """Return the lines of the board's lattice in a picture laid flat."""
        lines = straight_lines(laid, board, 2 * SIZE_PX)
        whole = laid.picture.shape
        half = min(SIZE_PX / (board.size_cm * laid.px_per_cm * lines.shape[1] / whole[1]), 1.0)
        wide, high = max(round(lines.shape[1] * half), 1), max(round(lines.shape[0] * half), 1)
        small = [
            np.pad(
                cv2.resize(lines[..., k], (wide, high), interpolation=cv2.INTER_AREA),
                ((0, -high % NODE_PX), (0, -wide % NODE_PX)),
            )
            for k in range(lines.shape[2])
        ]
        fine = (laid.px_per_cm * wide / whole[1], laid.px_per_cm * high / whole[0])
        return cls(np.dstack(small), laid.left, laid.far, fine)

    def _axes(self, every: int) -> tuple[Floats, Floats]:
        height, width = self.lines.shape[:2]
        x = self.left + (np.arange(width // every) + 0.5) * every / self.px_per_cm[0]
        y = self.far - (np.arange(height // every) + 0.5) * every / self.px_per_cm[1]
        return x, y

    @property
    def nodes_cm(self) -> Floats:
        """The places (R, C, 2) looked at, in table cm."""
        return np.stack(np.meshgrid(*self._axes(NODE_PX)), axis=-1)

    @property
    def px_cm(self) -> Floats:
        """Every pixel's place (H, W, 2) in table cm."""
        return np.stack(np.meshgrid(*self._axes(1)), axis=-1)

    def spectrum(self, window_cm: float) -> Callable[[Floats], Floats]:
        """Return what gives the power of waves (N, 2) cycles a cm by channel, (N, C), as windows so wide see it."""
        rows, columns = (2 ** math.ceil(math.log2(2 * side)) for side in self.lines.shape[:2])
        fine_x, fine_y = self.px_per_cm
        planes = []
        for k in range(self.lines.shape[2]):
            lines = self.lines[..., k] - self.lines[..., k].mean()
            power = np.abs(np.fft.fftshift(np.fft.fft2(lines, (rows, columns)))) ** 2
            soft = (columns / fine_x / (2 * math.pi * window_cm), rows / fine_y / (2 * math.pi * window_cm))
            planes.append(cv2.GaussianBlur(power, (0, 0), *soft))

        def power_of(waves: Floats) -> Floats:
            u = (waves[:, 0] / fine_x * columns + columns / 2).astype(np.float32)
            v = (-waves[:, 1] / fine_y * rows + rows / 2).astype(np.float32)
            return np.column_stack([cv2.remap(p, u, v, cv2.INTER_LINEAR).ravel() for p in planes]).astype(float)

        return power_of

    def held_against(self, phases: Floats, reach_nodes: float) -> Waves:
        """Return how strongly and how late a wave of phases (H, W) in cycles is round each node, (R, C, channels)."""
        turned = np.exp(-2j * math.pi * phases).astype(np.complex64)[..., None] * self.lines
        rows, columns = self.lines.shape[0] // NODE_PX, self.lines.shape[1] // NODE_PX
        cells = turned.reshape(rows, NODE_PX, columns, NODE_PX, -1).mean(axis=(1, 3))
        parts = [cv2.GaussianBlur(np.ascontiguousarray(part), (0, 0), reach_nodes, borderType=cv2.BORDER_CONSTANT)
                 for part in (cells.real, cells.imag)]  # fmt: skip
        return np.asarray(parts[0] + 1j * parts[1]).reshape(rows, columns, -1)


def best_turn(coarse: Coarse, board: HexBoard) -> Floats:
    """Return the scaling and turn (2, 2) that the board's waves are strongest at.

    Strength is their power over that of all waves as long, in all channels together.
    """
    spectrum = coarse.spectrum(_WINDOW_SIZES * board.size_cm)
    vectors = wave_vectors(board)
    turns = np.radians(np.arange(-4, 4.01, 0.25))
    scales = np.exp(np.arange(-0.06, 0.0601, 0.005))
    around = np.radians(np.arange(0, 60, 0.5))
    laid = np.array([[s * _turned(turn) for turn in turns] for s in scales])
    waves = np.einsum("ki,stij->stkj", vectors, np.linalg.inv(laid))
    powers = spectrum(waves.reshape(-1, 2)).reshape(len(scales), len(turns), 3, -1)
    other = np.einsum("ki,tij->tkj", vectors, np.array([_turned(turn) for turn in around])).reshape(-1, 2)
    # Longer waves are stronger in any picture: each scale has its own measure.
    usual = np.array([np.median(spectrum(other / scale), axis=0) for scale in scales])[:, None, None, :]
    # A road or the sheet's own edge makes one of the waves strong, hexes make all three.
    strength = (np.prod(powers / usual, axis=2) ** (1 / 3)).sum(axis=-1)
    i, j = np.unravel_index(int(np.argmax(strength)), strength.shape)
    return np.asarray(laid[i, j])


def _turned(turn: float) -> Floats:
    return np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])


@dataclass(frozen=True, eq=False)
class Late:
    """The three waves (R, C, 3) at each node, 1 where the map lies as thought, and how strong the weakest is there."""

    waves: Waves
    weight: Floats


def channel_weights(coarse: Coarse, thought: Bent | Floats, board: HexBoard) -> Floats:
    """Return what each channel is worth (C,), signed: together they show the waves best."""
    even = _evened(coarse, thought)
    found = np.concatenate(
        [coarse.held_against(even @ vector, 3.0).reshape(-1, coarse.lines.shape[2]) for vector in wave_vectors(board)]
    )
    noise = coarse.lines.reshape(-1, coarse.lines.shape[2]).std(axis=0) + 1e-9
    _, _, ways = np.linalg.svd(np.concatenate([found.real, found.imag]) / noise, full_matrices=False)
    return np.asarray(ways[0] / noise)


def late(coarse: Coarse, channels: Floats, thought: Bent | Floats, board: HexBoard, reach_nodes: float) -> Late:
    """Return how the map's waves stand to where they were thought to be (a warp, or a turn and scaling)."""
    mixed = Coarse((coarse.lines @ channels.astype(np.float32))[..., None], coarse.left, coarse.far, coarse.px_per_cm)
    even = _evened(coarse, thought)
    even = even - np.array(board.origin)  # where the middle of a hex is, all three waves are at their deepest
    waves = np.concatenate([mixed.held_against(even @ vector, reach_nodes) for vector in wave_vectors(board)], axis=-1)
    # Lines leave the three waves' product below 0, and so does all that lies like them.
    sign = -1.0 if waves.prod(axis=-1).sum().real < 0 else 1.0
    return Late(np.asarray(waves * sign, np.complex128), np.abs(waves).min(axis=-1))


def _evened(coarse: Coarse, thought: Bent | Floats) -> Floats:
    """Return the even lattice's place (H, W, 2) of each coarse pixel."""
    if not isinstance(thought, Bent):
        return np.asarray(coarse.px_cm @ np.linalg.inv(thought).T)
    rows, columns = coarse.lines.shape[:2]
    every = NODE_PX
    x, y = np.arange(0, columns + every, every), np.arange(0, rows + every, every)
    at = np.stack(
        np.meshgrid(coarse.left + (x + 0.5) / coarse.px_per_cm[0], coarse.far - (y + 0.5) / coarse.px_per_cm[1]), -1
    )
    off = (thought.evened(at.reshape(-1, 2)).reshape(at.shape) - at).astype(np.float32)
    where = np.meshgrid(np.arange(columns, dtype=np.float32) / every, np.arange(rows, dtype=np.float32) / every)
    return np.asarray(coarse.px_cm + cv2.remap(off, *where, cv2.INTER_LINEAR))


def followed(found: Late, board: HexBoard, least: float = 0.3) -> tuple[Floats, Bools]:
    """Return how far off (R, C, 2) the map is in cm of the even lattice, followed from node to node, and where it was.

    From the strongest node on, each next one is taken as its neighbours lead to it; nodes weaker than ``least`` of the
    strong ones are left out. Up to one step of the lattice for all: which hex is which it cannot know.
    """
    vectors = wave_vectors(board)
    back = np.linalg.pinv(vectors)
    phases = np.angle(found.waves) / (2 * math.pi)
    enough = found.weight >= least * np.percentile(found.weight, 90)
    off = np.zeros((*enough.shape, 2))
    done = np.zeros(enough.shape, bool)
    rows, columns = enough.shape
    start = np.unravel_index(int(np.argmax(found.weight)), enough.shape)
    waiting = [(-float(found.weight[start]), int(start[0]), int(start[1]), 0.0, 0.0)]
    while waiting:
        _, row, column, x, y = heapq.heappop(waiting)
        if done[row, column]:
            continue
        whole = np.round(vectors @ np.array([x, y]) - phases[row, column])
        done[row, column] = True
        off[row, column] = back @ (phases[row, column] + whole)
        for i, j in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= i < rows and 0 <= j < columns and enough[i, j] and not done[i, j]:
                heapq.heappush(waiting, (-float(found.weight[i, j]), i, j, *off[row, column]))
    return off, done
