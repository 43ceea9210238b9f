"""The demo's gunner: he cocks his cannon, aims, and turns the lever up when he is told; what his shell does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, copysign, degrees, hypot
from typing import Protocol

import numpy as np

from simulation.synthetic.cannon_figure import Figure
from simulation.synthetic.cannon_pieces import Cannon, Shell
from simulation.synthetic.cannon_shot import Shot, draw_shot
from simulation.synthetic.cannon_stage import CannonStyle
from simulation.synthetic.cannon_table import DEPTH_CM, WIDTH_CM
from simulation.synthetic.palette import paint

COCK_S, FIRE_S, AWAY_S = 0.8, 6.3, 7.1
"""After he was told: the lever is cocked, the shell flies, his hand is gone. In between he loads and aims."""
MUZZLE_CM = 2.9
STRIP_CM = 3.2
SHELL = Shell(0.0, 0.0, 0.325, paint("#f08020"))
TRIES = 40
FALLS = (0.2, 0.4, 0.25, 0.15)
"""How often a shell knocks over none, one, two, three, where that is not staged."""
FIRST_TRY = 62
"""Where the staged shot of the demo's battle is found at once: drawing one takes a tenth of a second."""
APART_S = 0.06
"""In a staged shot the figures begin to fall one after the other, several of the camera's frames apart."""
ON_TABLE_CM = 1.0


class Gun(Protocol):
    """The rig on a cannon, as the gunner's hand moves it."""

    def cock(self) -> None:
        """Pull the rod back and lock the lever."""
        ...

    def fire(self, speed_m_s: float) -> float:
        """Turn the lever up; return when, by the host's clock."""
        ...


@dataclass(frozen=True, slots=True)
class Firing:
    """A gunner at his cannon: whose, since when, whether he cocked it, whether he fired it."""

    side: str
    since_s: float
    cocked: bool = False
    fired: bool = False

    def reach(self, now_s: float) -> float:
        """Return how far his hand has come in: 0 outside, 1 at the cannon."""
        passed = now_s - self.since_s
        return float(min(max(min(passed / COCK_S, (AWAY_S - passed) / (AWAY_S - FIRE_S)), 0.0), 1.0))


def muzzle_of(cannon: Cannon) -> tuple[float, float]:
    """Return where a cannon's shell leaves it."""
    return cannon.x, cannon.y + copysign(MUZZLE_CM, 90.0 if cannon.y < DEPTH_CM / 2 else -90.0)


def home_of(side: str) -> Cannon:
    """Return a side's cannon on its platform in the strip: the Allies' is the near one (M1.3)."""
    near = side == "A"
    return Cannon(WIDTH_CM / 2, STRIP_CM if near else DEPTH_CM - STRIP_CM, 90.0 if near else -90.0)


def aimed(cannon: Cannon, target: Figure) -> Cannon:
    """Return a cannon that looks at a figure."""
    x, y = muzzle_of(cannon)
    return Cannon(cannon.x, cannon.y, degrees(atan2(target.y - y, target.x - x)))


def target_for(side: str, figures: Sequence[Figure], dice: np.random.Generator, wished: str = "") -> Figure | None:
    """Return whom a gunner aims at: the one wished for where he stands, else an enemy in the open; None without any."""
    enemies = [figure for figure in figures if figure.name[0] != side]
    named = next((figure for figure in enemies if figure.name == wished), None)
    if named is not None or not enemies:
        return named
    open_to = [figure for figure in enemies if 20.0 < figure.y < DEPTH_CM - 20.0] or enemies
    return open_to[int(dice.integers(len(open_to)))]


def shot_at(
    target: Figure, figures: tuple[Figure, ...], style: CannonStyle, marker_cm: float, cannon: Cannon,
    seed: Sequence[int], wanted: Mapping[str, int] | None = None,
) -> Shot:  # fmt: skip
    """Return what a shot at a figure does, all that fell and was pushed still on the table.

    ``wanted`` is how many are to fall of which cause, where that is to be staged; else as it comes.
    """
    falls = int(sum(wanted.values())) if wanted else int(np.random.default_rng(list(seed)).choice(4, p=FALLS))
    shot = None
    for k in range(TRIES):
        dice = np.random.default_rng([*seed, k + (FIRST_TRY if wanted else 0)])
        shot = draw_shot(
            figures, style, marker_cm, dice, muzzle_of(cannon), falls, int(dice.choice(2, p=[0.6, 0.4])),
            SHELL.radius_cm, target.name if falls else None,
        )  # fmt: skip
        if _stays(shot, figures) and (wanted is None or (_causes(shot) == dict(wanted) and _apart_s(shot) > APART_S)):
            break
    assert shot is not None
    return shot


def _causes(shot: Shot) -> dict[str, int]:
    told: dict[str, int] = {}
    for fall in shot.falls:
        told[fall.cause] = told.get(fall.cause, 0) + 1
    return told


def _apart_s(shot: Shot) -> float:
    """Return how long after one figure the next begins to fall, at the least: a camera is to see that."""
    begins = sorted(fall.start_s for fall in shot.falls)
    return min((b - a for a, b in pairwise(begins)), default=0.0)


def _stays(shot: Shot, figures: tuple[Figure, ...]) -> bool:
    """Say whether everybody is still on the table afterwards, and no lying one rests on another."""
    if any(fall.gone or hypot(*fall.slide_cm) > 4.0 for fall in shot.falls):
        return False
    after = shot.figures(figures, 1e6)
    low, right, far = ON_TABLE_CM, WIDTH_CM - ON_TABLE_CM, DEPTH_CM - ON_TABLE_CM
    return all(low < figure.x < right and low < figure.y < far for figure in after) and shot.rest_cm is not None
