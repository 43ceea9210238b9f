"""Pictures from several places laid on one plane after another: at the ground's own height they agree."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Bools, Floats, Light, Picture
from vision.camera import Camera

CELL_CM = 0.25
"""A cell of the height map; pictures are taken no finer. A tenth of a cell is 0.25 mm: enough for heights of 1 mm."""
WINDOW_CM = 0.35
"""Standard deviation of the window in which pictures are compared: wider is surer, narrower keeps edges."""
ASTRAY_CM = 0.05
"""How far poses and interpolation may put a picture off: where it is rich in contrast, so much is no disagreement."""
MOST = 6.0
"""A view that disagrees by more is hidden there; how much more says nothing."""
NOTHING = -1e4
"""What lies outside a picture."""
FEWEST_VIEWS = 3
LEAST_NOISE = 0.3


@dataclass(frozen=True, eq=False)
class Look:
    """A picture (H, W, 3) BGR of the table, and the camera that took it, where it was."""

    picture: Picture
    camera: Camera


class PlaneSweep:
    """Looks at a table, ready to be laid on planes; cells have their rows from the far edge, columns from the left.

    ``rectangle_cm`` is left, near, right, far. Grey levels are counted in the noise of the pictures themselves; a
    picture that is brighter than the first, evenly or towards a side, is made alike.
    """

    def __init__(self, looks: Sequence[Look], rectangle_cm: tuple[float, float, float, float]) -> None:
        left, near, right, far = rectangle_cm
        self.rectangle_cm = rectangle_cm
        self.shape = round((far - near) / CELL_CM), round((right - left) / CELL_CM)
        self.cameras = [look.camera for look in looks]
        middle = np.array([(left + right) / 2, (near + far) / 2, 0])
        pinholes = [_pinhole(look, middle) for look in looks]
        self._pictures, self._lenses = [picture for picture, _ in pinholes], [lens for _, lens in pinholes]
        flat = [self._laid(k, 0.0) for k in range(len(looks))]
        self._gains = [_gain(flat[0], each) for each in flat]
        flat = [each * gain for each, gain in zip(flat, self._gains, strict=True)]
        seen = np.array([_seen(each) for each in flat]).all(axis=0)
        off = np.array(flat)[:, seen] - np.median(np.array(flat)[:, seen], axis=0) if seen.any() else np.ones((1, 1, 3))
        noise = 1.4826 * np.median(np.abs(off), axis=(0, 1)) * (len(looks) / (len(looks) - 1)) ** 0.5
        self._gains = [np.asarray(gain / np.maximum(noise, LEAST_NOISE), np.float32) for gain in self._gains]

    def places(self) -> tuple[Floats, Floats]:
        """Return the table cm x and y (H, W) of the cells' middles."""
        left, _, _, far = self.rectangle_cm
        rows, columns = np.mgrid[: self.shape[0], : self.shape[1]] + 0.5
        return left + columns * CELL_CM, far - rows * CELL_CM

    def disagreement(self, height_cm: float) -> Light:
        """Return (H, W): by how many times their noise, squared, the looks disagree on a plane; NaN where few look.

        What most looks show is believed, and one that disagrees with that by far is taken to be hidden there.
        """
        views = [self._laid(k, height_cm) for k in range(len(self._pictures))]
        return self._compared(views, MOST)[0]

    def on_ground(self, heights_cm: Light) -> tuple[Picture, Light]:
        """Return the table seen from straight above everywhere (H, W, 3) BGR, and how much the looks disagree (H, W).

        Here all looks count: on a top, nothing can be hidden.
        """
        x, y = self.places()
        points = np.stack([x, y, heights_cm], axis=-1).reshape(-1, 3)
        views = []
        for picture, lens, camera in zip(self._pictures, self._lenses, self.cameras, strict=True):
            seen = (points @ camera.rotation.T + camera.translation) @ lens.T
            at = (seen[:, :2] / seen[:, 2:]).astype(np.float32).reshape(*self.shape, 2)
            views.append(cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderValue=(NOTHING,) * 3))
        apart, usual = self._compared([np.asarray(view, np.float32) for view in views], np.inf)
        return np.asarray(np.clip(usual / self._gains[0], 0, 255), np.uint8), apart

    def _compared(self, views: list[Light], most: float) -> tuple[Light, Light]:
        """Return how much looks (H, W, 3) disagree, each by ``most`` at the most, and what most of them show."""
        shown = [_seen(view) for view in views]
        views = [view * gain for view, gain in zip(views, self._gains, strict=True)]
        for view, see in zip(views, shown, strict=True):
            view[~see] = 0
        count = np.sum(shown, axis=0, dtype=np.float32)
        mean = np.asarray(sum(views) / np.maximum(count, 1)[..., None], np.float32)
        for view, see in zip(views, shown, strict=True):
            view[~see] = mean[~see]
        usual = _median(views)
        allowed = 1 + _blurred(_slope(usual)) * np.float32((ASTRAY_CM / CELL_CM) ** 2)
        allowed *= np.maximum(count - 1, 1) / np.maximum(count, 1)  # few views lie nearer to their middle
        total, weight = np.zeros(self.shape, np.float32), np.zeros(self.shape, np.float32)
        for view, see in zip(views, shown, strict=True):
            share = _blurred(see.astype(np.float32))
            off = _blurred(_squared(view - usual) * see) / (np.maximum(share, 1e-3) * allowed)
            near = np.where(share > 0.5, share, 0)
            total += near * np.minimum(off, most)
            weight += near
        apart = np.where(weight > FEWEST_VIEWS - 0.5, total / np.maximum(weight, 1e-3), np.nan)
        return np.asarray(apart, np.float32), usual

    def _laid(self, k: int, height_cm: float) -> Light:
        """Return a look (H, W, 3) on the plane at a height."""
        left, _, _, far = self.rectangle_cm
        half, camera = CELL_CM / 2, self.cameras[k]
        on_plane = np.array(
            [[CELL_CM, 0, left + half], [0, -CELL_CM, far - half], [0, 0, height_cm], [0, 0, 1.0]]
        )  # fmt: skip
        matrix = self._lenses[k] @ np.column_stack([camera.rotation, camera.translation]) @ on_plane
        height, width = self.shape
        return np.asarray(
            cv2.warpPerspective(
                self._pictures[k], matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_CONSTANT, borderValue=(NOTHING,) * 3,
            ),
            np.float32,
        )  # fmt: skip


def _pinhole(look: Look, middle_cm: Floats) -> tuple[Light, Floats]:
    """Return a look as a pinhole camera would take it, about as fine as the cells, and that camera's matrix."""
    lens = look.camera.lens
    focal = (lens.matrix[0, 0] + lens.matrix[1, 1]) / 2
    px_per_cm = focal / float(np.linalg.norm(look.camera.position_cm - middle_cm))
    scale = min(1.0, 1.15 / CELL_CM / px_per_cm)
    matrix = np.diag([scale, scale, 1.0]) @ lens.matrix
    matrix[:2, 2] = scale * (lens.matrix[:2, 2] + 0.5) - 0.5
    size = round(lens.size_px[0] * scale), round(lens.size_px[1] * scale)
    soft = cv2.GaussianBlur(look.picture, (0, 0), 0.5 / scale).astype(np.float32)
    columns, rows = lens.map_from_pinhole(matrix, size)
    bent = cv2.remap(soft, columns, rows, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=(NOTHING,) * 3)
    return np.asarray(bent, np.float32), matrix


def _gain(first: Light, other: Light) -> Light:
    """Return (H, W, 3): what makes another look as bright as the first, a bend over the table for each colour."""
    height, width = first.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    bends = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    one, two, some = (_blurred(first, 0.5), _blurred(other, 0.5), bends)
    one, two, some = (each[::8, ::8].reshape(-1, each.shape[-1]) for each in (one, two, some))
    good = (one > 2).all(axis=1) & (two > 2).all(axis=1)
    gain = np.ones_like(first)
    if good.sum() < 60:
        return gain
    for colour in range(3):
        ratio, known = np.log(one[good, colour] / two[good, colour]), some[good]
        keep = np.ones(len(ratio), bool)
        for _ in range(6):  # hills, and what stands on the table, are not alike from elsewhere
            fit = np.linalg.lstsq(known[keep], ratio[keep], rcond=None)[0]
            off = np.abs(ratio - known @ fit)
            keep = off <= 3.5 * np.median(off) + 1e-9
        gain[..., colour] = np.exp(bends @ fit)
    return gain


def _seen(view: Light) -> Bools:
    return np.asarray(view[..., 0] > NOTHING / 1e3)


def _blurred(picture: Light, window_cm: float = WINDOW_CM) -> Light:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), window_cm / CELL_CM), np.float32)


def _squared(picture: Light) -> Light:
    """Return the sum of the squares of a picture's colours (H, W)."""
    return np.asarray(cv2.transform(picture * picture, np.ones((1, 3), np.float32)), np.float32)


def _slope(picture: Light) -> Light:
    """Return how steep a picture is, squared, a cell, over all its colours."""
    across, down = (cv2.Sobel(picture, cv2.CV_32F, dx, dy, ksize=3, scale=1 / 8) for dx, dy in ((1, 0), (0, 1)))
    return _squared(np.asarray(across, np.float32)) + _squared(np.asarray(down, np.float32))


def _median(views: list[Light]) -> Light:
    """Return the median of pictures; by exchanges, some ten times quicker than sorting along the first axis."""
    several, count = list(views), len(views)
    for turn in range(count):
        for k in range(turn % 2, count - 1, 2):
            one, two = several[k], several[k + 1]
            several[k], several[k + 1] = np.minimum(one, two), np.maximum(one, two)
    return np.asarray((several[(count - 1) // 2] + several[count // 2]) / 2, np.float32)
