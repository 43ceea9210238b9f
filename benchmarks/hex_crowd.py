"""What people put on a hex map, laid as people lay it: counters in piles, units of blocks, most of them well inside."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely

from simulation.synthetic.hex_pieces import CARD_CM, HexPiece
from simulation.synthetic.hex_print import HexPrint
from simulation.synthetic.palette import Colour, paint
from simulation.synthetic.sheet import LaidSheet
from simulation.synthetic.things import Place
from table.frame import HexBoard
from table.hex_board import centre_of, hexes_of
from table.hexes import Hex
from table.mount import Mount
from table.roster import Entry, Roster

Dice = np.random.Generator

IDS = (*range(230), *range(246, 250))
_ROOM_CM, _TRIES = 0.06, 60
_SIDES: dict[str, tuple[Colour, ...]] = {
    "axis": (paint("#c2a878"), paint("#b04a3e")),
    "allied": (paint("#9fb57c"), paint("#4c6b3f"), paint("#4b6fa0")),
    "roman": (paint("#8f8d86"),),
    "carthaginian": (paint("#cdbb94"),),
}
_GROUND = ("infantry", "tank", "mechanised_infantry", "field_artillery", "anti_tank", "supply", "paratroops", "mixed")
_FOOT = ("light_infantry", "auxilia", "medium_infantry", "heavy_infantry", "warriors")
_BLOCKS: dict[str, tuple[int, float, float, float]] = {
    **dict.fromkeys(_FOOT, (4, 1.3, 1.3, 1.0)),
    "medium_cavalry": (3, 1.5, 1.5, 1.0), "light_cavalry": (3, 1.5, 1.5, 1.0),
    "elephants": (2, 1.8, 1.8, 1.2), "heavy_chariots": (2, 2.2, 1.5, 1.1),
}  # fmt: skip
"""How many blocks a unit has, how wide and deep they are, and the marker on them, cm."""


@dataclass(frozen=True, eq=False)
class Crowd:
    """Everything on the map, what the roster truly is, and what lies on what: names from the lowest, by name."""

    pieces: tuple[HexPiece, ...]
    roster: Roster
    lies_on: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(eq=False)
class Laying:
    """A map being filled: finds room in hexes, hands out markers, keeps what lies there."""

    meant: HexPrint
    sheet: LaidSheet
    dice: Dice
    pieces: list[HexPiece] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    lies_on: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _taken: list[shapely.Polygon] = field(default_factory=list)
    _ids: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ids = [int(k) for k in self.dice.permutation(IDS)]
        self.hexes = list(hexes_of(self.meant.board))

    @property
    def markers_left(self) -> int:
        """How many more markers there are."""
        return len(self._ids)

    def a_place(self, well: float = 0.7, near: float = 0.18) -> tuple[float, float]:
        """Return a place as people choose one, in the sheet's cm: well inside, near a border, on it; seldom beside."""
        board, throw = self.meant.board, self.dice.random()
        here = self.hexes[int(self.dice.integers(len(self.hexes)))]
        if throw < well:
            return self.inside(here)
        if throw < well + near:
            return border_place(board, here, float(self.dice.uniform(0.0, 0.3)), self.dice)
        if throw < 0.97:
            return border_place(board, here, 0.0, self.dice)
        return (float(self.dice.uniform(-1.0, self.meant.width_cm + 1)), float(self.dice.uniform(-1.0, 0.6)))

    def inside(self, here: Hex) -> tuple[float, float]:
        """Return a place well inside a hex."""
        x, y = centre_of(self.meant.board, here)
        reach = self.meant.board.size_cm * math.sqrt(3) / 2
        away, turn = min(abs(float(self.dice.normal(0, 0.25))), 0.6) * reach, float(self.dice.uniform(0, 2 * math.pi))
        return (x + away * math.cos(turn), y + away * math.sin(turn))

    def fits(self, at: tuple[float, float], heading_deg: float, width: float, depth: float) -> shapely.Polygon | None:
        """Return the footprint of something at a place on the table; None where something is in its way."""
        outline = shapely.Polygon(Place(*at, heading_deg).rectangle(depth, width)).buffer(_ROOM_CM)
        if self._taken and bool(shapely.intersects(outline, self._taken).any()):
            return None
        return outline

    def take(self, outlines: Sequence[shapely.Polygon]) -> None:
        """Keep others off these footprints."""
        self._taken += outlines

    def table(self, own: tuple[float, float]) -> tuple[float, float]:
        """Return where on the table a place of the sheet is."""
        ((x, y),) = self.sheet.on_table([own]).tolist()
        return (x, y)

    def put(self, piece: HexPiece, side: str, kind: str, on: Sequence[HexPiece] = (), **more: object) -> HexPiece:
        """Lay a piece down, with its line in the roster if it has a marker."""
        self.pieces.append(piece)
        self.lies_on[piece.name] = tuple(below.name for below in on)
        if piece.marker is not None:
            mount = Mount(height_cm=piece.thick_cm + CARD_CM, size_cm=piece.size_cm)
            entry = Entry(piece.marker, piece.name, side, kind, piece.width_cm, piece.depth_cm, mount, **more)  # type: ignore[arg-type]
            self.entries.append(entry)
        return piece

    def marker(self) -> int:
        """Return a marker nobody has."""
        return self._ids.pop()

    def crowd(self) -> Crowd:
        """Return what was laid."""
        return Crowd(tuple(self.pieces), Roster(tuple(self.entries)), self.lies_on)


def border_place(board: HexBoard, here: Hex, inside_cm: float, dice: Dice) -> tuple[float, float]:
    """Return a place so far inside one of a hex's six sides, somewhere along it."""
    x, y = centre_of(board, here)
    turn = math.radians((0 if board.pointy else 30) + 60 * int(dice.integers(6)))
    out = board.size_cm * math.sqrt(3) / 2 - inside_cm
    along = float(dice.uniform(-0.42, 0.42)) * board.size_cm
    return (
        x + out * math.cos(turn) - along * math.sin(turn),
        y + out * math.sin(turn) + along * math.cos(turn),
    )


def rommel_crowd(meant: HexPrint, sheet: LaidSheet, dice: Dice) -> Crowd:
    """Lay 18 to 45 counters: some on a fortification or a lane marker, some with up to three aircraft over them."""
    laying = Laying(meant, sheet, dice)
    side_cm = float(dice.choice([1.5, 1.6, 1.8, 2.0]))
    thick = float(dice.uniform(0.1, 0.2))
    for k in range(int(dice.integers(18, 46))):
        side = ("axis", "allied")[int(dice.integers(2))]
        for _ in range(_TRIES):
            own, turn = laying.a_place(), float(dice.normal(90, 12) if dice.random() < 0.8 else dice.uniform(0, 360))
            outline = laying.fits(laying.table(own), turn, side_cm, side_cm)
            if outline is not None:
                laying.take([outline])
                _pile(laying, k, side, laying.table(own), turn, side_cm, thick)
                break
    return laying.crowd()


def _pile(
    laying: Laying, number: int, side: str, at: tuple[float, float], turn: float, side_cm: float, thick: float
) -> None:
    """Lay one ground counter, and now and then what it lies on and what flies over it."""
    dice, below = laying.dice, list[HexPiece]()
    colours, size = _SIDES[side], 1.0 if side_cm < 1.75 else 1.2
    throw, place = dice.random(), at

    def lay(name: str, kind: str, layer: int, place: tuple[float, float], heading: float, colour: Colour) -> None:
        piece = HexPiece(
            name, *place, heading, side_cm, side_cm, thick, colour, laying.marker(), size,
            sum(b.thick_cm + CARD_CM for b in below), layer, len(below), pile=at,
        )  # fmt: skip
        laying.put(piece, side, kind, below)
        below.append(piece)

    if throw < 0.15:
        kind = ("fortification", "lane")[int(dice.integers(2))]
        lay(f"{side}-{kind}-{number}", kind, 0, at, turn, paint("#6f6a5c"))
        place = (at[0] + float(dice.normal(0, 0.1)), at[1] + float(dice.normal(0, 0.1)))
    if throw < 0.9:
        kind = _GROUND[int(dice.integers(len(_GROUND)))]
        lay(f"{side}-{kind}-{number}", kind, 1, place, turn, colours[int(dice.integers(len(colours)))])
    flying = int(dice.integers(1, 4)) if 0.15 <= throw < 0.27 or throw >= 0.9 else 0
    way = float(dice.uniform(0, 2 * math.pi))
    for k in range(flying):
        # People fan aircraft out a little: some markers below stay free, some do not.
        step = float(dice.uniform(0.1, 0.7)) * (k + (1 if throw < 0.9 else 0))
        there = (at[0] + step * math.cos(way), at[1] + step * math.sin(way))
        lay(f"{side}-aircraft-{number}-{k}", "aircraft", 2, there, turn + float(dice.normal(0, 15)), paint("#b9c4c9"))


def ancients_crowd(meant: HexPrint, sheet: LaidSheet, dice: Dice) -> Crowd:
    """Lay 12 to 28 units of blocks and a few leaders: a marker on each block, or one a unit; lying or standing."""
    laying = Laying(meant, sheet, dice)
    each, thick = bool(dice.random() < 0.6), float(dice.choice([0.8, 0.9, 1.3]))
    free = list(dice.permutation(len(laying.hexes)))
    for k in range(int(dice.integers(12, 29))):
        side = ("roman", "carthaginian")[k % 2]
        kind = list(_BLOCKS)[int(dice.integers(len(_BLOCKS)))]
        if laying.markers_left < 6 or not free:
            break
        _unit(laying, f"{side}-{kind}-{k}", side, kind, laying.hexes[int(free.pop())], each, thick)
    for k in range(int(dice.integers(1, 4))):
        side = ("roman", "carthaginian")[k % 2]
        for _ in range(_TRIES):
            own, turn = laying.a_place(), float(dice.uniform(0, 360))
            at = laying.table(own)
            outline = laying.fits(at, turn, 2.0, 1.5)
            if outline is not None:
                laying.take([outline])
                piece = HexPiece(
                    f"{side}-leader-{k}", *at, turn, 2.0, 1.5, thick, _SIDES[side][0], laying.marker(), 1.0,
                    wooden=True,
                )  # fmt: skip
                laying.put(piece, side, "leader")
                break
    return laying.crowd()


def _unit(laying: Laying, name: str, side: str, kind: str, here: Hex, each: bool, thick: float) -> None:
    """Lay a unit's blocks close together in a hex; now and then one of them near a border or on it."""
    dice = laying.dice
    full, width, depth, size = _BLOCKS[kind]
    count = full if dice.random() < 0.7 else int(dice.integers(1, full + 1))
    for _ in range(_TRIES):
        x, y = laying.inside(here)
        turn, step = float(dice.normal(90, 15)), max(width, depth) + float(dice.uniform(0.1, 0.35))
        own = Place(x, y, turn).points([((i // 2 - 0.5) * step, (i % 2 - 0.5) * step) for i in range(count)])
        own += dice.normal(0, 0.06, own.shape)
        places = [(float(a), float(b)) for a, b in own]
        if dice.random() < 0.25:
            places[0] = border_place(laying.meant.board, here, float(dice.choice([0.0, dice.uniform(0, 0.3)])), dice)
        turns = (turn + dice.normal(0, 8, count)).tolist()
        outlines = [laying.fits(laying.table(p), t, width, depth) for p, t in zip(places, turns, strict=True)]
        good = [o for o in outlines if o is not None]
        if len(good) < count or any(a.intersects(b) for i, a in enumerate(good) for b in good[:i]):
            continue
        laying.take(good)
        for i, (place, heading) in enumerate(zip(places, turns, strict=True)):
            marked = each or i == 0
            piece = HexPiece(
                f"{name}.{i + 1}" if each else name if marked else f"{name} block {i + 1}",
                *laying.table(place), heading, width, depth, thick, _SIDES[side][0],
                laying.marker() if marked else None, size, wooden=True,
            )  # fmt: skip
            laying.put(piece, side, kind, (), **({"group": name} if each else {}))
        return
