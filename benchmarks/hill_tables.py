"""Tables with hills, drawn layer upon layer as several cameras see them, to try the height map on.

The synthetic table of simulation/ is flat; here each layer of the heights is the colours' picture laid on its plane.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import shapely.affinity
from shapely import Polygon

from vision.arrays import Light, Picture
from vision.camera import Camera, Lens
from vision.terrain.plane_sweep import Look

PX_PER_CM = 8.0
LAYER_CM = 0.1
SIDE = 0.75
"""How light the side of a step is, of its top."""


@dataclass(frozen=True, eq=False)
class HillTable:
    """Heights (H, W) in cm and colours (H, W, 3) of a table of so many cm, rows from its far edge; its true pieces.

    ``pieces`` are outlines with their height and whether they are domes.
    """

    size_cm: tuple[float, float]
    heights_cm: Light
    colours: Light
    pieces: tuple[tuple[Polygon, float, bool], ...] = ()


def grain(shape: tuple[int, int], dice: np.random.Generator, contrast: float, fine_cm: float = 0.3) -> Light:
    """Return texture (H, W): clouds, and grain of so many cm, of that contrast in grey levels."""
    layers = [(fine_cm, 0.6), (1.0, 0.6), (4.0, 0.6)]
    drawn = np.zeros(shape, np.float32)
    for size, share in layers:
        soft = cv2.GaussianBlur(dice.normal(0, 1, shape).astype(np.float32), (0, 0), size * PX_PER_CM)
        drawn += share * soft / max(float(soft.std()), 1e-6)
    return np.asarray(contrast * drawn, np.float32)


def bare_table(size_cm: tuple[float, float], dice: np.random.Generator, contrast: float) -> HillTable:
    """Return a green table without hills."""
    shape = round(size_cm[1] * PX_PER_CM), round(size_cm[0] * PX_PER_CM)
    colours = np.array([70.0, 120.0, 95.0]) + grain(shape, dice, contrast)[..., None]
    return HillTable(size_cm, np.zeros(shape, np.float32), colours.astype(np.float32))


def with_hill(
    table: HillTable, outline: Polygon, height_cm: float, colours: Light | None = None, dome: bool = False
) -> HillTable:
    """Return a table with a hill more (below 0: a pit), level or a dome, in colours (H, W, 3) of its own or its."""
    mask = np.zeros(table.heights_cm.shape, np.uint8)
    ring = np.array(outline.exterior.coords[:-1]) * (1, -1) + (0, table.size_cm[1])
    cv2.fillPoly(mask, [np.round((ring * PX_PER_CM - 0.5) * 16).astype(np.int32)], 1, shift=4)
    on, heights = mask > 0, table.heights_cm.copy()
    if dome:
        rows, columns = np.nonzero(on)
        middle = np.array(outline.centroid.coords[0]) * (1, -1) + (0, table.size_cm[1])
        away = np.hypot(*(np.column_stack([columns, rows]) - middle * PX_PER_CM + 0.5).T)
        reach = (outline.area / np.pi) ** 0.5 * PX_PER_CM
        heights[on] = height_cm * np.cos(np.pi / 2 * np.minimum(away / reach, 1)) ** 2
    else:
        heights[on] = height_cm
    own = table.colours if colours is None else np.where(on[..., None], colours, table.colours)
    return HillTable(table.size_cm, heights, np.asarray(own, np.float32), (*table.pieces, (outline, height_cm, dome)))


def drawn(table: HillTable, camera: Camera, dice: np.random.Generator, noise: float = 1.0,
          under: Picture | None = None, layer_cm: float = LAYER_CM) -> Picture:  # fmt: skip
    """Return the picture (H, W, 3) that a camera without distortion takes of a table, with noise.

    ``under`` is a picture of the flat table by the same camera: then only the hills are drawn.
    """
    around = np.tile(table.colours[:8].mean(axis=(0, 1)), (*camera.lens.size_px[::-1], 1))  # the cloth goes on
    seen = np.asarray(around if under is None else under, np.float32)
    tops = [height for _, height, dome in table.pieces if not dome]
    domed = (np.abs(table.heights_cm[..., None] - np.float32([0.0, *tops])) > 1e-4).all(axis=-1)  # has no upright side
    low, high = min(0.0, float(table.heights_cm.min())), float(table.heights_cm.max())
    levels = np.unique([0.0, *np.arange(low, high + layer_cm / 2, layer_cm), *tops])
    for level in levels if under is None else levels[1:]:
        solid = (table.heights_cm > level - 1e-4).astype(np.float32)
        lit = np.where(domed | (table.heights_cm < level + 1.01 * layer_cm), 1.0, SIDE).astype(np.float32)
        at = _laid(np.dstack([table.colours * (lit * solid)[..., None], solid]), table, camera, float(level))
        seen = seen * (1 - at[..., 3:]) + at[..., :3]
    soft = cv2.GaussianBlur(seen, (0, 0), 0.6) if under is None else seen
    return np.asarray(np.clip(soft + dice.normal(0, noise, seen.shape), 0, 255).round(), np.uint8)


def looks(table: HillTable, cameras: Sequence[Camera], dice: np.random.Generator, noise: float = 1.0,
          layer_cm: float = LAYER_CM) -> list[Look]:  # fmt: skip
    """Return the table as several cameras see it."""
    return [Look(drawn(table, camera, dice, noise, layer_cm=layer_cm), camera) for camera in cameras]


def camera_at(eye_cm: Sequence[float], at_cm: Sequence[float], size_px: tuple[int, int], focal_px: float) -> Camera:
    """Return a pinhole camera at a place in table cm that looks at a place on the table, its right to the table's."""
    matrix = np.array([[focal_px, 0, (size_px[0] - 1) / 2], [0, focal_px, (size_px[1] - 1) / 2], [0, 0, 1.0]])
    eye = np.array(eye_cm, float)
    ahead = np.array([*at_cm, 0.0]) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, (0.0, 1.0, 0.0))
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    return Camera(Lens(size_px, matrix, np.zeros(5)), rotation, -rotation @ eye)


def blob(middle: tuple[float, float], radius_cm: float, dice: np.random.Generator) -> Polygon:
    """Return an outline as a cut piece of foam has it."""
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    wave = sum(dice.normal(0, 0.09 / k) * np.cos(k * angles + dice.uniform(0, 6.3)) for k in (1, 2, 3))
    ring = np.column_stack([np.cos(angles), np.sin(angles)]) * (radius_cm * (1 + wave))[:, None]
    return shapely.affinity.translate(Polygon(ring), *middle)


def _laid(picture: Light, table: HillTable, camera: Camera, height_cm: float) -> Light:
    half, far = 0.5 / PX_PER_CM, table.size_cm[1]
    on_plane = np.array(
        [[1 / PX_PER_CM, 0, half], [0, -1 / PX_PER_CM, far - half], [0, 0, height_cm], [0, 0, 1.0]]
    )  # fmt: skip
    matrix = camera.lens.matrix @ np.column_stack([camera.rotation, camera.translation]) @ on_plane
    return np.asarray(cv2.warpPerspective(picture, matrix, camera.lens.size_px, flags=cv2.INTER_LINEAR), np.float32)
