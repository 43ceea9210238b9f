"""Where a grenade or shell lands, and whom its burst reaches (A4.2-A4.4, A8.1, A8.4)."""

import math
from dataclasses import dataclass

from shapely import Point as ShapelyPoint

from rules.ambush.damage import damage_test, riding
from rules.ambush.obstacles import obstacles
from rules.ambush.platoon import is_plate, lose_soldiers, soldiers_on
from rules.ambush.settings import AmbushSettings, Builder
from rules.ambush.sight import any_of, blocking, covering
from rules.ambush.troops import is_vehicle, is_wreck
from rules.ruling import Shape
from table.distance import centre_to_centre, depth_in_polygon, edge_to_edge
from table.footprint import footprint
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.uncertainty import sigma_between
from table.vectors import minus
from table.verdict import judge

ON_THE_POINT = 5  # the least face of the aim die that does not scatter
_AIM = {1: ("short", -1.0, 0.0), 2: ("left", 0.0, 1.0), 3: ("long", 1.0, 0.0), 4: ("right", 0.0, -1.0)}


@dataclass(frozen=True, slots=True)
class Charge:
    """What bursts: how far it scatters and reaches (cm), and the clauses of its aim, its burst and a vehicle hit."""

    scatter_cm: float
    radius_cm: float
    aim: str
    burst: str
    vehicle: str


@dataclass(frozen=True, slots=True)
class Landing:
    """Where it lands, one sigma per axis, and whether that is the announced point."""

    point: Point
    sigma_cm: float
    on_the_point: bool
    where: str


def lands(
    snapshot: Snapshot, thrower: Stand, announced: Point, charge: Charge, builder: Builder
) -> tuple[Landing, Stand | None]:
    """Throw the aim die and rule on the burst among soldiers; return where it landed, and the vehicle under it."""
    at = landing(thrower, announced, builder.throw(charge.aim, "aim", thrower.name), charge.scatter_cm)
    x, y = at.point
    builder.modifying(charge.aim, "lands", where=at.where, x=x, y=y, scatter_cm=charge.scatter_cm)
    builder.outcome = "burst"
    under = vehicle_under(snapshot, at, charge, builder)
    burst(snapshot, at, charge.radius_cm, charge.burst, builder)
    return at, under


def landing(thrower: Stand, announced: Point, aim: int, scatter_cm: float) -> Landing:
    """Return where something lands: 1 short, 2 left, 3 long, 4 right as the thrower sees it, 5-6 on the point (A4.2).

    A thrower at the very point sees along his heading.
    """
    if aim >= ON_THE_POINT:
        return Landing(announced, 0.0, True, "on_the_point")
    where, ahead, left = _AIM[aim]
    far_cm = math.dist(thrower.centre, announced)
    if far_cm > 0:
        x, y = minus(announced, thrower.centre)
        along = (x / far_cm, y / far_cm)
        sigma = scatter_cm * min(thrower.sigma_cm / far_cm, 1.0)  # the direction is as sure as where he stands
    else:
        turn = math.radians(thrower.heading_deg)
        along, sigma = (math.cos(turn), math.sin(turn)), 0.0
    x = announced[0] + scatter_cm * (ahead * along[0] - left * along[1])
    y = announced[1] + scatter_cm * (ahead * along[1] + left * along[0])
    return Landing((x, y), sigma, False, where)


def burst(snapshot: Snapshot, at: Landing, radius_cm: float, clause: str, builder: Builder) -> None:
    """Judge what a burst does to every soldier (A4.3): removed within the radius, in cover a damage test."""
    settings = builder.settings
    builder.draw(Shape("burst", "disc", (at.point,), radius_cm=radius_cm))
    from_burst = Stand("burst", "", "soldier", *at.point, sigma_cm=at.sigma_cm)
    aboard, reached = riding(snapshot), []
    for stand in sorted(snapshot.stands, key=lambda stand: stand.name):
        if is_vehicle(stand) or stand.name in aboard:
            continue
        within = within_burst(from_burst, stand, radius_cm, clause, builder)
        if within is None or within:
            reached.append((stand, within))
    for stand, within in reached:
        covered = covered_from_burst(snapshot, from_burst, stand, clause, builder, settings)
        if within is None or builder.verdict != "allowed":
            continue
        if not covered:
            builder.effect("remove", stand.name)
        elif is_plate(stand):
            _tests_of_a_plate(stand, builder)
        else:
            damage_test(stand, builder)


def _tests_of_a_plate(plate: Stand, builder: Builder) -> None:
    """Throw a damage test for every soldier on a plate in cover (A1.3, A4.3)."""
    there = soldiers_on(plate)
    lost = sum(damage_test(plate, builder, remove=False) for _ in range(there))
    lose_soldiers(plate, lost, builder)


def within_burst(
    burst_at: Stand, stand: Stand, radius_cm: float, clause: str, builder: Builder, *, list_failed: bool = False
) -> bool | None:
    """Judge whether a burst reaches a stand: the centre of its base, or its base (A4.3)."""
    if builder.uses("burst_reaches") == "centre":
        measured = centre_to_centre(burst_at, stand)
    else:
        measured = edge_to_edge(burst_at, stand)
    return builder.limit(
        clause, "within_burst", measured, radius_cm, modifies=True, list_failed=list_failed, stand=stand.name
    )


def covered_from_burst(
    snapshot: Snapshot, burst_at: Stand, stand: Stand, clause: str, builder: Builder, settings: AmbushSettings
) -> bool | None:
    """Judge whether cover lies between burst and soldier: behind it, or he in it and the burst not (A4.3).

    Whether a house covers who stands behind it is for the players to say.
    """
    among = [
        o
        for o in obstacles(snapshot, settings, stand.name)
        if not all(o.outline.covers(ShapelyPoint(it.centre)) for it in (burst_at, stand))
    ]
    findings = covering(burst_at, stand, among, settings)
    houses = [o for o in among if o.row.crossing == "vehicles"]
    behind = [f for f in blocking(burst_at, stand, houses, settings) if f.probability > 0]
    if behind and builder.uses("house_covers_behind"):
        findings = sorted([*findings, *behind], key=lambda f: -f.probability)
    if not findings:
        return False
    first, probability = findings[0], any_of(findings)
    if first.obstacle.row.cover == "near":
        builder.uses("cover_cm")
    return builder.likely(
        clause, "cover_from_burst", probability, first.measured, first.limit_cm, modifies=True, list_failed=False,
        stand=stand.name, piece=first.obstacle.name, kind=first.obstacle.kind,
    )  # fmt: skip


def vehicle_under(snapshot: Snapshot, at: Landing, charge: Charge, builder: Builder) -> Stand | None:
    """Return the vehicle on whose footprint it lands, if any (A4.4, A8.4).

    A close one is recorded as such, and so is one that only the burst reaches: it is unhurt.
    """
    hit = None
    for stand in sorted(snapshot.stands, key=lambda stand: stand.name):
        if not is_vehicle(stand) or is_wreck(stand):
            continue
        depth = depth_in_polygon(at.point, footprint(stand), sigma_between(at.sigma_cm, stand))  # type: ignore[arg-type]
        judgement = judge(depth, 0.0, at_most=False, doubt=builder.settings.doubt)
        on_it = builder.judged(
            charge.vehicle, "lands_on_vehicle", judgement, modifies=True, list_failed=False, stand=stand.name
        )
        if on_it:
            hit = stand
        elif on_it is False and depth.value >= -charge.radius_cm:
            builder.modifying(charge.vehicle, "near_vehicle_unhurt", stand=stand.name)
    return hit
