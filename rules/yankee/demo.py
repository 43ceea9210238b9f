"""The demo's Yankee battle: a ridge under fire, and five volleys argued about."""

from collections.abc import Mapping

from rules.demo import Demo, Patrol, Placed, Suggestion
from table.mount import Pose
from table.terrain import Piece

NORTH, SOUTH = 90.0, 270.0

UNION = {
    "Cushing": ("artillery", 60.0, 30.0, NORTH),
    "Brown": ("artillery", 84.0, 24.0, NORTH),
    "Rorty": ("artillery", 106.0, 26.0, NORTH),
    "7 Michigan": ("infantry", 105.2, 42.0, NORTH),
    "69 Penn.": ("infantry", 40.0, 50.0, NORTH),
    "71 Penn.": ("infantry", 43.4, 50.0, NORTH),
    "72 Penn.": ("infantry", 50.5, 52.0, NORTH),
    "12 N.Jersey": ("infantry", 128.0, 44.0, NORTH),
    "14 Conn.": ("infantry", 131.4, 44.0, NORTH),
    "1 Minn.": ("infantry", 72.0, 22.0, NORTH),
    "8 Illinois": ("cavalry", 16.0, 22.0, 60.0),
    "Hancock": ("general", 72.0, 12.0, NORTH),
}
CONFEDERATES = {
    "Garnett I": ("infantry", 60.4, 66.0, SOUTH),
    "Garnett II": ("infantry", 63.6, 66.4, SOUTH),
    "Kemper I": ("infantry", 84.0, 74.9, SOUTH),
    "Kemper II": ("infantry", 88.4, 78.0, SOUTH),
    "Armistead I": ("infantry", 40.5, 71.2, SOUTH),
    "Armistead II": ("infantry", 43.9, 71.6, SOUTH),
    "Pettigrew": ("infantry", 106.4, 66.0, SOUTH),
    "Fry": ("infantry", 128.2, 62.0, SOUTH),
    "Marshall": ("infantry", 131.6, 62.0, SOUTH),
    "Alexander": ("artillery", 100.0, 86.0, SOUTH),
    "1 Virginia": ("cavalry", 148.0, 84.0, SOUTH),
    "Pickett": ("general", 66.0, 82.0, SOUTH),
}
STATES: Mapping[str, Mapping[str, object]] = {
    "Fry": {"quality": "veteran"},
    "69 Penn.": {"quality": "veteran"},
    "12 N.Jersey": {"quality": "trained"},
    "Garnett I": {"fatigue": 1},
    "Hancock": {"attached_to": "1 Minn."},
    "Pickett": {"attached_to": "Kemper I"},
}
PIECES = (
    Piece("angle wall", "wall", ((120.0, 59.7), (138.0, 59.7), (138.0, 60.5), (120.0, 60.5)), 1.2),
    Piece(
        "ridge", "hill", ((52.0, 6.0), (92.0, 4.0), (98.0, 14.0), (90.0, 18.5), (58.0, 18.0), (50.0, 13.0)), 3.0,
        "level",
    ),
    Piece("copse", "wood", ((18.0, 54.0), (28.0, 52.0), (31.0, 61.0), (24.0, 66.0), (16.5, 62.0)), 6.0),
    Piece("far wood", "wood", ((112.0, 82.0), (126.0, 79.0), (134.0, 86.0), (128.0, 95.0), (114.0, 94.0)), 6.0),
    Piece("wheat", "fields", ((52.0, 44.0), (74.0, 42.0), (77.0, 57.0), (54.0, 60.0)), 0.0),
    Piece("hamlet", "village", ((6.0, 78.0), (20.0, 76.0), (22.0, 88.0), (8.0, 91.0)), 5.0),
    Piece("run", "stream", ((138.0, 0.0), (141.0, 0.0), (144.0, 16.0), (153.0, 26.0), (160.0, 29.0), (160.0, 32.0),
                            (151.0, 28.5), (141.5, 18.0))),
)  # fmt: skip


def demo() -> Demo:
    """Return the battle, turn 5, the Union to play."""
    return Demo(
        title="The angle on the ridge",
        invitation="Tap the battery behind the wheat: Cushing. Then tap the Confederates he wants to fire at.",
        size_cm=(160.0, 100.0),
        stands=tuple(
            Placed(name, side, kind, (x, y), heading, state=STATES.get(name, {}))
            for side, army in (("union", UNION), ("confederate", CONFEDERATES))
            for name, (kind, x, y, heading) in army.items()
        ),
        pieces=PIECES,
        suggestions=(
            Suggestion("Cushing", "Garnett I", "Does the battery reach Garnett across the wheat?"),
            Suggestion("Brown", "Kemper I", "Is Kemper just inside 48 cm, or just outside?"),
            Suggestion("69 Penn.", "Armistead I", "Is Armistead close enough for muskets?"),
            Suggestion("Rorty", "Pettigrew", "May Rorty fire past the 7 Michigan?"),
            Suggestion("12 N.Jersey", "Fry", "What is the wall worth to Fry?"),
            Suggestion("72 Penn.", "Garnett I", "Does Garnett lie in their field of fire?"),
            Suggestion("Fry", "12 N.Jersey", "Does Fry answer over the wall?"),
            Suggestion("Marshall", "14 Conn.", "And Marshall beside him?"),
        ),
        patrols=(
            Patrol("8 Illinois", tuple(Pose(16.0, y, 60.0) for y in (22.0, 27.0, 32.0, 37.0))),
            Patrol("1 Virginia", tuple(Pose(148.0, y, SOUTH) for y in (84.0, 79.0, 74.0, 69.0))),
        ),
        turn=5,
    )
