"""The demo's battle of Ancients: two lines have met, skirmishers throw past each other, and a lane is argued about."""

from collections.abc import Mapping

from rules.demo import Demo, Placed, Suggestion
from table.board_size import HexSize

ROMANS = {
    "Velites I": ("light_infantry", "D4"),
    "Velites II": ("light_infantry", "G4"),
    "Velites III": ("light_infantry", "J4"),
    "Hastati I": ("medium_infantry", "E3"),
    "Hastati II": ("medium_infantry", "G3"),
    "Principes": ("heavy_infantry", "F2"),
    "Triarii": ("heavy_infantry", "H2"),
    "Allies": ("auxilia", "I3"),
    "Equites": ("medium_cavalry", "C3"),
    "Archers": ("light_infantry_bow", "K3"),
    "Scipio": ("leader", "F2"),
    "Laelius": ("leader", "C3"),
}
CARTHAGINIANS = {
    "Numidians I": ("light_cavalry", "D6"),
    "Numidians II": ("light_cavalry", "K6"),
    "Balearics": ("light_infantry_sling", "G7"),
    "Ligurians": ("light_infantry", "I6"),
    "Gauls I": ("warriors", "G5"),
    "Gauls II": ("warriors", "H6"),
    "Africans": ("heavy_infantry", "G8"),
    "Iberians": ("medium_infantry", "E7"),
    "Elephants": ("elephants", "J7"),
    "Hannibal": ("leader", "G8"),
    "Mago": ("leader", "G5"),
}
STATES: Mapping[str, Mapping[str, object]] = {
    **{name: {"ordered": True} for name in ("Numidians I", "Numidians II", "Balearics", "Ligurians", "Gauls I")},
    "Velites III": {"damage": 1},
    "Gauls II": {"damage": 1},
    "Hastati I": {"damage": 2},
}
"""What has happened so far: five orders, and blocks that were lost."""
BANNERS, EDGES = {"carthaginian": 1, "roman": 2}, {"carthaginian": "far", "roman": "near"}


def demo() -> Demo:
    """Return the battle, turn 4: the Carthaginians have moved and battle."""
    armies = (("carthaginian", CARTHAGINIANS, 270.0), ("roman", ROMANS, 90.0))
    phase = {"phase": "battle", "side": "carthaginian", "first": "carthaginian", "orders": 5, "card_played": True}
    return Demo(
        title="Before Zama",
        invitation="Tap the Numidians on D6, then the velites on D4: the line runs between two hexes. Is it free?",
        board=HexSize(5.3, 13, 9),
        stands=tuple(
            Placed(name, side, kind, label, heading)
            for side, army, heading in armies
            for name, (kind, label) in army.items()
        ),
        suggestions=(
            Suggestion("Numidians I", "Velites I", "The line runs between two hexes: does anybody block it?"),
        ),
        begins="carthaginian",
        turn=4,
        settings={"book": "example"},
        known={
            **{side: {"banners": count, "edge": EDGES[side]} for side, count in BANNERS.items()},
            "table": phase,
        },
        states=STATES,
        seed=202,
    )
