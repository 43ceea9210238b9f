"""Where a counter may go: the ways its movement may be counted, and every hex it reaches by one of them (R4)."""

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from typing import Literal

from rules.rommel.counters import is_bomber
from rules.rommel.kinds import Side, is_air, is_marker, may_be_fortified, other, side_of
from rules.rommel.scene import RommelScene
from rules.rommel.settings import Weather
from rules.rommel.weather import capped, slowed
from table.hex_board import has
from table.hexes import Hex
from table.stand import Stand

ModeKey = Literal["plain", "road", "clearing", "in_field"]
ROAD_HEXES, OVER_TARGET, ON_AIRFIELD, LANES = 2, 3, 4, 2
"""R4.5's hexes more on road; aircraft on a hex to bomb, and on an airfield (R4.3); what Allied infantry clears."""
SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to count a move: its budget in hexes, what a mined hex costs, how many may be entered, and where.

    ``plain`` as it is, ``road`` wholly on road: two more (R4.5). In mines (R4.7) ``clearing`` counts Axis infantry, two
    mined hexes a point, one point less, and ``in_field`` Allied infantry whose whole move is in the minefield; both may
    be on road as well (``road``).
    """

    key: ModeKey
    budget: float
    mine_cost: float | None = None
    most_mines: int = 0
    road: bool = False

    @property
    def least_mines(self) -> int:
        """How many mined hexes must be entered for a move to be counted so."""
        return LANES if self.key == "in_field" else 0

    def cost(self, scene: RommelScene, here: Hex) -> float | None:
        """Return what it costs to enter a hex; None where this way of counting does not lead."""
        if self.road and here not in scene.ground.roads:
            return None
        if self.key == "in_field" and here not in scene.ground.mines:
            return None
        return self.mine_cost if scene.is_mined(here) else 1.0


@dataclass(frozen=True, slots=True)
class Reached:
    """A hex a counter may go to: the way from where it stands, what of the budget it costs, and how it is counted."""

    here: Hex
    way: tuple[Hex, ...]
    cost: float
    mode: Mode

    @property
    def left(self) -> int:
        """How many hexes are left of the move then."""
        return int(self.mode.budget - self.cost + SLACK)


def modes_of(scene: RommelScene, stand: Stand, start: Hex, factor: int, weather: Weather | None) -> tuple[Mode, ...]:
    """Return the ways to count a counter's move from a hex, with its movement factor in this weather."""
    hexes = slowed(stand, factor, weather)
    if is_air(stand):
        return (Mode("plain", hexes, 1.0, 999),)
    foot, side = stand.kind in ("infantry", "paratroops"), side_of(stand.side)
    roads = (False, True) if factor > 0 and start in scene.ground.roads else (False,)
    budgets = [(road, capped(stand, hexes + ROAD_HEXES * road, weather)) for road in roads]
    found = [_counted(foot, side, budget, road) for road, budget in budgets]
    for road, budget in budgets:
        if foot and budget > 0:
            in_field = Mode("in_field", max(budget, LANES), 1.0, LANES, road)
            found.append(Mode("clearing", budget - 1, 0.5, 999, road) if side == "axis" else in_field)
    return tuple(found)


def _counted(foot: bool, side: Side, budget: int, road: bool = False) -> Mode:
    """Return a move as it is counted: Allied infantry clears one mined hex on its way (R4.7)."""
    key: ModeKey = "road" if road else "plain"
    if foot and side == "allied":
        return Mode(key, budget, 1.0, 1, road)
    return Mode(key, budget, road=road)


def may_pass(scene: RommelScene, stand: Stand, here: Hex) -> bool:
    """Say whether a counter may enter a hex on its way, whatever it costs (R4.2, R5.3)."""
    if is_air(stand):
        return not scene.aircraft_on(here, stand.name)
    if scene.ground_on(here, stand.name) is not None:
        return False
    return scene.fortification_on(here) is None or may_be_fortified(stand)


def aircraft_room(scene: RommelScene, stand: Stand, here: Hex) -> int:
    """Return how many aircraft a hex takes: three bombers above an enemy, four on an airfield, else one (R4.3)."""
    if enemy_below(scene, stand, here) is not None:
        return OVER_TARGET if all(map(is_bomber, (stand, *scene.aircraft_on(here)))) else 1
    return ON_AIRFIELD if here in scene.ground.airfields else 1


def enemy_below(scene: RommelScene, stand: Stand, here: Hex) -> Stand | None:
    """Return the enemy ground counter under an aircraft on a hex."""
    below = scene.ground_on(here)
    return below if below is not None and side_of(below.side) != side_of(stand.side) else None


def on_airfield(scene: RommelScene, stand: Stand, here: Hex) -> bool:
    """Say whether an aircraft on a hex has landed: over an airfield that the enemy holds it still flies (R6.4)."""
    return here in scene.ground.airfields and enemy_below(scene, stand, here) is None


def airfield_holder(scene: RommelScene, stand: Stand, here: Hex) -> Stand | None:
    """Return the enemy who keeps an aircraft off an airfield: only a bomber goes there, to bomb him (R6.4, R6.1)."""
    if here not in scene.ground.airfields or is_bomber(stand):
        return None
    return enemy_below(scene, stand, here)


def may_end(scene: RommelScene, stand: Stand, here: Hex) -> bool:
    """Say whether a counter may end its move on a hex (R4.3)."""
    if not is_air(stand):
        return may_pass(scene, stand, here)
    there = scene.aircraft_on(here, stand.name)
    if any(side_of(each.side) != side_of(stand.side) for each in there):
        return False
    if airfield_holder(scene, stand, here) is not None:
        return False
    return len(there) < aircraft_room(scene, stand, here)


def enemies_beside(scene: RommelScene, stand: Stand, here: Hex) -> tuple[str, ...]:
    """Return the enemies in whose zone of control a counter would be on a hex (R4.4)."""
    if is_marker(stand):
        return ()
    return scene.controlled_by(here, other(side_of(stand.side)), air=is_air(stand))


def reachable(
    scene: RommelScene, stand: Stand, start: Hex, modes: Sequence[Mode], so_far: Sequence[Hex] = ()
) -> Mapping[Hex, Reached]:  # fmt: skip
    """Return the hexes a counter may move to, each by its cheapest way; zones of control stop it (R4).

    ``so_far`` is a way that it takes first, from ``start`` on: the hexes beyond it, by ways that begin with it and do
    not cross it.
    """
    found: dict[Hex, Reached] = {}
    for mode in modes:
        for reached in _searched(scene, stand, tuple(so_far) or (start,), mode):
            known = found.get(reached.here)
            if known is None or reached.left > known.left:
                found[reached.here] = reached
    return found


def cheapest(
    scene: RommelScene, stand: Stand, modes: Sequence[Mode], so_far: Sequence[Hex], end: Hex
) -> Reached | None:  # fmt: skip
    """Return what ``reachable`` holds of one hex, looking no further than there; None for one that is not reached."""
    ends = [next((r for r in _searched(scene, stand, tuple(so_far), mode) if r.here == end), None) for mode in modes]
    return max((reached for reached in ends if reached is not None), key=lambda reached: reached.left, default=None)


def _searched(scene: RommelScene, stand: Stand, so_far: tuple[Hex, ...], mode: Mode) -> Iterator[Reached]:
    """Yield every hex that one way of counting leads to, the cheapest way to each that begins as it did so far."""
    board, begin, passed = scene.position.board, so_far[-1], frozenset(so_far)
    counts_mines = mode.most_mines < 999
    taken = [_taken(scene, stand, mode, here) for here in so_far[1:]]
    prices = [price for price in taken if price is not None]
    mined = sum(scene.is_mined(here) for here in so_far[1:]) if counts_mines else 0
    if len(prices) < len(taken) or sum(prices) > mode.budget + SLACK or mined > mode.most_mines:
        return
    passes, ends = cache(partial(may_pass, scene, stand)), cache(partial(may_end, scene, stand))
    price_of, is_mined = cache(partial(mode.cost, scene)), cache(scene.is_mined)
    tie = count()
    done: set[tuple[Hex, int]] = set()
    told: set[Hex] = set(passed)
    least: dict[tuple[Hex, int], float] = {}
    waiting: list[tuple[float, int, int, Hex, int, tuple[Hex, ...]]] = [
        (sum(prices), len(so_far) - 1, next(tie), begin, mined, so_far)
    ]
    while waiting:
        spent, steps, _, here, mines, way = heapq.heappop(waiting)
        if (here, mines) in done:
            continue
        done.add((here, mines))
        if here != begin:
            if here not in told and mines >= mode.least_mines and ends(here):
                told.add(here)
                yield Reached(here, way, spent, mode)
            if not passes(here) or enemies_beside(scene, stand, here):
                continue
        for there in here.neighbours():
            if there in passed or not has(board, there):
                continue
            price = price_of(there)
            if price is None or spent + price > mode.budget + SLACK:
                continue
            used = mines + (counts_mines and is_mined(there))
            if used > mode.most_mines or least.get((there, used), math.inf) <= spent + price:
                continue
            least[(there, used)] = spent + price
            if passes(there) or ends(there):
                heapq.heappush(waiting, (spent + price, steps + 1, next(tie), there, used, (*way, there)))


def _taken(scene: RommelScene, stand: Stand, mode: Mode, here: Hex) -> float | None:
    """Return what a hex costs that a counter goes on from; None where it cannot (R4.2, R4.4)."""
    goes_on = may_pass(scene, stand, here) and not enemies_beside(scene, stand, here)
    return mode.cost(scene, here) if goes_on else None
