"""The demo of Smugglers: casks on the beach, and the customs come out of the bushes."""

from rules.demo import Demo, Placed, Suggestion
from table.terrain import Piece

PLACES = {
    "smugglers": {"Kit": (30.0, 22.0), "Old Tom": (38.0, 16.0), "Jory": (47.0, 20.0), "Wil": (56.0, 14.0)},
    "customs": {"Pascoe": (34.0, 46.5), "Trevanion": (60.0, 44.0), "Rowe": (78.0, 30.0)},
}
KINDS = {"smugglers": ("smuggler", 90.0), "customs": ("officer", 270.0)}


def demo() -> Demo:
    """Return the battle, turn 2, the smugglers to play."""
    return Demo(
        title="Casks on the beach",
        invitation="Tap Kit by the casks, then Pascoe in the bushes: is he near enough?",
        size_cm=(90.0, 60.0),
        stands=tuple(
            Placed(name, side, KINDS[side][0], at, KINDS[side][1], state={"cask": True} if name == "Jory" else {})
            for side, placed in PLACES.items()
            for name, at in placed.items()
        ),
        pieces=(
            Piece("gorse", "bush", ((28.0, 43.0), (40.0, 42.0), (42.0, 50.0), (29.0, 51.0)), 0.0),
            Piece("brook", "stream", ((70.0, 0.0), (73.0, 0.0), (69.0, 60.0), (66.0, 60.0)), 0.0),
        ),
        suggestions=(
            Suggestion("Kit", "Pascoe", "Is Pascoe near enough, and what are the bushes worth?"),
            Suggestion("Old Tom", "Rowe", "Does Old Tom reach Rowe across the brook?"),
        ),
        turn=2,
    )
