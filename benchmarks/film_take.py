"""A film as a camera takes it: one grey picture a frame."""

import math
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from film_conditions import Lamp
from film_picture import Film, MatchState
from numpy.typing import NDArray

from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from simulation.synthetic.sensor import Readout
from vision.camera import Camera
from vision.picture import in_grey

Grey = NDArray[np.uint8]
_KEPT = 2  # renderers: each holds some hundred megabytes at 4K
_SHIFT_PX = 97
_MOST_SMEARED = 4


@dataclass(frozen=True, eq=False)
class FilmFrame:
    """One frame of a film: its number, the truth, and the picture (H, W)."""

    index: int
    moment: MatchState
    grey: Grey


class Take:
    """Renders a film at ``fps``; the same seed gives the same pictures.

    Lamp and camera at rest are exact. While the camera swings, the last exact picture is warped: nothing can be
    measured then. ``shutter_s`` smears what moves; ``noise`` is in grey levels, ``jpeg_quality`` None for no JPEG. A
    look's sensor makes the pictures of what has flickered and been out of focus.
    """

    def __init__(
        self,
        film: Film,
        fps: float = 25.0,
        look: Look | None = None,
        shutter_s: float = 0.0,
        seed: int = 0,
    ) -> None:
        self.film, self.fps, self.shutter_s = film, fps, shutter_s
        asked = look if look is not None else Look()
        self._look = replace(asked, noise=0.0, jpeg_quality=None, sensor=None)
        self._jpeg_quality = asked.jpeg_quality
        self._readout = None if asked.sensor is None else Readout(asked.sensor, np.random.default_rng((seed, 1)))
        self._renderers: OrderedDict[object, Renderer] = OrderedDict()
        self._sensor = _Sensor(film.camera.lens.size_px, asked, seed)
        self._rest = (film.conditions.shares(0.0), film.camera)

    def __iter__(self) -> Iterator[FilmFrame]:
        """Take it frame by frame, from its begin to its end."""
        for index in range(self.count):
            yield self.frame(index)

    @property
    def count(self) -> int:
        """How many frames it has."""
        return round(self.film.seconds * self.fps)

    def frame(self, index: int) -> FilmFrame:
        """Return one frame; they may be asked for in any order, but are quick only one after another."""
        moment = self.film.at(index / self.fps)
        light = self._light(moment)
        conditions = self.film.conditions
        factors = conditions.light(moment.time_s, light.shape[0])
        grey = self._sensor.expose(light, factors, conditions.blur_px(moment.time_s))
        if self._readout is not None:
            grey = np.asarray(cv2.cvtColor(self._readout.of_picture(grey, self._look.gamma), cv2.COLOR_BGR2GRAY))
        elif self._jpeg_quality is not None:
            _, coded = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, self._jpeg_quality])
            grey = np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)
        return FilmFrame(index, moment, grey)

    def _light(self, moment: MatchState) -> Grey:
        """Return the picture without noise, as grey levels."""
        conditions = self.film.conditions
        if moment.shaking:
            shares, camera = self._rest
            return _swung(self._sharp(moment, shares, camera), camera, moment.camera)
        shares = conditions.shares(moment.time_s)
        self._rest = (shares, moment.camera)
        if not (self.shutter_s and moment.moving):
            return self._sharp(moment, shares, moment.camera)
        parts = [
            self._sharp(self.film.at(moment.time_s + self.shutter_s * (k / (_MOST_SMEARED - 1) - 0.5)), shares)
            for k in range(_MOST_SMEARED)
        ]
        return _mean_light(parts, self._look.gamma)

    def _sharp(self, moment: MatchState, shares: tuple[float, ...], camera: Camera | None = None) -> Grey:
        lamp = self.film.conditions.lamp(moment.time_s)
        renderer = self._renderer(shares, lamp, camera if camera is not None else moment.camera)
        picture = renderer.render(moment.drawn, moment.hands)
        return in_grey(picture)

    def _renderer(self, shares: tuple[float, ...], lamp: Lamp | None, camera: Camera) -> Renderer:
        key = (shares, lamp)
        if key not in self._renderers:
            look = lamp.on(self._look) if lamp is not None else self._look
            self._renderers[key] = Renderer(camera, self.film.frame, self.film.everything, look)
            if len(self._renderers) > _KEPT:
                self._renderers.popitem(last=False)
        self._renderers.move_to_end(key)
        return self._renderers[key]


class _Sensor:
    """Flicker, focus and noise on a picture of grey levels."""

    def __init__(self, size_px: tuple[int, int], look: Look, seed: int) -> None:
        self._gamma, self._dice = look.gamma, np.random.default_rng(seed)
        shape = (size_px[1] + _SHIFT_PX, size_px[0] + _SHIFT_PX)
        levels = np.rint(self._dice.standard_normal(shape, dtype=np.float32) * np.float32(look.noise))
        self._more, self._less = (np.clip(part, 0, 255).astype(np.uint8) for part in (levels, -levels))

    def expose(self, grey: Grey, factors: NDArray[np.float64], blur_px: float) -> Grey:
        """Return what the sensor gives for a noiseless picture (H, W) under a flicker of each row's light (H,)."""
        if blur_px > 0.02:
            light = cv2.LUT(grey, ((np.arange(256) / 255.0) ** self._gamma).astype(np.float32))
            soft = cv2.pow(cv2.GaussianBlur(light, (0, 0), blur_px), 1 / self._gamma)
            grey = np.asarray(np.rint(soft * 255), np.uint8)
        height, width = grey.shape
        levels = np.rint(256 * factors ** (1 / self._gamma)).astype(np.uint16)
        lit = np.empty_like(grey)
        for low, high in pairwise([0, *(np.flatnonzero(np.diff(levels)) + 1).tolist(), height]):
            cv2.convertScaleAbs(grey[low:high], lit[low:high], float(levels[low]) / 256)
        top, left = self._dice.integers(0, _SHIFT_PX + 1, 2)
        window = (slice(top, top + height), slice(left, left + width))
        noisy = cv2.add(lit, self._more[window])
        return np.asarray(cv2.subtract(noisy, self._less[window], dst=noisy), np.uint8)


def _mean_light(parts: list[Grey], gamma: float) -> Grey:
    """Return the mean in linear light of pictures that differ in a few places."""
    differ = cv2.absdiff(parts[0], parts[-1])
    for part in parts[1:-1]:
        differ = np.maximum(differ, cv2.absdiff(parts[0], part))
    left, top, width, height = cv2.boundingRect(differ)
    mean = parts[len(parts) // 2].copy()
    if width and height:
        window = (slice(top, top + height), slice(left, left + width))
        table = ((np.arange(256) / 255.0) ** gamma).astype(np.float32)
        light = np.asarray(np.mean([cv2.LUT(part[window], table) for part in parts], axis=0), np.float32)
        mean[window] = np.rint(cv2.pow(light, 1 / gamma) * 255).astype(np.uint8)
    return mean


def _swung(grey: Grey, before: Camera, now: Camera) -> Grey:
    """Return a picture from one camera as another near it would see the table's plane, smeared along the swing."""
    width, height = before.lens.size_px
    seen = np.array([(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]) * (width, height)
    flat = np.column_stack([before.to_plane(seen), np.zeros(4)])
    there = now.project(flat)
    size = math.hypot(*(there - seen).mean(axis=0))
    views = []
    for share in (0.85, 1.15) if size > 1 else (1.0,):
        turn = cv2.getPerspectiveTransform(seen.astype(np.float32), (seen + share * (there - seen)).astype(np.float32))
        views.append(cv2.warpPerspective(grey, turn, (width, height), borderMode=cv2.BORDER_REPLICATE))
    return np.asarray(cv2.addWeighted(views[0], 0.5, views[-1], 0.5, 0.0), np.uint8)
