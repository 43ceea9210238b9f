"""Y9.5: straight back by the base's own depth, pushing friends; destroyed where that cannot be."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from shapely import Point as ShapelyPoint

from rules.ruling_builder import judge_probability
from rules.yankee.settings import YankeeSettings
from rules.yankee.slide import gap_along
from rules.yankee.terrain import terrain_table
from rules.yankee.troops import arm_of
from table.contact import touches_edge
from table.footprint import Side, footprint, piece_polygon
from table.measurement import Measurement
from table.once import computed_once
from table.paths import straight_back
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg
from table.uncertainty import sigma_between
from table.verdict import Judgement, judge


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that may bar the way: the reason, whose name, and the judgement of its *not* doing so."""

    reason: str
    name: str
    free: Judgement

    @property
    def unit(self) -> str | None:
        """What its judgement is measured in: cm, but a share for being surrounded."""
        return None if self.reason == "surrounded" else "cm"


@dataclass(frozen=True, slots=True)
class Recoil:
    """Where a recoiling base ends, the friends it pushed (where they end), and what may bar its way."""

    end: Stand
    pushed: tuple[Stand, ...]
    bars: tuple[Bar, ...]


@computed_once
def recoil(stand: Stand, snapshot: Snapshot, settings: YankeeSettings) -> Recoil:
    """Return the way of a base that must recoil: all of it along one line, straight back from its heading.

    A friend is pushed as far as whoever pushes it farthest needs, and pushes others in its turn. Bases shoulder to
    shoulder within ``contact_cm`` are beside the way, not on it. A general goes back too, but never bars the way.
    """
    direction_deg = stand.heading_deg + 180.0
    travel = _pushes(stand, snapshot, settings, direction_deg)
    bars = list(_surrounding(stand, snapshot, settings))
    for name, cm in travel.items():
        mover = snapshot.stand(name)
        if name != stand.name and arm_of(mover) == "general":
            continue  # where he cannot go back, he is passed through (Y7.4)
        bars += _met(mover, cm, stand, snapshot, settings, direction_deg)
        bars += _barriers(mover, cm, snapshot, settings, direction_deg)
    pushed = tuple(
        _moved(snapshot.stand(name), cm, direction_deg) for name, cm in sorted(travel.items()) if name != stand.name
    )
    return Recoil(straight_back(stand, stand.depth_cm), pushed, tuple(bars))


def _pushes(stand: Stand, snapshot: Snapshot, settings: YankeeSettings, direction_deg: float) -> dict[str, float]:
    """Return how far each base goes: the recoiling one its depth, friends what the farthest push on them needs."""
    friends = sorted((s for s in snapshot.others(stand.name) if s.side == stand.side), key=lambda s: s.name)
    travel = {stand.name: stand.depth_cm}
    for _ in range(len(friends) + 1):
        before = dict(travel)
        for pusher_name in sorted(before):
            pusher = snapshot.stand(pusher_name)
            if pusher_name != stand.name and arm_of(pusher) == "general":
                continue  # he goes through friends (Y7.4)
            for friend in friends:
                gap = None if friend.name == pusher_name else _gap(pusher, friend, settings, direction_deg)
                needed = -1.0 if gap is None else before[pusher_name] - max(gap, 0.0)
                if needed > 1e-6:
                    travel[friend.name] = max(travel.get(friend.name, 0.0), needed)
        if travel == before:
            break
    return travel


def _gap(mover: Stand, other: Stand, settings: YankeeSettings, direction_deg: float) -> float | None:
    return gap_along(footprint(mover), footprint(other), direction_deg, settings.contact_cm)


def _moved(stand: Stand, cm: float, direction_deg: float) -> Stand:
    angle = math.radians(direction_deg)
    return stand.moved_to(stand.x + cm * math.cos(angle), stand.y + cm * math.sin(angle))


def _surrounding(stand: Stand, snapshot: Snapshot, settings: YankeeSettings) -> Iterator[Bar]:
    """Yield an enemy in contact with the rear if another, or the same, is in contact with a flank."""
    enemies = [s for s in snapshot.stands if s.side != stand.side]

    def touching(*edges: Side) -> tuple[float, str]:
        found = [(touches_edge(stand, e, edge, settings.contact_cm), e.name) for e in enemies for edge in edges]
        return max(((judgement.probability_in, name) for judgement, name in found), default=(0.0, ""))

    (rear, name), (flank, _) = touching("rear"), touching("left", "right")
    if rear * flank > 0:
        free = 1 - rear * flank
        yield Bar("surrounded", name, Judgement(judge_probability(free, settings.doubt), free, free, 0.5, 0.0))


def _met(
    mover: Stand, cm: float, first: Stand, snapshot: Snapshot, settings: YankeeSettings, direction_deg: float
) -> Iterator[Bar]:
    """Yield the enemies a moving base meets, and the friends it meets that face another way."""
    for other in snapshot.others(mover.name):
        gap = _gap(mover, other, settings, direction_deg)
        if gap is None:
            continue
        spare = Measurement(gap - cm, sigma_between(mover, other))
        if other.side != mover.side:
            yield Bar("enemy", other.name, judge(spare, 0.0, at_most=False, doubt=settings.doubt))
        elif spare.value < -1e-6 and arm_of(other) != "general" and _faces_otherwise(other, first, settings):
            yield Bar("friend", other.name, judge(spare, 0.0, at_most=False, doubt=settings.doubt))


def _faces_otherwise(friend: Stand, first: Stand, settings: YankeeSettings) -> bool:
    return abs(wrap_deg(friend.heading_deg - first.heading_deg)) >= settings.same_facing_deg


def _barriers(
    mover: Stand, cm: float, snapshot: Snapshot, settings: YankeeSettings, direction_deg: float
) -> Iterator[Bar]:
    """Yield the table's edge and impassable pieces; a base that stands in such a piece already is not barred by it."""
    end = _moved(mover, cm, direction_deg)
    over = _overhang(end, snapshot)
    if settings.off_table == "removed" and over > _overhang(mover, snapshot) + 1e-6:
        yield Bar(
            "table_edge",
            mover.name,
            judge(Measurement(-over, mover.sigma_cm), 0.0, at_most=False, doubt=settings.doubt),
        )
    rows = terrain_table(settings)
    for piece in snapshot.pieces:
        outline = piece_polygon(piece)
        if not rows[piece.kind].impassable or outline.covers(ShapelyPoint(mover.centre)):
            continue
        gap = gap_along(footprint(mover), outline, direction_deg)
        if gap is not None:
            spare = Measurement(max(gap, 0.0) - cm, mover.sigma_cm)
            yield Bar("impassable", piece.name, judge(spare, 0.0, at_most=False, doubt=settings.doubt))


def _overhang(stand: Stand, snapshot: Snapshot) -> float:
    """Return by how many cm a base reaches over the table's edge."""
    left, near, right, far = footprint(stand).bounds
    return max(0.0, -left, -near, right - snapshot.width_cm, far - snapshot.depth_cm)
