"""How each stand gets back to its agreed place: so far that way as one sees it from a table edge, turned by so much."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from referee.observation import Whereabouts
from table.errors import BadInput
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg
from table.uncertainty import SIGMAS_95, apart, sigma_turned

Edge = Literal["near", "far", "left", "right"]
"""At which edge of the table somebody stands and looks across it."""
EDGES: tuple[Edge, ...] = ("near", "far", "left", "right")
_RIGHT: Mapping[Edge, tuple[int, int]] = {"near": (1, 0), "far": (-1, 0), "left": (0, -1), "right": (0, 1)}
"""What is to the right of whoever stands there, in table x and y."""

HintState = Literal["away", "covered", "off", "there", "back"]
"""Lifted or fallen; under something; in sight but off; off no longer but still in somebody's hand; back."""

LEAVES = 1.3
"""A stand that was back is off again only beyond so many tolerances: nothing flickers at the limit."""
MOST_CM, MOST_DEG = 0.5, 10.0
"""No tolerance is wider: the games say that a stand has moved from half a centimetre on."""
SQUARE_CM, ANY_DEG = 1.5, 180.0
"""On a board it matters on which square a figure stands, not where on it, nor which way it looks."""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How near its place a stand is back; ``on_square``: anywhere near the middle of its square will do.

    Raises BadInput for one that is not above 0, or too wide.
    """

    cm: float = 0.3
    deg: float = 3.0
    on_square: bool = False

    def __post_init__(self) -> None:
        most_cm, most_deg = (SQUARE_CM, ANY_DEG) if self.on_square else (MOST_CM, MOST_DEG)
        if not (0 < self.cm <= most_cm and 0 < self.deg <= most_deg):
            raise BadInput("a tolerance is above 0 and at most {cm} cm and {deg} degrees", cm=MOST_CM, deg=MOST_DEG)


def usual_tolerance(table: Snapshot) -> Tolerance:
    """Return how near its place a stand is back: on a board on its square or hex, elsewhere to the millimetres."""
    return Tolerance() if table.board is None else Tolerance(SQUARE_CM, ANY_DEG, on_square=True)


@dataclass(frozen=True, slots=True)
class Hint:
    """What one stand still lacks of its agreed pose ``ghost``; ``now`` is where it was last seen.

    ``dx_cm`` and ``dy_cm`` lead from where it is to where it belongs, in table axes; ``turn_deg`` turns it home,
    counter-clockwise positive. ``tolerance_cm`` and ``tolerance_deg`` are those that decided, ``sigma_cm`` and
    ``sigma_deg`` those of the difference.
    """

    ghost: Stand
    now: Stand | None
    state: HintState
    dx_cm: float = 0.0
    dy_cm: float = 0.0
    turn_deg: float = 0.0
    sigma_cm: float = 0.0
    sigma_deg: float = 0.0
    tolerance_cm: float = 0.0
    tolerance_deg: float = 0.0

    @property
    def name(self) -> str:
        """The stand's name."""
        return self.ghost.name

    @property
    def off_cm(self) -> float:
        """How far the stand is from its place."""
        return math.hypot(self.dx_cm, self.dy_cm)

    @property
    def shown(self) -> tuple[object, ...]:
        """The hint as finely as people read it: what changes by less is no news."""
        return self.name, self.state, round(self.dx_cm, 1), round(self.dy_cm, 1), round(self.turn_deg)

    def seen_from(self, edge: Edge) -> tuple[float, float]:
        """Return the way home in cm: to the right, and away from whoever stands at that edge."""
        right_x, right_y = _RIGHT[edge]
        return self.dx_cm * right_x + self.dy_cm * right_y, self.dy_cm * right_x - self.dx_cm * right_y


def hint(ghost: Stand, seen: Whereabouts | None, tolerance: Tolerance, before: HintState | None = None) -> Hint:
    """Return what one stand lacks of its agreed pose; ``before`` is the state it had at the last look."""
    if seen is None or seen.stand is None or seen.state == "gone":
        return Hint(ghost, None if seen is None else seen.stand, "away")
    now = seen.stand
    dx, dy = ghost.x - now.x, ghost.y - now.y
    turn = wrap_deg(ghost.heading_deg - now.heading_deg)
    sigma_cm, sigma_deg = apart(ghost, now).sigma, sigma_turned(ghost, now)
    # Never below what the camera can tell. What is asked is not whether it surely moved but whether it is back: a place
    # as near as 95 % of those measured of one that is.
    least_cm, least_deg = max(tolerance.cm, SIGMAS_95 * sigma_cm), max(tolerance.deg, SIGMAS_95 * sigma_deg)
    slack = LEAVES if before in ("back", "there") else 1.0
    within = math.hypot(dx, dy) <= slack * least_cm and abs(turn) <= slack * least_deg
    state: HintState
    if seen.state == "covered":
        state = "covered"
    elif within:
        state = "there" if seen.state == "held" else "back"
    else:
        state = "off"
    return Hint(ghost, now, state, dx, dy, turn, sigma_cm, sigma_deg, least_cm, least_deg)


def hints(
    agreed: Iterable[Stand],
    live: Iterable[Whereabouts],
    tolerance: Tolerance,
    before: Mapping[str, HintState] | None = None,
) -> tuple[Hint, ...]:
    """Return a hint for each agreed stand, in their order; ``before`` are the states of the last look, by name."""
    seen, was = {one.name: one for one in live}, before or {}
    return tuple(hint(ghost, seen.get(ghost.name), tolerance, was.get(ghost.name)) for ghost in agreed)
