"""English: words of a closed list that are put into a sentence's places, and what a ruling's page is labelled with.

A translation carries the article where English says "a {kind}": one word of ours, "un bosco" of theirs.
"""

from collections.abc import Mapping

VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "kind": {
        # terrain
        "bush": "bush",
        "cliff": "cliff",
        "cultivated fields": "cultivated fields",
        "fence": "fence",
        "field": "field",
        "fields": "fields",
        "gully": "gully",
        "hedge": "hedge",
        "hill": "hill",
        "house": "house",
        "impassable": "impassable piece",
        "lake": "lake",
        "mountain": "mountain",
        "railway": "railway",
        "river": "river",
        "rough": "rough ground",
        "rough ground": "rough ground",
        "ruins": "ruins",
        "snow": "snow",
        "stream": "stream",
        "swamp": "swamp",
        "trench": "trench",
        "vehicle": "vehicle",
        "village": "village",
        "wall": "wall",
        "wood": "wood",
        "wreck": "wreck",
        # Yankee's bases that have no factor
        "general": "general",
    },
    "arm": {
        "infantry": "infantry",
        "skirmishers": "skirmishers",
        "cavalry": "cavalry",
        "light cavalry": "light cavalry",
        "artillery": "artillery",
        "battery": "battery",
        "gun": "gun",
        "general": "general",
    },
    "quality": {"militia": "militia", "trained": "trained", "veteran": "veteran"},
    "order": {
        "attack": "attack",
        "advance": "advance",
        "hold": "hold",
        "support": "support",
        "change formation": "change formation",
        "retreat": "retreat",
        "skirmish": "skirmish",
    },
    "formation": {"platoon": "platoon", "company": "company", "battalion": "battalion"},
    "edge": {"front": "front", "rear": "rear", "left": "left", "right": "right"},
    "table_edge": {"near": "near", "far": "far", "left": "left", "right": "right"},
    "column": {"fire": "fire", "combat": "combat"},
    "where": {"in": "in", "behind": "behind"},
    "unit": {
        "soldier": "soldier",
        "soldiers": "soldiers",
        "vehicle": "vehicle",
        "infantry": "infantry",
        "cavalry": "cavalry",
        "artillery": "artillery",
        "battery": "battery",
        "general": "general",
        "skirmishers": "skirmishers",
        "gun": "gun",
    },
    "deed": {"moved": "moved", "turned": "turned", "moved_turned": "moved and turned"},
}
"""By place: the key in a check's detail and its word; the place's name is the context in the catalogues."""

OTHER_PLACES: Mapping[tuple[str, str], str] = {
    ("as_fixed", "kind"): "arm",
    ("comes_from_the_edge", "edge"): "table_edge",
    ("terrain", "piece"): "kind",
}
"""Where a check's or an effect's place takes another list than the one of its own name."""

TOO_CLOSE = "{question} is too close to call"
"""How every close check ends: the catalogues hold the question alone ("whether ... is within 50 cm")."""

VERBS: Mapping[str, str] = {
    "move": "move", "run": "run", "shoot": "shoot at", "assault": "assault", "grenade": "throw a grenade",
    "mg": "fire the MG at", "gun": "fire the gun at", "mount": "get into", "dismount": "get out of", "push": "push",
    "split": "let soldiers off the plate", "fire": "fire at", "combat": "fight", "face": "turn to face",
    "fall_back": "fall back", "ford": "look for the ford",
}  # fmt: skip
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
    "cm_of": "cm of {limit}",
    "cm_into": "cm into {piece}",
    "cm_clear_of": "cm clear of {piece}",
    "the_piece": "the piece",
    "turn_of": "Turn {turn}, {side}",
    "put_by_hand": "put by hand: {stands}",
    "done": "done.",
    "has_won": "{side} has won.",
    "to_play": "Turn {turn}, {side} to play.",
    "on_the_table": "{side}: {count} on the table ({stands})",
    "off_the_table": "off the table: {stands}",
    "nobody": "nobody",
    "nothing_moved": "Nothing moved.",
    "wheel": "a wheel about the {pivot} corner by {degrees} degrees",
    "loosely": "put down {off} cm off that",
    "entry_opened": "{game}: {title}",
    "entry_declared": "declared: {action}",
    "entry_thrown_table": "on the table fell {dice}",
    "entry_thrown_vedette": "Vedette threw {dice}",
    "entry_decided_yes": "the referee on {check}: yes",
    "entry_decided_no": "the referee on {check}: no",
    "entry_confirmed": "{action}: {effects}",
    "entry_amended": "{action}, amended ({reason}): {effects}",
    "entry_undone": "{act} taken back or done again: as after entry {to}",
    "entry_appealed": "an appeal against entry {of}: {settings}",
    "entry_note": "{about}: {text}",
    "entry_withdrawn": "taken off the card",
    "entry_turnended": "end of the turn",
    "may_cm": "{verb}: {cm} cm",
    "may_at": "{verb}: {targets}",
    "may_close": "{targets}, too close to call",
    "may_not": "{verb}: {why}",
    "nothing_happened": "Nothing happened.",
}
