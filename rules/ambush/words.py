"""What Ambush says, in English. See rules/words.py; its other languages are in locale/."""

from collections.abc import Mapping

from rules.ambush.words_checks import CHECKS
from rules.words import Words

THROWS: Mapping[str, str] = {
    "assault": "{roller} fights hand to hand: the higher die removes the other, a tie goes to the attacker",
    "dud": "{roller} throws: 1, 2 a dud, 3 to 6 it bursts",
    "aim": "where it lands: 1 short, 2 left, 3 long, 4 right, 5, 6 on the point",
    "shell_fires": "{roller} fires: 1, 2 nothing, 3 to 6 the shell flies",
    "gun_at_vehicle": "{roller} fires: 1, 2 missed, 3, 4 half a box, 5, 6 a full box",
    "gun_at_half_hidden": "{roller} fires at half a target: 1 to 3 missed, 4 to 6 half a box",
    "morale": "{roller} tests its morale",
    "to_hit_4": "{roller} shoots: 4, 5, 6 hits",
    "to_hit_5": "{roller} shoots at a man in cover: 5, 6 hits",
    "damage_test": "{roller} is hit, damage test: 1, 2 unhurt, 3 to 6 removed",
    "damage_test_both": "{roller} is hit by both, damage test: 1 unhurt, 2 to 6 removed",
}

OUTCOMES: Mapping[str, str] = {
    "won": "The attacker wins.",
    "lost": "The attacker is beaten.",
    "dud": "A dud.",
    "burst": "It bursts.",
    "damaged": "The vehicle is damaged.",
    "destroyed": "The vehicle is destroyed.",
    "surrender": "The side surrenders.",
    "holds": "The side fights on.",
    "no_test": "No test is due.",
    "begins": "One side begins.",
    "goes_on": "The other player's turn.",
    "miss": "Missed.",
    "saved": "Hit, but unhurt.",
    "hit": "Hit and removed.",
}

EFFECTS: Mapping[str, str] = {
    "ran": "{stand} has run",
    "threw": "{stand} has thrown his grenade",
    "survived": "{stand} has beaten off an assault",
    "damage": "{stand} takes {boxes:g} damage box",
    "destroyed": "{stand} is a wreck",
    "passengers_lost": "{count} aboard {stand} are removed",
    "mount": "{stand} gets into {vehicle}",
    "dismount": "{stand} gets out of {vehicle}",
    "boarded": "{stand} has taken on or put off soldiers",
    "pushed": "{stand} is pushed along",
    "hide": "{stand} is hidden again",
    "split": "{stand} keeps {soldiers} soldiers",
    "plate_empty": "nobody is left on {stand}",
    "pushes": "{stand} has pushed, and does not fire this turn",
    "reveal": "{stand} has given away where he is",
}

VERDICTS: Mapping[str, str] = {
    "gun_range": "OUT OF RANGE",
    "throw_range": "OUT OF RANGE",
    "run_length": "TOO FAR",
    "drive_length": "TOO FAR",
}

VERBS: Mapping[str, str] = {
    "run": "run",
    "assault": "assault",
    "grenade": "throw a grenade",
    "mg": "fire the MG at",
    "gun": "fire the gun at",
    "mount": "get into",
    "dismount": "get out of",
    "push": "push",
    "split": "let soldiers off the plate",
}

KINDS: Mapping[str, str] = {
    "bush": "bush",
    "fence": "fence",
    "gully": "gully",
    "hedge": "hedge",
    "mountain": "mountain",
    "ruins": "ruins",
    "snow": "snow",
    "vehicle": "vehicle",
    "wreck": "wreck",
}

VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "where_words": {
        "on_the_point": "on the point",
        "short": "short of it",
        "left": "left of it",
        "long": "beyond it",
        "right": "right of it",
    },
    "kind": KINDS,
    "terrain": KINDS,
    "formation": {"platoon": "platoon", "company": "company", "battalion": "battalion"},
    "where": {"in": "in", "behind": "behind"},
    "unit": {"soldiers": "soldiers", "vehicle": "vehicle"},
}

WORDS = Words(
    checks=CHECKS,
    throws=THROWS,
    outcomes=OUTCOMES,
    effects=EFFECTS,
    verdicts=VERDICTS,
    verbs=VERBS,
    vocabulary=VOCABULARY,
)
