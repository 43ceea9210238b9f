"""A rehearsal on squares with a cannon on each side, before anyone touches it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.match_info import info_of
from rules.demo import Demo
from rules.game import Game
from simulation.rehearsal.scene import Scene, entries_of
from simulation.synthetic.cannon_table import cannon_frame
from table.frame import SquareBoard
from table.mount import Pose
from table.roster import Roster
from table.squares import Square, centre_of

MARKER_CM = 1.5
OFF_CM, MOST_OFF_CM, TURNED_DEG = 0.35, 0.8, 9.0
"""How far from the middle of its square a hand sets a figure down, and how crooked: one sigma each."""


@dataclass(frozen=True, kw_only=True)
class CannonScene(Scene):
    """A battle with a cannon on each side: whom the first shell is to hit, and how many shells a side has left."""

    first_target: str
    shells: int


def cannon_scene(game: Game[Any], demo: Demo) -> CannonScene:
    """Return a battle with cannons; a stand's place is the label of a square."""
    frame = cannon_frame()
    assert isinstance(frame.board, SquareBoard)
    assert demo.cannons is not None
    dice, poses = np.random.default_rng(demo.seed), dict[str, Pose]()
    for placed in demo.stands:
        x, y = centre_of(frame.board, Square.parse(str(placed.at)))
        off_x, off_y = np.clip(dice.normal(0.0, OFF_CM, 2), -MOST_OFF_CM, MOST_OFF_CM)
        turned = placed.heading_deg + float(dice.normal(0, TURNED_DEG))
        poses[placed.name] = Pose(x + float(off_x), y + float(off_y), turned)
    return CannonScene(
        **vars(info_of(game, demo)), frame=frame, roster=Roster(entries_of(game.name, demo.stands, MARKER_CM)),
        poses=poses, first_target=demo.cannons.first_target, shells=demo.cannons.shells,
    )  # fmt: skip
