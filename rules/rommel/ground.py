"""The ground of a table by hex: of the map agreed on, and of pieces of terrain that lie on it (R1.3, R4.5, R4.7)."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from shapely import Point as Dot
from shapely import Polygon

from rules.rommel.map_data import MapData, hexes_of_area, practice_map
from rules.rommel.settings import RommelSettings
from table.errors import BadFile
from table.frame import HexBoard
from table.hex_board import ROOT3, centre_of, default_board, has, hex_at, label_of
from table.hexes import Hex, disc
from table.snapshot import Snapshot
from table.terrain import Piece

KINDS: Mapping[str, str] = {
    **dict.fromkeys(("road", "roads", "track"), "road"),
    **dict.fromkeys(("mine", "mines", "minefield", "mine field"), "mines"),
    **dict.fromkeys(("cleared", "cleared mines", "cleared lane"), "cleared"),
    **dict.fromkeys(("airfield", "airport", "airfields"), "airfield"),
    **dict.fromkeys(("town", "village"), "town"),
    **dict.fromkeys(("victory", "victory point", "point"), "victory"),
    **dict.fromkeys(("axis zone", "zone axis"), "axis_zone"),
    **dict.fromkeys(("allied zone", "zone allied"), "allied_zone"),
    **dict.fromkeys(("screen", "screen line"), "screen"),
}
"""The words that a piece of terrain may be called, and what it is."""
SINGLE = frozenset({"victory", "town"})
"""Kinds of which every piece is one: a piece of several hexes is one victory point."""


@dataclass(frozen=True)
class Ground:
    """What lies on which hexes; ``points`` and ``towns`` by name. ``house`` says that it is our practice map.

    A zone is empty where nobody has said how far it goes.
    """

    roads: frozenset[Hex] = frozenset()
    mines: frozenset[Hex] = frozenset()
    cleared: frozenset[Hex] = frozenset()
    airfields: frozenset[Hex] = frozenset()
    screen: frozenset[Hex] = frozenset()
    towns: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    points: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    axis_zone: frozenset[Hex] = frozenset()
    allied_zone: frozenset[Hex] = frozenset()
    house: bool = False

    def zone(self, side: str) -> frozenset[Hex]:
        """Return where a side may place its counters, the Axis in the minefield too (R1.2); empty where nobody says."""
        if side != "axis":
            return self.allied_zone
        return self.axis_zone | self.mines if self.axis_zone else frozenset()


def plain_kind(kind: str) -> str:
    """Return a piece's kind as it is looked up in ``KINDS``."""
    return kind.strip().lower().replace("_", " ").replace("-", " ")


def check_kinds(pieces: Sequence[Piece], source: str) -> None:
    """Raise BadFile for a piece of terrain that this game does not know."""
    for index, piece in enumerate(pieces):
        if plain_kind(piece.kind) not in KINDS:
            known = ", ".join(dict.fromkeys(KINDS.values()))
            raise BadFile(source, f"terrain[{index + 1}].kind", f"one of {known}", repr(piece.kind))


def map_of(settings: RommelSettings) -> MapData | None:
    """Return the map agreed on; None for open desert."""
    if settings.map == "open":
        return None
    return practice_map() if settings.map == "practice" else settings.map


def board_for(width_cm: float, depth_cm: float, settings: RommelSettings) -> HexBoard:
    """Return the board of a table that gives none: as large as the map agreed on, or as the practice map."""
    chosen = map_of(settings) or practice_map()
    return default_board(width_cm, depth_cm, chosen.columns, chosen.rows)


def ground_of(snapshot: Snapshot, settings: RommelSettings, source: str = "case") -> Ground:
    """Return the ground of a completed table; raises BadFile for a map whose hexes the board has not."""
    assert isinstance(snapshot.board, HexBoard)
    return _ground(snapshot.board, map_of(settings), settings.map == "practice", snapshot.pieces, source)


@lru_cache(maxsize=32)
def _ground(board: HexBoard, chosen: MapData | None, house: bool, pieces: tuple[Piece, ...], source: str) -> Ground:
    found: dict[str, set[Hex]] = {kind: set() for kind in KINDS.values()}
    named: dict[str, dict[str, frozenset[Hex]]] = {"town": {}, "victory": {}}
    if chosen is not None:
        areas = {
            "road": chosen.roads, "mines": chosen.mines, "airfield": chosen.airfields, "screen": chosen.screen,
            "axis_zone": chosen.zone.axis, "allied_zone": chosen.zone.allied,
        }  # fmt: skip
        for kind, area in areas.items():
            found[kind].update(hexes_of_area(area, board, f"settings.map.{kind}", source))
        for kind, places in (("town", chosen.town), ("victory", chosen.point)):
            for place in places:
                listed = hexes_of_area(place.hexes, board, f"settings.map.{kind}.{place.name}", source)
                named[kind][place.name] = frozenset(listed)
    for piece in pieces:
        kind, hexes = KINDS[plain_kind(piece.kind)], frozenset(_under(board, piece))
        if kind in SINGLE:
            named[kind][_called(piece, kind, hexes, board)] = hexes
        found[kind] |= hexes
    on = {kind: frozenset(hexes) for kind, hexes in found.items()}
    return Ground(
        on["road"], on["mines"], on["cleared"], on["airfield"], on["screen"], named["town"], named["victory"],
        on["axis_zone"], on["allied_zone"], house,
    )  # fmt: skip


def _called(piece: Piece, kind: str, hexes: frozenset[Hex], board: HexBoard) -> str:
    """Return what people call a town or point: its name, else its hex; a piece of a case's hexes is named by both."""
    if len(hexes) != 1:
        return piece.name
    (here,) = hexes
    name, label = piece.name.removesuffix(f"-{here.q},{here.r}"), label_of(board, here)
    if name == piece.name:
        return name
    return label if name.rstrip("0123456789") == f"{kind}-" else f"{name} {label}"


def _under(board: HexBoard, piece: Piece) -> Iterator[Hex]:
    """Yield the hexes whose middle lies under a piece."""
    polygon = Polygon(piece.polygon)
    left, near, right, far = polygon.bounds
    middle = hex_at(board, (left + right) / 2, (near + far) / 2)
    steps = math.ceil(math.hypot(right - left, far - near) / 2 / (ROOT3 * board.size_cm / 2)) + 1
    for here in disc(middle, min(steps, 2 * (board.columns + board.rows))):
        x, y = centre_of(board, here)
        if left <= x <= right and near <= y <= far and has(board, here) and polygon.covers(Dot(x, y)):
            yield here
