"""FALL BACK: cavalry gives way before a combat (Y9.6)."""

from rules.common_actions import Single
from rules.yankee.result import go_back
from rules.yankee.settings import Builder
from rules.yankee.troops import arm_of
from table.contact import touching
from table.snapshot import Snapshot


def fall_back(snapshot: Snapshot, single: Single, builder: Builder, _source: str) -> None:
    """Rule on falling back: cavalry in contact, with no enemy cavalry, goes back as in a recoil (Y9.5, Y9.6).

    It costs a fatigue point as any falling back does (``fall_back_tires``); where the way back is barred, it stays.
    """
    actor, settings = single.actor, builder.settings
    builder.condition("Y9.6", "cavalry_falls_back", arm_of(actor) == "cavalry", stand=actor.name, kind=actor.kind)
    if actor.state.get("fought"):
        builder.condition("Y9.6", "not_fought_twice", False, stand=actor.name)
    builder.uses("contact_cm")
    met = 1.0
    nearest = None
    for enemy in sorted((s for s in snapshot.stands if s.side != actor.side), key=lambda stand: stand.name):
        touch = touching(actor, enemy, settings.contact_cm, doubt=settings.doubt)
        met *= 1 - touch.probability_in
        if nearest is None or touch.measured < nearest[0].measured:
            nearest = (touch, enemy)
        if arm_of(enemy) == "cavalry" and touch.probability_in > 0:
            builder.judged("Y9.6", "not_from_cavalry", touch.opposite, stand=actor.name, by=enemy.name)
    if nearest is None:
        builder.condition("Y9.6", "in_combat", False, stand=actor.name)
        return
    touch, enemy = nearest
    builder.judged("Y9.6", "in_contact", touch, actor=actor.name, target=enemy.name)
    if builder.verdict != "allowed":
        return
    if go_back(actor, snapshot, builder, settings, tires=bool(builder.uses("fall_back_tires")), own_will=True):
        builder.outcome = builder.outcome or "falls_back"
