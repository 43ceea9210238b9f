"""English for forces, orders, turning and giving way: what both games say beyond shots, moves and combats."""

from collections.abc import Mapping

from referee.words.trio import Trio

CHECKS: Mapping[str, Trio] = {
    # Ambush
    "aboard_in_cover": ("{target} is aboard {by}: in cover", "", ""),
    "pushes_ahead": ("{target} is pushed ahead", "{target} does not stand where the push goes", ""),
    "small_table": ("the table is {width} x {depth} cm; the book has {least} x {least} at least", "", ""),
    "forces": ("{side}: {soldiers} soldiers, {vehicles} vehicles, a {formation} and more", "", ""),
    "less_than_a_platoon": ("{side}: {soldiers} soldiers, {vehicles} vehicles, less than a platoon", "", ""),
    "split_off_first": ("", "{actor} is a platoon on its plate: it only moves, or splits off first", ""),
    "on_a_plate": ("{actor} is a platoon on its plate", "{actor} is no platoon on its plate", ""),
    "at_the_start_of_the_turn": (
        "{actor} has not moved yet",
        "{actor} has moved: soldiers leave the plate at the start of their turn",
        "",
    ),
    "enough_on_the_plate": (
        "{many} of {soldiers} leave {actor}",
        "{many} cannot leave {actor}: there are {soldiers}",
        "",
    ),
    "not_fought": ("", "{actor} has assaulted this turn: no third action", ""),
    "boards": ("{actor} gets into {stand}, after a move or a shot", "", ""),
    "gets_off": ("{actor} gets out of {stand}, before a move or a shot", "", ""),
    "in_turn": ("", "it is another side's turn ({side})", ""),
    "out_of_sight": ("no enemy sees {actor} any more: hidden again", "", ""),
    "turns_alternate": ("the other player's turn", "", ""),
    # Yankee
    "out_of_obstacle": (
        "{stand} comes out of {piece}",
        "{stand} does not come out of {piece}",
        "whether {stand} stands in {piece} is too close to call",
    ),
    "nearest_base": (
        "{stand} is nearest, before {by}",
        "{by} is nearest, before {stand}",
        "whether {stand} is nearer than {by} is too close to call",
    ),
    "turn_costs_the_move": ("{actor} turns by {degrees} degrees on the spot: that is its move", "", ""),
    "newly_contacted": (
        "{by} has come into contact with {stand} this turn",
        "{by} has not come into contact with {stand} this turn",
        "",
    ),
    "not_faced_twice": ("{stand} has not turned to face yet", "{stand} has turned to face this turn already", ""),
    "cavalry_falls_back": ("{stand} is cavalry", "{stand} is no cavalry: only cavalry falls back before combat", ""),
    "not_from_cavalry": (
        "{by} does not touch {stand}",
        "{by} touches {stand}: nobody falls back from cavalry",
        "whether {by}, who is cavalry, touches {stand} is too close to call",
    ),
    "in_combat": ("", "no enemy touches {stand}: there is no combat to fall back from", ""),
    "can_skirmish": ("{stand} can skirmish", "{stand} cannot skirmish: only light cavalry and skirmishers do", ""),
    "reforms_first": ("", "{stand} retreats: Change formation comes before the order {order}", ""),
    "reacted_already": ("", "{unit} has thrown for its reaction this turn already", ""),
    "not_fought_yet": ("", "{stand} has fought this turn: moving and firing come before", ""),
    "goes_round": (
        "{actor} goes round {piece}",
        "{actor} would go into {piece}, which nobody can pass",
        "whether {actor} goes clear of {piece} is too close to call",
    ),
    "pushed_no_fire": ("", "{actor} pushes this turn: no fire", ""),
    "battle_is_over": ("", "the battle is over; winner: {side}", ""),
    "two_actions": ("", "{actor} has done two things this turn already", ""),
    "no_run_after_riding": ("", "{actor} got off this turn: he may move or shoot, not run", ""),
    "not_tried_yet": ("", "{stand} has looked for the ford this turn: again next turn", ""),
    "next_turn_again": ("", "the order to {unit} did not arrive this turn: try again next turn", ""),
    "not_fought_twice": ("", "{stand} has fought this turn: one combat a base", ""),
    "not_late": ("", "{stand} has its order, but still waits: turns late: {turns}", ""),
    "ordered": ("{stand} has the order: {order}", "", ""),
    "advances_at_half_speed": ("{stand} advances: half its move", "", ""),
    "order_without_attack": (
        "{stand} does not touch {by}",
        "{stand} touches {by}: its order, {order}, does not let it attack",
        "whether {stand}, whose order is {order}, touches {by} is too close to call",
    ),
    "stops_at_charge_reach": (
        "{stand} stops {measured} cm from {by}",
        "{stand} comes to {measured} cm from {by}: short of two to one ({own} to {theirs}) it stops at {limit} cm",
        "whether {stand} stops {limit} cm from {by} is too close to call",
    ),
    "forms_column": ("the others fall in behind {actor}", "", ""),
    "lines_up": ("{actor} lines up", "", ""),
    "one_at_a_time": ("", "units line up one at a time, not {actor} and others together", ""),
    "a_division": ("{count} brigades: a division", "", ""),
    "no_division": ("{count} brigades: a division has {least} to {most}", "", ""),
    "brigades_enough": ("{side} has {count} brigades", "", ""),
    "brigades_few": ("{side} has {count} brigades; the book has {least} a side at least", "", ""),
    "not_of_its_arm": ("{stand} is {quality}, which the book has not for {arm}", "", ""),
    "other_table": ("the table is {width} x {depth} cm; the book's is {wide} x {deep}", "", ""),
    "strip_ends": ("{piece} does not join two edges that meet in a corner, as the book has it", "", ""),
    "piece_across": ("{piece} is {across} cm across; the book has 10 to 15", "", ""),
    "as_fixed": (
        "{count} x {kind} arrive of {left} still to come",
        "{count} x {kind} arrive, but {left} are still to come: their number was fixed before play",
        "",
    ),
}

OUTCOMES: Mapping[tuple[str, str], str] = {
    ("ambush", "goes_on"): "The other player's turn.",
    ("yankee", "falls_back"): "The cavalry falls back.",
}

EFFECTS: Mapping[str, str] = {
    "hide": "{stand} is hidden again",
    "split": "{stand} keeps {soldiers} soldiers",
    "plate_empty": "nobody is left on {stand}",
    "faced": "{stand} has turned to face",
    "turned": "{stand} has turned on the spot",
    "fall_back": "{stand} falls back",
    "fought": "{stand} has fought",
    "no_ford": "{stand} has not found the ford",
    "tried": "the order to {unit} is tried again next turn",
    "pushes": "{stand} has pushed, and does not fire this turn",
    "arrived": "{stand} has arrived, and neither moves nor fires this turn",
    "arrives": "reinforcements of {side} arrive",
}
