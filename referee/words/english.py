"""English that several games say: checks, throws and effects as sentences with places for names and numbers.

A check's key maps to (passed, failed, close); ``{actor}``, ``{piece}`` ... come from the check's detail,
``{measured}``, ``{limit}`` and ``{pm}`` from its numbers. What one game alone says is in its own folder.
"""

from collections.abc import Mapping

from rules.words import Trio

CHECKS: Mapping[str, Trio] = {
    "move_length": (
        "{actor} moves {measured} cm of {limit}",
        "{actor} moves {measured} cm, {over} more than the {limit} cm he has",
        "whether {actor}'s way of {measured} cm ±{pm} is within {limit} cm is too close to call",
    ),
    "begins": ("begins: {side}", "", ""),
    "stands_on_hex": (
        "{stand} stands on {hex}",
        "{stand} does not stand on {hex}",
        "whether {stand} stands on {hex} is too close to call",
    ),
    "in_turn": ("", "it is another side's turn ({side})", ""),
    "battle_is_over": ("", "the battle is over; winner: {side}", ""),
    "not_begun": ("the battle has not begun", "the battle has begun", ""),
    "range": (
        "{target} is {measured} cm from {actor}, within {limit} cm",
        "{target} is {measured} cm from {actor}, {over} beyond the limit of {limit} cm",
        "whether {target}, {measured} cm ±{pm} from {actor}, is within {limit} cm is too close to call",
    ),
    "enemy": ("{target} is an enemy", "{target} is on the same side", ""),
    "not_fired": ("{actor} has not fired this turn", "{actor} has already fired this turn", ""),
    "sight_free": ("nothing stands between {actor} and {target}", "", ""),
    "sight": (
        "{piece} does not stop the line of sight to {target}",
        "{piece} stands between them, {before_target} cm before {target}",
        "whether {actor} can see {target} past {piece} is too close to call",
    ),
    "cover": (
        "{piece} covers {target}",
        "{piece} does not cover {target}",
        "whether {piece} covers {target} is too close to call",
    ),
}

THROWS: Mapping[str, str] = {"initiative": "{roller} throws for who begins"}

EFFECTS: Mapping[str, str] = {
    "moves": "{stand} moves to {x:.1f}, {y:.1f}",
    "surrender": "{side} surrenders",
    "begins": "begins: {side}",
    "deployed": "deployed: {side}",
    "defeat": "defeated: {side}",
    "turn_ends": "the turn ends",
    "table": "noted for the rest of the battle",
    "goes_by_hexes": "{stand} goes from {from_hex} to {to_hex}",
    "fought": "{stand} has fought",
    "remove": "{stand} is removed",
    "fired": "{stand} has fired",
}

VERDICTS: Mapping[str, str] = {
    "commander_names": "FOR THE COMMANDER TO NAME",
    "allowed": "ALLOWED",
    "in_range": "IN RANGE",
    "too_close": "TOO CLOSE TO CALL",
    "range": "OUT OF RANGE",
    "sight": "NO LINE OF SIGHT",
    "move_length": "TOO FAR",
    "refused": "NOT ALLOWED",
}

DECIDED = "the referee says {word}: {sentence}"
DECIDED_WORDS = ("yes", "no")
