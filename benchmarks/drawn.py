"""Pictures of markers drawn point by point, on their own: nothing of the renderer, nothing of the search is in them."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

FINE = 6  # points a pixel along either side
WHITE, BLACK = 0.82, 0.045  # what paper and ink send back


@dataclass(frozen=True)
class Conditions:
    """How hard it is made. Sizes in px, blur in px, noise in grey levels; ``tilt_deg`` is how obliquely it is seen."""

    side_px: float = 20.0
    margin: float = 1.0
    blur_px: float = 0.7
    noise: float = 2.0
    tilt_deg: float = 0.0
    light: float = 0.9
    gradient: float = 0.2
    shadow: float = 0.0
    stripe_px: float = 0.0  # shadows in stripes so wide, as far apart; 0: six strips that cross
    gamma: float = 2.2  # 0 for sRGB's curve
    sharpen: float = 0.0
    jpeg: int | None = 85
    ground: str = "mottled"
    ground_light: float = 0.2
    cover: float = 0.0
    cover_kind: str = "any"
    clutter: int = 0
    rotation_deg: float | None = None


@dataclass(frozen=True, eq=False)
class Drawn:
    """A grey picture, true corners (4, 2) px by id, and the share of each marker that is covered."""

    grey: np.ndarray
    corners_px: dict[int, np.ndarray]
    covered: dict[int, float]


def ground(  # noqa: PLR0911, PLR0912
    kind: str, shape: tuple[int, int], dice: np.random.Generator, level: float
) -> np.ndarray:
    """Return a ground in linear light (H, W) without any marker."""
    height, width = shape
    if kind == "plain":
        return np.full(shape, level, np.float32)
    if kind == "mottled":
        rough = np.zeros(shape, np.float32)
        for sigma, weight in ((40, 0.5), (12, 0.4), (4, 0.5), (1.5, 0.6)):
            small = dice.normal(size=(int(height / sigma * 2) + 3, int(width / sigma * 2) + 3)).astype(np.float32)
            rough += weight * cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
        return np.asarray(level * np.clip(1 + 0.25 * rough, 0.2, 3), np.float32)
    if kind == "turf":
        seeds = (dice.random(shape) < 0.06).astype(np.float32) * dice.random(shape).astype(np.float32)
        blades = sum(cv2.filter2D(seeds, -1, _stroke(7, angle)) for angle in dice.uniform(0, 180, 5))
        blades = blades / (blades.std() + 1e-6)
        return np.asarray(level * np.clip(1 + 0.35 * blades, 0.1, 4), np.float32)
    if kind == "brick":
        y, x = np.mgrid[:height, :width].astype(np.float32)
        high = dice.uniform(8, 30)
        row = np.floor(y / high)
        mortar = ((y % high) < high * 0.15) | (((x + (row % 2) * high) % (2 * high)) < high * 0.15)
        tone = dice.uniform(0.6, 1.2, (int(height / high) + 2, int(width / high) + 4))
        stone = tone[row.astype(int), ((x + (row % 2) * high) // (2 * high)).astype(int)]
        return np.asarray(np.where(mortar, level * dice.uniform(1.5, 4), level * stone), np.float32)
    if kind == "text":
        page = np.full(shape, 0.75, np.float32)
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#@%&$"
        size = dice.uniform(0.25, 1.2)
        for y in range(12, height + 20, int(28 * size) + 2):
            line = "".join(dice.choice(list(letters), 160))
            weight = int(dice.integers(1, 4))
            cv2.putText(page, line, (int(dice.integers(-20, 5)), y), 0, size, 0.05, weight, cv2.LINE_AA)
        return _turned(page, dice)
    if kind == "checks":
        y, x = np.mgrid[:height, :width]
        turn, side = dice.uniform(0, np.pi), dice.uniform(4, 40)
        u, v = (x * np.cos(turn) + y * np.sin(turn)) // side, (y * np.cos(turn) - x * np.sin(turn)) // side
        return np.where((u + v) % 2 > 0, dice.uniform(0.4, 0.8), dice.uniform(0.03, 0.2)).astype(np.float32)
    if kind == "cells":
        side = dice.uniform(2, 12)
        cells = dice.random((int(height / side) + 2, int(width / side) + 2)).astype(np.float32)
        some = np.where(cells > dice.uniform(0.3, 0.7), 0.7, 0.05).astype(np.float32)
        grown = cv2.resize(some, None, fx=side, fy=side, interpolation=cv2.INTER_NEAREST)[:height, :width]
        return _turned(np.ascontiguousarray(grown), dice)
    if kind == "faces":
        front = np.full(shape, level, np.float32)
        for _ in range(int(height * width / 4000)):
            x, y = dice.integers(0, width), dice.integers(0, height)
            w, h = dice.integers(6, 40, 2)
            tone, frame = dice.uniform(0.02, 0.2), dice.uniform(0.3, 0.8)
            cv2.rectangle(front, (int(x - 3), int(y - 3)), (int(x + w + 3), int(y + h + 3)), frame, -1)
            cv2.rectangle(front, (int(x), int(y)), (int(x + w), int(y + h)), tone, -1)
            panes = int(dice.integers(0, 4))
            for k in range(1, panes):
                cv2.line(front, (int(x + w * k / panes), int(y)), (int(x + w * k / panes), int(y + h)), frame, 1)
                cv2.line(front, (int(x), int(y + h * k / panes)), (int(x + w), int(y + h * k / panes)), frame, 1)
        return _turned(front, dice)
    if kind == "squares":
        front = np.full(shape, dice.uniform(0.3, 0.8), np.float32)
        for _ in range(int(height * width / 3000)):
            box = ((float(dice.uniform(0, width)), float(dice.uniform(0, height))), dice.uniform(8, 60, 2).tolist(),
                   float(dice.uniform(0, 90)))  # fmt: skip
            cv2.fillPoly(front, [np.int32(cv2.boxPoints(box))], dice.uniform(0.03, 0.9), cv2.LINE_AA)
        return front
    raise ValueError(kind)


GROUNDS = ("mottled", "turf", "brick", "text", "checks", "cells", "faces", "squares")


def _stroke(length: int, angle_deg: float) -> np.ndarray:
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    step = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))]) * length / 2
    a, b = (np.array([length, length]) + s * step for s in (-1, 1))
    cv2.line(kernel, tuple(map(int, a)), tuple(map(int, b)), 1.0, 1)
    return kernel / kernel.sum()


def _turned(picture: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    height, width = picture.shape
    matrix = cv2.getRotationMatrix2D(
        (width / 2, height / 2), float(dice.uniform(-45, 45)), float(dice.uniform(0.8, 1.5))
    )
    return np.asarray(cv2.warpAffine(picture, matrix, (width, height), borderMode=cv2.BORDER_REFLECT))


def marker_corners(centre: np.ndarray, side: float, turn_deg: float, tilt_deg: float, lean_deg: float) -> np.ndarray:
    """Return the corners (4, 2) px of a square seen obliquely, from some 40 sides away."""
    turn, lean, tilt = np.radians([turn_deg, lean_deg, tilt_deg])
    home = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * side
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    axis = np.array([np.cos(lean), np.sin(lean)])
    points = home @ spin.T
    along = points @ axis
    across = points - along[:, None] * axis
    depth = 1 + along * np.sin(tilt) / (40 * side)
    return centre + (across + along[:, None] * np.cos(tilt) * axis) / depth[:, None]


def lay(light: np.ndarray, bits: np.ndarray, corners: np.ndarray, margin: float) -> None:
    """Draw one marker with its white margin into linear light (H, W), in place."""
    n = len(bits)
    square = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32)
    to_px = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    tips = cv2.perspectiveTransform(
        (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * margin + square)[None].astype(np.float64), to_px
    )[0]
    x0, y0 = np.maximum(np.floor(tips.min(axis=0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(tips.max(axis=0)).astype(int) + 2, [light.shape[1], light.shape[0]])
    if x1 <= x0 or y1 <= y0:
        return
    xs = x0 - 0.5 + (np.arange((x1 - x0) * FINE) + 0.5) / FINE
    ys = y0 - 0.5 + (np.arange((y1 - y0) * FINE) + 0.5) / FINE
    back = np.linalg.inv(to_px)
    x, y = np.meshgrid(xs, ys)
    depth = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    u = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / depth
    v = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / depth
    paper = (u > -margin) & (u < n + margin) & (v > -margin) & (v < n + margin)
    inked = (u > 0) & (u < n) & (v > 0) & (v < n)
    shade = bits[np.clip(v.astype(int), 0, n - 1), np.clip(u.astype(int), 0, n - 1)]
    black = inked & (shade == 0)

    def mean(mask: np.ndarray) -> np.ndarray:
        return mask.reshape(y1 - y0, FINE, x1 - x0, FINE).mean(axis=(1, 3))

    share, ink = mean(paper.astype(np.float32)), mean(black.astype(np.float32))
    patch = light[y0:y1, x0:x1]
    patch[:] = patch * (1 - share) + WHITE * (share - ink) + BLACK * ink


def _cover(light: np.ndarray, corners: np.ndarray, share: float, kind: str, dice: np.random.Generator) -> np.ndarray:
    """Lay something over about that share of a marker; return its mask."""
    side = np.linalg.norm(corners[1] - corners[0])
    mask = np.zeros(light.shape, np.uint8)
    centre = corners.mean(axis=0)
    tone = {"skin": 0.35, "dark": 0.03, "grey": 0.18, "white": 0.8, "black": 0.045}[kind]
    angle = dice.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    shape = dice.choice(["finger", "blob", "edge"])
    square = cv2.fillConvexPoly(np.zeros(light.shape, np.uint8), np.int32(np.round(corners)), 1)
    whole = square.sum()
    for reach in np.linspace(0.9, -0.9, 37):
        mask[:] = 0
        if shape == "finger":
            tip = centre + way * side * reach + dice.normal(0, 0.01, 2) * side
            cv2.line(mask, tuple(map(int, tip)), tuple(map(int, tip + way * side * 3)), 1, max(2, int(side * 0.6)))
        elif shape == "blob":
            at = centre + way * side * (reach * 0.8)
            cv2.ellipse(
                mask, tuple(map(int, at)), (max(1, int(side * 0.45)), max(1, int(side * 0.35))), 30, 0, 360, 1, -1
            )
        else:
            a = centre + way * side * reach
            across = np.array([-way[1], way[0]]) * side * 3
            cv2.fillConvexPoly(
                mask, np.int32([a + across, a - across, a - across + way * side, a + across + way * side]), 1
            )
        if (mask & square).sum() >= share * whole:
            break
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.5)
    light[:] = light * (1 - soft) + tone * (1 + 0.1 * dice.normal()) * soft
    return (mask & square).sum() / whole


def draw(
    bits: np.ndarray,
    conditions: Conditions,
    dice: np.random.Generator,
    count: int = 30,
    size: tuple[int, int] = (640, 480),
) -> Drawn:
    """Draw ``count`` markers of some patterns (ids, n, n), laid out at random so that margins may just touch."""
    c, (width, height) = conditions, size
    light = ground(c.ground, (height, width), dice, c.ground_light)
    for _ in range(c.clutter):
        box = ((float(dice.uniform(0, width)), float(dice.uniform(0, height))),
               (dice.uniform(0.5, 2, 2) * c.side_px).tolist(), float(dice.uniform(0, 90)))  # fmt: skip
        cv2.fillPoly(light, [np.int32(cv2.boxPoints(box))], dice.uniform(0.03, 0.08), cv2.LINE_AA)
    n = bits.shape[1]
    apart = c.side_px * (1 + 2 * c.margin / n) * 1.42
    truth: dict[int, np.ndarray] = {}
    covered: dict[int, float] = {}
    ids = dice.permutation(len(bits))[:count]
    places: list[np.ndarray] = []
    for number in ids:
        for _ in range(60):
            at = dice.uniform([apart * 0.8] * 2, [width - apart * 0.8, height - apart * 0.8])
            if all(np.linalg.norm(at - p) > apart for p in places):
                break
        else:
            break
        places.append(at)
        turn = dice.uniform(0, 360) if c.rotation_deg is None else c.rotation_deg
        corners = marker_corners(at, c.side_px, turn, c.tilt_deg, dice.uniform(0, 360))
        lay(light, bits[number], corners, c.margin)
        truth[int(number)] = corners
    if c.cover:
        kinds = ["skin", "dark", "grey", "white", "black"] if c.cover_kind == "any" else [c.cover_kind]
        for number, corners in truth.items():
            covered[number] = float(_cover(light, corners, c.cover, str(dice.choice(kinds)), dice))
    return Drawn(develop(light, c, dice), truth, covered)


def develop(light: np.ndarray, c: Conditions, dice: np.random.Generator) -> np.ndarray:
    """Return what a camera makes of the light: lamp, shadows, blur, tone curve, sharpening, noise, JPEG."""
    height, width = light.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    angle = dice.uniform(0, 2 * np.pi)
    lamp = c.light * (1 - c.gradient * (0.5 + ((x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle))))
    if c.shadow and c.stripe_px:
        angle, phase = dice.uniform(0, np.pi), dice.uniform(0, 2)
        off = x * np.cos(angle) + y * np.sin(angle)
        lamp = lamp * np.where((off / c.stripe_px + phase) % 2 < 1, 1 - c.shadow, 1)
        lamp = cv2.GaussianBlur(lamp.astype(np.float32), (0, 0), 1.2)
    elif c.shadow:
        for _ in range(6):
            angle, at = dice.uniform(0, np.pi), dice.uniform(0, 1, 2) * (width, height)
            off = (x - at[0]) * np.cos(angle) + (y - at[1]) * np.sin(angle)
            lamp = lamp * np.where(np.abs(off) < dice.uniform(20, 60), 1 - c.shadow, 1)
        lamp = cv2.GaussianBlur(lamp.astype(np.float32), (0, 0), 1.2)
    seen = np.asarray(light * lamp, np.float32)
    if c.blur_px > 0:
        seen = cv2.GaussianBlur(seen, (0, 0), c.blur_px)
    seen = np.clip(seen, 0, 1)
    if c.gamma == 0:
        grey = np.where(seen < 0.0031308, 12.92 * seen, 1.055 * np.power(seen, 1 / 2.4) - 0.055)
    else:
        grey = np.power(seen, 1 / c.gamma)
    grey = 255 * grey
    if c.sharpen:
        grey = grey + c.sharpen * (grey - cv2.GaussianBlur(grey, (0, 0), 1.2))
    grey = grey + dice.normal(0, c.noise, grey.shape) if c.noise else grey
    whole = np.clip(np.round(grey), 0, 255).astype(np.uint8)
    if c.jpeg:
        whole = cv2.imdecode(cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, c.jpeg])[1], cv2.IMREAD_GRAYSCALE)
    return np.asarray(whole, np.uint8)


CASES = {
    "plain": Conditions(),
    "13 px": Conditions(side_px=13, blur_px=0.6),
    "14 px": Conditions(side_px=14),
    "18 px": Conditions(side_px=18),
    "28 px": Conditions(side_px=28, blur_px=0.8),
    "60 px": Conditions(side_px=60),
    "140 px": Conditions(side_px=140, blur_px=1.5),
    "13 px, JPEG 70": Conditions(side_px=13, jpeg=70),
    "16 px, JPEG 60": Conditions(side_px=16, jpeg=60),
    "16 px, noise 6": Conditions(side_px=16, noise=6, jpeg=None),
    "16 px, blur 1/2 module": Conditions(side_px=16, blur_px=16 / 12),
    "20 px, blur 0.7 module": Conditions(side_px=20, blur_px=0.7 * 20 / 6),
    "20 px, blur 1 module": Conditions(side_px=20, blur_px=20 / 6),
    "36 px, blur 1 module": Conditions(side_px=36, blur_px=6),
    "shadow": Conditions(shadow=0.6),
    "14 px, shadow": Conditions(side_px=14, shadow=0.55),
    "gradient, dim": Conditions(light=0.25, gradient=0.8),
    "gamma 1.8": Conditions(gamma=1.8),
    "sRGB, sharpened": Conditions(gamma=0, sharpen=1.0, side_px=16),
    "thin margin": Conditions(margin=0.5),
    "14 px, thin margin": Conditions(margin=0.5, side_px=14),
    "thin margin, dark ground": Conditions(margin=0.5, ground_light=0.06, side_px=18),
    "clutter": Conditions(clutter=60),
    "checked cloth": Conditions(ground="checks"),
    "newspaper": Conditions(ground="text"),
    "cells": Conditions(ground="cells"),
    "turf": Conditions(ground="turf", side_px=16),
    "45 degrees": Conditions(tilt_deg=45, side_px=24),
    "60 degrees": Conditions(tilt_deg=60, side_px=36),
    "bright ground": Conditions(ground_light=0.7),
}


def of(name: str, **changes: object) -> Conditions:
    return replace(CASES[name], **changes)  # type: ignore[arg-type]
