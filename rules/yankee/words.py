"""What Yankee says, in English. See rules/words.py; its other languages are in locale/."""

from collections.abc import Mapping

from rules.words import Words
from rules.yankee.words_checks import CHECKS

THROWS: Mapping[str, str] = {
    "how_many_pieces": "{roller} throws for the number of pieces",
    "which_piece": "{roller}: 1 wood, 2 fields, 3 rough ground, 4 hill, 5 village, 6 river or railway",
    "combat": "{roller} fights: die + combat factor",
    "ford": "{roller} looks for the ford: 4, 5, 6 finds it",
    "command": "the command value of {roller}",
    "change_order": "{roller}: up to the command value the order arrives",
    "reaction": "{roller} reacts: die + command value",
    "general_lost": "{roller} has lost his base: 5, 6 he dies",
    "fire": "{roller} fires: die + fire factor",
    "stand_fire": "{roller} stands the fire: die + fire factor",
}

OUTCOMES: Mapping[str, str] = {
    "begins": "One side begins.",
    "terrain": "The terrain is chosen.",
    "defeat": "A side has lost.",
    "goes_on": "The battle goes on.",
    "ford": "The ford is found.",
    "no_ford": "No ford this turn.",
    "arrives": "The order arrives.",
    "delayed": "The order does not arrive.",
    "at_once": "It reacts at once.",
    "one_turn_late": "It reacts one turn late.",
    "two_turns_late": "It reacts two turns late.",
    "dies": "The general dies.",
    "joins": "The general lives and joins the nearest base.",
    "alone": "The general lives, alone.",
    "falls_back": "The cavalry falls back.",
    "stands": "No effect.",
    "recoil": "A base recoils and takes a fatigue point.",
    "destroyed": "A base is destroyed.",
}

NAMED_OUTCOMES: Mapping[str, str] = {
    "stands": "No effect on {stand}.",
    "recoil": "{stand} recoils and takes a fatigue point.",
    "destroyed": "{stand} is destroyed.",
    "falls_back": "{stand} falls back.",
}

EFFECTS: Mapping[str, str] = {
    "terrain": "{side} lays a {piece}",
    "moved": "{stand} has moved",
    "halved": "{stand}'s brigade has lost half",
    "ford": "{stand} may cross by the ford",
    "command": "{unit} has command value {value}",
    "order": "{unit} has its new order",
    "react": "{unit} reacts, turns late: {turns_late}",
    "join": "{stand} joins {base}",
    "army": "{infantry} bases of infantry and {batteries} batteries",
    "faced": "{stand} has turned to face",
    "turned": "{stand} has turned on the spot",
    "fall_back": "{stand} falls back",
    "no_ford": "{stand} has not found the ford",
    "tried": "the order to {unit} is tried again next turn",
    "arrived": "{stand} has arrived, and neither moves nor fires this turn",
    "arrives": "reinforcements of {side} arrive",
    "recoil": "{stand} recoils",
    "fatigue": "{stand} has fatigue {points} of 3",
    "move": "{stand} is pushed back by {pushed_by}",
    "must_answer": "{stand} must answer the fire of {target}",
}

VERDICTS: Mapping[str, str] = {
    "way_length": "TOO FAR",
    "not_masked": "NO LINE OF SIGHT",
    "in_corridor": "OUT OF THE FIELD OF FIRE",
}

VERBS: Mapping[str, str] = {"face": "turn to face", "fall_back": "fall back", "ford": "look for the ford"}

VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "kind": {
        "cliff": "cliff",
        "cultivated fields": "cultivated fields",
        "field": "field",
        "fields": "fields",
        "lake": "lake",
        "railway": "railway",
        "rough": "rough ground",
        "rough ground": "rough ground",
        "general": "general",
    },
    "terrain": {
        "cliff": "cliff",
        "cultivated fields": "cultivated fields",
        "field": "field",
        "fields": "fields",
        "lake": "lake",
        "railway": "railway",
        "rough": "rough",
        "rough ground": "rough ground",
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
    "edge": {"front": "front", "rear": "rear", "left": "left", "right": "right"},
    "table_edge": {"near": "near", "far": "far", "left": "left", "right": "right"},
    "column": {"fire": "fire", "combat": "combat"},
    "unit": {
        "cavalry": "cavalry",
        "battery": "battery",
        "general": "general",
        "skirmishers": "skirmishers",
    },
    "deed": {"moved": "moved", "turned": "turned", "moved_turned": "moved and turned"},
}

OTHER_PLACES: Mapping[tuple[str, str], str] = {
    ("as_fixed", "kind"): "arm",
    ("comes_from_the_edge", "edge"): "table_edge",
    ("terrain", "piece"): "kind",
}

WORDS = Words(
    checks=CHECKS,
    throws=THROWS,
    outcomes=OUTCOMES,
    named_outcomes=NAMED_OUTCOMES,
    effects=EFFECTS,
    verdicts=VERDICTS,
    verbs=VERBS,
    vocabulary=VOCABULARY,
    other_places=OTHER_PLACES,
)
