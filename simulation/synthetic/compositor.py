"""Things laid on the ground, shadowed and coded as grey levels; only where something changed."""

import math
from collections.abc import Hashable, Iterable

import numpy as np

from simulation.synthetic.coverage import Box
from simulation.synthetic.look import Look
from simulation.synthetic.raster import Drawn, Raster, Shade
from simulation.synthetic.things import TIERS, Stage, Thing
from vision.arrays import Light, Picture


class Compositor:
    """Keeps a noiseless picture of the last list of things and brings it up to date for the next.

    With a look that has a sensor it is ``light`` (H, W, 3) that is kept, and no ``picture``.
    """

    def __init__(self, raster: Raster, ground: Light, look: Look, stage: Stage) -> None:
        self._raster, self._ground, self._look, self._stage = raster, ground, look, stage
        self._optics = look.optics(raster.camera)
        self._reach = self._optics.reach
        self._drawn: dict[Hashable, Drawn] = {}
        self._order: list[Drawn] = []
        self._corners = np.zeros((0, 4), dtype=int)
        self.picture: Picture = np.zeros((*raster.lamp.shape, 3), np.uint8)
        self.light: Light | None = None if look.sensor is None else np.zeros(self.picture.shape, np.float32)
        self._blank = True

    def show(self, things: list[Thing]) -> None:
        """Make the picture show these things."""
        before = self._drawn
        self._drawn = {t.key: before[t.key] if t.key in before else self._raster.draw(t) for t in things}
        changed = [drawn for key, drawn in self._drawn.items() if key not in before]
        changed += [drawn for key, drawn in before.items() if key not in self._drawn]
        if not changed and not self._blank:
            return
        self._order = sorted((d for d in self._drawn.values() if d.box is not None), key=self._turn)
        boxes = [d.box for d in self._order if d.box is not None]
        self._corners = np.array([(b.left, b.top, b.right, b.bottom) for b in boxes], dtype=int).reshape(-1, 4)
        whole = self._raster.picture
        windows = merged(d.box.grown(self._reach) for d in changed if d.box is not None)
        for box in [whole] if self._blank else windows:
            self._redraw(box.clipped(whole))
        self._blank = False

    def _turn(self, drawn: Drawn) -> tuple[int, float]:
        return drawn.thing.tier, -math.dist(drawn.thing.at, self._stage.eye_cm[:2])

    def _redraw(self, box: Box) -> None:
        if not (box.width and box.height):
            return
        window = box.grown(self._reach).clipped(self._raster.picture)
        light = self._ground[window.slices()].copy()
        fine = np.zeros(light.shape[:2], np.float32)
        here = [self._order[i] for i in self._inside(window)]
        for tier in TIERS:
            level = [drawn for drawn in here if drawn.thing.tier == tier]
            self._darken(light, fine, window, [drawn.shade for drawn in level if drawn.shade is not None])
            for drawn in level:
                if drawn.patch is not None:
                    drawn.patch.lay_on(light, fine, window)
                if drawn.fine is not None:
                    drawn.fine.lay_on(fine, window)
        if self.light is not None:
            self.light[box.slices()] = self._optics.exposed(light, fine, window)[box.slices(window)]
        else:
            self.picture[box.slices()] = self._optics.levels(light, fine, window)[box.slices(window)]

    def _darken(self, light: Light, fine: Light, window: Box, shades: list[Shade]) -> None:
        if not (shades and self._look.shadow):
            return
        taken = np.zeros((window.height, window.width), np.float32)
        for shade in shades:
            shade.lay_on(taken, window)
        left = 1 - np.float32(self._look.shadow) * taken
        light *= left[..., None]
        fine *= left

    def _inside(self, window: Box) -> list[int]:
        left, top, right, bottom = self._corners.T
        meets = (left < window.right) & (window.left < right) & (top < window.bottom) & (window.top < bottom)
        return [int(i) for i in np.flatnonzero(meets)]


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Return windows that hold the same pixels and more, none of them meeting another."""
    apart: list[Box] = []
    for box in boxes:
        grown = box
        while True:
            touching = [other for other in apart if other.meets(grown)]
            if not touching:
                break
            apart = [other for other in apart if not other.meets(grown)]
            for other in touching:
                grown = grown.union(other)
        apart.append(grown)
    return apart
