"""The order of a battle: what comes before it (Y5.1, Y5.3); then orders and moves, fire, fights (Y6.1)."""

from rules.yankee.settings import Builder
from rules.yankee.state import YankeeTable


def before_battle(clause: str, builder: Builder) -> None:
    """Refuse what comes before the battle once anybody has moved, fired or fought, or a round is over."""
    if YankeeTable.of(builder).begun:
        builder.condition(clause, "before_the_battle", False)


def before_fire(stand: str, builder: Builder) -> None:
    """Refuse orders and moves once anybody has fired or fought this turn."""
    phase = YankeeTable.of(builder).phase
    if phase is not None:
        key = "moves_before_fire" if phase == "fire" else "moves_before_fights"
        builder.condition("Y6.1", key, False, stand=stand)


def before_fights(stand: str, builder: Builder) -> None:
    """Refuse fire, but for an answer, once anybody has fought this turn."""
    if YankeeTable.of(builder).phase == "fights":
        builder.condition("Y6.1", "fires_before_fights", False, stand=stand)
