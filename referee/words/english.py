"""English: each check, throw, effect and outcome as a sentence with places for names and numbers.

A check's key maps to (passed, failed, close); ``{actor}``, ``{piece}`` ... come from the check's detail,
``{measured}``, ``{limit}`` and ``{pm}`` from its numbers.
"""

from collections.abc import Mapping

from referee.words import (
    english_ambush,
    english_ancients,
    english_forces,
    english_montecassino,
    english_rommel,
    english_yankee,
)
from referee.words.trio import Trio

CHECKS: Mapping[str, Trio] = {
    **english_ambush.CHECKS,
    **english_yankee.CHECKS,
    **english_forces.CHECKS,
    **english_montecassino.CHECKS,
    **english_rommel.CHECKS,
    **english_ancients.CHECKS,
    # both games
    "range": (
        "{target} is {measured} cm from {actor}, within {limit} cm",
        "{target} is {measured} cm from {actor}, {over} beyond the limit of {limit} cm",
        "whether {target}, {measured} cm ±{pm} from {actor}, is within {limit} cm is too close to call",
    ),
    "enemy": ("{target} is an enemy", "{target} is on the same side", ""),
    # Ambush
    "soldier_shoots": ("", "{actor} is a vehicle: its weapons are MG and gun", ""),
    "rifle_at_vehicle": ("", "{target} is a vehicle: rifles never hurt it", ""),
    "not_fired": ("{actor} has not fired this turn", "{actor} has already fired this turn", ""),
    "not_threw": ("{actor} may shoot after his throw (house rule)", "{actor} has thrown a grenade this turn", ""),
    "not_ran": ("{actor} did not run", "{actor} ran this turn: no shot at any time", ""),
    "moved_not_ran": (
        "{actor} moved {measured} cm, no more than {limit} cm",
        "{actor} moved {measured} cm: more than {limit} cm is a run, and who runs does not shoot",
        "",
    ),
    "no_obstacle_crossed": ("", "{actor} crossed a {kind} this turn: no shot", ""),
    "sight_free": ("nothing stands between {actor} and {target}", "", ""),
    "sight": (
        "{piece} does not stop the line of sight to {target}",
        "{piece} stands between them, {before_target} cm before {target}",
        "whether {actor} can see {target} past {piece} is too close to call",
    ),
    "hidden_without_cover": (
        "{piece} gives no cover and hides neither",
        "{piece} hides both from each other; it gives no cover",
        "",
    ),
    "cover": (
        "{piece} covers {target}",
        "{piece} does not cover {target}",
        "whether {piece} covers {target} is too close to call",
    ),
    "damage_test_lost": ("{stand} fails the damage test", "", ""),
    "damage_test_passed": ("{stand} passes the damage test", "", ""),
    "revealed": (
        "{target} is in cover {where} {piece} but has given himself away",
        "{target} is in cover {where} {piece} and has not been seen: he must fire first",
        "",
    ),
    # Yankee
    "still": ("{actor} has not moved", "{actor} has {deed} this turn: no fire", ""),
    "still_excused": ("{actor} has moved, and may move and fire", "", ""),
    "no_melee": (
        "{stand} touches no enemy",
        "{stand} is in melee with {enemy}",
        "whether {stand} is clear of {enemy} is too close to call",
    ),
    "in_corridor": (
        "{target} lies in {actor}'s field of fire",
        "{target} does not lie in {actor}'s field of fire",
        "whether {target} lies in {actor}'s field of fire is too close to call",
    ),
    "not_masked": (
        "nobody stands in the field of fire before {target}",
        "{stand} stands in the field of fire before {target}",
        "whether {target} is clear of {stand} in the field of fire is too close to call",
    ),
    "has_factor": ("", "{stand} is a {kind}: it neither fires nor is fired at", ""),
    "support_same_side": ("", "{stand} is not on {actor}'s side and cannot support", ""),
    "support_may_fire": ("", "{stand} could not fire at {target} itself, so it cannot support", ""),
    "canister": (
        "{measured} cm is canister range",
        "{measured} cm is beyond canister range",
        "whether {measured} cm ±{pm} is within canister range, {limit} cm, is too close to call",
    ),
    "enfilade_in_corridor": (
        "the field of fire passes through {stand} too",
        "the field of fire misses {stand}",
        "whether the field of fire passes through {stand} is too close to call",
    ),
    "factor": ("{signed} {stand}'s {column} factor", "", ""),
    "no_harm_to_shooter": ("{stand} comes to {total} and takes no harm itself", "", ""),
    "quality": ("{signed} for {stand}'s quality", "", ""),
    "target_quality": ("{signed} to {stand} for its quality", "", ""),
    "supports": ("{signed} for supporting fire: {stands}", "", ""),
    "enfilade": ("{signed} enfilade: {stands} stand in line", "", ""),
    "target_in_cover": ("{signed}: {stand} is in cover", "", ""),
    "target_in_skirmish": ("{signed} to {stand}: skirmish order", "", ""),
    "stands": ("{stand} stands: {total} against {against}", "", ""),
    "recoil": ("{stand} recoils: {total} against {against}, less but more than half", "", ""),
    "destroyed": ("{stand} is destroyed: {total} against {against}, half or less", "", ""),
    "way_back_surrounded": (
        "{stand} may go back: {by} does not hold both its rear and a flank",
        "{stand} cannot recoil: enemies touch its rear and a flank",
        "whether {stand} may go back, with enemies at its rear and flank, is too close to call",
    ),
    "way_back_enemy": (
        "{stand} goes back clear of {by}",
        "{stand} cannot recoil: {by} stands behind",
        "whether {stand} goes back clear of {by} is too close to call",
    ),
    "way_back_friend": (
        "{stand} goes back clear of {by}",
        "{stand} cannot recoil: {by} behind faces another way",
        "whether {stand} goes back clear of {by}, who faces another way, is too close to call",
    ),
    "way_back_impassable": (
        "{stand} goes back short of {by}",
        "{stand} cannot recoil: {by} behind is impassable",
        "whether {stand} goes back short of {by}, which is impassable, is too close to call",
    ),
    "way_back_table_edge": (
        "{by} stays on the table",
        "{stand} cannot recoil: the table ends behind {by}",
        "whether {by} stays on the table is too close to call",
    ),
    "falls_back": ("{stand} goes straight back by the depth of its base", "", ""),
    "pushes_friends": ("{stand} goes straight back and pushes {pushed}", "", ""),
    "tires": ("{stand} now has fatigue {points} of 3", "", ""),
    "third_fatigue": ("{stand} takes its third fatigue point and is removed", "", ""),
}

MODIFIER_NAMES: Mapping[str, str] = {"canister": "{signed} canister"}
"""Keys that are both a limit and a die modifier."""

THROWS: Mapping[str, str] = {
    **english_ambush.THROWS,
    **english_yankee.THROWS,
    **english_rommel.THROWS,
    **english_ancients.THROWS,
    "to_hit_4": "{roller} shoots: 4, 5, 6 hits",
    "to_hit_5": "{roller} shoots at a man in cover: 5, 6 hits",
    "damage_test": "{roller} is hit, damage test: 1, 2 unhurt, 3 to 6 removed",
    "damage_test_both": "{roller} is hit by both, damage test: 1 unhurt, 2 to 6 removed",
    "fire": "{roller} fires: die + fire factor",
    "stand_fire": "{roller} stands the fire: die + fire factor",
}

OUTCOMES: Mapping[tuple[str, str], str] = {
    **english_ambush.OUTCOMES,
    **english_yankee.OUTCOMES,
    **english_forces.OUTCOMES,
    **english_montecassino.OUTCOMES,
    **english_rommel.OUTCOMES,
    **english_ancients.OUTCOMES,
    ("ambush", "miss"): "Missed.",
    ("ambush", "saved"): "Hit, but unhurt.",
    ("ambush", "hit"): "Hit and removed.",
    ("yankee", "stands"): "No effect.",
    ("yankee", "recoil"): "A base recoils and takes a fatigue point.",
    ("yankee", "destroyed"): "A base is destroyed.",
}

NAMED_OUTCOMES: Mapping[tuple[str, str], str] = {
    ("yankee", "stands"): "No effect on {stand}.",
    ("yankee", "recoil"): "{stand} recoils and takes a fatigue point.",
    ("yankee", "destroyed"): "{stand} is destroyed.",
    ("yankee", "falls_back"): "{stand} falls back.",
}
"""Outcomes that say whom they befall, where the ruling names him."""

EFFECTS: Mapping[str, str] = {
    **english_ambush.EFFECTS,
    **english_yankee.EFFECTS,
    **english_forces.EFFECTS,
    **english_montecassino.EFFECTS,
    **english_rommel.EFFECTS,
    **english_ancients.EFFECTS,
    "remove": "{stand} is removed",
    "fired": "{stand} has fired",
    "reveal": "{stand} has given away where he is",
    "recoil": "{stand} recoils",
    "fatigue": "{stand} has fatigue {points} of 3",
    "move": "{stand} is pushed back by {pushed_by}",
    "must_answer": "{stand} must answer the fire of {target}",
}

VERDICTS: Mapping[str, str] = {
    **english_montecassino.VERDICTS,
    **english_rommel.VERDICTS,
    "allowed": "ALLOWED",
    "in_range": "IN RANGE",
    "too_close": "TOO CLOSE TO CALL",
    "range": "OUT OF RANGE",
    "hex_range": "OUT OF RANGE",
    "hex_sight": "NO LINE OF SIGHT",
    "hexes_moved": "TOO FAR",
    "gun_range": "OUT OF RANGE",
    "throw_range": "OUT OF RANGE",
    "move_length": "TOO FAR",
    "run_length": "TOO FAR",
    "drive_length": "TOO FAR",
    "way_length": "TOO FAR",
    "sight": "NO LINE OF SIGHT",
    "not_masked": "NO LINE OF SIGHT",
    "in_corridor": "OUT OF THE FIELD OF FIRE",
    "refused": "NOT ALLOWED",
}

DECIDED = "the referee says {word}: {sentence}"
DECIDED_WORDS = ("yes", "no")
