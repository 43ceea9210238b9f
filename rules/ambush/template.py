"""A burst's template laid on the table: whom a grenade or a shell would reach there (A4.3, A4.4, A8.1)."""

from collections.abc import Mapping
from functools import partial

from rules.ambush.burst import Charge, Landing, covered_from_burst, landing, vehicle_under, within_burst
from rules.ambush.damage import riding
from rules.ambush.grenade import GRENADE
from rules.ambush.gun import SHELL
from rules.ambush.settings import Builder
from rules.ambush.troops import is_vehicle
from rules.ruling import Shape
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point

BESIDE_CM = 4.0
"""Who stands so near beside a burst is told too, as out of it."""
SCATTERS = (1, 2, 3, 4)


def template(charge: Charge, snapshot: Snapshot, point: Point, thrower: Stand | None, builder: Builder) -> None:
    """Record who a charge reaches that bursts at a point, who is in cover from it, and the vehicle it lands on.

    With a ``thrower`` the places that it may scatter to are drawn too.
    """
    settings = builder.settings
    builder.draw(Shape("burst", "disc", (point,), radius_cm=charge.radius_cm))
    for aim in SCATTERS if thrower is not None else ():
        assert thrower is not None
        scattered = landing(thrower, point, aim, charge.scatter_cm)
        builder.draw(Shape("scatter", "disc", (scattered.point,), radius_cm=charge.radius_cm, label=scattered.where))
    vehicle_under(snapshot, Landing(point, 0.0, True, "on_the_point"), charge, builder)
    burst_at, aboard = Stand("burst", "", "soldier", *point), riding(snapshot)
    for stand in sorted(snapshot.stands, key=lambda stand: stand.name):
        if is_vehicle(stand) or stand.name in aboard:
            continue
        quiet = Builder(builder.game, builder.action, settings, builder.dice, {})
        within = within_burst(burst_at, stand, charge.radius_cm, charge.burst, quiet, list_failed=True)
        told = quiet.checks[-1]
        if within is False and (told.measured or 0.0) > charge.radius_cm + BESIDE_CM:
            continue
        builder.checks.append(told)
        builder.house |= quiet.house
        if within is not False:
            covered_from_burst(snapshot, burst_at, stand, charge.burst, builder, settings)


BURSTS: Mapping[str, partial[None]] = {"grenade": partial(template, GRENADE), "gun": partial(template, SHELL)}
"""By the verb that throws or fires it."""
