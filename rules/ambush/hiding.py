"""A3.5: who has given himself away is hidden again once he has moved out of every enemy's sight."""

from dataclasses import replace

from rules.ambush.damage import riding
from rules.ambush.obstacles import obstacles
from rules.ambush.seeing import any_of, blocking
from rules.ambush.settings import Builder
from rules.ambush.shoot import RANGE_CM
from rules.ambush.troops import is_vehicle, is_wreck
from table.distance import centre_to_centre
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.verdict import judge


def hides_again(actor: Stand, end: Point, snapshot: Snapshot, builder: Builder) -> None:
    """Record that a soldier who was revealed is out of sight where his way ends: no enemy within 50 cm can see him."""
    if is_vehicle(actor) or not actor.state.get("revealed"):
        return
    settings = builder.settings
    there = replace(actor, x=end[0], y=end[1])
    aboard = riding(snapshot)
    for enemy in snapshot.stands:
        if enemy.side == actor.side or is_wreck(enemy) or enemy.name in aboard:
            continue
        near = judge(centre_to_centre(enemy, there), RANGE_CM).probability_in  # A3.1
        among = obstacles(snapshot, settings, actor.name, enemy.name)
        if near * (1 - any_of(blocking(enemy, there, among, settings))) > settings.doubt:
            return
    builder.modifying("A3.5", "out_of_sight", actor=actor.name)
    builder.effect("hide", actor.name)
