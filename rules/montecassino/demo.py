"""The demo's battle of Montecassino: both sides in the open, a gunner at each cannon, and a shot to argue about."""

from rules.demo import Demo, DemoCannons, Placed

ALLIES = (
    "A-02", "A-05", "A-07", "A-10", "A-12", "A-15", "A-18", "A-19", "A-22", "A-35", "A-36", "A-46", "A-52", "A-60",
    "A-67", "G-62",
)  # fmt: skip
GERMANS = (
    "G-03", "G-06", "G-09", "G-11", "G-14", "G-18", "G-20", "G-23", "G-28", "G-35", "G-43", "G-44", "G-51", "G-57",
    "A-64",
)  # fmt: skip
SHELLS = 9


def demo() -> Demo:
    """Return the battle, turn 23, the Allies to play: option ii, the standard zone, nine shells a side.

    The first shell is to hit a man who has comrades beside him to take along.
    """
    return Demo(
        title="The gun on the strip",
        invitation="Tap Fire: the demo's gunner shoots, and the camera finds who fell.",
        stands=tuple(
            Placed(f"{side}{k}", side, "soldier", square, heading)
            for side, squares, heading in (("A", ALLIES, 90.0), ("G", GERMANS, 270.0))
            for k, square in enumerate(squares, start=1)
        ),
        turn=23,
        settings={"option": "ii", "zone": "standard", "shells": SHELLS},
        cannons=DemoCannons(first_target="G11", shells=SHELLS),
        seed=70905,
    )
