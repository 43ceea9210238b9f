"""What Rommel & Montgomery's effects change in what is known of a match, and what a turn clears."""

from collections.abc import Mapping
from typing import Any

from rules.effect_reducer import Reducer, copies, done, each, goes, of_stand, says, sets
from rules.ruling import Effect


def _damage(effect: Effect, before: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"damage": before.get("damage", 0) + effect.values.get("boxes", 0)}


REDUCER = Reducer(
    changes={
        "move": each(goes, copies("moved", "moved_hexes", "air_moved")), "fired": done, "fought": done,
        "flak": sets(flak_fired=True, flak_today=True), "enters_zone": sets(must_fight=True),
        "damage": of_stand(_damage), "reduced": each(sets(reduced=True), copies("combat", "movement")),
        "cleared": says, "placed": says, "weather": says, "victory": says, "truce": says,
    },
    turn_state=frozenset(
        {"fired", "fought", "moved", "moved_hexes", "air_moved", "air_fought", "bombed"}
        | {"flak_fired", "flak_today", "must_fight"}
    ),
)  # fmt: skip
