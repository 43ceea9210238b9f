"""The turn: play a card and order, move, battle, draw; ``next`` ends a phase, and banners end the game (C3.1)."""

from rules.ancients.obligations import owed_in_battle
from rules.ancients.position import AncientsBoard, rule_on_table
from rules.ancients.settings import Builder
from rules.ancients.side import SideAction, acting_side, other_side
from rules.ancients.state import PHASES, AncientsSide, PhaseName, table_of
from table.snapshot import Snapshot
from table.stand import Stand

ORDER, MOVE, BATTLE, _ = PHASES
FORGOTTEN = (
    "ordered", "moved", "moved_hexes", "fired", "fought", "joined", "joins", "detached", "must_close",
    "may_advance_hexes", "may_advance_again", "may_advance_to", "battled_again",
)  # fmt: skip
"""State that a turn begins without."""


def next_phase(snapshot: Snapshot, action: SideAction, builder: Builder, source: str) -> None:
    """Rule on the end of a phase; after the draw the other side's turn begins (C3.1)."""
    side = acting_side(snapshot, action.side, builder, source)
    rule_on_table(snapshot, builder, lambda position, own: _judge(position, side, own), source)


def _judge(position: AncientsBoard, side: str, builder: Builder) -> None:
    phase = phase_of(builder)
    turn_of(side, builder)
    lost = next((each for each in builder.sides if AncientsSide.of(each, builder).defeated), None)
    if lost is not None:
        winner = other_side(position.table, lost, builder)
        builder.condition("C3.1", "battle_is_over", False, side=winner)
    if phase == ORDER and not table_of(builder).card_played:
        builder.modifying("C3.1", "no_card_played", side=side)
    if phase == BATTLE:
        for owed in owed_in_battle(position, side):
            if owed.holds_the_turn:
                builder.checks.append(owed.check)
            else:
                builder.modifying("C8.2", "must_have_closed", **owed.detail)
    after = PHASES[(PHASES.index(phase) + 1) % len(PHASES)]
    builder.modifying("C3.1", "phase_ends", side=side, phase=phase, next_phase=after)
    if after != ORDER:
        builder.effect("phase", None, side=side, phase=after, emptied=[])
        builder.outcome = "phase_ends"
        return
    enemy = other_side(position.table, side, builder)
    begins_turn(enemy, builder, new_round=table_of(builder).first in (None, enemy))
    builder.outcome = "turn_ends"


def begins_turn(side: str, builder: Builder, *, new_round: bool) -> None:
    """Record that a side's turn begins: no card is played, nobody has an order, and nobody has done anything yet."""
    builder.effect(
        "phase", None, side=side, phase=ORDER, card="", orders=0, card_played=False, emptied=[], forget=list(FORGOTTEN),
        new_turn=new_round,
    )  # fmt: skip


def phase_of(builder: Builder) -> PhaseName:
    """Return the phase the table is in: the first where nobody knows."""
    return table_of(builder).phase or ORDER


def in_phase(verb: str, phase: PhaseName, actor: Stand, builder: Builder) -> bool:
    """Judge that the table is in that phase and it is the actor's turn, as far as either is known (C3.1)."""
    now = table_of(builder).phase
    right = turn_of(actor.side, builder, actor=actor.name)
    if now is None:
        return right
    return (
        builder.condition("C3.1", "in_phase", now == phase, actor=actor.name, phase=now, wanted=phase, verb=verb)
        and right
    )


def turn_of(side: str, builder: Builder, actor: str | None = None) -> bool:
    """Judge that it is a side's turn, as far as that is known (C3.1)."""
    now = table_of(builder).side
    if now is None or now == side:
        return True
    return builder.condition("C3.1", "in_turn", False, actor=actor or side, side=now)
