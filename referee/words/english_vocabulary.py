"""English that several games say: words of a closed list that are put into a sentence's places, verbs, labels.

A translation carries the article where English says "a {kind}": one word of ours, "un bosco" of theirs.
"""

from collections.abc import Mapping

VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "no_hex": {"-": "no hex (off the board)"},
    "kind": {
        "hill": "hill",
        "house": "house",
        "impassable": "impassable piece",
        "river": "river",
        "stream": "stream",
        "swamp": "swamp",
        "trench": "trench",
        "village": "village",
        "wall": "wall",
        "wood": "wood",
    },
    "terrain": {
        "hill": "hill",
        "house": "house",
        "impassable": "impassable",
        "river": "river",
        "road": "road",
        "stream": "stream",
        "swamp": "swamp",
        "trench": "trench",
        "village": "village",
        "wall": "wall",
        "wood": "wood",
    },
    "unit": {"soldier": "soldier", "infantry": "infantry", "artillery": "artillery", "gun": "gun"},
}
"""By place: the key in a check's detail and its word; the place's name is the context in the catalogues."""

OTHER_PLACES: Mapping[tuple[str, str], str] = {("stands_on_hex", "hex"): "no_hex"}
"""Where a check's or an effect's place takes another list than the one of its own name."""

TOO_CLOSE = "{question} is too close to call"
"""How every close check ends: the catalogues hold the question alone ("whether ... is within 50 cm")."""

COMMANDER = "{question} is for {side}'s commander to name"
"""What is said in place of TOO_CLOSE where a commander decides."""

VERBS: Mapping[str, str] = {
    "move": "move",
    "shoot": "shoot at",
    "fire": "fire at",
    "combat": "fight",
    "retreat": "retreat",
    "next": "end the phase",
    "start": "begin the battle",
    "set_up": "begin setting up",
}
"""What a stand may do, as the beginning of a line."""

LABELS: Mapping[str, str] = {
    "allowed": "nothing speaks against it",
    "just": "just",
    "throws": "{roller} throws",
    "number": "{measured} cm of {limit}",
    "percent": "{percent}%",
    "odds": "{percent}% that it is",
    "needs": "To throw ({clause}): {throw}.",
    "unused_dice": "Dice not used: {dice}",
    "house_values": "House values used: {values}",
    "house_value": "House value: {said}",
    "cm_of": "cm of {limit}",
    "cm_into": "cm into {piece}",
    "cm_clear_of": "cm clear of {piece}",
    "the_piece": "the piece",
    "turn_of": "Turn {turn}, {side}",
    "put_by_hand": "put by hand: {stands}",
    "done": "done.",
    "has_won": "Winner: {side}.",
    "to_play": "Turn {turn}, {side} to play.",
    "on_the_table": "{side}: {count} on the table ({stands})",
    "off_the_table": "off the table: {stands}",
    "nobody": "nobody",
    "nothing_moved": "Nothing moved.",
    "or_else": "or: {said}",
    "wheel": "a wheel about the {pivot} corner by {degrees} degrees",
    "loosely": "put down {off} cm off that",
    "may_cm": "{verb}: {cm} cm",
    "may_at": "{verb}: {targets}",
    "may_close": "{targets}, too close to call",
    "may_not": "{verb}: {why}",
    "nothing_happened": "Nothing happened.",
}
