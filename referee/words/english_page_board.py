"""English: the page of a game on a board."""

from collections.abc import Mapping

BOARD: Mapping[str, str] = {
    # the turn being put together
    "board_turn_of": "Turn {number}: {side}",
    "board_tap_soldier": "{side}: tap the soldier who moves.",
    "board_choose_square": "{cell}: now tap the square he goes to.",
    "board_left": "{count} squares left",
    "board_left_one": "1 square left",
    "board_goings": "{cell} may go to",
    "board_nowhere": "{cell} cannot move now.",
    "board_back": "Take back a step",
    "board_acts": "Instead of moving",
    "board_other_side": "It is the turn of the {side}.",
    "board_off": "He stands on no square.",
    "board_empty": "{cell}, empty",
    "board_from_above": "The board from above",
    # where a soldier may go, short and with the square before it
    "going_move": "moves",
    "going_capture": "takes a prisoner",
    "going_free": "frees comrades",
    "going_squares": "{word}, {count} squares",
    "going_squares_one": "{word}, 1 square",
    # other acts
    "act_free": "{cell}: free comrades ({count}); it takes the whole turn",
    "act_free_one": "{cell}: free a comrade; it takes the whole turn",
    "act_retreat": "Retreat: those outside go back to the base; once in the battle",
    "act_give_up": "Give up",
    # what the camera saw
    "board_seen": "The camera saw",
    "board_seen_many": "The camera saw one of these",
    "board_seen_none": "No turn explains what was moved: {names}. Put it back, or take the board as it stands.",
    "board_take": "That is it",
    "board_rule": "Rule on it",
    # what is to be put right on the table
    "board_todo": "To put right on the table",
    "todo_between": "{name} stands between {among}: push him onto {cell}",
    "todo_off": "{name} stands on no square: he belongs on {cell}",
    "todo_taken": "{name} is off the board: take the figure away",
    "todo_unsettled_between": "{name} stands between {among}: push him onto one of them",
    "board_settle": "Take the board as it stands",
    "board_settle_title": "Everybody is agreed to stand where the camera sees him",
    # everybody, to read
    "board_list": "Everybody and his square",
    "soldier_between": "{who}, between {among}",
    "soldier_off": "{who}, on no square",
    "tally_enemies": "Enemies left: {count}",
    "tally_prisoners": "Prisoners taken: {count}",
    "tally_shot": "Shot: {count}",
    "tally_shells": "Shells: {count}",
    "tally_retreated": "has retreated",
    # keys
    "board_keys_tab": "next soldier, in reading order",
    "board_keys_arrows": "the next square that way",
    "board_keys_enter": "choose the soldier, then the square he goes to",
    "board_keys_back": "take back a step",
    "board_keys_declare": "declare the turn, confirm it",
}
