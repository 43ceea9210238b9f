"""Y9.5: straight back by the base's own depth, pushing friends, destroyed where that cannot be."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import shapely
from shapely import LineString, box
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from rules.yankee.settings import YankeeSettings
from rules.yankee.terrain import terrain_table
from table.contact import touches_edge
from table.footprint import footprint, piece_polygon
from table.paths import straight_back, swept
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg
from table.verdict import Verdict

AREA_CM2 = 1e-6  # overlaps smaller than this are mere touching


@dataclass(frozen=True, slots=True)
class Recoil:
    """Where a recoiling base ends, the friends it pushed (where they end), and what stopped it: (reason, name)."""

    end: Stand
    pushed: tuple[Stand, ...] = ()
    stopped_by: tuple[str, str] | None = None
    off_table: bool = False


def recoil(
    stand: Stand, snapshot: Snapshot, settings: YankeeSettings, contact_cm: float, same_facing_deg: float
) -> Recoil:
    """Return what becomes of a base that must recoil, on the table as measured (no limit here is judged three-way)."""
    end = straight_back(stand, stand.depth_cm)
    surrounded = _surrounded(stand, snapshot, contact_cm)
    if surrounded is not None:
        return Recoil(end, (), ("surrounded", surrounded))
    moved: dict[str, Stand] = {}
    stopped = _push_back(stand, end, stand, snapshot, settings, same_facing_deg, moved)
    pushed = tuple(moved[name] for name in sorted(moved) if name != stand.name)
    off_table = stopped is not None and stopped[0] == "table_edge"
    return Recoil(end, () if stopped else pushed, stopped, off_table)


def _surrounded(stand: Stand, snapshot: Snapshot, contact_cm: float) -> str | None:
    """Return an enemy in contact with the rear if another (or the same) is in contact with a flank."""
    enemies = [s for s in snapshot.stands if s.side != stand.side]
    touch = {
        edge: [e.name for e in enemies if touches_edge(stand, e, edge, contact_cm).verdict == Verdict.IN]
        for edge in ("rear", "left", "right")
    }
    return touch["rear"][0] if touch["rear"] and (touch["left"] or touch["right"]) else None


def _push_back(
    stand: Stand, end: Stand, first: Stand, snapshot: Snapshot, settings: YankeeSettings,
    same_facing_deg: float, moved: dict[str, Stand],
) -> tuple[str, str] | None:  # fmt: skip
    """Move one base and whatever it must push, into ``moved``; return what stops it, or None."""
    moved[stand.name] = end
    base, way = footprint(stand), swept(stand, end)
    barrier = _barrier(stand, end, snapshot, settings)
    if barrier is not None:
        return barrier
    back = (end.x - stand.x, end.y - stand.y)
    length = math.hypot(*back)
    for other in sorted(snapshot.others(*moved), key=lambda s: s.name):
        if other.name in moved or not _overlap(way, footprint(other)):
            continue
        if other.side != stand.side:
            return ("enemy", other.name)
        if abs(wrap_deg(other.heading_deg - first.heading_deg)) >= same_facing_deg:
            return ("friend", other.name)
        share = 1 - _gap_along(base, footprint(other), first.heading_deg + 180.0) / length
        other_end = other.moved_to(other.x + back[0] * share, other.y + back[1] * share)
        stopped = _push_back(other, other_end, first, snapshot, settings, same_facing_deg, moved)
        if stopped is not None:
            return stopped
    return None


def _barrier(stand: Stand, end: Stand, snapshot: Snapshot, settings: YankeeSettings) -> tuple[str, str] | None:
    """Return the table's edge or the impassable piece that a base would have to cross, or None."""
    on_table = box(0, 0, snapshot.width_cm, snapshot.depth_cm).buffer(1e-6).covers(footprint(end))
    if settings.off_table == "removed" and not on_table:
        return ("table_edge", stand.name)
    rows = terrain_table(settings)
    base, way = footprint(stand), swept(stand, end)
    for piece in snapshot.pieces:
        outline = piece_polygon(piece)
        if rows[piece.kind].impassable and _overlap(way, outline) and not _overlap(base, outline):
            return ("impassable", piece.name)
    return None


def _overlap(a: BaseGeometry, b: BaseGeometry) -> bool:
    return bool(a.intersection(b).area > AREA_CM2)


def _gap_along(a: BaseGeometry, b: BaseGeometry, direction_deg: float) -> float:
    """Return how far ``a`` can slide in a direction before it touches ``b`` (0 when they touch or overlap already)."""
    turned_a, turned_b = (rotate(g, -direction_deg, origin=(0, 0)) for g in (a, b))
    low = max(turned_a.bounds[1], turned_b.bounds[1])
    high = min(turned_a.bounds[3], turned_b.bounds[3])
    heights = {low, high, *(y for g in (turned_a, turned_b) for _, y in shapely.get_coordinates(g) if low < y < high)}
    gaps = [near - far for y in heights for far, near in [_facing(turned_a, turned_b, y)]]
    return max(0.0, min(gaps))


def _facing(a: BaseGeometry, b: BaseGeometry, y: float) -> tuple[float, float]:
    """Return how far ``a`` reaches to the right at height ``y``, and where ``b`` begins."""
    left = min(a.bounds[0], b.bounds[0]) - 1
    right = max(a.bounds[2], b.bounds[2]) + 1
    ray = LineString([(left, y), (right, y)])
    return _span(a, ray)[1], _span(b, ray)[0]


def _span(shape: BaseGeometry, ray: LineString) -> Sequence[float]:
    bounds = shape.buffer(1e-9).intersection(ray).bounds
    return bounds[0], bounds[2]
