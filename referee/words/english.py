"""English: each check, throw, effect and outcome as a sentence with places for names and numbers.

A check's key maps to (passed, failed, close); ``{actor}``, ``{piece}`` ... come from the check's detail,
``{measured}``, ``{limit}`` and ``{pm}`` from its numbers.
"""

from collections.abc import Mapping

Trio = tuple[str, str, str]

CHECKS: Mapping[str, Trio] = {
    # both games
    "range": (
        "{target} is {measured} cm away, within {limit} cm",
        "{target} is {measured} cm away, {over} cm beyond the limit of {limit} cm",
        "{target} is {measured} cm away, ±{pm}: too close to {limit} cm to call",
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
        "{piece} does not hide {target} from {actor}",
        "{piece} stands between them, {before_target} cm before {target}",
        "whether {piece} hides {target} is too close to call",
    ),
    "hidden_without_cover": ("", "{piece} hides both from each other; it gives no cover", ""),
    "cover": (
        "{piece} covers {target}",
        "{piece} does not cover {target}",
        "whether {piece} covers {target} is too close to call",
    ),
    "revealed": (
        "{target} is in cover but has given himself away",
        "{target} is in cover behind {piece} and has not been seen: he must fire first",
        "",
    ),
    # Yankee
    "still": ("{actor} has not moved", "{actor} has moved or turned this turn: no fire", ""),
    "still_excused": ("{actor} has moved, and may move and fire", "", ""),
    "no_melee": (
        "{stand} touches no enemy",
        "{stand} is in melee with {enemy}",
        "whether {stand} touches {enemy} is too close to call",
    ),
    "in_corridor": (
        "{target} lies in {actor}'s field of fire",
        "{target} does not lie in {actor}'s field of fire",
        "whether {target} lies in {actor}'s field of fire is too close to call",
    ),
    "not_masked": (
        "nobody stands in the field of fire before {target}",
        "{stand} stands in the field of fire before {target}",
        "whether {stand} masks {target} is too close to call",
    ),
    "has_factor": ("", "{stand} is a {kind}: it neither fires nor is fired at", ""),
    "support_may_fire": ("", "{stand} could not fire at {target} itself, so it cannot support", ""),
    "canister": (
        "{measured} cm is canister range",
        "{measured} cm is beyond canister range",
        "{measured} cm, ±{pm}: canister at {limit} cm is too close to call",
    ),
    "enfilade_in_corridor": (
        "the field of fire passes through {stand} too",
        "the field of fire misses {stand}",
        "whether the field of fire passes through {stand} is too close to call",
    ),
    "quality": ("{signed} for {stand}'s quality", "", ""),
    "target_quality": ("{signed} to {stand} for its quality", "", ""),
    "supports": ("{signed} for supporting fire: {stands}", "", ""),
    "enfilade": ("{signed} enfilade: {stands} stand in line", "", ""),
    "target_in_cover": ("{signed}: {stand} is in cover", "", ""),
    "target_in_skirmish": ("{signed} to {stand}: skirmish order", "", ""),
    "stands": ("{stand} stands: {total} against {against}", "", ""),
    "recoil": ("{stand} recoils: {total} against {against}, less but more than half", "", ""),
    "destroyed": ("{stand} is destroyed: {total} against {against}, half or less", "", ""),
    "no_way_back_surrounded": ("{stand} cannot recoil: enemies touch its rear and a flank", "", ""),
    "no_way_back_enemy": ("{stand} cannot recoil: {by} stands behind", "", ""),
    "no_way_back_friend": ("{stand} cannot recoil: {by} behind faces another way", "", ""),
    "no_way_back_impassable": ("{stand} cannot recoil: {by} behind is impassable", "", ""),
    "no_way_back_table_edge": ("{stand} cannot recoil: the table ends behind {by}", "", ""),
    "falls_back": ("{stand} goes straight back by the depth of its base", "", ""),
    "pushes_friends": ("{stand} goes straight back and pushes {pushed}", "", ""),
    "tires": ("{stand} takes fatigue point {points}; the third removes it", "", ""),
    "third_fatigue": ("{stand} takes its third fatigue point and is removed", "", ""),
}

MODIFIER_NAMES: Mapping[str, str] = {"canister": "{signed} canister"}
"""Keys that are both a limit and a die modifier."""

THROWS: Mapping[str, str] = {
    "to_hit_4": "{roller} shoots: 4, 5, 6 hits",
    "to_hit_5": "{roller} shoots at a man in cover: 5, 6 hits",
    "damage_test": "{roller} is hit, damage test: 1, 2 unhurt, 3 to 6 removed",
    "fire": "{roller} fires: die + fire factor",
    "stand_fire": "{roller} stands the fire: die + fire factor",
}

OUTCOMES: Mapping[tuple[str, str], str] = {
    ("ambush", "miss"): "Missed.",
    ("ambush", "saved"): "Hit, but unhurt.",
    ("ambush", "hit"): "Hit and removed.",
    ("yankee", "stands"): "No effect.",
    ("yankee", "recoil"): "The target recoils and takes a fatigue point.",
    ("yankee", "destroyed"): "The target is destroyed.",
}

EFFECTS: Mapping[str, str] = {
    "remove": "{stand} is removed",
    "fired": "{stand} has fired",
    "reveal": "{stand} has given away where he is",
    "recoil": "{stand} recoils",
    "fatigue": "{stand} has {points} fatigue point(s)",
    "move": "{stand} is pushed back by {pushed_by}",
    "must_answer": "{stand} must answer the fire of {target}",
}

VERDICTS: Mapping[str, str] = {
    "allowed": "IN RANGE",
    "too_close": "TOO CLOSE TO CALL",
    "range": "OUT OF RANGE",
    "sight": "NO LINE OF SIGHT",
    "not_masked": "NO LINE OF SIGHT",
    "in_corridor": "OUT OF THE FIELD OF FIRE",
    "refused": "NOT ALLOWED",
}

CLOSE_ODDS = "{percent} % that it is so"
