"""True sight: how much of a body an eye sees over terrain and other bodies, and how probably it sees so much.

What hides is solid from the table up to its top: a level piece or body, a slope between its outline and its crest. A
piece of no height, and a trench, hide nothing; who is in a trench is hidden by the table before its edge. Of a
piece with a height on which nobody said that one stands (a wood, a house, an old hill) one may stand on the top or in
it: while an eye, or a body's middle, is inside and below its top, it hides nothing, as the books have it.

Errors are followed by fixed draws of all places and heights. A body ``on`` a piece is as high as that, errors and all;
draws in which an eye or a body is within a piece that nobody can be in are left out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from table.body import Body, Eye
from table.sight_errors import FEW, MANY, Moved, drawn
from table.sight_scene import Blocker, Scene, shares
from table.uncertainty import FAR

Floats = NDArray[np.float64]

SEEN = 1e-6
"""A greater share is seen."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """How much of a body is seen: the share as measured, and in every draw that can be (``weights`` 1 or 0)."""

    share: float
    draws: Floats
    weights: Floats

    @property
    def mean(self) -> float:
        """The share's mean."""
        return float(np.average(self.draws, weights=self.weights))

    @property
    def sigma(self) -> float:
        """One standard deviation of the share."""
        return float(np.sqrt(np.average((self.draws - self.mean) ** 2, weights=self.weights)))

    def probability(self, more_than: float = 0.0) -> float:
        """Return how probably more than such a share is seen."""
        return float(np.average(self.draws > more_than + SEEN, weights=self.weights))


def seen_share(eye: Eye, target: Body, blockers: Iterable[Blocker]) -> float:
    """Return the share (0 to 1) of a body's silhouette that an eye sees past pieces and bodies, all as measured.

    An eye inside the body's outline sees it all.
    """
    return float(shares(Scene.of(eye, target, blockers), Moved.not_at_all(eye, target))[0][0])


def hiding(eye: Eye, target: Body, blockers: Iterable[Blocker], sigma_cm: float = 0.0) -> list[tuple[Blocker, float]]:
    """Return what may hide a body, and how much of it each would hide alone, the most first.

    What the table hides of whom a trench holds, or from him, the trench does.
    """
    scene, still = Scene.of(eye, target, blockers, FAR * sigma_cm), Moved.not_at_all(eye, target)
    cases: list[tuple[Blocker, Scene]] = [(each, replace(scene, near=(each,), table=None)) for each in scene.near]
    cases += [(pit, replace(scene, near=())) for pit in scene.pits]
    alone = [(each, 1.0 - float(shares(case, still)[0][0])) for each, case in cases]
    return sorted(alone, key=lambda found: (-found[1], found[0].name))


def sight_probability(
    eye: Eye, viewer: Body, target: Body, blockers: Iterable[Blocker], limits: Sequence[float] = (0.0,)
) -> Sighting:
    """Return how much of a target a viewer's eye sees past pieces and bodies, with all their errors.

    The blockers are those but the two themselves; ``limits`` are the shares it will be asked about. Where nothing is
    near the line no draw is made, and few where they agree on every limit.
    """
    among = list(blockers)
    sigmas = [viewer.sigma_cm, target.sigma_cm, *(each.sigma_cm for each in among if isinstance(each, Body))]
    scene = Scene.of(eye, target, among, FAR * max(sigmas))
    if not scene.near and scene.table is None:
        return Sighting(1.0, np.ones(1), np.ones(1))
    for pairs in (FEW, MANY):
        found, weights = shares(scene, drawn(eye, viewer, target, scene.near, among, pairs))
        over = found[weights > 0, None] > np.array(limits) + SEEN
        if (over == over[:1]).all():
            break
    if len(found) == 1 or not weights[1:].any():
        return Sighting(float(found[0]), found, np.ones(len(found)))
    return Sighting(float(found[0]), found[1:], weights[1:])
