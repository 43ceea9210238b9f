"""A stand: what a marker carries, standing on the table."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from table.errors import BadGeometry
from table.shared import Shared

PlacedBy = Literal["camera", "hand"]
_NOT_NEGATIVE = ("width_cm", "depth_cm", "sigma_cm", "sigma_deg", "sigma_z_cm", "sigma_tilt_deg")
_NUMBERS = ("x", "y", "heading_deg", "z_cm", "tilt_x_deg", "tilt_y_deg", *_NOT_NEGATIVE)


def full_circle_deg(angle_deg: float) -> float:
    """Return an angle from 0 to below 360 degrees, as people write headings."""
    return (angle_deg % 360.0) % 360.0  # the second for -1e-20, which the first makes 360


def wrap_deg(angle_deg: float) -> float:
    """Bring an angle into (-180, 180] degrees."""
    wrapped = math.remainder(angle_deg, 360.0)
    return 180.0 if wrapped == -180.0 else wrapped


@dataclass(frozen=True, slots=True)
class Base:
    """One rectangle of a stand that carries several: its centre's offset along and across (left +) the heading, cm.

    It is ``turn_deg`` counter-clockwise of the stand. Raises BadGeometry for a number that is not finite or a base
    without area.
    """

    along_cm: float
    across_cm: float
    width_cm: float
    depth_cm: float
    turn_deg: float = 0.0

    def __post_init__(self) -> None:
        for key in ("along_cm", "across_cm", "width_cm", "depth_cm", "turn_deg"):
            value = float(getattr(self, key))
            if not math.isfinite(value):
                raise BadGeometry(f"a base's {key} must be a finite number, got {value}")
            object.__setattr__(self, key, value)
        if self.width_cm <= 0 or self.depth_cm <= 0:
            raise BadGeometry(f"one of several bases must have a size, got {self.width_cm} x {self.depth_cm} cm")


@dataclass(frozen=True, slots=True)
class Stand:
    """A stand on the table: footprint centre in table cm, heading in degrees counter-clockwise from +x.

    ``width_cm`` lies across the heading, ``depth_cm`` along it; both 0 make a point. ``sigma_cm`` is one standard
    deviation per axis, ``sigma_deg`` of the heading. ``bases`` replaces the single rectangle where one marker
    carries several. ``z_cm`` is the underside of its base above the table; ``tilt_x_deg`` and ``tilt_y_deg`` turn it
    about the table's axes as it leans; ``sigma_z_cm`` and ``sigma_tilt_deg`` are one standard deviation of its height
    and of ``tilt_deg``. ``state`` is what the game remembers of it (moved, fired, ...), ``typed`` that
    mapping with what the game's rules have read in it (rules/typed_state.py). ``shared`` says which part of the sigmas
    is the same error as other stands'; it belongs to the measurement, not to what is measured: stands that differ only
    in it are equal, and files do not keep it.

    Raises BadGeometry for a number that is not finite or a negative size.
    """

    name: str
    side: str
    kind: str
    x: float
    y: float
    heading_deg: float = 90.0
    width_cm: float = 0.0
    depth_cm: float = 0.0
    sigma_cm: float = 0.0
    sigma_deg: float = 0.0
    unit: str | None = None
    bases: tuple[Base, ...] = ()
    placed_by: PlacedBy = "camera"
    state: Mapping[str, Any] = field(default_factory=dict, hash=False)
    shared: Shared | None = field(default=None, compare=False, repr=False)
    typed: tuple[Mapping[str, Any], object] | None = field(default=None, compare=False, repr=False)
    z_cm: float = 0.0
    sigma_z_cm: float = 0.0
    tilt_x_deg: float = 0.0
    tilt_y_deg: float = 0.0
    sigma_tilt_deg: float = 0.0

    def __post_init__(self) -> None:
        for key in _NUMBERS:
            value = getattr(self, key)
            if type(value) is not float:
                value = float(value)
                object.__setattr__(self, key, value)
            if not math.isfinite(value):
                raise BadGeometry(f"stand {self.name!r}: {key} must be a finite number, got {value}")
            if value < 0 and key in _NOT_NEGATIVE:
                raise BadGeometry(f"stand {self.name!r}: {key} must not be negative, got {value}")
        object.__setattr__(self, "heading_deg", wrap_deg(self.heading_deg))
        if type(self.state) is not MappingProxyType:  # another stand's: what was read in it stays good
            object.__setattr__(self, "state", MappingProxyType(dict(self.state)))

    @property
    def centre(self) -> tuple[float, float]:
        """The footprint's centre in table cm."""
        return (self.x, self.y)

    @property
    def tilt_deg(self) -> float:
        """The angle between its base and the table."""
        return math.hypot(self.tilt_x_deg, self.tilt_y_deg)

    def moved_to(self, x: float, y: float, heading_deg: float | None = None) -> "Stand":
        """Return the same stand elsewhere."""
        return replace(self, x=x, y=y, heading_deg=self.heading_deg if heading_deg is None else heading_deg)

    def as_high_as(self, other: "Stand") -> "Stand":
        """Return the same stand with another's height and tilt."""
        return replace(
            self, z_cm=other.z_cm, sigma_z_cm=other.sigma_z_cm, tilt_x_deg=other.tilt_x_deg,
            tilt_y_deg=other.tilt_y_deg, sigma_tilt_deg=other.sigma_tilt_deg,
        )  # fmt: skip

    def level_at(self, z_cm: float, sigma_z_cm: float = 0.0) -> "Stand":
        """Return the same stand level at a height."""
        return replace(self, z_cm=z_cm, sigma_z_cm=sigma_z_cm, tilt_x_deg=0.0, tilt_y_deg=0.0, sigma_tilt_deg=0.0)

    def on_base(self, width_cm: float, depth_cm: float) -> "Stand":
        """Return the same stand on a base of this size where it gives none of its own."""
        if self.width_cm and self.depth_cm:
            return self
        return replace(self, width_cm=self.width_cm or width_cm, depth_cm=self.depth_cm or depth_cm)

    def with_state(self, **changes: Any) -> "Stand":
        """Return the same stand with some of its state changed."""
        return replace(self, state={**self.state, **changes})
