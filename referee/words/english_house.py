"""English: what a house value says, of the games on hexes; other games' are told by key and value. See english.py."""

from collections.abc import Mapping

HOUSE: Mapping[str, str] = {
    "rommel map practice": "the map is a practice map of our own",
    "rommel map open": "the map is open desert",
    "rommel behind_screen the rest": "behind the screen goes all that is left, of the Allies all but the last 16",
    "rommel behind_screen any number": "behind the screen go as many counters as one likes",
    "rommel units": "the counters' factors are those of our practice list",
    "rommel striped half": "a striped tank has half its factors, rounded down",
    "rommel striped same": "a striped tank keeps its factors",
    "rommel fire": "how far artillery fires and what hits is our own table",
    "rommel weather": "the weather by the die: storm {storm}, fair {fair}, rain {rain}",
    "ancients odd_row_hexes": "hexes of the rows between: {value}",
    "ancients dotted_lines": "where the dotted lines run, in hexes from the left: {value}",
    "ancients banners": "victory banners that win: {value}",
    "ancients war_machine_hexes": "hexes a war machine goes: {value}",
    "ancients helmet_on_sections True": "a section card detaches a leader only with the helmet",
    "ancients helmet_on_sections False": "a section card detaches a leader without the helmet too",
    "ancients dice_still": "dice of a unit that shoots without having moved: {value}",
    "ancients dice_moved": "dice of a unit that shoots after it has moved: {value}",
    "ancients book": "numbers from the owner's book: {value}",
}
"""By game, key and, where the sentence depends on it, value."""
EXAMPLE_BOOK = "House values for trying out, not the rulebook"
"""The title of our own example of an owner's book."""
