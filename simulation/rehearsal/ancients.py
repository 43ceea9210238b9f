"""The demo's battle of Ancients: two lines have met, skirmishers throw past each other, and a lane is argued about."""

from typing import Any

from referee.match_info import Suggestion
from rules.ancients.units import LEADER, book_types
from rules.game import Side
from simulation.rehearsal.hex_scene import NORTH, SOUTH, HexScene, Put, board_of, entries_of, hex_frame, poses_of
from simulation.rehearsal.laying import Laying
from table.board_size import HexSize
from table.roster import Roster

ROMANS = {
    "Velites I": Put("light_infantry", "D4"),
    "Velites II": Put("light_infantry", "G4"),
    "Velites III": Put("light_infantry", "J4"),
    "Hastati I": Put("medium_infantry", "E3"),
    "Hastati II": Put("medium_infantry", "G3"),
    "Principes": Put("heavy_infantry", "F2"),
    "Triarii": Put("heavy_infantry", "H2"),
    "Allies": Put("auxilia", "I3"),
    "Equites": Put("medium_cavalry", "C3"),
    "Archers": Put("light_infantry_bow", "K3"),
    "Scipio": Put("leader", "F2"),
    "Laelius": Put("leader", "C3"),
}
CARTHAGINIANS = {
    "Numidians I": Put("light_cavalry", "D6"),
    "Numidians II": Put("light_cavalry", "K6"),
    "Balearics": Put("light_infantry_sling", "G7"),
    "Ligurians": Put("light_infantry", "I6"),
    "Gauls I": Put("warriors", "G5"),
    "Gauls II": Put("warriors", "H6"),
    "Africans": Put("heavy_infantry", "G8"),
    "Iberians": Put("medium_infantry", "E7"),
    "Elephants": Put("elephants", "J7"),
    "Hannibal": Put("leader", "G8"),
    "Mago": Put("leader", "G5"),
}
STATES: dict[str, dict[str, Any]] = {
    **{name: {"ordered": True} for name in ("Numidians I", "Numidians II", "Balearics", "Ligurians", "Gauls I")},
    "Velites III": {"damage": 1},
    "Gauls II": {"damage": 1},
    "Hastati I": {"damage": 2},
}
"""What has happened so far: five orders, and blocks that were lost."""
BANNERS, EDGES = {"carthaginian": 1, "roman": 2}, {"carthaginian": "far", "roman": "near"}
PUTS = {"carthaginian": CARTHAGINIANS, "roman": ROMANS}


def ancients_scene() -> HexScene:
    """Return the battle, turn 4: the Carthaginians have moved and battle."""
    frame = hex_frame(HexSize(5.3, 13, 9))
    entries = entries_of("ancients", PUTS)
    types = book_types()
    blocks = {entry.name: types[entry.kind].blocks for entry in entries if entry.kind != LEADER}
    laying = Laying(board_of(frame), {entry.name: entry for entry in entries}, blocks)
    return HexScene(
        game="ancients",
        title="Before Zama",
        verb="shoot",
        settings={"book": "example"},
        invitation="Tap the Numidians on D6, then the velites on D4: the line runs between two hexes. Is it free?",
        frame=frame,
        roster=Roster(entries),
        poses=poses_of(laying, PUTS, {"roman": NORTH, "carthaginian": SOUTH}, seed=202),
        pieces=(),
        sides=(Side("carthaginian", "Carthaginians", "Carthaginian"), Side("roman", "Romans", "Roman")),
        suggestions=(
            Suggestion("Numidians I", "Velites I", "The line runs between two hexes: does anybody block it?"),
        ),
        turn=4,
        known={
            **{side: {"banners": count, "edge": EDGES[side]} for side, count in BANNERS.items()},
            "table": {
                "phase": "battle",
                "side": "carthaginian",
                "first": "carthaginian",
                "orders": 5,
                "card_played": True,
            },
        },
        states=STATES,
        blocks=blocks,
    )
