"""How high a stand may really lie: on the map as its roster says, or on other things, seen or hidden below it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from table.footprint import footprint
from table.frame import HexBoard
from table.mount import Pose, marker_from_stand
from table.roster import LAYERS, Entry, Roster, layer_of
from table.stand import Stand
from vision.markers import MarkerSeen
from vision.sizes import on_planes
from vision.table_view import TableView

ON, BESIDE = 0.25, 0.08
"""Of the smaller footprint: one that covers so much of another lies on it; one that covers less than this does not."""
_SCALE_SIGMA, _PRINT_SIGMA, _ENOUGH = 0.003, 0.0015, 6
_ALIKE_CM = 0.04
_RARER = 0.5  # that something unseen lies below is held for so much less likely than that nothing does
_NOT_THERE = 0.1  # that something known to be in the hex does not lie below, but is hidden otherwise
AIR = len(LAYERS) - 1


@dataclass(frozen=True, slots=True)
class Lift:
    """One way a stand may lie: so much higher than on the map, on these stands as far as they are known; its share."""

    height_cm: float
    share: float = 1.0
    on: tuple[str, ...] = ()


def rank_of(entry: Entry) -> int:
    """Return 0 for what lies lowest, 1 for what stands, 2 for what flies over it."""
    return LAYERS.index(entry.layer or layer_of(entry.kind))


def may_lie_on(upper: Entry, lower: Entry) -> bool:
    """Say whether one thing is laid on another: on what is of a lower layer; aircraft on aircraft, too (R4.3)."""
    return rank_of(upper) > rank_of(lower) or rank_of(upper) == rank_of(lower) == AIR


def with_stack_height(stand: Stand, entry: Entry, height_cm: float, view: TableView) -> Stand:
    """Return the stand as it is measured when it lies so much higher than its roster says."""
    if height_cm == 0.0:
        return stand
    eye = view.camera.position_cm
    marker = marker_from_stand(Pose(stand.x, stand.y, stand.heading_deg), entry.mount)
    share = height_cm / (float(eye[2]) - entry.mount.height_cm)
    return replace(
        stand, x=stand.x + (float(eye[0]) - marker.x) * share, y=stand.y + (float(eye[1]) - marker.y) * share
    )


def looks_lifted(
    markers: Iterable[MarkerSeen], roster: Roster, view: TableView
) -> Mapping[str, tuple[float, float]]:  # fmt: skip
    """Return by name how much higher than its roster says each stand's marker looks by its size, and one sigma, cm.

    A sheet of markers is printed a little too large or small as a whole: the middle of all ratios is taken for that.
    """
    seen = [(roster.by_marker[m.id], m) for m in markers if m.id in roster.by_marker]
    if not seen:
        return {}
    heights = np.array([entry.mount.height_cm for entry, _ in seen])
    sizes = np.array([entry.mount.size_cm for entry, _ in seen])
    corners = np.array([marker.corners_px for _, marker in seen])
    sides, _ = on_planes(view.camera, corners, heights)
    ratios = sides / sizes
    known = len(seen) >= _ENOUGH
    scale, off = (float(np.median(ratios)), _PRINT_SIGMA) if known else (1.0, _SCALE_SIGMA)
    found = {}
    for (entry, marker), ratio in zip(seen, ratios.tolist(), strict=True):
        away = float(view.camera.position_cm[2]) - entry.mount.height_cm
        sigma = math.hypot(_side_sigma(marker), off)
        found[entry.name] = ((ratio / scale - 1) * away, sigma * away)
    return found


def _side_sigma(marker: MarkerSeen) -> float:
    """Return one sigma of the mean side of a marker in the picture, as a share of it."""
    ways = np.roll(marker.corners_px, -1, axis=0) - marker.corners_px
    sides = np.hypot(*ways.T)
    units = ways / sides[:, None]
    slope = ((np.roll(units, 1, axis=0) - units) / 4).ravel()
    return float(np.sqrt(slope @ marker.covariance_px @ slope) / sides.mean())


def lifts_of(
    stands: Sequence[Stand],
    roster: Roster,
    looks: Mapping[str, tuple[float, float]],
    below: Mapping[str, Sequence[str]],
) -> Mapping[str, tuple[Lift, ...]]:
    """Return by name the ways each stand may lie, their shares together 1.

    It lies on what is seen below it; ``below`` are unseen ones known to be there. Any other unseen one of a lower
    layer may be hidden under it, which its marker's size (``looks``) makes more or less likely.
    """
    entries = {entry.name: entry for entry in roster.entries}
    accounted = {stand.name for stand in stands} | {name for names in below.values() for name in names}
    unseen = [entry for entry in roster.entries if entry.name not in accounted]
    under, maybe = _overlaps(stands, entries)
    found: dict[str, tuple[Lift, ...]] = {}
    for stand in sorted(stands, key=lambda stand: rank_of(entries[stand.name])):
        name, rank = stand.name, rank_of(entries[stand.name])
        ways, on = _on_top(under.get(name, ()), found, entries)
        for lower in below.get(name, ()):
            high = entries[lower].mount.height_cm
            ways = _merged([(height + high, share) for height, share in ways.items()], ways, _NOT_THERE)
            on = (*on, lower)
        for lower in maybe.get(name, ()):
            ways = _with(ways, [entries[lower].mount.height_cm])
        taken = {rank_of(entries[lower]) for lower in on}
        for lower_rank in range(rank):
            if lower_rank not in taken:
                ways = _with(ways, _heights(e for e in unseen if rank_of(e) == lower_rank))
        if rank == AIR:
            for _ in range(2):  # up to three aircraft, R4.3
                ways = _with(ways, _heights(e for e in unseen if rank_of(e) == AIR))
        found[name] = _weighed(ways, on, looks.get(name))
    return {stand.name: found[stand.name] for stand in stands}


def covering(stands: Sequence[Stand], hidden: Sequence[Stand], entries: Mapping[str, Entry]) -> dict[str, list[str]]:
    """Return by the name of each stand the hidden ones (where they were) of lower layers that it covers."""
    away = {stand.name for stand in hidden}
    on, _ = _overlaps([*stands, *hidden], entries)
    found = {stand.name: [name for name in on.get(stand.name, ()) if name in away] for stand in stands}
    return {name: names for name, names in found.items() if names}


def _on_top(
    lower: Sequence[str], found: Mapping[str, tuple[Lift, ...]], entries: Mapping[str, Entry]
) -> tuple[dict[float, float], tuple[str, ...]]:  # fmt: skip
    """Return the heights, with shares, of what lies on the highest of these, and on what then, from the lowest."""
    tops = [
        (
            {lift.height_cm + entries[name].mount.height_cm: lift.share for lift in found[name]},
            (*found[name][0].on, name),
        )
        for name in lower
    ]
    if not tops:
        return {0.0: 1.0}, ()
    return max(tops, key=lambda top: sum(height * share for height, share in top[0].items()))


def _merged(one: Sequence[tuple[float, float]], other: Mapping[float, float], share: float) -> dict[float, float]:
    found = dict(one)
    for height, chance in other.items():
        found[height] = found.get(height, 0.0) + share * chance
    return found


def _heights(entries: Iterable[Entry]) -> list[float]:
    """Return the heights there are among some, those that hardly differ once."""
    found: list[float] = []
    for height in sorted(entry.mount.height_cm for entry in entries):
        if not found or height > found[-1] + _ALIKE_CM:
            found.append(height)
    return found


def _with(more: Mapping[float, float], heights: Iterable[float]) -> dict[float, float]:
    """Return the heights that may come with one thing more below, or none."""
    found = dict(more)
    for height in heights:
        for before, share in more.items():
            total = round(before + height, 2)
            found[total] = max(found.get(total, 0.0), _RARER * share)
    return found


def _weighed(
    heights: Mapping[float, float], on: tuple[str, ...], look: tuple[float, float] | None
) -> tuple[Lift, ...]:  # fmt: skip
    shares = {
        height: share * (1.0 if look is None else math.exp(-0.5 * min(((height - look[0]) / look[1]) ** 2, 200.0)))
        for height, share in heights.items()
    }
    total = sum(shares.values())
    if total <= 0.0:
        return tuple(Lift(height, 1 / len(heights), on) for height in heights)
    return tuple(Lift(height, share / total, on) for height, share in shares.items() if share > 1e-4 * total)


def _overlaps(
    stands: Sequence[Stand], entries: Mapping[str, Entry]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:  # fmt: skip
    """Return what each stand lies on, of all that is seen, and what of its own layer it may lie on or under."""
    shapes = [footprint(stand) for stand in stands]
    on: dict[str, list[str]] = {}
    maybe: dict[str, list[str]] = {}
    if not shapes:
        return on, maybe
    one, other = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    for i, k in zip(one.tolist(), other.tolist(), strict=True):
        ours, theirs = entries[stands[i].name], entries[stands[k].name]
        if i == k or rank_of(theirs) > rank_of(ours):
            continue
        share = shapes[i].intersection(shapes[k]).area / max(min(shapes[i].area, shapes[k].area), 1e-9)
        if share > ON and rank_of(theirs) < rank_of(ours):
            on.setdefault(ours.name, []).append(theirs.name)
        elif rank_of(theirs) == rank_of(ours) and share > (BESIDE if rank_of(ours) == AIR else ON):
            maybe.setdefault(ours.name, []).append(theirs.name)
    return on, maybe


def lying(stands: Sequence[Stand], hidden: Sequence[Stand], roster: Roster, view: TableView) -> tuple[Stand, ...]:
    """Return stands, measured at their roster's heights, as they lie on what is below; without hexes as they are.

    ``hidden`` are those not seen now, where they were: one that somebody now covers lies below him, as a rule. What
    never was on the table is not looked for below: a box holds more than a battle needs.
    """
    entries = {entry.name: entry for entry in roster.entries}
    known = [stand for stand in stands if stand.name in entries]
    if not isinstance(view.frame.board, HexBoard) or not known:
        return tuple(stands)
    away = [stand for stand in hidden if stand.name in entries]
    below = covering(known, away, entries)
    there = {stand.name for stand in known} | {name for names in below.values() for name in names}
    lifts = lifts_of(known, Roster(tuple(entries[name] for name in entries if name in there)), {}, below)
    return tuple(
        _laid(stand, entries[stand.name], lifts[stand.name], view) if stand.name in lifts else stand for stand in stands
    )


def _laid(stand: Stand, entry: Entry, ways: Sequence[Lift], view: TableView) -> Stand:
    """Return a stand in the middle of the ways it may lie, their spread in its sigma."""
    if all(way.height_cm == 0.0 for way in ways):
        return stand
    places = [(with_stack_height(stand, entry, way.height_cm, view), way.share) for way in ways]
    x = sum(place.x * share for place, share in places)
    y = sum(place.y * share for place, share in places)
    spread = sum(share * ((place.x - x) ** 2 + (place.y - y) ** 2) / 2 for place, share in places)
    return replace(stand, x=x, y=y, sigma_cm=math.sqrt(stand.sigma_cm**2 + spread))
