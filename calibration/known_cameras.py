"""Cameras that people have, with the angles that their makers name."""

from dataclasses import dataclass

from calibration.hanging import across_deg


@dataclass(frozen=True, slots=True)
class KnownCamera:
    """A webcam, a phone or a module: its angle of view, by whose word, and the largest picture it has.

    ``diagonal``: the angle is named from corner to corner. The word is a maker's own, in data sheets; of the Brio that
    of cameractrls, a driver, which has these three settings.
    """

    name: str
    size_px: tuple[int, int]
    angle_deg: float
    diagonal: bool
    source: str

    @property
    def across_deg(self) -> float:
        """Its angle along the longer side of the picture."""
        return across_deg(self.angle_deg, self.size_px) if self.diagonal else self.angle_deg


_PI = "Raspberry Pi"
KNOWN_CAMERAS = (
    KnownCamera("Logitech C270", (1280, 720), 55, True, "Logitech"),
    KnownCamera("Microsoft LifeCam Cinema", (1280, 720), 73, True, "Microsoft"),
    KnownCamera("Logitech C920", (1920, 1080), 78, True, "Logitech"),
    KnownCamera("Logitech Brio 4K (65)", (3840, 2160), 65, True, "cameractrls"),
    KnownCamera("Logitech Brio 4K (78)", (3840, 2160), 78, True, "cameractrls"),
    KnownCamera("Logitech Brio 4K (90)", (3840, 2160), 90, True, "cameractrls"),
    KnownCamera("Raspberry Pi Camera 2", (3280, 2464), 62.2, False, _PI),
    KnownCamera("Raspberry Pi Camera 3", (4608, 2592), 66, False, _PI),
    KnownCamera("Raspberry Pi Camera 3 Wide", (4608, 2592), 102, False, _PI),
    # 24 x 36 mm are 43.3 mm from corner to corner: 26 mm in front of them are 79.5 degrees.
    KnownCamera("iPhone 11 to 13 (1x, 26 mm)", (4032, 3024), 79.5, True, "Apple"),
)
