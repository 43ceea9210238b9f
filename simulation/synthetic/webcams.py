"""Kinds of cameras as people have them over their tables: their lenses, sensors and processing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from simulation.synthetic.look import Look
from simulation.synthetic.sensor import Sensor

AnyLook = TypeVar("AnyLook", bound=Look)


@dataclass(frozen=True, slots=True)
class Webcam:
    """A kind of camera: its lens's blur and loss of light in the corners (as a look's), and its sensor."""

    blur_px: float
    vignette: float
    sensor: Sensor

    def on(self, look: AnyLook) -> AnyLook:
        """Return a look as this camera has it."""
        return replace(look.unprocessed(), blur_px=self.blur_px, vignette=self.vignette, sensor=self.sensor)


WEBCAMS: Mapping[str, Webcam] = MappingProxyType({
    "good webcam": Webcam(0.4, 0.15, Sensor(
        exposure=0.75, hunting=0.003, flicker=0.003, flare=0.01, electrons=3000, read_noise=4,
        demosaicing="edge-aware", black=0.01, gamma=2.0, contrast=0.15, steady=0.3, smooth=1.5, sharpen=0.9,
        sharpen_px=1.0, quality=80, subsampling="4:2:2",
    )),
    "phone": Webcam(0.35, 0.2, Sensor(
        exposure=0.8, hunting=0.005, flicker=0.003, flare=0.02, electrons=1500, read_noise=3,
        demosaicing="edge-aware", black=0.015, gamma=2.2, contrast=0.4, steady=0.6, smooth=2, sharpen=1.5,
        sharpen_px=1.0, quality=60,
    )),
    "overexposed webcam": Webcam(0.4, 0.15, Sensor(
        exposure=1.9, hunting=0.01, flicker=0.005, flare=0.06, electrons=3000, read_noise=5, demosaicing="bilinear",
        gamma=2.0, contrast=0.1, steady=0.3, smooth=1.5, sharpen=0.9, sharpen_px=1.0, quality=60,
    )),
    "cheap webcam": Webcam(0.65, 0.35, Sensor(
        exposure=0.7, hunting=0.02, flicker=0.015, flare=0.03, electrons=800, read_noise=6, demosaicing="bilinear",
        black=0.045, gamma=1.8, contrast=0.3, steady=0.4, smooth=3, sharpen=1.2, sharpen_px=1.2, quality=45,
    )),
    "dim webcam": Webcam(0.7, 0.2, Sensor(
        exposure=0.38, hunting=0.02, flicker=0.01, flare=0.02, electrons=1000, read_noise=5, demosaicing="bilinear",
        black=0.06, gamma=1.0, steady=0.5, smooth=2, sharpen=0.15, sharpen_px=1.2, quality=50,
    )),
})  # fmt: skip
"""By name, from the best to the worst.

Edges, halo, noise and the levels of ink and paper are those of markers in public photographs: of gpokhark's USB webcam
in three lights (good, overexposed, dim), of a Microsoft LifeCam (cheap), of an iPhone (phone). Not of one camera each:
the LifeCam has less noise, and what moves from frame to frame could not be seen in them.
"""
