"""A second referee of Ancients, who plays a whole match from the clauses and the example book's own words.

He shares nothing with the engine: hexes come from ancients_oracle, and what he finds are plain tuples.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ancients_oracle import BLOCKS, MOVES, RANGE, SYMBOL, Cell, apart, beside, board, sections_of, sees

CELLS = board()
PHASES = ("order", "move", "battle", "draw")
AFTER_WHICH_NO_BATTLE = {"auxilia": 2, "war_machine": 1}
# The example book (rules/ancients/example_book.toml), which is not the rulebook.
CLOSE_DICE = {
    "light_infantry": 2, "light_infantry_bow": 2, "light_infantry_sling": 2, "auxilia": 3, "warriors": 3,
    "medium_infantry": 4, "heavy_infantry": 5, "war_machine": 1, "light_cavalry": 2, "medium_cavalry": 3,
    "heavy_cavalry": 4, "elephants": 4, "heavy_chariots": 4,
}  # fmt: skip
SWORDS_MISS = {"light_infantry", "light_infantry_bow", "light_infantry_sling", "light_cavalry", "war_machine"}
RETREATS_TWO = {"light_cavalry", "medium_cavalry", "heavy_cavalry"}
BATTLES_AGAIN = {"warriors", "medium_cavalry", "heavy_cavalry", "elephants", "heavy_chariots"}
CLAUSE = {"leader": "C8.4"} | dict.fromkeys(
    ("light_cavalry", "medium_cavalry", "heavy_cavalry", "elephants", "heavy_chariots"), "C8.3"
)
Fact = tuple[Any, ...]


@dataclass
class Piece:
    """A unit or leader and what it has done this turn."""

    name: str
    side: str
    kind: str
    cell: Cell
    blocks: int = 0
    ordered: bool = False
    moved: int = 0
    shot: bool = False
    fought: bool = False
    must_close: bool = False
    joined: bool = False
    owes: int = 0
    may_advance: Cell | None = None
    again: bool = False
    bonus: bool = False

    def __post_init__(self) -> None:
        self.blocks = self.blocks or BLOCKS[self.kind]


class Against(Exception):  # noqa: N818 - a finding, not an error
    """The clause that an action is against."""


def need(clause: str, holds: bool) -> None:
    """Raise Against unless it holds."""
    if not holds:
        raise Against(clause)


@dataclass
class Second:
    """The match as the second referee follows it; ``judge`` returns what an action does, or the clause against it."""

    pieces: dict[str, Piece]
    sides: tuple[str, str]  # the near one first
    to_win: int = 5
    side: str = ""
    phase: str = "order"
    card_played: bool = False
    banners: dict[str, int] = field(default_factory=dict)
    winner: str | None = None
    unused: list[str] = field(default_factory=list)

    def judge(self, action: Mapping[str, Any], dice: Sequence[str] = ()) -> tuple[str | None, list[Fact]]:
        """Return the clause that refuses, or None and the facts; what is allowed has happened then."""
        self.unused = list(dice)
        try:
            facts = getattr(self, f"_{action['type']}")(action, self.unused)
        except Against as against:
            return str(against), []
        return None, facts

    def _start(self, action: Mapping[str, Any], _: list[str]) -> list[Fact]:
        self.side = action["side"]
        return [("phase", self.side, "order")]

    def _next(self, _action: Mapping[str, Any], _: list[str]) -> list[Fact]:
        bound = [p for p in self.own() if p.must_close and any(apart(p.cell, o.cell) == 1 for o in self.enemies(p))]
        need("C8.2", self.phase != "battle" or not bound)
        need("C9.1", not any(p.owes for p in self.pieces.values()))
        if self.phase == "draw":
            self.side, self.card_played = self.other(), False
            for p in self.pieces.values():
                p.ordered = p.shot = p.fought = p.must_close = p.joined = p.again = p.bonus = False
                p.moved, p.may_advance = 0, None
        self.phase = PHASES[(PHASES.index(self.phase) + 1) % 4]
        return [("phase", self.side, self.phase)]

    def _order(self, action: Mapping[str, Any], _: list[str]) -> list[Fact]:
        need("C3.1", self.phase == "order" and not self.card_played)
        units = [self.pieces[name] for name in action["units"]]
        far = self.side == self.sides[1]
        need("C3.2", all(p.side == self.side and not p.ordered for p in units))
        need("C3.2", all(action["section"] in sections_of(p.cell, far) for p in units))
        need("C3.2", len(units) <= action["number"])
        self.card_played = True
        for p in units:
            p.ordered = True
        return [("ordered", p.name) for p in units]

    def _move(self, action: Mapping[str, Any], _: list[str]) -> list[Fact]:
        p, way = self.pieces[action["actor"]], [(c, r) for c, r in action["path"]]
        way = way if way[0] == p.cell else [p.cell, *way]
        need("C3.1", self.phase == "move" and p.side == self.side)
        need("C3.2", p.ordered and not p.moved)
        need("C8.1", all(b in beside(a) and b in CELLS for a, b in pairwise(way)))
        barred = {o.cell for o in self.pieces.values() if p.kind != "leader" or o.side != p.side} - {p.cell}
        need("C8.4" if p.kind == "leader" else "C8.1", not barred & set(way[1:]))
        need(CLAUSE.get(p.kind, "C8.2"), len(way) - 1 <= MOVES[p.kind])
        if p.kind == "leader":
            need("C8.4", all(o.cell != way[-1] for o in self.leaders() if o is not p))
        if p.kind == "warriors" and len(way) == 3:
            need("C8.2", any(apart(way[-1], o.cell) == 1 for o in self.enemies(p)))
            p.must_close = True
        led = (
            []
            if p.kind == "leader"
            else [o for o in self.leaders() if o.cell == p.cell and not o.joined and not o.ordered]
        )
        p.joined = p.kind == "leader" and any(o.cell == way[-1] for o in self.pieces.values() if o is not p)
        p.moved = len(way) - 1
        for o in (p, *led):
            o.cell = way[-1]
        return [("move", o.name, way[-1]) for o in (p, *led)]

    def _detach(self, action: Mapping[str, Any], dice: list[str]) -> list[Fact]:
        p = self.pieces[action["actor"]]
        need("C8.4", p.kind == "leader" and any(o.cell == p.cell for o in self.pieces.values() if o is not p))
        return self._move(action, dice)

    def _may_battle(self, p: Piece) -> None:
        need("C3.1", self.phase == "battle" and p.side == self.side)
        need("C3.2", p.ordered)
        need("C9.1", not p.shot and (not p.fought or p.again))
        need("C8.2", p.moved < AFTER_WHICH_NO_BATTLE.get(p.kind, 9))
        need("C9.1", not any(o.owes for o in self.pieces.values()))

    def _shoot(self, action: Mapping[str, Any], dice: list[str]) -> list[Fact]:
        p, t = self.pieces[action["actor"]], self.pieces[action["target"]]
        self._may_battle(p)
        need("C8.2", not p.must_close)
        need("C10.1", p.kind in RANGE and t.side != p.side and 2 <= apart(p.cell, t.cell) <= RANGE[p.kind])
        need("C10.1", not any(apart(p.cell, o.cell) == 1 for o in self.enemies(p)))
        need("C10.4", sees(p.cell, t.cell, {o.cell for o in self.pieces.values()} - {p.cell, t.cell}))
        faces = [dice.pop(0) for _ in range(1 if p.moved else 2)]
        p.shot = True
        facts = [("fired", p.name)]
        return facts + self._struck(t, faces.count(SYMBOL[t.kind] or "leader"), faces.count("flag"), p.side)

    def _close(self, action: Mapping[str, Any], dice: list[str]) -> list[Fact]:
        p, t = self.pieces[action["actor"]], self.pieces[action["target"]]
        self._may_battle(p)
        need("C11.1", t.side != p.side and apart(p.cell, t.cell) == 1 and p.kind != "leader")
        p.fought, p.must_close, p.again, p.bonus = True, False, False, p.again
        facts: list[Fact] = [("fought", p.name)]
        there = t.cell
        facts += self._struck(t, *self._fought(p, t, dice), p.side)
        if t.name not in self.pieces or t.owes:
            p.may_advance = there
        elif self.winner is None:
            facts += self._struck(p, *self._fought(t, p, dice), t.side)
        return facts

    def _fought(self, p: Piece, t: Piece, dice: list[str]) -> tuple[int, int]:
        """Take a unit's dice; return its hits on the other and its flags."""
        count = 4 if p.kind == "warriors" and p.blocks == 4 else CLOSE_DICE[p.kind]
        faces = [dice.pop(0) for _ in range(count)]
        hits = faces.count(SYMBOL[t.kind] or "leader") + (faces.count("sword") if p.kind not in SWORDS_MISS else 0)
        led = any(o.cell == p.cell for o in self.leaders())
        return hits + (faces.count("leader") if led else 0), faces.count("flag")

    def _struck(self, t: Piece, hits: int, flags: int, by: str) -> list[Fact]:
        lost, there = min(hits, t.blocks), t.cell
        t.blocks -= lost
        facts: list[Fact] = [("damage", t.name, lost)] if lost and t.blocks else []  # who has none left is removed
        if not t.blocks:
            del self.pieces[t.name]
            self.banners[by] = self.banners.get(by, 0) + 1
            facts += [("remove", t.name), ("banner", by)]
            if self.banners[by] >= self.to_win:
                self.winner = by
                facts.append(("defeat", t.side))
            return facts
        flags -= any(o.cell == there and o is not t for o in self.leaders())
        friends = [o for o in self.pieces.values() if o.side == t.side and o.kind != "leader" and o is not t]
        flags -= sum(apart(o.cell, there) == 1 for o in friends) >= 2
        if flags > 0:
            t.owes = flags * (2 if t.kind in RETREATS_TWO else 1)
            facts.append(("retreat", t.name, flags, t.owes))
        return facts

    def _retreat(self, action: Mapping[str, Any], _: list[str]) -> list[Fact]:
        p, way = self.pieces[action["actor"]], [(c, r) for c, r in action["path"]]
        back = -1 if p.side == self.sides[0] else 1
        need("C11.1", 0 < len(way) == p.owes)
        held = {o.cell for o in self.pieces.values()}
        for here, there in zip([p.cell, *way], way, strict=False):
            need("C11.1", there in beside(here) and there in CELLS and there[1] == here[1] + back)
            need("C8.1", there not in held)
        went = [o for o in self.pieces.values() if o.cell == p.cell]
        p.owes = 0
        for o in went:
            o.cell = way[-1]
        return [("move", o.name, way[-1]) for o in went]

    def _advance(self, action: Mapping[str, Any], _: list[str]) -> list[Fact]:
        p, there = self.pieces[action["actor"]], tuple(action["to"])
        need("C11.1", p.may_advance == there and all(o.cell != there for o in self.pieces.values()))
        went = [o for o in self.pieces.values() if o.cell == p.cell]
        for o in went:
            o.cell = there
        p.may_advance, p.again = None, p.kind in BATTLES_AGAIN and not p.bonus
        return [("move", o.name, there) for o in went]

    def own(self) -> list[Piece]:
        """Return the pieces of the side to play."""
        return [p for p in self.pieces.values() if p.side == self.side]

    def enemies(self, p: Piece) -> list[Piece]:
        """Return whoever is not of a piece's side."""
        return [o for o in self.pieces.values() if o.side != p.side]

    def leaders(self) -> list[Piece]:
        """Return the leaders left."""
        return [o for o in self.pieces.values() if o.kind == "leader"]

    def other(self) -> str:
        """Return the side that waits."""
        return self.sides[1 - self.sides.index(self.side)]
