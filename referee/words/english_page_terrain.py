"""English: the terrain editor."""

from collections.abc import Mapping

TERRAIN: Mapping[str, str] = {
    "terrain_title": "Terrain",
    "terrain_picture": "The table from above, with its terrain",
    "terrain_intro": "Tap a piece and its outline is proposed, or draw it corner by corner. Then choose what it is.",
    "terrain_tap": "Tap a piece",
    "terrain_draw": "Draw",
    "terrain_finish": "Finish the outline",
    "terrain_cancel": "Cancel",
    "terrain_undo": "Undo",
    "terrain_redo": "Do again",
    "terrain_save": "Save the terrain",
    "terrain_saved": "Everything is saved",
    "terrain_unsaved": "Not saved yet",
    "terrain_lock": "Lock the terrain",
    "terrain_unlock": "Unlock",
    "terrain_locked": "The terrain is locked: nobody changes it while it stays so.",
    "terrain_list": "Pieces",
    "terrain_none": "Nothing lies on this table yet.",
    "terrain_line": "{kind}, {corners} corners, {area} cm²",
    "terrain_line_high": "{kind}, {corners} corners, {area} cm², {height} cm high",
    "terrain_crossed": "its edges cross",
    "terrain_name": "Name",
    "terrain_kind": "Kind",
    "terrain_height": "Height in cm",
    "terrain_again": "Propose the outline again",
    "terrain_delete": "Delete {name}",
    "terrain_delete_this": "Delete this piece",
    "terrain_done": "Done",
    "terrain_corner": "Corner {number} of {count} of {name}: {x}, {y} cm",
    "terrain_insert": "New corner between {first} and {second} of {name}",
    "terrain_three": "An outline needs three corners: delete the piece instead.",
    "terrain_says_tap": "Tap the middle of a piece in the picture.",
    "terrain_says_draw": "Tap the corners one after the other; tap the first one again to finish.",
    "terrain_says_edit": "Drag the corners, or tap a small cross for a new one. Arrows move a chosen corner by 5 mm, "
    "with Shift by 1 mm; Delete removes it.",
    "terrain_says_cross": "Arrows move the cross, Enter taps there.",
    "terrain_looking": "Looking for its outline ...",
    "terrain_sure": "Outline proposed. Check its corners.",
    "terrain_unsure": "Outline proposed, but its border is hard to see: check it well.",
    "terrain_cross": "Cross at {x}, {y} cm: Enter taps there",
}

REASONS: Mapping[str, str] = {
    "bare_ground": "This looks like bare ground. Tap the middle of a piece, or draw its outline.",
    "off_table": "That is beside the table.",
    "too_large": "I cannot tell this from the ground: draw its outline.",
    "too_small": "That is too small for a piece of terrain: draw its outline.",
    "no_ground": "There is too little bare ground to learn what the table looks like: draw the outline.",
}
"""Why no outline is proposed."""
