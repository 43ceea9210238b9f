"""English: putting stands back after a bump: the proposal, the way home of each stand, how it ended."""

from collections.abc import Mapping

PUT_BACK: Mapping[str, str] = {
    # the proposal
    "put_proposed": "{count} stands moved together. Put them back?",
    "put_proposed_one": "{name} moved. Put it back?",
    "put_accept": "Put them back",
    "put_decline": "It was a move",
    "put_gone": "{name} is gone",
    # the moment
    "put_button": "Put back",
    "put_button_title": "Put stands back where they stood, after a bump or a lifted figure (G)",
    "put_title": "Put stands back",
    "put_when": "As they stood at which moment?",
    "put_last": "Before the last disturbance",
    "put_entry": "Entry {number}, {time}",
    "put_off": "off their place now: {count}",
    "put_nothing": "Nothing has moved since the table was last agreed on.",
    "put_exact": "How exactly",
    "put_exact_to": "to {cm} cm and {degrees}°",
    "put_bump": "Bump the table",
    "put_bump_why": "Only in the demo: a sleeve shoves three stands.",
    "put_bumped": "A sleeve comes over the table.",
    # under way
    "put_under_way": "Putting back",
    "put_progress": "{back} of {count} back",
    "put_stand_at": "You stand at",
    "put_edge_near": "the near edge",
    "put_edge_far": "the far edge",
    "put_edge_left": "the left edge",
    "put_edge_right": "the right edge",
    "put_leave": "Leave the rest",
    "put_leave_title": "What is not back stays where it stands; nobody has walked",
    "put_key": "put stands back after a bump",
    "put_meanwhile": "Stands are being put back: wait until all are, or leave the rest.",
    "put_list": "Stands to put back",
    # the way home
    "put_way_left": "{cm} cm left",
    "put_way_right": "{cm} cm right",
    "put_way_away": "{cm} cm away from you",
    "put_way_towards": "{cm} cm towards you",
    "put_turn_clockwise": "turn {degrees}° clockwise",
    "put_turn_counter": "turn {degrees}° counter-clockwise",
    "put_away": "not on the table: stand it on its outline",
    "put_covered": "covered: take the hand away",
    "put_there": "there: let go",
    "put_back": "back in place",
    # the end
    "put_ended": "All {count} back, at most {cm} cm off.",
    "put_ended_one": "{name} is back, {cm} cm off.",
    "put_ended_left": "{back} back; left where they stand: {names}.",
    "put_said_back": "{name} is back. {back} of {count}.",
    "put_said_begun": "{count} stands to put back. First: {name}, {way}.",
}
