"""Y6.1: the order of a turn: 1 orders and moves, 2 both sides fire, 3 who are in contact fight."""

from rules.yankee.settings import Builder
from rules.yankee.state import YankeeTable


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
