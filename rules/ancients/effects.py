"""What Ancients' effects change in what is known of a match, and what a turn clears."""

from rules.ancients.phases import FORGOTTEN
from rules.effect_reducer import Reducer, copies, counts, done, each, goes, of_side, sets, takes_damage

MAY_ADVANCE = {"may_advance_hexes": None, "may_advance_again": None, "may_advance_to": None}

REDUCER = Reducer(
    changes={
        "move": each(goes, copies("moved", "moved_hexes")), "fired": done, "fought": done, "ordered": done,
        "joined": done, "detached": done, "must_close": done,
        "damage": takes_damage,
        "retreat": copies("flags", "evades", hexes="retreats"),
        "gave_way": sets(retreats=None, flags=None, evades=None),
        "may_advance": copies(hexes="may_advance_hexes", again="may_advance_again", hex="may_advance_to"),
        "advanced": sets(**MAY_ADVANCE), "stays": sets(**MAY_ADVANCE),
        "battles_again": sets(fought=False, battled_again=True), "banner": counts("banners"),
        "deployed": of_side(lambda effect, _: {"edge": effect.values["edge"]}),
    },
    turn_state=frozenset(FORGOTTEN),
)  # fmt: skip
