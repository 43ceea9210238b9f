"""The name of a throw: the same action, in the same turn, played as often before, is the same throw.

So an undo brings no other dice: not at once, and not after something else was done in between.
"""

import json

from referee.journal.history import standing
from referee.match.match import Match
from referee.match.state import NotNow

_FAR_BACK = 400
"""So many entries are looked at: no turn is longer."""


def throw_on_card(match: Match) -> tuple[str, int]:
    """Return the name of the throw that what is on the card asks for, and how many of its dice have fallen.

    Raises NotNow where none is asked for.
    """
    card, ruling, memory = match.now.open_card, match.now.ruling, match.now.memory
    if card is None or ruling is None or ruling.needs is None:
        raise NotNow("no throw is asked for")
    action = json.loads(json.dumps(card.action))  # as the journal has it
    played = 0
    length = match.journal.length
    for entry in standing(match.journal, ("confirmed", "turn_ended"), length, max(length - _FAR_BACK, 1)):
        if entry.kind == "turn_ended":
            break
        played += entry.payload["action"] == action
    named = {"turn": memory.turn, "side": memory.side, "action": action, "before": played}
    return json.dumps(named, sort_keys=True, ensure_ascii=False), len(card.dice)
