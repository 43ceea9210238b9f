"""The ground of a synthetic picture: mat and table top as the camera sees them, and the light that falls on them."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.synthetic.look import Ground, Look
from simulation.synthetic.palette import Colour, paint
from simulation.synthetic.sheet import LaidSheet
from table.frame import Frame, HexBoard, SquareBoard
from table.hex_board import corners_of, hexes_of
from vision.arrays import Floats, Light
from vision.camera import Camera

MAT_BORDER_CM = 9.6  # the mat holds the frame markers, which lie outside the play area
MAT_ROUNDING_CM = 2.0
_STEP_PX = 8  # the mat's coordinates are computed on this grid and interpolated: texture needs no more
_TILE = 512
_COLOURS: dict[Ground, tuple[Colour, Colour, Colour]] = {
    "grass": (paint("#4f6f38"), paint("#6f8a46"), paint("#8a8450")),
    "sand": (paint("#b59a68"), paint("#c9b184"), paint("#a58a5c")),
    "snow": (paint("#c9d0d4"), paint("#dde2e4"), paint("#b9bdb4")),
    "plain": (paint("#6f8256"), paint("#6f8256"), paint("#6f8256")),
}
PLANK = paint("#6d4c33")
BENCH: Colour = (0.22, 0.22, 0.22)
CHALK: Colour = (0.75, 0.75, 0.75)
PALE_WOOD, DARK_WOOD = paint("#c9b07c"), paint("#8e6a43")


@dataclass(frozen=True, eq=False)
class GroundLight:
    """``light`` (H, W, 3) is the bare ground under the lamp, ``lamp`` (H, W) that lamp's light, ``grain`` a tile."""

    light: Light
    lamp: Light
    grain: Light


def ground_of(
    camera: Camera, frame: Frame, look: Look, dice: np.random.Generator, sheet: LaidSheet | None = None
) -> GroundLight:
    """Return the ground that a camera sees round a table; ``sheet`` is a printed map lying on it."""
    x, y = plane_coordinates(camera)
    lamp = _lamp(camera, frame, look, x, y)
    soft = _noise(dice, ((4, 0.3), (10, 0.4), (30, 0.8), (70, 0.8)))
    fine = _noise(dice, ((0.6, 0.7), (1.2, 0.5), (2.5, 0.3)))
    px_cm = float(np.abs(np.diff(x[x.shape[0] // 2])).mean()) or 0.1
    edge = _outside(x, y, frame, MAT_BORDER_CM - MAT_ROUNDING_CM) - np.float32(MAT_ROUNDING_CM)
    on_mat = np.clip(0.5 - edge / np.float32(px_cm), 0, 1)
    mat = Paints(_mat(look.ground, x, y, soft, fine))
    if frame.board is not None and sheet is None:
        _draw_board(mat, camera, frame.board, x, y)
    if look.outline:
        line = np.abs(_outside(x, y, frame, 0.0)) / np.float32(-px_cm) + np.float32(1.3)
        mat.cover(np.asarray(np.clip(line, 0, 1) * 0.28, np.float32), CHALK)
    if look.ground == "plain":
        top = np.ones_like(lamp)
    else:
        # The mat's own thickness: a soft dark rim on the wood, a slightly darker hem on the mat.
        top = _planks(x, y, fine, soft)
        top *= 1 - np.float32(0.55) * np.exp(np.minimum(-edge, 0) / np.float32(0.7))
        mat.dim(1 - np.float32(0.16) * np.exp(np.minimum(edge, 0) / np.float32(0.35)))
    mat.dim(on_mat)
    mat.add(top * (1 - on_mat), PLANK if look.ground != "plain" else BENCH)
    mat.dim(lamp)
    light = mat.light()
    if sheet is not None:
        sheet.lay_on(light, lamp, x, y)
    return GroundLight(light, lamp, fine[:256, :256] * np.float32(0.6))


class Paints:
    """Colours by how much of each is seen at each pixel: one plane a colour is far quicker to mix than three."""

    def __init__(self, planes: list[tuple[Light, Colour]]) -> None:
        self._planes = planes

    def add(self, share: Light, colour: Colour) -> None:
        """Put more of a colour on, (H, W)."""
        self._planes.append((share, colour))

    def dim(self, factor: Light) -> None:
        """Darken everything by a factor, (H, W)."""
        for plane, _ in self._planes:
            np.multiply(plane, factor, out=plane)

    def cover(self, share: Light, colour: Colour) -> None:
        """Cover that share of everything with a colour, (H, W)."""
        self.dim(1 - share)
        self.add(share.copy(), colour)

    def light(self) -> Light:
        """Return the mixture (H, W, 3)."""
        shares = np.stack([plane for plane, _ in self._planes], axis=-1)
        return np.asarray(shares @ np.array([colour for _, colour in self._planes], np.float32), np.float32)


def plane_coordinates(camera: Camera) -> tuple[Light, Light]:
    """Return the table cm x and y that each pixel's centre sees at height 0, (H, W) each, to about 0.01 px."""
    width, height = camera.lens.size_px
    columns = np.arange(-1, math.ceil((width - 1) / _STEP_PX) + 2) * _STEP_PX
    rows = np.arange(-1, math.ceil((height - 1) / _STEP_PX) + 2) * _STEP_PX
    u, v = np.meshgrid(columns, rows)
    seen = (
        camera.to_plane(np.column_stack([u.ravel(), v.ravel()])).astype(np.float32).reshape(len(rows), len(columns), 2)
    )
    at_u, at_v = np.meshgrid(
        (np.arange(width, dtype=np.float32) / _STEP_PX + 1), (np.arange(height, dtype=np.float32) / _STEP_PX + 1)
    )
    both = cv2.remap(np.nan_to_num(seen), at_u, at_v, cv2.INTER_LINEAR)
    return np.ascontiguousarray(both[..., 0]), np.ascontiguousarray(both[..., 1])


def _lamp(camera: Camera, frame: Frame, look: Look, x: Light, y: Light) -> Light:
    """Return the light at each pixel: brightest on the lamp's side, darker in the picture's corners."""
    turn = math.radians(look.lamp_deg)
    reach = math.hypot(frame.width_cm, frame.depth_cm) / 2
    toward = x * np.float32(math.cos(turn) / reach) + y * np.float32(math.sin(turn) / reach)
    toward -= np.float32((frame.width_cm * math.cos(turn) + frame.depth_cm * math.sin(turn)) / 2 / reach)
    light = 1 - np.float32(look.light_gradient * 0.5) * (1 - np.clip(toward, -1.5, 1.5, out=toward))
    width, height = camera.lens.size_px
    u, v = np.arange(width, dtype=np.float32) - (width - 1) / 2, np.arange(height, dtype=np.float32) - (height - 1) / 2
    corner = np.square(u)[None, :] + np.square(v)[:, None]
    light *= 1 - corner * np.float32(look.vignette / (corner.max() or 1))
    light *= np.float32(look.light)
    return np.asarray(light, np.float32)


def _noise(dice: np.random.Generator, octaves: tuple[tuple[float, float], ...]) -> Light:
    """Return a tile that repeats without a seam, standard deviation 1: white noise at several widths, weighted."""
    total = np.zeros((_TILE, _TILE), np.float32)
    frequency = np.fft.fftfreq(_TILE)[:, None] ** 2 + np.fft.rfftfreq(_TILE)[None, :] ** 2
    for width, weight in octaves:
        white = np.fft.rfft2(dice.standard_normal((_TILE, _TILE)))
        band = np.fft.irfft2(white * np.exp(-2 * (np.pi * width) ** 2 * frequency), (_TILE, _TILE))
        total += (weight * band / band.std()).astype(np.float32)
    return np.asarray((total - total.mean()) / total.std(), np.float32)


def _sample(tile: Light, x: Light, y: Light, per_cm: float) -> Light:
    return np.asarray(cv2.remap(tile, x * per_cm, y * per_cm, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.float32)


def _mat(kind: Ground, x: Light, y: Light, soft: Light, fine: Light) -> list[tuple[Light, Colour]]:
    """Return how much of the mat's dark, bright and dry colour is seen where."""
    dark, bright, dry = _COLOURS[kind]
    if kind == "plain":
        return [(np.ones_like(x), dark)]
    patches = 0.27 * _sample(soft, x, y, 4.6) + 0.08 * _sample(fine, x, y, 7.0) + np.float32(0.5)
    np.clip(patches, 0, 1, out=patches)
    worn = _sample(soft, y + 131, x + 57, 3.1) * 0.45 - np.float32(0.35)
    np.clip(worn, 0, 0.75, out=worn)
    tone = _sample(fine, x + 40, y, 11.0) * np.float32(0.09) + 1
    fresh = tone * (1 - worn)
    return [(fresh * (1 - patches), dark), (fresh * patches, bright), (worn * tone, dry)]


def _planks(x: Light, y: Light, fine: Light, soft: Light) -> Light:
    """Return how bright a table top of boards along x is."""
    boards = y / np.float32(11.0)
    number = np.floor(boards)
    tone = 1 + np.float32(0.14) * np.sin(number * np.float32(12.9898) + np.float32(4.1))
    tone += _sample(fine, x * 0.06 + number * 17, y, 9.0) * np.float32(0.07)
    tone += _sample(soft, x * 0.12 + number * 31, y * 0.8, 9.0) * np.float32(0.08)
    gap = (boards - np.round(boards)) * np.float32(11.0 / 0.13)
    tone *= 1 - np.float32(0.6) * np.exp(-np.square(gap))
    return np.asarray(tone, np.float32)


def _outside(x: Light, y: Light, frame: Frame, more_cm: float) -> Light:
    """Return how far each point is outside the play area made so much larger, in cm, negative inside."""
    across = np.abs(x - frame.width_cm / 2) - np.float32(frame.width_cm / 2 + more_cm)
    along = np.abs(y - frame.depth_cm / 2) - np.float32(frame.depth_cm / 2 + more_cm)
    out = np.hypot(np.maximum(across, 0), np.maximum(along, 0)) + np.minimum(np.maximum(across, along), 0)
    return np.asarray(out, np.float32)


def _draw_board(mat: Paints, camera: Camera, board: SquareBoard | HexBoard, x: Light, y: Light) -> None:
    """Paint the fields of a gridded board on the mat."""
    if isinstance(board, SquareBoard):
        column = np.floor((x - np.float32(board.origin[0])) / np.float32(board.square_cm))
        row = np.floor((y - np.float32(board.origin[1])) / np.float32(board.square_cm))
        on = (column >= 0) & (column < board.files) & (row >= 0) & (row < board.ranks)
        odd = (column + row) % 2 > 0.5
        mat.cover(np.float32(0.75) * (on & odd), PALE_WOOD)
        mat.cover(np.float32(0.75) * (on & ~odd), DARK_WOOD)
        return
    mask = np.zeros(x.shape, np.uint8)
    for outline in hex_outlines(board):
        seen = camera.project(np.column_stack([outline, np.zeros(6)]))
        cv2.polylines(mask, [np.round(seen * 16).astype(np.int32)], True, 255, 1, cv2.LINE_AA, 4)
    mat.dim(1 - mask.astype(np.float32) * np.float32(0.45 / 255))


def hex_outlines(board: HexBoard) -> list[Floats]:
    """Return the corners (6, 2) in table cm of every field of a hex board."""
    return [np.array(corners_of(board, here)) for here in hexes_of(board)]
