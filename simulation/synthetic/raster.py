"""Things to pixels: each drawn once, as its light and what it lets through, and laid on the picture when needed."""

from dataclasses import dataclass
from functools import cached_property, reduce

import cv2
import numpy as np

from simulation.synthetic.coverage import Box, Edges, coverages
from simulation.synthetic.ink import Ink, ink_of
from simulation.synthetic.palette import INK, PAPER
from simulation.synthetic.things import Face, Thing, at_height
from vision.arrays import Bools, Floats, Light
from vision.camera import Camera

_TAKEN_BY_INK = np.float32(PAPER[0] - INK[0])  # both are grey


@dataclass(frozen=True, eq=False)
class Patch:
    """A drawn thing: ``light`` (h, w, 3) already lit, ``through`` (h, w, 1) the share of what is behind that shows."""

    box: Box
    light: Light
    through: Light

    def lay_on(self, light: Light, fine: Light, origin: Box) -> None:
        """Lay it on the light (H, W, 3) of the window ``origin`` and before what is fine (H, W) there."""
        shared = self.box.clipped(origin)
        if shared.width and shared.height:
            inside, at = shared.slices(self.box), shared.slices(origin)
            target, behind = light[at], fine[at]
            target *= self.through[inside]
            target += self.light[inside]
            behind *= self.through[inside][..., 0]


@dataclass(frozen=True, eq=False)
class Fine:
    """What the exact blur of a marker's ink differs from the blur of its pixels, (h, w) of light."""

    box: Box
    light: Light

    def lay_on(self, fine: Light, origin: Box) -> None:
        """Add it to what is fine (H, W) in the window ``origin``."""
        shared = self.box.clipped(origin)
        if shared.width and shared.height:
            fine[shared.slices(origin)] += self.light[shared.slices(self.box)]


@dataclass(frozen=True, eq=False)
class Shade:
    """A soft shadow: the share of the lamp's light that is taken, (h, w)."""

    box: Box
    taken: Light

    def lay_on(self, buffer: Light, origin: Box) -> None:
        """Deepen the shadows (h, w) of the window ``origin``; two shadows of one lamp are no darker than one."""
        shared = self.box.clipped(origin)
        if shared.width and shared.height:
            target = buffer[shared.slices(origin)]
            np.maximum(target, self.taken[shared.slices(self.box)], out=target)


@dataclass(frozen=True, eq=False)
class Drawn:
    """A thing with its patch, its shadow and its marker's fine light, any of which may be missing."""

    thing: Thing
    patch: Patch | None
    shade: Shade | None
    fine: Fine | None

    @cached_property
    def box(self) -> Box | None:
        """The pixels it can change, before blur."""
        return bounding([part.box for part in (self.patch, self.shade, self.fine) if part is not None])


def bounding(boxes: list[Box]) -> Box | None:
    """Return the smallest window that holds them all; None for none."""
    return reduce(Box.union, boxes) if boxes else None


@dataclass(frozen=True, eq=False)
class Raster:
    """Draws things for one camera; ``lamp`` (H, W) is the light at each pixel, ``grain`` a tile of roughness round 0.

    Lens blur is applied later, to pixels. For a marker's ink that is not exact: a Gaussian over whole pixels puts an
    edge that lies along the pixel rows up to 0.03 px off. What is missing is computed here on a finer grid.
    """

    camera: Camera
    lamp: Light
    grain: Light
    blur_px: float

    @property
    def picture(self) -> Box:
        """The whole picture as a window."""
        return Box(0, 0, self.lamp.shape[1], self.lamp.shape[0])

    def draw(self, thing: Thing) -> Drawn:
        """Return the thing as pixels."""
        patch, fine = self._patch(thing)
        return Drawn(thing, patch, self._shade(thing), fine)

    def _patch(self, thing: Thing) -> tuple[Patch | None, Fine | None]:
        faces, shapes = self._seen(thing)
        ink: Ink | None = None
        if thing.plate is not None:
            card = self._outline(thing.plate.card_cm())
            if card is not None:
                shapes.append(card)
                ink = ink_of(thing.plate, self.camera, self.blur_px)
        boxes = [edges.box for edges in shapes]
        whole = bounding(boxes)
        if whole is None:
            return None, None
        bright = thing.plate.bright if thing.plate is not None else 1.0
        light = np.zeros((whole.height, whole.width, 3), np.float32)
        through = np.ones((whole.height, whole.width, 1), np.float32)
        for i, (box, share) in enumerate(zip(boxes, coverages(shapes, boxes), strict=True)):
            at = box.slices(whole)
            if i < len(faces):
                covered = share[..., None] * np.float32(faces[i].opacity)
                shown = np.asarray(faces[i].colour, np.float32)
                if faces[i].grain:
                    shown = shown * (1 + faces[i].grain * self._grain(box))
            else:
                covered, shown = share[..., None], np.array(PAPER, np.float32) * np.float32(bright)
            light[at] *= 1 - covered
            light[at] += covered * shown
            through[at] *= 1 - covered
        if ink is not None:
            # Ink lies on its own card: the card's light less what the ink takes, exact wherever the two borders are.
            light[ink.box.slices(whole)] -= ink.covered[..., None] * np.float32(_TAKEN_BY_INK * bright)
        shared = whole.clipped(self.picture)
        if not (shared.width and shared.height):
            return None, None
        inside = shared.slices(whole)
        lit = light[inside] * self.lamp[shared.slices()][..., None]
        return Patch(shared, lit, through[inside].copy()), None if ink is None else self._fine(ink, bright)

    def _seen(self, thing: Thing) -> tuple[list[Face], list[Edges]]:
        """Return the faces that are in the picture and their borders there."""
        faces: list[Face] = []
        shapes: list[Edges] = []
        if thing.faces:
            points = np.concatenate([face.points_cm for face in thing.faces])
            seen, near = self.camera.project(points), self._is_near(points)
            first = 0
            for face in thing.faces:
                last = first + len(face.points_cm)
                corners, whole = seen[first:last], near[first:last].all()
                first = last
                if not whole:
                    continue
                if face.hull:
                    corners = cv2.convexHull(corners.astype(np.float32))[:, 0].astype(np.float64)
                edges = Edges.of_polygon(corners)
                if edges.box.meets(self.picture):
                    faces.append(face)
                    shapes.append(edges)
        return faces, shapes

    def _outline(self, points_cm: Floats) -> Edges | None:
        """Return a polygon's border in the picture; None where it is not in it."""
        if not self._is_near(points_cm).all():
            return None
        edges = Edges.of_polygon(self.camera.project(points_cm))
        return edges if edges.box.meets(self.picture) else None

    def _is_near(self, points_cm: Floats) -> Bools:
        """Say which points are before the camera and not so far beside it that its lens model has no meaning."""
        x, y, z = self.camera.rotation @ points_cm.T + self.camera.translation[:, None]
        return np.asarray((z > 1) & (np.hypot(x, y) < self._furthest * z))

    @cached_property
    def _furthest(self) -> float:
        width, height = self.camera.lens.size_px
        corners = self.camera.lens.rays([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)])
        return 2.0 * float(np.hypot(*corners.T).max())

    def _fine(self, ink: Ink, bright: float) -> Fine | None:
        shared = ink.fine_box.clipped(self.picture)
        if ink.fine is None or not (shared.width and shared.height):
            return None
        lit = ink.fine[shared.slices(ink.fine_box)] * self.lamp[shared.slices()] * -np.float32(_TAKEN_BY_INK * bright)
        return Fine(shared, lit)

    def _grain(self, box: Box) -> Light:
        rows = np.arange(box.top, box.bottom) % self.grain.shape[0]
        columns = np.arange(box.left, box.right) % self.grain.shape[1]
        return self.grain[np.ix_(rows, columns)][..., None]

    def _shade(self, thing: Thing) -> Shade | None:
        outlines = [self._outline(at_height(points, thing.ground_cm)) for points in thing.shadows if len(points) > 2]
        shapes = [edges for edges in outlines if edges is not None]
        boxes = [edges.box for edges in shapes]
        whole = bounding(boxes)
        if whole is None:
            return None
        softness_px = max(thing.softness_cm * self._px_per_cm(thing), 0.3)
        reach = int(np.ceil(3 * softness_px)) + 1
        whole = whole.grown(reach)
        taken = np.zeros((whole.height, whole.width), np.float32)
        for box, share in zip(boxes, coverages(shapes, boxes), strict=True):
            target = taken[box.slices(whole)]
            np.maximum(target, np.minimum(share, 1), out=target)
        taken = np.asarray(cv2.GaussianBlur(taken, (2 * reach + 1, 2 * reach + 1), softness_px), np.float32)
        shared = whole.clipped(self.picture)
        if not (shared.width and shared.height):
            return None
        return Shade(shared, taken[shared.slices(whole)].copy())

    def _px_per_cm(self, thing: Thing) -> float:
        x, y = thing.at
        pair = self.camera.project([(x - 0.5, y, 0.0), (x + 0.5, y, 0.0)])
        return float(np.hypot(*(pair[1] - pair[0])))
