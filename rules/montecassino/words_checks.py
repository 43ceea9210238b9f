"""What Montecassino says of each of its checks, in English. See rules/words.py."""

from collections.abc import Mapping

from rules.words import Trio

CHECKS: Mapping[str, Trio] = {
    # squares
    "stands_on": (
        "{stand} stands on {square}",
        "{stand} does not stand on {square}",
        "whether {stand} stands on {square} is too close to call",
    ),
    "somebody_there": ("", "nobody stands on {square}", ""),
    "one_a_square": ("", "{stands} stand on {square}: one soldier a square", ""),
    # steps
    "forward": ("{actor} goes forward from {start} to {square}", "", ""),
    "sideways": ("{actor} goes sideways from {start} to {square}", "", ""),
    "backward": ("{actor} goes back from {start} to {square}", "", ""),
    "diagonal": ("{actor} goes diagonally forward from {start} to {square}", "", ""),
    "no_such_step": ("", "no soldier goes from {start} to {square} in one step", ""),
    "squares": (
        "{measured} of {limit} squares are used",
        "{measured} squares: a turn has {limit}",
        "",
    ),
    "own_soldier": ("", "{actor} on {square} is the enemy's", ""),
    "one_sideways": (
        "it is {actor}'s one step sideways of this turn",
        "{actor} has stepped sideways this turn: once is all",
        "",
    ),
    "backward_in_own_field": (
        "{square} is in {actor}'s own field, outside the base",
        "{actor} goes back only within his own field and outside its base, from {start} to {square} he does not",
        "",
    ),
    "backward_alone": (
        "the step back is {actor}'s only one",
        "who steps back steps no other way in that turn: {actor} does",
        "",
    ),
    "diagonal_takes": (
        "an enemy stands on {square}",
        "nobody stands on {square}: diagonally {actor} goes only to take a prisoner",
        "",
    ),
    "takes_prisoner": ("{actor} takes {target} prisoner on {square}", "", ""),
    "not_sideways_before": (
        "{actor} has not stepped sideways this turn",
        "{actor} has stepped sideways this turn: he takes no prisoner",
        "",
    ),
    "stays_with_prisoner": ("", "{actor} has taken a prisoner and stays where he is", ""),
    "one_from_the_back": (
        "{actor} began on the first two lines: one square",
        "{actor} began on the first two lines: one square is all he has",
        "",
    ),
    "one_in_fortification": (
        "{actor} is in the enemy fortification: one square",
        "{actor} is in the enemy fortification: he goes no further this turn",
        "",
    ),
    "square_free": ("{square} is free", "{target} stands on {square}: one soldier a square, and no jumping", ""),
    "touched_moves": (
        "{actor}, who was touched, moves",
        '{actor} on {square} was touched without "compongo": he must move',
        "",
    ),
    "touched_cannot": ("{actor} on {square} was touched, and cannot move", "", ""),
    "compongo": ('"compongo" was called before {actor} was touched', "", ""),
    # freeing and retreat
    "on_third_line": (
        "{square} is on the enemy's third line",
        "{square} is not on the enemy's third line: nobody is freed from there",
        "",
    ),
    "two_at_most": ("{count} of two that may be freed", "{count} is more than the two that may be freed", ""),
    "prisoners": ("{held} are prisoners", "{count} are to be freed, and {held} are prisoners", ""),
    "not_defended": ("nobody defends {square}", "{target} on {from_square} defends {square}", ""),
    "room_in_base": ("the base has room", "the base has no room for those who return", ""),
    "first_retreat": ("{side} has not retreated before", "{side} has retreated: once a battle is all", ""),
    "somebody_outside": (
        "{side} has soldiers outside its base",
        "all of {side} are in their base: there is nobody to retreat",
        "",
    ),
    "room_to_retreat": ("the base has room for {count}", "the base has no room for {count}", ""),
    "half_a_point": ("{side}'s opponent keeps half a point for this retreat", "", ""),
    # winning
    "reached_first_line": ("{side} has reached the enemy's first line and wins", "", ""),
    "all_captured": ("all of {enemy} are prisoners: {side} wins", "", ""),
    "all_shot": ("{enemy} has lost all its infantry to the cannon: {side} wins", "", ""),
    "no_infantry_left": ("{enemy} has no infantry left: {side} wins", "", ""),
    "cannot_move": ("{enemy} cannot move even one square: {side} wins", "", ""),
    "gives_up": ("{side} gives up", "", ""),
    "may_still_fire": ("{side} cannot move, but may fire its cannon", "", ""),
    "may_still_free": ("{side} cannot move, but may free a prisoner", "", ""),
    "may_still_retreat": ("{side} cannot move, but may retreat", "", ""),
    # the cannon
    "cannons_used": ("cannons are used", "this battle is the infantry's only: no cannon is fired", ""),
    "shell_left": ("shells {side} has left: {count}", "{side} has no shell left", ""),
    "ordered": (
        "the infantry's commander ordered the shot",
        "the gunner of {side} fires only when the infantry's commander orders it",
        "",
    ),
    "on_platform": ("the cannon is on its platform", "the cannon is fired only from its platform", ""),
    "within_sides": (
        "{actor} stands within the board's sides",
        "{actor} stands {measured} cm past the board's side",
        "whether {actor} stands within the board's sides is too close to call",
    ),
    "behind_first_line": (
        "{actor} stands in its strip behind the first line",
        "{actor} stands {measured} cm over the first line",
        "whether {actor} stands behind the first line is too close to call",
    ),
    "in_zone": ("{stand} stood in the zone, on {square}", "", ""),
    "outside_zone": ("{stand} stood outside the zone, on {square}", "", ""),
    "between_banners": (
        "{square}, where {stand} stood, is between the banners",
        "{square}, where {stand} stood, is not between the banners",
        "whether {square}, where {stand} stood, is between the banners is too close to call",
    ),
    "outside_stands_again": ("{stand} is stood up again on {square}", "", ""),
    "all_count": ("{stand} was knocked down: under option i all count", "", ""),
    "struck_counts": ("{stand} was struck: he counts", "", ""),
    "dragged_stands_again": ("{stand} was only dragged down: he does not count", "", ""),
    "was_struck": (
        "{stand} on {square} was struck by the shell",
        "{stand} on {square} was not struck by the shell",
        "whether {stand} on {square} was struck by the shell is too close to call",
    ),
    "commander_names": (
        "{side}'s commander names {stand} on {square}",
        "{side}'s commander does not name {stand} on {square}",
        "whether {stand} on {square} leaves is too close to call",
    ),
    "commander_named": ("{side}'s commander named {stand} on {square}", "", ""),
    "commander_names_one": ("", "{side}'s commander names the one who leaves: one, not {count}", ""),
    "own_loss_counts": ("{stand} is {side}'s own: he counts too", "", ""),
    "leaves_for_good": ("{stand} leaves the board for good", "", ""),
    # before the battle
    "stands_to_begin": (
        "{side} stands on its {count} squares",
        "{side} stands on {held} of its {count} squares and nowhere else when the battle begins",
        "",
    ),
    "two_boards": ("{count} boards side by side", "", ""),
}
