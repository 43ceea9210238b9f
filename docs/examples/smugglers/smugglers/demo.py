"""The demo of Smugglers: casks on the beach, and the customs come out of the bushes."""

from rules.demo import Demo, Placed, Suggestion
from table.terrain import Piece

SMUGGLERS = {"Kit": (30.0, 22.0), "Old Tom": (38.0, 16.0), "Jory": (47.0, 20.0), "Wil": (56.0, 14.0)}
CUSTOMS = {"Pascoe": (34.0, 46.0), "Trevanion": (60.0, 44.0), "Rowe": (78.0, 30.0)}


def demo() -> Demo:
    """Return the battle, turn 2, the smugglers to play."""
    return Demo(
        title="Casks on the beach",
        invitation="Tap Kit by the casks, then Pascoe in the bushes: is he near enough?",
        size_cm=(90.0, 60.0),
        stands=(
            *(Placed(name, "smugglers", "smuggler", at, 90.0) for name, at in SMUGGLERS.items()),
            *(Placed(name, "customs", "officer", at, 270.0) for name, at in CUSTOMS.items()),
        ),
        pieces=(
            Piece("the gorse", "bush", ((28.0, 42.0), (40.0, 41.0), (41.0, 46.6), (28.0, 46.8))),
            Piece("brook", "stream", ((70.0, 0.0), (73.0, 0.0), (69.0, 60.0), (66.0, 60.0))),
        ),
        suggestions=(Suggestion("Kit", "Pascoe", "Is Pascoe near enough, and what are the bushes worth?"),),
        turn=2,
    )
