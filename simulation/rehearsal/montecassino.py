"""The demo's battle of Montecassino: both sides in the open, a gunner at each cannon, and a shot to argue about."""

import numpy as np

from rules.game import Side
from simulation.rehearsal.scene import CannonScene
from simulation.synthetic.cannon_table import BASE_RADIUS_CM, MARKER_HEIGHT_CM, cannon_frame
from table.mount import Mount, Pose
from table.roster import Entry, Roster
from table.squares import Square, centre_of

MARKER_CM = 1.5
ALLIES = (
    "A-02", "A-05", "A-07", "A-10", "A-12", "A-15", "A-18", "A-19", "A-22", "A-35", "A-36", "A-46", "A-52", "A-60",
    "A-67", "G-62",
)  # fmt: skip
GERMANS = (
    "G-03", "G-06", "G-09", "G-11", "G-14", "G-18", "G-20", "G-23", "G-28", "G-35", "G-43", "G-44", "G-51", "G-57",
    "A-64",
)  # fmt: skip
FIRST_TARGET = "G11"
"""Whom the first shell hits: he has comrades beside him to take along."""
SHELLS = 9
OFF_CM = 0.35
"""How far from the middle of its square a hand sets a figure down."""


def montecassino_scene() -> CannonScene:
    """Return the battle, turn 23, the Allies to play: option ii, the standard zone, nine shells a side."""
    frame = cannon_frame()
    assert frame.board is not None
    assert frame.board.kind == "squares"
    dice = np.random.default_rng(70905)
    mount = Mount(height_cm=MARKER_HEIGHT_CM, size_cm=MARKER_CM)
    entries: list[Entry] = []
    poses = {}
    for side, squares, ahead in (("A", ALLIES, 90.0), ("G", GERMANS, 270.0)):
        for k, square in enumerate(squares, start=1):
            name, (x, y) = f"{side}{k}", centre_of(frame.board, Square.parse(square))
            entries.append(Entry(len(entries), name, side, "soldier", 2 * BASE_RADIUS_CM, 2 * BASE_RADIUS_CM, mount))
            off_x, off_y = np.clip(dice.normal(0.0, OFF_CM, 2), -0.8, 0.8)
            poses[name] = Pose(x + float(off_x), y + float(off_y), ahead + float(dice.normal(0, 9)))
    return CannonScene(
        game="montecassino",
        title="The gun on the strip",
        verb="move",
        invitation="Tap Fire: the demo's gunner shoots, and the camera finds who fell.",
        frame=frame,
        roster=Roster(tuple(entries)),
        poses=poses,
        pieces=(),
        sides=(Side("A", "Allies", "Allied"), Side("G", "Germans", "German")),
        turn=23,
        settings={"option": "ii", "zone": "standard", "shells": SHELLS},
        first_target=FIRST_TARGET,
        shells=SHELLS,
    )
