"""A body: what of a stand is seen, the upright block over its base as high as what stands on it, and what that is."""

from dataclasses import dataclass
from typing import Literal

import shapely

from table.errors import BadGeometry
from table.footprint import footprint
from table.shared import Shared
from table.stand import Stand
from table.terrain import Point

Eye = tuple[float, float, float]
"""Where an eye is: x, y and its height above the table, cm."""

LEAST_CM = 0.1
"""A base without width or depth is as narrow as this."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one form, so many ``abreast``: men on foot, riders, a gun with its crew, a vehicle."""

    form: Literal["foot", "mounted", "gun", "vehicle"] = "foot"
    abreast: int = 1


@dataclass(frozen=True, slots=True)
class Body:
    """A block from ``foot_cm`` up to ``top_cm`` above the table over a convex ``outline`` in table cm.

    ``centre`` is what it turns about. ``sigma_cm``, ``sigma_deg`` and ``shared`` are its place's errors as a stand's,
    ``sigma_z_cm`` its height's. ``on`` names the piece that it stands on: then it is as high as that, errors and all.

    Raises BadGeometry for a top that is not above the foot.
    """

    name: str
    outline: tuple[Point, ...]
    foot_cm: float
    top_cm: float
    centre: Point
    sigma_cm: float = 0.0
    sigma_deg: float = 0.0
    sigma_z_cm: float = 0.0
    shared: Shared | None = None
    on: str | None = None

    def __post_init__(self) -> None:
        if not self.top_cm > self.foot_cm:
            raise BadGeometry(f"body {self.name!r}: its top must be above its foot, got {self.top_cm} cm")


def body_of(stand: Stand, high_cm: float, on: str | None = None) -> Body:
    """Return the body of a stand that is so high, its base included; it stands ``on`` that piece if on any.

    Several bases are one block, the smallest convex one that holds them all.
    """
    hull = shapely.convex_hull(footprint(stand))
    if hull.area < LEAST_CM**2 / 2:
        hull = shapely.buffer(hull, LEAST_CM / 2, cap_style="square")
    outline = tuple((float(x), float(y)) for x, y in shapely.get_coordinates(hull)[:-1])
    return Body(
        stand.name, outline, stand.z_cm, stand.z_cm + high_cm, stand.centre, stand.sigma_cm, stand.sigma_deg,
        stand.sigma_z_cm, stand.shared, on,
    )  # fmt: skip
