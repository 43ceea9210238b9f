"""How much of each pixel a polygon covers, exactly."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Indices

Coverage = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Box:
    """A window on the picture in whole px: first column and row, width and height."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """First column past the window."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """First row past the window."""
        return self.top + self.height

    def meets(self, other: "Box") -> bool:
        """Whether the two share a pixel."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def union(self, other: "Box") -> "Box":
        """Return the smallest window holding both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right) - left, max(self.bottom, other.bottom) - top)

    def clipped(self, other: "Box") -> "Box":
        """Return the part inside the other; its width or height is 0 where there is none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        width, height = min(self.right, other.right) - left, min(self.bottom, other.bottom) - top
        return Box(left, top, max(width, 0), max(height, 0))

    def grown(self, by_px: int) -> "Box":
        """Return the window with that many px more on every side."""
        return Box(self.left - by_px, self.top - by_px, self.width + 2 * by_px, self.height + 2 * by_px)

    def slices(self, origin: "Box | None" = None) -> tuple[slice, slice]:
        """Return rows and columns of this window in an array that begins at the origin's corner."""
        left, top = (0, 0) if origin is None else (origin.left, origin.top)
        return slice(self.top - top, self.bottom - top), slice(self.left - left, self.right - left)


@dataclass(frozen=True, eq=False)
class Edges:
    """The directed border segments of one shape, (N, 2) px each, every closed loop of them complete."""

    start: Floats
    end: Floats

    @classmethod
    def of_polygon(cls, corners_px: Floats) -> "Edges":
        """Return the border of a polygon of (N, 2) px."""
        return cls(corners_px, np.concatenate([corners_px[1:], corners_px[:1]]))

    @cached_property
    def box(self) -> Box:
        """The smallest window holding every pixel the shape touches."""
        (left, top), (right, bottom) = self.start.min(axis=0).tolist(), self.start.max(axis=0).tolist()
        low, high = (math.floor(left + 0.5), math.floor(top + 0.5)), (math.floor(right + 0.5), math.floor(bottom + 0.5))
        return Box(low[0], low[1], high[0] - low[0] + 1, high[1] - low[1] + 1)


def coverages(shapes: Sequence[Edges], boxes: Sequence[Box]) -> list[Coverage]:
    """Return for each shape the covered share of each pixel of its box, (height, width), by Green's theorem.

    A pixel is the square of side 1 round its centre, so the first one reaches from -0.5 to 0.5. The share is exact for
    straight borders. Every shape must lie inside its box. Where loops of one shape overlap their shares add up.
    """
    if not shapes:
        return []
    counts = [len(shape.start) for shape in shapes]
    # One row and column of slack each: what a border leaves to the pixel right of it may fall there.
    sizes = np.array([(box.height + 1) * (box.width + 2) for box in boxes])
    firsts = np.concatenate([[0], np.cumsum(sizes)])
    offset = np.repeat(firsts[:-1], counts)
    stride = np.repeat([box.width + 2 for box in boxes], counts)
    corner = np.repeat([[box.left - 0.5, box.top - 0.5] for box in boxes], counts, axis=0)
    start = np.concatenate([shape.start for shape in shapes]) - corner
    end = np.concatenate([shape.end for shape in shapes]) - corner

    which, start, end = _split(start, end, axis=1)
    offset, stride = offset[which], stride[which]
    which, start, end = _split(start, end, axis=0)
    offset, stride = offset[which], stride[which]

    middle = (start + end) / 2
    column, row = np.floor(middle[:, 0]).astype(int), np.floor(middle[:, 1]).astype(int)
    rise = end[:, 1] - start[:, 1]
    share_right = rise * (middle[:, 0] - column)
    at = offset + row * stride + column
    total = int(firsts[-1])
    sums = np.bincount(at, rise - share_right, total) + np.bincount(at + 1, share_right, total + 1)[:total]
    result = []
    for box, first, size in zip(boxes, firsts, sizes, strict=False):
        grid = sums[first : first + size].reshape(box.height + 1, box.width + 2)[: box.height]
        share = np.abs(np.cumsum(grid, axis=1)[:, : box.width])
        result.append(share.astype(np.float32))
    return result


def _split(start: Floats, end: Floats, axis: int) -> tuple[Indices, Floats, Floats]:
    """Cut segments at every whole number along an axis; return which segment each piece is of, its start and end."""
    low, high = np.minimum(start[:, axis], end[:, axis]), np.maximum(start[:, axis], end[:, axis])
    first = np.floor(low)
    pieces = np.maximum(np.ceil(high) - first, 1).astype(int)
    which = np.repeat(np.arange(len(start)), pieces)
    if len(which) == len(start):
        return which, start, end
    place = np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    cut = first[which] + place
    run = (end - start)[which]
    along = np.where(run[:, axis] == 0, 1.0, run[:, axis])
    level = start[which, axis]
    begin, stop = np.clip((cut - level) / along, 0, 1), np.clip((cut + 1 - level) / along, 0, 1)
    flat = run[:, axis] == 0
    begin, stop = np.where(flat, 0.0, begin), np.where(flat, 1.0, stop)
    backward = run[:, axis] < 0
    begin, stop = np.where(backward, stop, begin), np.where(backward, begin, stop)
    origin = start[which]
    return which, origin + run * begin[:, None], origin + run * stop[:, None]
