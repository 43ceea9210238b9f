"""What Ancients says, in English. See rules/words.py; its other languages are in locale/."""

from collections.abc import Mapping

from rules.ancients.words_checks import CHECKS
from rules.words import Words

THROWS: Mapping[str, str] = {
    "ranged_die": "{roller} shoots: its target's own sign hits, a flag makes it retreat",
    "close_die": "{roller} fights at close quarters",
}

OUTCOMES: Mapping[str, str] = {
    "begins": "One side begins.",
    "ordered": "The orders are given.",
    "moved": "The move stands.",
    "advanced": "It advances.",
    "left": "It leaves the board.",
    "detached": "The leader is on his own.",
    "miss": "Missed.",
    "hit": "Hit: blocks are lost.",
    "retreats": "It retreats.",
    "eliminated": "Eliminated: a banner is taken.",
    "fought": "The close combat is over.",
    "evaded": "It evades.",
    "won": "The battle is won.",
    "phase_ends": "The next phase begins.",
    "turn_ends": "The other side's turn begins.",
}

EFFECTS: Mapping[str, str] = {
    "loses_blocks": "blocks {stand} loses: {boxes}; left: {left}",
    "ordered": "{stand} has an order",
    "joined": "{stand} has joined {joins}",
    "detached": "{stand} goes on his own",
    "must_close": "{stand} must fight in close combat",
    "banner": "{side}: one banner more",
    "retreat": "{stand} has to retreat",
    "retreats_so_far": "{stand} has to retreat, hexes: {hexes}",
    "evading": "{stand} evades and goes back, hexes: {hexes}",
    "stays": "{stand} does not advance any more",
    "emptied": "emptied in this battle: {emptied}",
    "gave_way": "{stand} has retreated",
    "may_advance": "{stand} may advance to {hex}",
    "advanced": "{stand} has advanced",
    "battles_again": "{stand} may battle once more",
    "next_phase": "{side}: {phase}",
    "turn_of_side": "whose turn it is now: {side}",
    "orders_given": "orders given: {orders}",
    "ground_taken": "its ground gives no more banners: {ground_taken}",
    "first_side": "first of every round: {first}",
}

VERDICTS: Mapping[str, str] = {"hex_range": "OUT OF RANGE", "hex_sight": "NO LINE OF SIGHT", "hexes_moved": "TOO FAR"}

VERBS: Mapping[str, str] = {
    "detach": "leave the unit",
    "close": "close with",
    "advance": "advance",
    "lose": "lose blocks",
}

HOUSE: Mapping[str, str] = {
    "odd_row_hexes": "hexes of the rows between: {value}",
    "dotted_lines": "where the dotted lines run, in hexes from the left: {value}",
    "banners": "victory banners that win: {value}",
    "war_machine_hexes": "hexes a war machine goes: {value}",
    "helmet_on_sections True": "a section card detaches a leader only with the helmet",
    "helmet_on_sections False": "a section card detaches a leader without the helmet too",
    "dice_still": "dice of a unit that shoots without having moved: {value}",
    "dice_moved": "dice of a unit that shoots after it has moved: {value}",
    "book": "numbers from the owner's book: {value}",
    # the title of our own example of an owner's book: what is said where the value is a book
    "example": "House values for trying out, not the rulebook",
}

LABELS: Mapping[str, str] = {"factors": "Blocks and moves"}

VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "side": {"roman": "Romans", "carthaginian": "Carthaginians"},
    "section": {"left": "left", "centre": "centre", "right": "right"},
    "class": {"light": "light", "medium": "medium", "heavy": "heavy", "mounted": "mounted", "foot": "foot"},
    "phase": {"order": "card and orders", "move": "movement", "battle": "battle", "draw": "drawing a card"},
    "face": {
        "green": "green circle",
        "blue": "blue triangle",
        "red": "red square",
        "leader": "leader",
        "flag": "flag",
        "sword": "swords",
    },
    "block": {
        "light_infantry": "light infantry",
        "light_infantry_bow": "light infantry with bows",
        "light_infantry_sling": "light infantry with slings",
        "auxilia": "auxilia",
        "warriors": "warriors",
        "medium_infantry": "medium infantry",
        "heavy_infantry": "heavy infantry",
        "war_machine": "war machines",
        "light_cavalry": "light cavalry",
        "medium_cavalry": "medium cavalry",
        "heavy_cavalry": "heavy cavalry",
        "elephants": "elephants",
        "heavy_chariots": "heavy chariots",
        "leader": "leaders",
    },
}

OTHER_PLACES: Mapping[tuple[str, str], str] = {
    ("in_section", "sections"): "section",
    ("in_section", "wanted"): "section",
    ("of_two_sections", "sections"): "section",
    ("of_one_section", "sections"): "section",
    ("of_class", "classes"): "class",
    ("hit_as", "weight"): "class",
    ("in_phase", "wanted"): "phase",
    ("phase_ends", "next_phase"): "phase",
    ("own_sign_hits", "dice"): "face",
    ("no_sign_hits", "dice"): "face",
    ("close_hits", "dice"): "face",
    ("more_than_blocks", "unit"): "block",
}

BOARD: Mapping[str, str] = {
    "phase_order": "{side} give orders",
    "phase_move": "{side} move",
    "phase_battle": "{side} battle",
    "phase_draw": "{side} draw a card",
    "now_order": "Play a card. Tap the units that it orders, then the card.",
    "now_move": "Tap an ordered unit, then the hex it goes to.",
    "now_battle": "Tap an ordered unit, then the enemy that it shoots at or fights.",
    "now_by_hand": (
        "Tap an ordered unit, then the enemy that it shoots at. Close combat goes by your own book: tap who lost a "
        "block, goes back or follows."
    ),
    "now_back": "Must go back first: {names}. Tap, then the hex.",
    "now_advance": "May advance now: {names}. Tap, then the hex; or battle with another unit.",
    "now_draw": "Draw a card; then the other side plays.",
}

WORDS = Words(
    checks=CHECKS,
    throws=THROWS,
    outcomes=OUTCOMES,
    effects=EFFECTS,
    verdicts=VERDICTS,
    verbs=VERBS,
    house=HOUSE,
    labels=LABELS,
    board=BOARD,
    vocabulary=VOCABULARY,
    other_places=OTHER_PLACES,
)
