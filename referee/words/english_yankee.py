"""English for what only Yankee says beyond fire: combat, moves, orders, generals, armies. See english.py."""

from collections.abc import Mapping

from referee.words.trio import Trio

CHECKS: Mapping[str, Trio] = {
    # combat
    "in_contact": (
        "{actor} is in contact with {target}",
        "{actor} is {measured} cm from {target}: they are not in contact",
        "whether {actor} is in contact with {target} is too close to call",
    ),
    "general": ("{signed} for the general with {stand}", "", ""),
    "fatigue_points": ("{signed} for {stand}'s fatigue", "", ""),
    "difficult_terrain": ("{signed}: {stand} is in difficult terrain", "", ""),
    "strong_position": ("{signed}: {stand} holds a strong position", "", ""),
    "friend_behind": ("{signed}: a friend stands behind {stand}", "", ""),
    "obstacle_or_uphill": ("{signed}: {stand} attacks over an obstacle or uphill", "", ""),
    "flank_or_rear": ("{signed}: {stand} is taken in flank or rear", "", ""),
    "general_attached": (
        "{by} is with {stand}",
        "{by} is not with {stand}",
        "whether {by} is with {stand} is too close to call",
    ),
    "in_difficult": (
        "{stand} stands in {piece}",
        "{stand} does not stand in {piece}",
        "whether {stand} stands in {piece} is too close to call",
    ),
    "in_strong_position": (
        "{stand} stands in {piece}",
        "{stand} does not stand in {piece}",
        "whether {stand} stands in {piece} is too close to call",
    ),
    "behind_it": (
        "{piece} lies before {stand}",
        "{piece} does not lie before {stand}",
        "whether {piece} lies before {stand} is too close to call",
    ),
    "over_obstacle": (
        "{stand} attacks across {piece}",
        "{stand} does not attack across {piece}",
        "whether {stand} attacks across {piece} is too close to call",
    ),
    "uphill": (
        "{stand} attacks up {piece}",
        "{stand} does not attack up {piece}",
        "whether {stand} attacks up {piece} is too close to call",
    ),
    "friend_at_rear": (
        "{by} stands behind {stand}",
        "{by} does not stand behind {stand}",
        "whether {by} stands behind {stand} is too close to call",
    ),
    "holds_flank_or_rear": (
        "{by} touches the {edge} of {stand}",
        "{by} does not touch the {edge} of {stand}",
        "whether {by} touches the {edge} of {stand} is too close to call",
    ),
    "started_in_front": ("{stand} began its turn before the front of {target}: no flank attack", "", ""),
    "another_holds_flank_or_rear": ("{by} holds the flank or rear of {stand} meanwhile", "", ""),
    # moves
    "in_group": (
        "{stand} touches {by}: one group",
        "{stand} is {measured} cm from {by}: no group",
        "whether {stand} touches {by} is too close to call",
    ),
    "whole_group": (
        "{stand} is not of the group",
        "{stand} touches the group and is of its brigade: it must come along",
        "whether {stand} touches the group is too close to call",
    ),
    "same_brigade": ("", "{stand} is not of {actor}'s brigade", ""),
    "not_moved_twice": ("{stand} has not moved yet", "{stand} has moved this turn already", ""),
    "not_turned": ("", "{stand} has turned on the spot, which costs the whole move", ""),
    "one_direction": ("", "{actor}'s way bends by {bend_deg} degrees: a group moves in one direction", ""),
    "in_column": ("{actor} leads a column", "", ""),
    "difficult_way": (
        "{piece} is on {stand}'s way: half the move",
        "{piece} is not on {stand}'s way",
        "whether {piece} is on {stand}'s way is too close to call",
    ),
    "way_length": (
        "{actor} goes {measured} cm of {limit}",
        "{actor} goes {measured} cm, {over} more than the {limit} cm it has",
        "whether {actor}'s way of {measured} cm ±{pm} is within {limit} cm is too close to call",
    ),
    "passes_nobody": (
        "{actor} passes {stand} by",
        "{actor} would pass through {stand}",
        "whether {actor} passes {stand} by is too close to call",
    ),
    "stops_at_river": (
        "{actor} stops before {piece}",
        "{actor} must stop at {piece}",
        "whether {actor} stops before {piece} is too close to call",
    ),
    "crosses_in_column": ("{actor} leads a column over", "{actor}'s group crosses a river in column only", ""),
    "opposite_edge": ("{side} deploys opposite the other", "{side} does not deploy opposite the other", ""),
    "a_river": ("", "there is no river to ford", ""),
    "at_the_bank": (
        "{stand} is at the bank",
        "{stand} is {measured} cm from the bank",
        "whether {stand} is at the bank is too close to call",
    ),
    "ford_found": ("{actor} finds the ford", "", ""),
    "no_ford": ("{actor} does not find the ford", "", ""),
    # setting up and ending
    "begins": ("begins: {side}", "", ""),
    "moves_first_who_deployed_first": ("who deploys first moves first", "", ""),
    "pieces": ("{count} pieces of terrain", "", ""),
    "piece": ("{side} lays a {kind}", "", ""),
    "deployed": (
        "{stand} stands within {limit} cm of its edge",
        "{stand} reaches {measured} cm from its edge, {over} beyond {limit} cm",
        "whether {stand} stands within {limit} cm of its edge is too close to call",
    ),
    "on_the_table": (
        "{stand} stands on the table",
        "{stand} stands over the edge",
        "whether {stand} stands over the edge is too close to call",
    ),
    "not_by_the_enemys_edge": (
        "{stand} does not come by the enemy's edge",
        "{stand} comes by the enemy's own edge",
        "",
    ),
    "arrives_in_column": ("{stand} leads a column", "{stand}'s group is no column", ""),
    "comes_from_the_edge": (
        "{stand} stands at the {edge} edge",
        "{stand} is {measured} cm from the {edge} edge",
        "whether {stand} stands at the {edge} edge is too close to call",
    ),
    "side_lost_half": ("{side} has lost half its bases", "{side} has not lost half its bases", ""),
    "brigade_lost_half": ("brigade {brigade} has lost half", "brigade {brigade} has not lost half", ""),
    # orders, generals, armies
    "command_value": ("the command value of {unit} is {value}", "", ""),
    "up_to_command_value": ("up to {value}, {unit}'s command value, the order arrives", "", ""),
    "order_arrives": ("{die}: the order arrives", "", ""),
    "order_delayed": ("{die}: the order does not arrive; try again next turn", "", ""),
    "reacts": ("{unit} comes to {total}: turns late: {turns}", "", ""),
    "is_general": ("{stand} is a general", "{stand} is no general", ""),
    "general_dies": ("{stand} dies", "", ""),
    "general_joins": ("{stand} joins {by}", "", ""),
    "nobody_to_join": ("{stand} has nobody to join", "", ""),
    "scale": ("a base is {men} men, or {guns} guns", "", ""),
    "army": ("{infantry} bases of infantry, {batteries} batteries", "", ""),
    "more_in_brigades": ("the brigades come to {brigades} bases, the army to {infantry}", "", ""),
    "commanders_inside": ("less a commander's base each: {troops}", "", ""),
}

THROWS: Mapping[str, str] = {
    "initiative": "{roller} throws for who begins",
    "how_many_pieces": "{roller} throws for the number of pieces",
    "which_piece": "{roller}: 1 wood, 2 fields, 3 rough ground, 4 hill, 5 village, 6 river or railway",
    "combat": "{roller} fights: die + combat factor",
    "ford": "{roller} looks for the ford: 4, 5, 6 finds it",
    "command": "the command value of {roller}",
    "change_order": "{roller}: up to the command value the order arrives",
    "reaction": "{roller} reacts: die + command value",
    "general_lost": "{roller} has lost his base: 5, 6 he dies",
}

OUTCOMES: Mapping[tuple[str, str], str] = {
    ("yankee", "begins"): "One side begins.",
    ("ambush", "begins"): "One side begins.",
    ("yankee", "terrain"): "The terrain is chosen.",
    ("yankee", "defeat"): "A side has lost.",
    ("yankee", "goes_on"): "The battle goes on.",
    ("yankee", "ford"): "The ford is found.",
    ("yankee", "no_ford"): "No ford this turn.",
    ("yankee", "arrives"): "The order arrives.",
    ("yankee", "delayed"): "The order does not arrive.",
    ("yankee", "at_once"): "It reacts at once.",
    ("yankee", "one_turn_late"): "It reacts one turn late.",
    ("yankee", "two_turns_late"): "It reacts two turns late.",
    ("yankee", "dies"): "The general dies.",
    ("yankee", "joins"): "The general lives and joins the nearest base.",
    ("yankee", "alone"): "The general lives, alone.",
}

EFFECTS: Mapping[str, str] = {
    "begins": "begins: {side}",
    "terrain": "{side} lays a {piece}",
    "deployed": "deployed: {side}",
    "moved": "{stand} has moved",
    "defeat": "defeated: {side}",
    "halved": "{stand}'s brigade has lost half",
    "turn_ends": "the turn ends",
    "ford": "{stand} may cross by the ford",
    "command": "{unit} has command value {value}",
    "order": "{unit} has its new order",
    "react": "{unit} reacts, turns late: {turns_late}",
    "join": "{stand} joins {base}",
    "army": "{infantry} bases of infantry and {batteries} batteries",
}
