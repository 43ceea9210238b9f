"""What Rommel & Montgomery says, in English. See rules/words.py; its other languages are in locale/."""

from collections.abc import Mapping

from rules.rommel.words_checks import CHECKS
from rules.words import Words

THROWS: Mapping[str, str] = {
    "combat_attack": "attack ({roller}): die times the sum of combat factors",
    "combat_defence": "defence ({roller}): die times the sum of combat factors",
    "bomb": "{roller} bombs: a 3 hits",
    "flak": "{roller} fires at the aircraft: a 3 shoots it down",
    "artillery_fire": "{roller} fires",
    "weather": "the weather of this turn",
}

OUTCOMES: Mapping[str, str] = {
    "moved": "The move stands.",
    "shot_down": "The aircraft is shot down.",
    "missed": "Missed.",
    "hit": "Hit.",
    "attackers_win": "The attack succeeds.",
    "defenders_win": "The attack fails.",
    "in_supply": "In supply.",
    "storm": "Storm: aircraft stay down, nobody fires.",
    "fair": "Fair weather.",
    "rain": "Rain: aircraft fly half as far.",
    "landed": "The aircraft is down.",
    "placed": "The counter is placed.",
    "begins": "The battle begins.",
    "next_phase": "The next phase begins.",
    "next_turn": "The next turn begins.",
    "truce": "A truce: the battle is a draw.",
    "undecided": "Nobody has won yet.",
    "allied_wins": "The Allies have won.",
    "axis_wins": "The Axis has won.",
    "allied_ahead": "The Allies win if the turn ends like this.",
    "axis_ahead": "The Axis wins if the turn ends like this.",
}

EFFECTS: Mapping[str, str] = {
    "put_on_hex": "{stand} is put on {to_hex}",
    "placed": "{stand} is on the board",
    "cleared": "{stand} clears {places}: lay a lane marker on each",
    "enters_zone": "{stand} must fight: {targets}",
    "has_bombed": "{stand} has bombed",
    "plays_first": "first to play: {side}",
    "hit_once": "{stand} is hit",
    "reduced": "{stand} is exchanged for its striped counter, {combat}-{movement}",
    "flak": "{stand} has fired at {target}",
    "weather": "the weather marker is moved: {weather}",
    "phase_of_turn": "next phase: {phase}",
    "victory": "winner: {winner}",
    "truce": "there is a truce",
}

VERDICTS: Mapping[str, str] = {
    "hexes_used": "TOO FAR",
    "fire_range": "OUT OF RANGE",
    "flak_range": "OUT OF RANGE",
    "supply_near": "OUT OF SUPPLY",
    "supply_there": "OUT OF SUPPLY",
}

VERBS: Mapping[str, str] = {
    "bomb": "bomb",
    "flak": "fire up at",
    "supply": "ask for supply",
    "land": "land",
    "place": "place",
    "weather": "throw for the weather",
    "victory": "see whether somebody has won",
}

HOUSE: Mapping[str, str] = {
    "map practice": "the map is a practice map of our own",
    "map open": "the map is open desert",
    "behind_screen the rest": "behind the screen goes all that is left, of the Allies all but the last 16",
    "behind_screen any number": "behind the screen go as many counters as one likes",
    "units": "the counters' factors are those of our practice list",
    "striped half": "a striped tank has half its factors, rounded down",
    "striped same": "a striped tank keeps its factors",
    "fire": "how far artillery fires and what hits is our own table",
    "weather": "the weather by the die: storm {storm}, fair {fair}, rain {rain}",
}

LABELS: Mapping[str, str] = {"factors": "Combat-movement"}

VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "weather": {"storm": "storm", "fair": "fair weather", "rain": "rain"},
    "side": {
        "axis": "Axis",
        "allied": "Allies",
        "german": "Germans",
        "italian": "Italians",
        "british": "British",
        "commonwealth": "Commonwealth",
        "greek": "Greeks",
        "free_french": "Free French",
    },
    "listed": {
        "German infantry": "German infantry",
        "German paratroops": "German paratroops",
        "German mechanised infantry": "German mechanised infantry",
        "Italian infantry": "Italian infantry",
        "Italian paratroops": "Italian paratroops",
        "Italian mechanised infantry": "Italian mechanised infantry",
        "German field artillery": "German field artillery",
        "Italian field artillery": "Italian field artillery",
        "German anti-tank": "German anti-tank",
        "German mixed artillery": "German mixed artillery",
        "Italian anti-aircraft": "Italian anti-aircraft",
        "Axis supply": "Axis supply",
        "Fortification": "Fortification",
        "German fighter": "German fighter",
        "Italian fighter": "Italian fighter",
        "German bomber": "German bomber",
        "Italian bomber": "Italian bomber",
        "Axis lane": "Axis lane",
        "British infantry": "British infantry",
        "Commonwealth infantry": "Commonwealth infantry",
        "Greek infantry": "Greek infantry",
        "Free French infantry": "Free French infantry",
        "British mechanised infantry": "British mechanised infantry",
        "British field artillery": "British field artillery",
        "Commonwealth field artillery": "Commonwealth field artillery",
        "British anti-tank": "British anti-tank",
        "British anti-aircraft": "British anti-aircraft",
        "Armoured brigade K": "Armoured brigade K",
        "Armoured brigade L": "Armoured brigade L",
        "Armoured brigade M": "Armoured brigade M",
        "Armoured brigade N": "Armoured brigade N",
        "Allied supply": "Allied supply",
        "British fighter": "British fighter",
        "British bomber": "British bomber",
        "Commonwealth bomber": "Commonwealth bomber",
        "Allied lane": "Allied lane",
    },
    "nation": {
        "german": "German",
        "italian": "Italian",
        "british": "British",
        "commonwealth": "Commonwealth",
        "greek": "Greek",
        "free_french": "Free French",
    },
    "rommel_phase": {
        "setup_first": "the Axis's first counters",
        "setup_screen": "behind the screen",
        "setup_last": "the Allies' last counters",
        "weather": "weather",
        "air_move": "aircraft move",
        "air_fight": "aircraft fight and bomb",
        "landing": "aircraft land",
        "ground_move": "movement on the ground",
        "fire": "artillery fire",
        "combat": "combat on the ground",
    },
    "counter": {
        "infantry": "infantry",
        "paratroops": "paratroops",
        "mechanised_infantry": "mechanised infantry",
        "field_artillery": "field artillery",
        "anti_tank": "anti-tank guns",
        "mixed": "mixed artillery",
        "anti_aircraft": "anti-aircraft guns",
        "supply": "supply",
        "tank": "tanks",
        "fortification": "fortification",
        "lane": "lane through mines",
        "aircraft": "aircraft",
    },
}

OTHER_PLACES: Mapping[tuple[str, str], str] = {
    ("own_phase", "phase"): "rommel_phase",
    ("own_phase_of_all", "phase"): "rommel_phase",
    ("own_phase_of_all", "wanted"): "rommel_phase",
    ("phase_of_the_other", "phase"): "rommel_phase",
    ("phase_begins_for_all", "phase"): "rommel_phase",
    ("own_phase", "wanted"): "rommel_phase",
    ("ends_own_phase", "phase"): "rommel_phase",
    ("phase_begins", "phase"): "rommel_phase",
    ("phase_of_turn", "phase"): "rommel_phase",
}

WORDS = Words(
    checks=CHECKS,
    throws=THROWS,
    outcomes=OUTCOMES,
    effects=EFFECTS,
    verdicts=VERDICTS,
    verbs=VERBS,
    house=HOUSE,
    labels=LABELS,
    vocabulary=VOCABULARY,
    other_places=OTHER_PLACES,
)
