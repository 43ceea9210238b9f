"""Random positions of Ancients, and how the engine is asked about them from outside."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from ancients_oracle import SYMBOL, Cell, apart, beside, board, centre

from rules.registry import rule
from rules.ruling import Effect, Ruling
from table.frame import HexBoard
from table.hex_board import hex_at, offset_of
from table.snapshot import Snapshot
from table.stand import Stand

GAME, NEAR, FAR = "ancients", "roman", "carthaginian"
SIZE_CM = 4.0
BOARD = HexBoard((10.0, 10.0), SIZE_CM, 13, 9)
UNITS = tuple(kind for kind in SYMBOL if kind != "leader")
SETTINGS = {"near_side": NEAR}


@dataclass(frozen=True)
class Man:
    """One unit or leader: whose, what, where, and what it has done."""

    name: str
    side: str
    kind: str
    cell: Cell
    state: tuple[tuple[str, Any], ...] = ()

    def stand(self) -> Stand:
        """Return it as the engine takes it, at its hex's centre."""
        x, y = centre(self.cell)
        return Stand(
            self.name, self.side, self.kind, 10.0 + x * SIZE_CM * 3**0.5 / 2, 10.0 + y * SIZE_CM / 2,
            state=dict(self.state),
        )  # fmt: skip


def table_of(men: Iterable[Man]) -> Snapshot:
    """Return the table on which these stand."""
    return Snapshot(140, 80, tuple(man.stand() for man in men), board=BOARD)


def ruled(men: Iterable[Man], action: Mapping[str, Any], dice: Iterable[object] = (), **more: Any) -> Ruling:
    """Return the engine's ruling."""
    more = {"settings": SETTINGS} | more
    return rule(GAME, table_of(men), action, tuple(dice), **more)


def crowd(seed: int, many: int, kinds: tuple[str, ...] = UNITS, leaders: int = 3) -> list[Man]:
    """Return so many units of both sides on hexes of their own, and leaders, some of them with units of theirs."""
    chance = Random(seed)
    cells = chance.sample(sorted(board()), many)
    men = [Man(f"u{k}", chance.choice((NEAR, FAR)), chance.choice(kinds), cell) for k, cell in enumerate(cells)]
    free = [cell for cell in sorted(board()) if cell not in cells]
    for k in range(leaders):
        side = (NEAR, FAR)[k % 2]
        own = [man.cell for man in men if man.side == side]
        taken = {man.cell for man in men if man.kind == "leader"}
        spots = [cell for cell in (own if chance.random() < 0.5 and own else free) if cell not in taken]
        men.append(Man(f"leader{k}", side, "leader", chance.choice(spots)))
    return men


def place_of(centre_cm: tuple[float, float]) -> Cell:
    """Return the hex with its centre there."""
    y = round((centre_cm[1] - 10.0) / (SIZE_CM * 1.5))
    return round((centre_cm[0] - 10.0) / (SIZE_CM * 3**0.5) - (y % 2) / 2), y


def way_to(start: Cell, end: Cell, barred: Collection[Cell], cells: Collection[Cell], budget: int) -> list[Cell] | None:
    """Return a shortest way round the barred hexes; None where there is none so short."""
    ways = {start: [start]}
    for _ in range(budget):
        for here, way in list(ways.items()):
            for there in sorted(beside(here)):
                if there in cells and there not in barred:
                    ways.setdefault(there, [*way, there])
        if end in ways:
            return ways[end]
    return None


def matters(ruling: Ruling, board: object = BOARD) -> list[tuple[Any, ...]]:
    """Return what of a ruling the second referee tells too, as plain tuples in order."""
    assert isinstance(board, HexBoard)
    return sorted((told for effect in ruling.effects for told in _told(effect, board)), key=repr)


def _told(effect: Effect, board: HexBoard) -> list[tuple[Any, ...]]:
    values, who = effect.values, effect.stand
    if effect.type == "move":
        return [("move", who, offset_of(board, hex_at(board, values["x"], values["y"])))]
    if effect.type == "retreat":
        return [("retreat", who, values["flags"], values.get("hexes"))]
    if effect.type == "banner":
        return [("banner", values["side"])] * int(values.get("count", 1))
    keys = {"damage": ("boxes",), "phase": ("side", "phase"), "defeat": ("side",)}.get(effect.type, ())
    if keys or effect.type in ("ordered", "fired", "fought", "remove"):
        return [(effect.type, *([who] if who else []), *(values[key] for key in keys))]
    return []


def with_enemy_beside(cell: Cell, men: Iterable[Man], side: str) -> bool:
    """Say whether an enemy stands beside a hex, unit or leader: either can be fought hand to hand."""
    return any(man.side != side and apart(cell, man.cell) == 1 for man in men)
