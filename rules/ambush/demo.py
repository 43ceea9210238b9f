"""The demo's Ambush battle: a platoon crosses a farm, and five shots are argued about."""

import math

from rules.demo import Demo, Patrol, Placed, Suggestion
from table.mount import Pose
from table.terrain import Piece

MILLER = (30.0, 24.6)


def _from_miller(bearing_deg: float, cm: float) -> tuple[float, float]:
    turn = math.radians(bearing_deg)
    return MILLER[0] + cm * math.cos(turn), MILLER[1] + cm * math.sin(turn)


AMERICANS = {
    "Miller": (*MILLER, 52.0),
    "Kowalski": (12.5, 52.0, 20.0),
    "Rossi": (19.0, 38.5, 35.0),
    "Harris": (45.0, 13.5, 30.0),
    "Jensen": (60.5, 10.5, 60.0),
    "Doyle": (16.0, 12.0, 25.0),
    "Novak": (30.0, 9.0, 70.0),
}
GERMANS = {
    "Weber": (*_from_miller(38.0, 47.3), 205.0),  # in the open, in range
    "Brandt": (*_from_miller(64.0, 50.0), 250.0),  # at the very limit
    "Krause": (*_from_miller(80.0, 58.5), 262.0),  # beyond it
    "Vogel": (*_from_miller(19.5, 41.0), 195.0),  # behind the farmhouse
    "Lehmann": (*_from_miller(1.5, 44.0), 180.0),  # behind the garden hedge, but he has fired
    "Huber": (61.0, 43.6, 142.0),  # in the trench, not yet seen
    "Schmidt": (104.0, 86.0, 270.0),  # on his way down the lane
    "Fischer": (94.0, 66.0, 215.0),  # in the wood
}
TANKS = {"Lucky": (10.0, 80.0, 12.0, "us", "Sherman"), "Rot 3": (75.0, 88.0, 236.0, "de", "Panzer IV")}
STATES = {"Lehmann": {"revealed": True}, "Krause": {"revealed": True}}

OPEN = {"crossing": "none", "blocks": "no", "cover": "nobody"}
"""What the players agreed about road and wheat (A1.4, A3.5)."""
PIECES = (
    Piece("long hedge", "hedge", ((8.0, 26.2), (37.0, 26.2), (37.0, 27.4), (8.0, 27.4)), 1.5),
    Piece("farmhouse", "house", ((48.5, 27.2), (57.5, 27.2), (57.5, 35.6), (48.5, 35.6)), 6.0),
    Piece("garden hedge", "hedge", ((70.9, 18.0), (72.1, 18.0), (72.1, 31.5), (70.9, 31.5)), 1.5),
    Piece("trench", "trench", ((56.5, 44.0), (65.5, 37.0), (68.3, 40.6), (59.3, 47.6)), 0.0),
    Piece(
        "wood", "wood",
        ((84.0, 60.0), (92.0, 55.5), (101.0, 58.0), (104.5, 66.5), (99.5, 75.0), (90.0, 77.0), (83.5, 70.0)), 8.0,
    ),
    Piece("orchard wall", "wall", ((6.5, 60.5), (27.0, 64.5), (26.8, 65.5), (6.3, 61.5)), 1.6),
    Piece("bush", "bush", ((48.0, 90.0), (51.5, 89.0), (53.8, 92.0), (51.0, 94.6), (48.3, 93.4)), 2.0),
    Piece(
        "lane", "road",
        ((78.0, 0.0), (82.0, 0.0), (81.0, 12.0), (79.5, 26.0), (80.5, 40.0), (79.0, 54.0), (73.5, 68.0), (70.5, 82.0),
         (71.3, 100.0), (67.3, 100.0), (66.5, 82.0), (69.6, 67.0), (75.0, 53.0), (76.5, 40.0), (75.5, 26.0),
         (77.0, 12.0)),
    ),
    Piece("wheat", "field", ((86.0, 29.5), (110.0, 27.0), (112.0, 46.0), (88.0, 49.0))),
    Piece("pond", "swamp", ((94.0, 8.0), (104.0, 4.5), (110.5, 10.0), (106.0, 18.0), (96.5, 16.0)), 0.0),
    Piece("paddock fence", "fence", ((84.5, 84.0), (85.1, 84.0), (85.1, 98.5), (84.5, 98.5)), 1.0),
    Piece("ruined barn", "ruins", ((24.5, 81.0), (35.5, 80.0), (36.3, 89.0), (25.2, 90.0)), 3.0),
)  # fmt: skip


def demo() -> Demo:
    """Return the battle, turn 3, the Americans to play."""
    soldiers = (
        Placed(name, side, "soldier", (x, y), heading, state=STATES.get(name, {}))
        for side, platoon in (("us", AMERICANS), ("de", GERMANS))
        for name, (x, y, heading) in platoon.items()
    )
    tanks = (Placed(name, side, "vehicle", (x, y), turn, unit) for name, (x, y, turn, side, unit) in TANKS.items())
    return Demo(
        title="Ambush at the farm",
        invitation="Tap the rifleman by the hedge: Miller. Then tap the German he wants to shoot.",
        size_cm=(120.0, 100.0),
        stands=(*soldiers, *tanks),
        pieces=PIECES,
        suggestions=(
            Suggestion("Miller", "Weber", "Is Weber, out in the open, near enough?"),
            Suggestion("Miller", "Brandt", "Is Brandt just inside 50 cm, or just outside?"),
            Suggestion("Miller", "Krause", "And Krause, behind him?"),
            Suggestion("Miller", "Vogel", "Can he see Vogel past the farmhouse?"),
            Suggestion("Miller", "Lehmann", "What is the garden hedge worth to Lehmann, who has fired?"),
            Suggestion("Miller", "Huber", "May he shoot at Huber, still quiet in his trench?"),
            # These come up once Miller has fired, and in the Germans' turn.
            Suggestion("Rossi", "Vogel", "Does Rossi reach Vogel past the far corner of the house?"),
            Suggestion("Harris", "Lehmann", "Is the garden hedge any cover against Harris?"),
            Suggestion("Kowalski", "Brandt", "Is Brandt within Kowalski's range?"),
            Suggestion("Huber", "Miller", "Huber shoots from his trench: does he reach Miller?"),
            Suggestion("Lehmann", "Miller", "Does the garden hedge stop Lehmann's own shot?"),
            Suggestion("Brandt", "Rossi", "Is Rossi within Brandt's range?"),
        ),
        patrols=(
            Patrol("Jensen", tuple(Pose(x, 10.5, 60.0) for x in (60.5, 66.5))),
            Patrol("Schmidt", tuple(Pose(104.0, y, 270.0) for y in (86.0, 80.0, 74.0, 68.0, 62.0))),
        ),
        turn=3,
        settings={"terrain": {"road": OPEN, "field": OPEN}},
    )
