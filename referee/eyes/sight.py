"""Who looks at whom in a ruling: the eye, and what it looks at."""

import math
from dataclasses import dataclass

from referee.evidence.card import EvidenceCard
from rules.registry import game_named
from rules.settings import read_settings
from table.body import Body, Eye
from table.ground import ground_height, settled
from table.perspective import Place

LEAST_EYE_CM = 0.3
"""Who stands in a trench looks over its edge."""
POINT_CM = 1.0
"""A point of the ground is looked at as if something so high stood there."""
AIM = 0.6
"""A line ends so high on its target."""


@dataclass(frozen=True, slots=True)
class Sight:
    """An eye, who it is, the body or the point it looks at, and the bodies of all the others on the table."""

    actor: str
    eye: Eye
    target: str | None
    aim: Place
    high_cm: float
    bodies: tuple[Body, ...]

    @property
    def far_cm(self) -> float:
        """How far it is, on the plan."""
        return math.dist(self.eye[:2], self.aim[:2])


def sight_of(card: EvidenceCard) -> Sight | None:
    """Return who looks at whom; None on a board, and for an action that is on nobody and no point."""
    game, named = game_named(card.game), card.actor or ""
    if card.table.board is not None or game.eye_of is None or game.bodies_of is None or named not in card.table:
        return None
    settings = read_settings(game.settings, card.settings, "settings")
    table = game.complete(card.table, settings, "the table")
    x, y, z = game.eye_of(settled(table.stand(named), table.pieces)[0], settings)
    eye, bodies = (x, y, max(z, LEAST_EYE_CM)), game.bodies_of(table, settings, (named,))
    body = next((body for body in bodies if body.name == card.target), None)
    if body is not None:
        high = body.top_cm - body.foot_cm
        aim = (*body.centre, max(body.foot_cm + AIM * high, 0.0))
        return Sight(named, eye, body.name, aim, high, bodies)
    point = card.action.get("point")
    if not isinstance(point, list | tuple):
        return None
    at = float(point[0]), float(point[1])
    return Sight(named, eye, None, (*at, ground_height(at, table.pieces)), POINT_CM, bodies)
