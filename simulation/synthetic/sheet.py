"""A printed sheet: ink and unevenness on its paper, where it lies, and how it is laid on the ground's light."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.synthetic.palette import Colour
from vision.arrays import Floats, Light, Picture

_RIM_CM = 0.25  # its thickness darkens so much of the ground beside it


@dataclass(frozen=True, eq=False)
class LaidSheet:
    """Paper of ``light`` (H, W, 3), its far side first, at ``px_cm``; its near left corner lies at x, y (cm).

    It is turned by ``turn_deg`` about that corner, counter-clockwise, and ``stretch`` times as large as meant.
    """

    light: Light
    px_cm: float
    x: float
    y: float
    turn_deg: float = 0.0
    stretch: float = 1.0

    @property
    def size_cm(self) -> tuple[float, float]:
        """How wide and how deep it was meant to be."""
        return (self.light.shape[1] / self.px_cm, self.light.shape[0] / self.px_cm)

    def on_table(self, own_cm: object) -> Floats:
        """Return where on the table (N, 2) cm of its own lie."""
        own = np.asarray(own_cm, np.float64).reshape(-1, 2) * self.stretch
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        return np.column_stack([self.x + own[:, 0] * c - own[:, 1] * s, self.y + own[:, 0] * s + own[:, 1] * c])

    def own(self, table_cm: object) -> Floats:
        """Return the sheet's own cm of (N, 2) cm on the table: the inverse of on_table."""
        away = np.asarray(table_cm, np.float64).reshape(-1, 2) - (self.x, self.y)
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        return np.column_stack([away[:, 0] * c + away[:, 1] * s, away[:, 1] * c - away[:, 0] * s]) / self.stretch

    def lay_on(self, light: Light, lamp: Light, x: Light, y: Light) -> None:
        """Lay it on the ground's light (H, W, 3) under a lamp's (H, W); the pixels see table cm x and y (H, W)."""
        width, depth = self.size_cm
        turn, half_x, half_y = math.radians(self.turn_deg), np.float32(width / 2), np.float32(depth / 2)
        c, s = np.float32(math.cos(turn) / self.stretch), np.float32(math.sin(turn) / self.stretch)
        right, away = x - np.float32(self.x), y - np.float32(self.y)
        on_x, on_y = right * c + away * s, away * c - right * s
        edge = np.maximum(np.abs(on_x - half_x) - half_x, np.abs(on_y - half_y) - half_y)
        rows, columns = np.flatnonzero((edge < 1).any(axis=1)), np.flatnonzero((edge < 1).any(axis=0))
        if not (len(rows) and len(columns)):
            return
        part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        on_x, on_y, edge = on_x[part], on_y[part], edge[part]
        px = np.float32(self.px_cm)
        there = cv2.remap(
            self.light, on_x * px - np.float32(0.5), (np.float32(depth) - on_y) * px - np.float32(0.5),
            cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        there = np.asarray(there * lamp[part][..., None], np.float32)
        shade = 1 - np.float32(0.3) * np.exp(-np.maximum(edge, 0) / np.float32(_RIM_CM))
        share = np.clip(0.5 - edge * px / 2, 0, 1)[..., None]
        light[part] *= shade[..., None] * (1 - share)
        light[part] += there * share


def lay_ink(light: Light, mask: Picture, colour: Colour, share: float) -> None:
    """Lay ink of a colour on paper's light (H, W, 3), as much of it as the mask (H, W) says: 255 for the share."""
    rows, columns = np.nonzero(mask)
    some = (mask[rows, columns].astype(np.float32) * np.float32(share / 255))[:, None]
    light[rows, columns] += (np.array(colour, np.float32) - light[rows, columns]) * some


def mottle(strength: float, dice: np.random.Generator, size: tuple[int, int], cells: Sequence[int]) -> Light:
    """Return the unevenness (H, W) of a print as a factor of its light: blotches, so many of each kind down it."""
    total = np.zeros(size, np.float32)
    for count in cells:
        coarse = dice.standard_normal((count, max(2, round(count * size[1] / size[0])))).astype(np.float32)
        total += cv2.resize(coarse, (size[1], size[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(1 + np.float32(strength / 1.7) * total, 0.4, 1.6), np.float32)
