"""A rehearsal on hexes before anyone touches it: the printed map, the counters or blocks on it, what they are."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from shapely import Point as Dot
from shapely import Polygon

from referee.match_info import info_of
from referee.setup.hex_size import frame_with_hexes
from rules.box import PrintedMap
from rules.demo import Demo, Placed
from rules.game import Game
from rules.registry import game_named
from rules.settings import read_settings
from simulation.rehearsal.hex_places import Laying
from simulation.rehearsal.scene import SURVEY_CM, Scene, entries_of
from table.board_size import HexSize
from table.frame import Frame, HexBoard
from table.hex_board import centre_of, hexes_of, parse_hex
from table.hexes import Hex
from table.mount import Pose
from table.roster import Roster
from table.snapshot import Snapshot

Ways = tuple[tuple[Hex, ...], ...]


def printed_on(table: Snapshot, game: str, settings: Any) -> tuple[dict[Hex, str], Ways]:
    """Return the kinds of ground by hex and the roads of a completed table: those of its game's map, and its pieces."""
    printed = game_named(game).printed_map
    return _of_map(printed(table, settings, "case")) if printed is not None else (dict(_under_pieces(table)), ())


def _of_map(printed: PrintedMap) -> tuple[dict[Hex, str], Ways]:
    tints = dict.fromkeys(printed.mines, "mines") | dict.fromkeys(printed.airfields, "airfield")
    for kind, places in (("victory", printed.points), ("town", printed.towns)):
        for hexes in places.values():
            tints |= dict.fromkeys(hexes, kind)
    ways = [(here, beside) for here in sorted(printed.roads) for beside in here.neighbours() if here < beside]
    return tints, tuple(way for way in ways if way[1] in printed.roads)


def _under_pieces(table: Snapshot) -> Iterator[tuple[Hex, str]]:
    assert isinstance(table.board, HexBoard)
    for piece in table.pieces:
        polygon = Polygon(piece.polygon)
        for here in hexes_of(table.board):
            if polygon.covers(Dot(*centre_of(table.board, here))):
                yield here, piece.kind


MARKER_CM, CARD_CM = 1.2, 3.0
"""Black squares: on a counter or block, and on the cards round the board."""
OFF_CM, TURNED_DEG = 0.07, 3.0
"""How far from where it means to a hand sets a counter down, and how crooked: one sigma each."""


@dataclass(frozen=True, kw_only=True)
class HexScene(Scene):
    """A battle on a printed map: its colour, the terrain each hex is tinted with, the roads.

    ``blocks`` says by name how many blocks a unit begins with, of which one carries the marker; a stand left out is one
    counter.
    """

    sand: bool = False
    tints: Mapping[Hex, str] = field(default_factory=dict, hash=False)
    roads: tuple[tuple[Hex, ...], ...] = ()
    blocks: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def board(self) -> HexBoard:
        """The hexes."""
        return board_of(self.frame)

    def truth(self) -> Snapshot:
        """Return where everything really lies at the start, and the blocks that were lost."""
        truth = super().truth()
        lost = {name: known["damage"] for name, known in self.states.items() if known.get("damage")}
        return replace(
            truth, stands=tuple(s.with_state(damage=lost[s.name]) if s.name in lost else s for s in truth.stands)
        )


def board_of(frame: Frame) -> HexBoard:
    """Return the hexes of a frame that has some."""
    assert isinstance(frame.board, HexBoard)
    return frame.board


def hex_scene(game: Game[Any], demo: Demo) -> HexScene:
    """Return a battle on a printed map; a stand's place is the label of a hex.

    The table is as large as the map, with eight frame cards laid round it by a careful hand.
    """
    size = demo.board or game.board
    assert isinstance(size, HexSize)
    frame = replace(frame_with_hexes(size, range(240, 248), CARD_CM), survey_sigma_cm=SURVEY_CM)
    board, entries = board_of(frame), entries_of(game.name, demo.stands, MARKER_CM)
    settings = read_settings(game.settings, demo.settings, "demo")
    tints, roads = printed_on(
        Snapshot(frame.width_cm, frame.depth_cm, (), demo.pieces, board=board), game.name, settings
    )
    blocks = {} if game.blocks is None else {e.name: game.blocks(settings, e.kind) for e in entries}
    blocks = {name: count for name, count in blocks.items() if count}
    return HexScene(
        **vars(info_of(game, demo)), frame=frame, roster=Roster(entries), pieces=demo.pieces, patrols=demo.patrols,
        poses=poses_of(Laying(board, {entry.name: entry for entry in entries}, blocks), demo.stands, demo.seed),
        sand=demo.ground == "sand", tints=tints, roads=roads, blocks=blocks,
    )  # fmt: skip


def poses_of(laying: Laying, stands: Iterable[Placed], seed: int) -> dict[str, Pose]:
    """Return where everything lies, one after the other as hands laid it."""
    dice, poses = np.random.default_rng(seed), dict[str, Pose]()
    for placed in stands:
        here = parse_hex(laying.board, str(placed.at))
        x, y = laying.spot(placed.name, here, placed.heading_deg, poses)
        off_x, off_y, turned = (float(value) for value in np.clip(dice.normal(0.0, 1.0, 3), -1.8, 1.8))
        poses[placed.name] = Pose(x + off_x * OFF_CM, y + off_y * OFF_CM, placed.heading_deg + turned * TURNED_DEG)
    return poses
