"""How far rifle, grenade, MG and gun reach, and the arc that a self-propelled gun has (A2.3, A4.1, A7.7, A7.8)."""

from collections.abc import Iterator

import shapely

from rules.ambush.damage import riding
from rules.ambush.grenade import RANGE_CM as GRENADE_CM
from rules.ambush.gun import ARC_DEG
from rules.ambush.gun import RANGE_CM as GUN_CM
from rules.ambush.platoon import is_plate
from rules.ambush.settings import AmbushSettings
from rules.ambush.shoot import RANGE_CM
from rules.ambush.troops import Vehicle, is_vehicle, is_wreck, vehicle_of
from rules.possibility import Weapon
from rules.ruling import Shape
from table.arcs import arc_of, outline
from table.footprint import footprint
from table.snapshot import Snapshot
from table.stand import Stand

RIM_STEP_DEG = 3.0


def weapons(snapshot: Snapshot, stand: Stand, settings: AmbushSettings) -> Iterator[Weapon]:
    """Yield what each weapon of a stand reaches: round its centre, or round its base where ranges go from edges."""
    if is_vehicle(stand):
        vehicle = vehicle_of(stand)
        if vehicle is None or is_wreck(stand):
            return
        if vehicle.mg:
            yield Weapon("mg", _of_vehicle(stand, vehicle, RANGE_CM), RANGE_CM, "A7.7")
        if vehicle.gun:
            yield Weapon("gun", _of_vehicle(stand, vehicle, GUN_CM), GUN_CM, "A7.8")
    elif not is_plate(stand) and stand.name not in riding(snapshot):
        yield Weapon("shoot", _rifle(stand, settings), RANGE_CM, "A2.3")
        yield Weapon.round("grenade", stand, GRENADE_CM, "A4.1")


def _rifle(stand: Stand, settings: AmbushSettings) -> Shape:
    if settings.measure == "centre":
        return Shape("range", "disc", (stand.centre,), radius_cm=RANGE_CM)
    rim = shapely.get_coordinates(shapely.buffer(footprint(stand), RANGE_CM, quad_segs=24).exterior)
    return Shape("range", "polygon", tuple((float(x), float(y)) for x, y in rim[:-1]))


def _of_vehicle(stand: Stand, vehicle: Vehicle, range_cm: float) -> Shape:
    if not vehicle.self_propelled:
        return Shape("range", "disc", (stand.centre,), radius_cm=range_cm)
    return Shape("arc", "polygon", outline(arc_of(stand, ARC_DEG, range_cm), step_deg=RIM_STEP_DEG))
