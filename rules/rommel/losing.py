"""What befalls a counter that loses a combat or is hit: it leaves; a tank is striped first (R2.2, R5.1)."""

from rules.rommel.counters import striped_of
from rules.rommel.settings import Builder
from table.stand import Stand


def apply_hit(stand: Stand, clause: str, builder: Builder) -> None:
    """Record that a counter is hit: a tank takes its striped counter, any other and a striped one leaves."""
    if stand.kind == "tank" and not stand.state.get("reduced"):
        factors = striped_of(stand, builder)
        letter = stand.state.get("letter") or ""
        builder.modifying("R2.2", "takes_striped", stand=stand.name, letter=letter)
        builder.effect("damage", stand.name, boxes=1, striped=True)
        builder.effect("reduced", stand.name, combat=factors.combat, movement=factors.movement)
        return
    if stand.kind == "tank":
        builder.modifying("R2.2", "striped_leaves", stand=stand.name)
    else:
        builder.modifying(clause, "leaves", stand=stand.name)
    builder.effect("remove", stand.name)
