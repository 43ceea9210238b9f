"""What befalls a counter that loses a combat or is hit: it leaves; a tank is striped first (R2.2, R5.1)."""

from rules.hearing import Hearing
from rules.rommel.counters import striped_of
from table.stand import Stand


def is_hit(stand: Stand, clause: str, hearing: Hearing) -> None:
    """Record that a counter is hit: a tank takes its striped counter, any other and a striped one leaves."""
    if stand.kind == "tank" and not stand.state.get("reduced"):
        factors = striped_of(stand, hearing)
        letter = stand.state.get("letter") or ""
        hearing.modifying("R2.2", "takes_striped", stand=stand.name, letter=letter)
        hearing.effect("damage", stand.name, boxes=1, striped=True)
        hearing.effect("reduced", stand.name, combat=factors.combat, movement=factors.movement)
        return
    if stand.kind == "tank":
        hearing.modifying("R2.2", "striped_leaves", stand=stand.name)
    else:
        hearing.modifying(clause, "leaves", stand=stand.name)
    hearing.effect("remove", stand.name)
