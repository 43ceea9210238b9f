"""Rommel & Montgomery judged a second time, from the clauses' text alone, by plain brute force.

It was written before rules/rommel was read, and shares no code with it, nor with table/hexes: cells are pairs (q, r) of
axial coordinates, ways are followed step by step. Tests hold the two against each other.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

Cell = tuple[int, int]
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
ON_FOOT = ("infantry", "paratroops")
GUNS = ("field_artillery", "anti_tank", "mixed", "anti_aircraft")
WHEELS = ("tank", "mechanised_infantry", "supply", *GUNS)  # what rain and storm slow as vehicles (R7.1)
AGAINST_AIR = ("anti_aircraft", "mixed")
MARKERS = ("fortification", "lane")  # they lie under counters: no zone, no fight, nobody in the way
FLYING = "aircraft"


@dataclass(frozen=True)
class Unit:
    """One counter: who, where, its two factors, and what it has done this turn."""

    name: str
    side: str
    kind: str
    at: Cell
    combat: int = 2
    movement: int = 4
    reduced: bool = False
    moved: bool = False

    @property
    def flies(self) -> bool:
        return self.kind == FLYING


@dataclass(frozen=True)
class Ground:
    """A map of these cells with what is printed or laid on it, the counters on it, and the day's weather."""

    cells: frozenset[Cell]
    units: tuple[Unit, ...] = ()
    roads: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    cleared: frozenset[Cell] = frozenset()
    airfields: frozenset[Cell] = frozenset()
    weather: str = "fair"
    flak: int = 3

    def named(self, name: str) -> Unit:
        return next(unit for unit in self.units if unit.name == name)

    def on(self, cell: Cell) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.at == cell)

    def live_mine(self, cell: Cell) -> bool:
        lane = any(unit.kind == "lane" for unit in self.on(cell))
        return cell in self.mines and cell not in self.cleared and not lane


def steps_between(a: Cell, b: Cell) -> int:
    """Return how many steps one cell is from another, counted on the three axes."""
    across, along = a[0] - b[0], a[1] - b[1]
    return max(abs(across), abs(along), abs(across + along))


def next_to(cell: Cell) -> list[Cell]:
    return [(cell[0] + q, cell[1] + r) for q, r in AROUND]


def spread(start: Cell, cells: frozenset[Cell], most: int) -> dict[Cell, int]:
    """Return the cells so many steps away at most, found by walking."""
    found, edge = {start: 0}, [start]
    for far in range(1, most + 1):
        edge = sorted({there for here in edge for there in next_to(here)} & cells - set(found))
        found |= dict.fromkeys(edge, far)
    return found


def in_enemy_zone(ground: Ground, unit: Unit, cell: Cell) -> bool:
    """R4.4: the six hexes round an enemy; ground counters against ground, aircraft against aircraft."""
    return any(
        other.side != unit.side
        and other.flies == unit.flies
        and other.kind not in MARKERS
        and other.at in next_to(cell)
        for other in ground.units
    )


def supplied(ground: Ground, unit: Unit) -> bool:
    """R4.6: a supply counter of its side within eight hexes of where it starts; supply and aircraft need none."""
    if unit.flies or unit.kind == "supply":
        return True
    return any(
        other.kind == "supply" and other.side == unit.side and steps_between(unit.at, other.at) <= 8
        for other in ground.units
    )


def factor(unit: Unit, weather: str) -> int:
    """Return the movement factor on such a day (R7.1), before road and mines."""
    full = unit.movement
    if weather == "rain":
        full = full // 2 if unit.flies else full - 1 if unit.kind in WHEELS else full
    if weather == "storm":
        full = 0 if unit.flies else min(full, 2) if unit.kind in WHEELS else full - 1
    return max(full, 0)


@dataclass(frozen=True)
class Trail:
    """How a way has gone so far: steps, mines entered, whether never off the road or out of the minefield."""

    at: Cell
    steps: int = 0
    mines: int = 0
    road: bool = True
    field: bool = True
    stopped: bool = False


def trailed(ground: Ground, trail: Trail, there: Cell, unit: Unit, stopped: bool | None = None) -> Trail:
    """Return the trail one step on; ``stopped`` is what `in_enemy_zone` says of there, where it is known already."""
    if stopped is None:
        stopped = in_enemy_zone(ground, unit, there)
    if unit.flies:  # neither roads nor mines are anything to it
        return Trail(there, trail.steps + 1, 0, road=False, field=False, stopped=stopped)
    return Trail(
        there,
        trail.steps + 1,
        trail.mines + ground.live_mine(there),
        trail.road and there in ground.roads,
        trail.field and there in ground.mines,
        stopped,
    )


def too_far(ground: Ground, unit: Unit, trail: Trail) -> set[str]:
    """Return the clauses by which a way so long, with so many mines, is refused (R4.1, R4.5, R4.7)."""
    points = factor(unit, ground.weather)
    if trail.road and not unit.flies and trail.steps:
        points += 2
        if ground.weather == "storm" and unit.kind in WHEELS:
            points = min(points, 2)  # "at most two hexes" is the most, on the road too
    if unit.flies or not trail.mines:
        return {"R4.1"} if trail.steps > points else set()
    if unit.kind not in ON_FOOT:
        return {"R4.7"}
    if unit.side == "axis":
        open_ground, points = trail.steps - trail.mines, points - 1
        return {"R4.1", "R4.7"} if open_ground + (trail.mines + 1) // 2 > points else set()
    whole = trail.field and trail.mines == 2 and trail.steps <= max(points, 2) and points > 0
    if trail.mines > 2 or (trail.mines == 2 and not whole):
        return {"R4.1", "R4.7"}
    return {"R4.1"} if not whole and trail.steps > points else set()


def in_the_way(ground: Ground, unit: Unit, cell: Cell) -> set[str]:
    """Return the clauses by which a ground counter may not even pass over a cell (R4.2, R5.3, R4.7)."""
    if cell not in ground.cells:
        return {"R4.1"}
    why = set()
    others = [other for other in ground.on(cell) if other.name != unit.name]
    if any(other.flies == unit.flies and other.kind not in MARKERS for other in others):
        why.add("R4.2")
    if not unit.flies:
        fort = any(other.kind == "fortification" for other in others)
        if fort and unit.kind not in (*ON_FOOT, *GUNS):
            why.add("R5.3")
        if ground.live_mine(cell) and unit.kind not in ON_FOOT:
            why.add("R4.7")
    return why


def may_not_rest(ground: Ground, unit: Unit, cell: Cell) -> set[str]:
    """Return the clauses by which a move may not end on a cell (R4.3, R6.4).

    One ground counter a hex; up to three bombers above an enemy, four aircraft on an airfield, where none lands beside
    an enemy on the ground.
    """
    others = [other for other in ground.on(cell) if other.name != unit.name and other.kind not in MARKERS]
    if not unit.flies:
        return {"R4.3"} if any(not other.flies for other in others) else set()
    flying = [other for other in others if other.flies]
    if any(other.side != unit.side for other in flying):
        return {"R4.3"}
    if any(not other.flies and other.side != unit.side for other in others):
        if cell in ground.airfields and not bombs(unit):
            return {"R6.4"}
        room = 3 if all(bombs(each) for each in (*flying, unit)) else 1
    else:
        room = 4 if cell in ground.airfields else 1
    return {"R4.3"} if len(flying) >= room else set()


def bombs(unit: Unit) -> bool:
    """R6.1: only bombers, 2-8 and 3-8."""
    return unit.flies and unit.movement == 8 and unit.combat in (2, 3)


def why_not(ground: Ground, unit: Unit, path: Sequence[Cell]) -> set[str]:
    """Return every clause that refuses this way; path begins where the counter stands."""
    why = set() if supplied(ground, unit) else {"R4.6"}
    if unit.moved:
        why.add("R4.1")
    if unit.kind in MARKERS:
        why.add("R2.3")
    if unit.flies and ground.weather == "storm":
        why.add("R7.1")
    trail = Trail(path[0], road=path[0] in ground.roads)
    for number, there in enumerate(path[1:], start=1):
        if trail.stopped and trail.steps:
            why.add("R4.4")
        found = in_the_way(ground, unit, there)
        if number == len(path) - 1:
            found -= {"R4.2"}
            found |= may_not_rest(ground, unit, there)
        why |= found
        trail = trailed(ground, trail, there, unit)
    return why | too_far(ground, unit, trail)


def goals(ground: Ground, unit: Unit) -> dict[Cell, int]:
    """Return every cell where a move may end, with the fewest steps of a way there: all ways are followed."""
    if unit.moved or unit.kind in MARKERS or not supplied(ground, unit):
        return {}
    found: dict[Cell, int] = {}
    zone = {cell: in_enemy_zone(ground, unit, cell) for cell in ground.cells}
    way_blocked = {cell: in_the_way(ground, unit, cell) for cell in ground.cells}
    rests = {cell: not (may_not_rest(ground, unit, cell) | way_blocked[cell] - {"R4.2"}) for cell in ground.cells}
    edge = {Trail(unit.at, road=unit.at in ground.roads)}
    for _ in range(2 * unit.movement + 2):
        further = set()
        for trail in edge:
            if trail.stopped and trail.steps:
                continue
            for there in next_to(trail.at):
                if there == unit.at or there not in ground.cells:
                    continue
                way = trailed(ground, trail, there, unit, zone[there])
                if rests[there] and not too_far(ground, unit, way):
                    found.setdefault(there, way.steps)
                if not way_blocked[there]:
                    further.add(way)
        edge = further
    return found


def walks(ground: Ground, unit: Unit, longest: int) -> Iterator[tuple[Cell, ...]]:
    """Yield every way of so many steps at most that stays on the map and enters no cell twice."""
    edge: list[tuple[Cell, ...]] = [(unit.at,)]
    for _ in range(longest):
        edge = [
            (*way, there) for way in edge for there in next_to(way[-1]) if there in ground.cells and there not in way
        ]
        yield from edge


def shot_at(ground: Ground, unit: Unit, path: Sequence[Cell]) -> list[tuple[Cell, str]]:
    """R6.3: where on its way an aircraft halts for which gun; every gun once, where it first comes within range."""
    reach = ground.flak - (ground.weather == "rain")
    if ground.weather == "storm":
        return []
    held = any(
        not other.flies and other.kind not in MARKERS and other.side != unit.side for other in ground.on(path[-1])
    )
    lands = path[-1] in ground.airfields and not held  # R6.4: where the enemy holds it nobody lands
    found: list[tuple[Cell, str]] = []
    for number, cell in enumerate(path[1:], start=1):
        if lands and number == len(path) - 1:
            continue  # R6.4: on an airfield no ground unit attacks it
        for gun in sorted(ground.units, key=lambda each: each.name):
            near = gun.kind in AGAINST_AIR and gun.side != unit.side and steps_between(gun.at, cell) <= reach
            if near and all(gun.name != other for _, other in found):
                found.append((cell, gun.name))
    return found


@dataclass(frozen=True)
class Fought:
    """What a combat came to: both totals of the deciding throw, who is gone, and who is a reduced counter now."""

    totals: tuple[int, int] | None
    winner: str | None
    gone: frozenset[str] = frozenset()
    reduced: frozenset[str] = frozenset()


def strength(ground: Ground, units: Iterable[Unit], defending: bool) -> int:
    """R5.1, R5.3: the sum of the factors, doubled in defence for infantry and guns in a fortification."""
    total = 0
    for unit in units:
        fort = any(other.kind == "fortification" for other in ground.on(unit.at))
        total += unit.combat * (2 if defending and fort and unit.kind in (*ON_FOOT, *GUNS) else 1)
    return total


def fight(ground: Ground, attackers: Sequence[str], targets: Sequence[str], dice: Sequence[int]) -> Fought:
    """R5.1: attacker's die, defender's die; ties again. winner None: more dice are needed."""
    ours, theirs = [ground.named(n) for n in attackers], [ground.named(n) for n in targets]
    first, second = strength(ground, ours, defending=False), strength(ground, theirs, defending=True)
    for k in range(0, len(dice) - 1, 2):
        a, b = dice[k] * first, dice[k + 1] * second
        if a != b:
            losers = theirs if a > b else ours
            hit = frozenset(each.name for each in losers if each.kind == "tank" and not each.reduced)
            return Fought(
                (a, b), "attacker" if a > b else "defender", frozenset(each.name for each in losers) - hit, hit
            )
    return Fought(None, None)


def weather_of(face: int) -> str:
    """R7.1, house default: 2 is storm, 3 and 4 fair, 5 rain."""
    return {2: "storm", 3: "fair", 4: "fair", 5: "rain"}[face]


def won(units: Iterable[Unit], points: Sequence[Cell], towns: Sequence[Cell], turn: int, last: int = 11) -> str | None:
    """R1.3: the side that has won when this turn is over, if any."""
    held = {unit.at: unit.side for unit in units if not unit.flies and unit.kind not in MARKERS}
    taken = sum(held.get(point) == "allied" for point in points)
    if taken >= 3 and not any(held.get(town) == "axis" for town in towns):
        return "allied"
    return "axis" if turn >= last and taken == 0 and all(held.get(p) != "allied" for p in points) else None


def mirrored(ground: Ground, *, sides: bool = True) -> Ground:
    """Return the same map turned half round, everybody's side changed if wanted."""

    def turned(cells: Iterable[Cell]) -> frozenset[Cell]:
        return frozenset((-q, -r) for q, r in cells)

    other = {"axis": "allied", "allied": "axis"} if sides else {"axis": "axis", "allied": "allied"}
    units = tuple(replace(u, side=other[u.side], at=(-u.at[0], -u.at[1])) for u in ground.units)
    return replace(
        ground, cells=turned(ground.cells), units=units, roads=turned(ground.roads), mines=turned(ground.mines),
        cleared=turned(ground.cleared), airfields=turned(ground.airfields),
    )  # fmt: skip
