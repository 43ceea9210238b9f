"""English: evidence cards, on the page, in the picture and on paper."""

from collections.abc import Mapping

EVIDENCE: Mapping[str, str] = {
    "ev_title": "Evidence, entry {number}",
    "ev_list": "Evidence",
    "ev_list_how": "Every ruling of this match, the newest first: the picture it was made on, the number that decided, "
    "the conditions, the dice.",
    "ev_none": "Nothing has been declared yet: take a shot, and its evidence is here.",
    "ev_newest": "All rulings",
    "ev_entry": "Journal entry {number}",
    "ev_turn": "turn {turn}",
    "ev_seal": "sealed {seal}",
    "ev_head": "The journal's end then: entry {number}, {seal}",
    "ev_sure": "± holds 95 of 100 such measurements",
    "ev_chance": "{percent} % that it holds",
    "ev_dice_table": "fell on the table",
    "ev_dice_vedette": "thrown by Vedette",
    "ev_owed": "Still to be thrown: {throw}",
    "ev_unused": "Dice not needed here: {dice}",
    "ev_only_measured": "Measured or declared only: nothing has happened.",
    "ev_happened_in": "What happened is in entry {number}.",
    "ev_taken_back": "This ruling was taken back afterwards.",
    "ev_amended": "The referee ruled otherwise: {reason}",
    "ev_reveal": "Shooter and target were declared before any distance was shown.",
    "ev_house": "House values",
    "ev_appeal_of": "An appeal against entry {number}: what if {options}",
    "ev_picture": "The table when it was declared, from above, with what decided",
    "ev_frame_kept": "The camera's picture, SHA-256 {hash}",
    "ev_frame_none": "No picture was taken: this map is drawn from what was measured.",
    "ev_frame_gone": "The camera's picture is no longer kept: this map is drawn from what was measured.",
    "ev_frame_private": "The camera's picture is not shown to you: this map is drawn from what was measured.",
    "ev_frame_altered": "The stored picture was altered and is not shown: this map is drawn from what was measured.",
    "ev_frame_lost": "The picture could not be kept ({why}): this map is drawn from what was measured.",
    "ev_not_kept": "{count} more conditions: see the card on the page.",
    "ev_scan": "The card on this network",
    "ev_inset": "the whole table",
    "ev_png": "As a picture",
    "ev_pdf": "As a page to print",
    "ev_appeal": "Appeal",
    "ev_appeal_how": "The same picture, table and dice under another option. Both rulings are kept; nothing that "
    "happened changes.",
    "ev_appeal_used": "Options this ruling used",
    "ev_appeal_other": "All other options",
    "ev_appeal_do": "Rule again",
    "ev_as_ruled": "As ruled",
    "ev_what_if": "What if {options}",
    "ev_verdict_same": "the verdict stays",
    "ev_verdict_other": "another verdict",
    "ev_different": "different",
    "ev_side_by_side": "Both rulings, side by side",
    "ev_on": "on",
    "ev_off": "off",
}

SPENT = "declared, then revealed: the shot is spent"
"""The reason a match writes down when a revealed shot that was refused is closed."""
