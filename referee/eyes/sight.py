"""Who looks at whom in an action: the eye, and what it looks at."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.action_roles import acting_stand
from rules.registry import game_named
from rules.settings import read_settings
from table.body import Body, Eye
from table.ground import ground_height, settled
from table.perspective import Place
from table.snapshot import Snapshot

LEAST_EYE_CM = 0.3
"""Who stands in a trench looks over its edge."""
POINT_CM = 1.0
"""A point of the ground is looked at as if something so high stood there."""
AIM = 0.6
"""A line ends so high on its target."""


@dataclass(frozen=True, slots=True)
class Sight:
    """On a game's table an eye and who it is, and the bodies of all others.

    It looks at the stand ``target``, or at a point (None): at the place ``aim``, where something so high stands.
    """

    game: str
    table: Snapshot
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


def looks(game: str, table: Snapshot, action: Mapping[str, Any]) -> bool:
    """Say whether somebody looks at somebody or something in an action, on a table that is seen from its side."""
    declared = game_named(game)
    if table.board is not None or declared.eye_of is None or declared.bodies_of is None:
        return False
    target, point = _target(action), action.get("point")
    seen = isinstance(point, list | tuple) if target is None else target in table
    return seen and acting_stand(action) in table


def sight_of(game: str, table: Snapshot, action: Mapping[str, Any], settings: Mapping[str, Any]) -> Sight | None:
    """Return who looks at whom; None where nobody looks at anything (``looks``)."""
    declared, actor, name = game_named(game), acting_stand(action), _target(action)
    if not looks(game, table, action) or declared.eye_of is None or declared.bodies_of is None:
        return None
    read = read_settings(declared.settings, settings, "settings")
    table = declared.complete(table, read, "the table")
    x, y, z = declared.eye_of(settled(table.stand(actor), table.pieces)[0], read)
    eye, bodies = (x, y, max(z, LEAST_EYE_CM)), declared.bodies_of(table, read, (actor,))
    if name is None:
        at = float(action["point"][0]), float(action["point"][1])
        return Sight(game, table, actor, eye, None, (*at, max(ground_height(at, table.pieces), 0.0)), POINT_CM, bodies)
    body = next((body for body in bodies if body.name == name), None)
    if body is None:  # who rides in a vehicle is not seen
        return None
    high = body.top_cm - body.foot_cm
    return Sight(game, table, actor, eye, name, (*body.centre, max(body.foot_cm + AIM * high, 0.0)), high, bodies)


def _target(action: Mapping[str, Any]) -> str | None:
    named = action.get("target") or action.get("vehicle")
    return named if isinstance(named, str) else None
