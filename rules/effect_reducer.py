"""What each kind of effect changes in what is known of a stand, a unit or a side."""

from collections.abc import Mapping
from typing import Any

from rules.ruling import Effect

GONE = frozenset({"remove", "casualty", "capture"})
"""Effects after which a stand is no longer on the table."""

MOVED = frozenset({"recoil", "move", "pushed", "fall_back", "freed"})
"""Effects that tell the players to put a stand elsewhere."""

TABLE = "table"
"""Under this name, among the sides, stands what is known of the table as a whole: its phase, its weather."""

BACK = "freed"
"""The effect that puts a prisoner back on the table."""

OF_A_TURN = frozenset(
    {"fired", "moved", "moved_cm", "turned", "faced", "ran", "threw", "crossed", "crossed_pieces", "assaults_survived"}
    | {"air_moved", "air_fought", "bombed", "flak_fired", "flak_today", "must_fight"}
    | {"boarded", "fought", "reversed", "got_on", "got_off", "pushed_cm", "moved_then_fired", "tried_ford"}
    | {"moved_hexes", "ordered", "joined", "joins", "detached", "must_close", "battled_again"}
    | {"may_advance_hexes", "may_advance_again", "may_advance_to"}
)
"""State that is forgotten when a turn ends."""

# Effects that become state of the same name, with all their values.
_DONE = frozenset(
    {"fired", "moved", "turned", "faced", "ran", "destroyed", "ford", "halved", "fought"}
    | {"ordered", "joined", "detached", "must_close"}
)
_FIXED: Mapping[str, Mapping[str, Any]] = {
    "reduced": {"reduced": True},
    "flak": {"flak_fired": True, "flak_today": True},
    "enters_zone": {"must_fight": True},
    "reveal": {"revealed": True},
    "hide": {"revealed": False},
    "threw": {"threw": True},
    "mount": {"got_on": True},
    "dismount": {"aboard": None, "got_off": True},
    "no_ford": {"tried_ford": True},
    "fall_back": {"moved": True},
    "gave_way": {"retreats": None, "flags": None, "evades": None},
    "advanced": {"may_advance_hexes": None, "may_advance_again": None, "may_advance_to": None},
    "stays": {"may_advance_hexes": None, "may_advance_again": None, "may_advance_to": None},
    "battles_again": {"fought": False, "battled_again": True},
}
_COPIED: Mapping[str, Mapping[str, str]] = {  # an effect's values, and the state each becomes
    "fatigue": {"points": "fatigue"},
    "move": {"moved": "moved", "moved_cm": "moved_cm", "crossed": "crossed", "crossed_pieces": "crossed_pieces"}
    | {"reversed": "reversed", "ford": "ford", "moved_hexes": "moved_hexes", "air_moved": "air_moved"},
    "reduced": {"combat": "combat", "movement": "movement"},
    "retreat": {"hexes": "retreats", "flags": "flags", "evades": "evades"},
    "may_advance": {"hexes": "may_advance_hexes", "again": "may_advance_again", "hex": "may_advance_to"},
    "survived": {"assaults_survived": "assaults_survived"},
    "boarded": {"boarded": "boarded"},
    "command": {"value": "command"},
    "mount": {"vehicle": "aboard"},
    "pushes": {"cm": "pushed_cm"},
    "join": {"base": "attached_to"},
    "split": {"soldiers": "soldiers"},
}


_COUNTED: Mapping[str, str] = {"fired": "shots", "banner": "banners"}
"""Effects on a side that are counted, and the word that counts them."""


def of_stand(effect: Effect, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a stand's state that an effect changes; ``before`` is its state till then."""
    changes = dict(_FIXED.get(effect.type, {}))
    if effect.type in _DONE:
        changes |= {effect.type: True, **effect.values}
    for value, key in _COPIED.get(effect.type, {}).items():
        if value in effect.values:
            changes[key] = effect.values[value]
    if effect.type == "fired" and float(before.get("moved_cm") or 0.0) > 0:
        changes["moved_then_fired"] = True
    if effect.type == "move" and before.get("attached_to"):
        changes["attached_to"] = None
    if effect.type == "damage":
        changes["damage"] = before.get("damage", 0) + effect.values.get("boxes", 0)
    if effect.type == "passengers_lost":
        changes["passengers"] = max(int(before.get("passengers") or 0) - int(effect.values["count"]), 0)
    if effect.type == "threw":
        changes["grenades"] = max(int(before.get("grenades", 1)) - 1, 0)
    return changes


def of_unit(effect: Effect) -> dict[str, Any]:
    """Return what an effect changes in what is known of a unit: its order, its commander's value, its delay."""
    if effect.type == "order":
        return {"order": effect.values["order"]} if effect.values.get("order") else {}
    if effect.type == "command":
        return {"command": effect.values["value"]}
    if effect.type == "tried":
        return {"tried": effect.values["what"]}
    return {"late": effect.values["turns_late"], "reacted": True} if effect.type == "react" else {}


def of_side(effect: Effect, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an effect changes in what is known of a side: its edge, its terrain, its shots, its end."""
    if effect.type == "deployed":
        return {"edge": effect.values["edge"]}
    if effect.type == "arrives":
        return {"reinforcements": effect.values["reinforcements"]}
    if effect.type == "terrain":
        return {"pieces": [*before.get("pieces", []), effect.values["piece"]]}
    if (word := _COUNTED.get(effect.type)) is not None:
        return {word: int(before.get(word) or 0) + int(effect.values.get("count", 1))}
    words = {"surrender": "surrendered", "defeat": "defeated", "retreated": "retreated"}
    return {word: True for kind, word in words.items() if effect.type == kind}


def prisoners_after(effect: Effect, name: str | None, held: Any) -> list[str] | int:
    """Return a side's own soldiers in the enemy's hands after one is captured or freed: names, or how many."""
    if isinstance(held, int):
        return max(held + (1 if effect.type == "capture" else -1), 0)
    names = [str(other) for other in held or () if other != name]
    return [*names, str(name)] if effect.type == "capture" else names


def place_of(effect: Effect) -> tuple[float, float]:
    """Return where an effect puts a stand: ``to`` a place, or at x and y."""
    x, y = effect.values.get("to") or (effect.values["x"], effect.values["y"])
    return (float(x), float(y))


def riders_after(aboard: Any, name: str, change: int) -> list[str] | int:
    """Return who rides after one got on or off: names where names are kept, else how many."""
    if not aboard and change > 0:
        return [name]
    if not isinstance(aboard, list | tuple):
        return max(int(aboard) + change, 0)
    others = [str(rider) for rider in aboard if rider != name]
    return [*others, name] if change > 0 else others


def without_rider(aboard: Any, name: str) -> list[str] | None:
    """Return who still rides once one of the names on a list is gone; None where he is on no list."""
    if not isinstance(aboard, list | tuple) or name not in aboard:
        return None
    return [str(rider) for rider in aboard if rider != name]
