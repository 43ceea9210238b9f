"""What Rommel & Montgomery's effects change in what is known of a match, and what a turn clears."""

from rules.effect_reducer import Reducer, copies, done, each, goes, says, sets, takes_damage

REDUCER = Reducer(
    changes={
        "move": each(goes, copies("moved", "air_moved")), "fired": done, "fought": done,
        "flak": sets(flak_fired=True, flak_today=True), "enters_zone": sets(must_fight=True),
        "damage": takes_damage, "reduced": each(sets(reduced=True), copies("combat", "movement")),
        "cleared": says, "placed": says, "weather": says, "victory": says, "truce": says,
    },
    turn_state=frozenset(
        {"fired", "fought", "moved", "air_moved", "air_fought", "bombed"}
        | {"flak_fired", "flak_today", "must_fight"}
    ),
)  # fmt: skip
