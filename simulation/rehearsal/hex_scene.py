"""A rehearsal on hexes before anyone touches it: the printed map, the counters or blocks on it, what they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from referee.setup.bases import mount_of, usual_bases
from referee.setup.hex_size import frame_with_hexes
from simulation.rehearsal.fittings import SURVEY_CM
from simulation.rehearsal.laying import Laying
from simulation.rehearsal.scene import Scene
from table.board_size import HexSize
from table.frame import Frame, HexBoard
from table.hex_board import parse_hex
from table.hexes import Hex
from table.mount import Pose
from table.roster import Entry
from table.snapshot import Snapshot

NORTH, SOUTH = 90.0, 270.0
MARKER_CM, CARD_CM = 1.2, 3.0
"""Black squares: on a counter or block, and on the cards round the board."""
OFF_CM, TURNED_DEG = 0.07, 3.0
"""How far from where it means to a hand sets a counter down, and how crooked: one sigma each."""


@dataclass(frozen=True, slots=True)
class Put:
    """One counter, unit or leader: what it is, on which hex it lies, what the roster says of it."""

    kind: str
    label: str
    unit: str | None = None
    state: Mapping[str, Any] = field(default_factory=dict, hash=False)


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


def hex_frame(size: HexSize) -> Frame:
    """Return a table just as large as a board of hexes, with eight frame cards laid round it by a careful hand."""
    return replace(frame_with_hexes(size, range(240, 248), CARD_CM), survey_sigma_cm=SURVEY_CM)


def entries_of(game: str, puts: Mapping[str, Mapping[str, Put]]) -> tuple[Entry, ...]:
    """Return the roster's lines for what is put on the board, by side and name."""
    bases = {base.kind: base for base in usual_bases(game)}
    entries: list[Entry] = []
    for side, placed in puts.items():
        for name, put in placed.items():
            base = bases[put.kind]
            mount = mount_of(base.mount, base.depth_cm, MARKER_CM)
            entries.append(
                Entry(
                    len(entries), name, side, put.kind, base.width_cm, base.depth_cm, mount, put.unit,
                    state=dict(put.state),
                )
            )  # fmt: skip
    return tuple(entries)


def poses_of(
    laying: Laying, puts: Mapping[str, Mapping[str, Put]], headings: Mapping[str, float], seed: int
) -> dict[str, Pose]:
    """Return where everything lies, one after the other as hands laid it; ``headings`` are the sides'."""
    dice, poses = np.random.default_rng(seed), dict[str, Pose]()
    for side, placed in puts.items():
        for name, put in placed.items():
            x, y = laying.spot(name, parse_hex(laying.board, put.label), headings[side], poses)
            off_x, off_y, turned = (float(value) for value in np.clip(dice.normal(0.0, 1.0, 3), -1.8, 1.8))
            poses[name] = Pose(x + off_x * OFF_CM, y + off_y * OFF_CM, headings[side] + turned * TURNED_DEG)
    return poses
