"""Commands & Colors: Ancients, as far as its source goes (../shared/rules/ancients.md, C1-C11)."""

from rules.ancients.advancing import advance
from rules.ancients.closing import close, lose
from rules.ancients.moving import detach, move
from rules.ancients.naming import goings, notation, spelled
from rules.ancients.ordering import order
from rules.ancients.phases import next_phase
from rules.ancients.retreating import retreat
from rules.ancients.seen import moves_seen
from rules.ancients.settings import AncientsSettings
from rules.ancients.shooting import shoot
from rules.ancients.side import strengths
from rules.ancients.starting import start
from rules.ancients.tries import tries
from rules.ancients.troops import completed as complete

VERBS = {
    "start": start, "order": order, "move": move, "detach": detach, "shoot": shoot, "close": close,
    "retreat": retreat, "advance": advance, "lose": lose, "next": next_phase,
}  # fmt: skip
ANY_TIME = frozenset({"start", "retreat", "lose"})
BY_SIDE = frozenset({"order"})

__all__ = [
    "ANY_TIME", "BY_SIDE", "VERBS", "AncientsSettings", "complete", "goings", "moves_seen", "notation", "spelled",
    "strengths", "tries",
]  # fmt: skip
