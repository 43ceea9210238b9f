"""A3: who sees whom, what blocks the line, and what covers the target."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import dist

import shapely
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.ops import nearest_points

from rules.ambush.obstacles import Obstacle
from rules.ambush.settings import AmbushSettings
from rules.ambush.troops import is_vehicle
from table.clearance import clearance
from table.distance import depth_in_polygon
from table.footprint import footprint, united
from table.measurement import Measurement
from table.once import computed_once
from table.stand import Stand
from table.uncertainty import FAR, sigma_between, within
from table.verdict import SLACK, judge

ENDS = 3.0  # sigmas
TOUCH_CM = 1e-3  # so much of an edge two pieces share, or they only meet at a corner


@dataclass(frozen=True, slots=True)
class Finding:
    """What one obstacle does to one line: how probably, and the measurement that decides it.

    ``crossed`` is the probability that the line crosses it at all, whether that matters or not.
    """

    obstacle: Obstacle
    probability: float
    measured: Measurement
    limit_cm: float
    crossed: float = 0.0


def _crosses(shooter: Stand, target: Stand, obstacle: Obstacle, inner: bool = False) -> tuple[float, Measurement]:
    """Return the probability that the line of sight cuts the obstacle, and by how much it clears it (signed cm).

    ``inner`` leaves out the ends where the stands themselves may be: who stands at a wood's very edge is either in it
    or has it beside him, and neither blocks his sight.
    """
    sigmas = sigma_between(shooter, obstacle), sigma_between(target, obstacle)
    start, end = shooter.centre, target.centre
    length = dist(start, end)
    if inner and length > ENDS * (sigmas[0] + sigmas[1]) > 0:
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        start = (start[0] + along[0] * ENDS * sigmas[0], start[1] + along[1] * ENDS * sigmas[0])
        end = (end[0] - along[0] * ENDS * sigmas[1], end[1] - along[1] * ENDS * sigmas[1])
    clear = clearance(start, end, obstacle.outline, shooter, target, obstacle)
    return 1 - judge(clear, 0.0, at_most=False).probability_in, clear


def _near_line(shooter: Stand, target: Stand, among: Sequence[Obstacle]) -> list[Obstacle]:
    """Return the obstacles so near the line that it may cross them: the others neither block nor cover."""
    line = LineString([shooter.centre, target.centre])
    ways_cm = shapely.distance([o.outline for o in among], line).tolist()
    most_cm = max(shooter.sigma_cm, target.sigma_cm)

    def near(o: Obstacle, cm: float) -> bool:
        if cm > FAR * (most_cm + o.sigma_cm) + SLACK:  # what is shared makes no more of two errors than their sum
            return False
        sigma_cm = max(sigma_between(shooter, o), sigma_between(target, o))
        return within(Measurement(cm, sigma_cm), 0.0, FAR)

    return [o for o, cm in zip(among, ways_cm, strict=True) if near(o, cm)]


def _reach(stand: Stand, obstacle: Obstacle) -> Measurement:
    """Return how far a soldier's centre, or a vehicle's hull, is from the obstacle (0 inside)."""
    place = footprint(stand) if is_vehicle(stand) else Point(stand.centre)
    return Measurement(obstacle.outline.distance(place), sigma_between(stand, obstacle))


def _inside(stand: Stand, obstacle: Obstacle) -> Measurement:
    """Return how deep a stand's centre is inside the obstacle (negative: outside)."""
    return depth_in_polygon(stand.centre, obstacle.outline, sigma_between(stand, obstacle))


@computed_once
def blocking(shooter: Stand, target: Stand, among: Sequence[Obstacle], settings: AmbushSettings) -> list[Finding]:
    """Return what blocks, or may block, the line from centre to centre, the likeliest first (A3.1, A3.3, A3.5)."""
    near = [obstacle for obstacle in _near_line(shooter, target, among) if obstacle.row.blocks != "no"]
    findings = _without_seams(near, lambda obstacle: _blocks(shooter, target, obstacle, settings))
    return sorted(findings, key=lambda f: (-f.probability, -f.crossed, f.measured.value, f.obstacle.name))


def _blocks(shooter: Stand, target: Stand, obstacle: Obstacle, settings: AmbushSettings) -> Finding:
    how = obstacle.row.blocks
    cut, clear = _crosses(shooter, target, obstacle, inner=how == "inside")
    if cut > 0 and how != "always":
        excused, excuse = _excuse(shooter, target, obstacle, settings)
        if excused > 0:
            return Finding(obstacle, cut * (1 - excused), excuse.measured, excuse.limit_cm, cut)
    return Finding(obstacle, cut, clear, 0.0, cut)


def _without_seams(among: Sequence[Obstacle], find: Callable[[Obstacle], Finding]) -> list[Finding]:
    """Return what each obstacle does, where those of a kind that share an edge do no less than if they were one.

    A line along that edge would run between them, through a seam that is none.
    """
    among = sorted(among, key=lambda obstacle: obstacle.name)
    findings = [find(obstacle) for obstacle in among]
    for one, other in itertools.combinations(among, 2):
        if one.row != other.row or not _share_an_edge(one, other):
            continue
        mine = [f for f in findings if f.obstacle.name in (one.name, other.name)]
        whole = united([one.outline, other.outline])
        assert isinstance(whole, Polygon | MultiPolygon)
        both = find(replace(one, outline=whole))
        if both.probability > any_of(mine) + SLACK:
            likelier = max(mine, key=lambda f: f.probability)
            findings[findings.index(likelier)] = replace(both, obstacle=likelier.obstacle)
    return findings


def _share_an_edge(one: Obstacle, other: Obstacle) -> bool:
    touching = one.outline.buffer(SLACK).intersection(other.outline.boundary)
    return bool(touching.length > TOUCH_CM)  # more than at a corner


def _excuse(shooter: Stand, target: Stand, obstacle: Obstacle, settings: AmbushSettings) -> tuple[float, Finding]:
    """Return the probability that one of the two is near enough to look over the piece, or stands in it (A3.5)."""
    found = []
    for stand in (shooter, target):
        if obstacle.row.blocks == "near":
            reach = _reach(stand, obstacle)
            limit, probability = settings.cover_cm, judge(reach, settings.cover_cm).probability_in
            found.append(Finding(obstacle, probability, reach, limit))
        else:
            depth = _inside(stand, obstacle)
            found.append(Finding(obstacle, judge(depth, 0.0, at_most=False).probability_in, depth, 0.0))
    either = 1 - (1 - found[0].probability) * (1 - found[1].probability)
    return either, max(found, key=lambda f: f.probability)


@computed_once
def covering(shooter: Stand, target: Stand, among: Sequence[Obstacle], settings: AmbushSettings) -> list[Finding]:
    """Return what covers, or may cover, the target against this shooter, the likeliest first (A3.4, A3.5)."""
    near = [obstacle for obstacle in _near_line(shooter, target, among) if obstacle.row.cover != "nobody"]
    findings = _without_seams(near, lambda obstacle: _covers(shooter, target, obstacle, settings))
    return sorted((f for f in findings if f.probability > 0), key=lambda f: (-f.probability, f.obstacle.name))


def _covers(shooter: Stand, target: Stand, obstacle: Obstacle, settings: AmbushSettings) -> Finding:
    depth = _inside(target, obstacle)
    within = judge(depth, 0.0, at_most=False).probability_in
    if obstacle.row.cover == "near" and within < 1:
        cut, _ = _crosses(shooter, target, obstacle)
        reach = reach_along(shooter, target, obstacle)
        behind = cut * judge(reach, settings.cover_cm).probability_in
        return Finding(obstacle, 1 - (1 - within) * (1 - behind), reach, settings.cover_cm)
    return Finding(obstacle, within, depth, 0.0)


def reach_along(shooter: Stand, target: Stand, obstacle: Obstacle) -> Measurement:
    """Return how far before the target's centre the line of sight leaves the obstacle (A3.4)."""
    line = LineString([shooter.centre, target.centre])
    crossing = line.intersection(obstacle.outline)
    if crossing.is_empty:
        crossing = nearest_points(line, obstacle.outline)[0]
    return Measurement(crossing.distance(Point(target.centre)), sigma_between(target, obstacle))


def any_of(findings: Sequence[Finding]) -> float:
    """Return the probability that at least one of the findings holds, taken as independent."""
    none = 1.0
    for finding in findings:
        none *= 1 - finding.probability
    return 1 - none
