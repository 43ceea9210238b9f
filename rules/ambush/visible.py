"""How much of a vehicle a gun sees (A8.2)."""

from shapely import Point

from rules.ambush.obstacles import Obstacle, obstacles
from rules.ambush.settings import AmbushSettings
from table.footprint import footprint
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.visible import visible_fraction


def visible(
    snapshot: Snapshot, gun: Stand, target: Stand, settings: AmbushSettings
) -> tuple[Measurement, list[Obstacle]]:
    """Return the share of the target that the gun's mount sees past pieces and other vehicles; and what is in between.

    A piece that one of the two is near enough to look over, or stands in, hides nothing (A3.5).
    """
    among = [
        o for o in obstacles(snapshot, settings, gun.name, target.name)
        if o.row.blocks != "no" and not _looked_over(gun, target, o, settings)
    ]  # fmt: skip
    share = visible_fraction(
        gun.centre, target, [o.outline for o in among], settings.visible_by, gun.sigma_cm,
        obstacle_sigmas_cm=[o.sigma_cm for o in among],
    )  # fmt: skip
    return share, among


def _looked_over(gun: Stand, target: Stand, obstacle: Obstacle, settings: AmbushSettings) -> bool:
    """Whether one of the two hulls is within ``cover_cm`` of a wall, hedge or bush, or has its middle in a wood."""
    how = obstacle.row.blocks
    if how == "near":
        return any(obstacle.outline.distance(footprint(stand)) <= settings.cover_cm for stand in (gun, target))
    if how == "inside":
        return any(obstacle.outline.intersects(Point(stand.centre)) for stand in (gun, target))
    return False
