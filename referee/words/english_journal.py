"""English: the entries of a journal as sentences, and what may be wrong with one."""

from collections.abc import Mapping

ENTRIES: Mapping[str, str] = {
    "opened": "{game}: {title}",
    "deed": "{who}: {verb} {at}",
    "deed_at_none": "{who}: {verb}",
    "declared": "Declared. {deed}",
    "thrown_table": "On the table fell {dice}",
    "thrown_vedette": "Vedette threw {dice}",
    "decided_yes": "The referee on {clause}: yes",
    "decided_no": "The referee on {clause}: no",
    "confirmed": "{deed}. {outcome} {effects}",
    "amended": "{deed}. Amended by the referee ({reason}): {effects}",
    "undone": "Taken back: {act} (as after entry {to})",
    "redone": "Done again: {act} (as after entry {to})",
    "mode_open": "From now on everybody measures openly",
    "mode_reveal": "From now on: declare first, then reveal",
    "putting_back": "To be put back: {names}",
    "put_back": "All put back: {count}",
    "put_back_left": "No more to be put back, though not where they were: {names}",
    "moved_on_purpose": "Moved on purpose: {names}",
    "note": "{about}: {text}",
    "appealed": "Appeal against entry {of}: {settings}",
    "walked": "{stand} moved {cm} cm",
    "unwalked": "What was moved since entry {since} counts for nothing",
    "shot": "{side}: shot {number} of {rig}{told}",
    "shot_settled": "Shot {number} of {rig} counts{told}",
    "shot_settled_not": "Shot {number} of {rig} does not count{told}",
    "shot_misfire": ", a misfire",
    "shot_speed": ", {speed:.2f} m/s ±{sigma:.2f}",
    "shot_left": ", shells left: {left}",
    "shot_fell": ", what fell is in entry {entry}",
    "ammunition": "{side}: shells left: {left}, says the referee {why}",
    "shot_proposed": "The camera saw fall: {squares}",
    "shot_proposed_none": "The camera saw nobody fall",
    "shot_confirmed": "The referee has confirmed the shot",
    "shot_dismissed": "The referee lets the shot count for nothing",
    "shots_lost": "Rig {rig} no longer has its shots {numbers}: the referee says what they did",
    "withdrawn": "Taken off the card",
    "agreed": "The soldiers stand where the camera sees them",
    "turnended": "End of the turn",
    "unreadable": "This entry cannot be read",
}
"""What an entry of each kind says; a full stop is put after it where the page needs one."""

FAULTS = (
    "entry {number} is missing",
    "entries {first} to {last} are missing",
    "does not follow the entry before: one was taken out, put in or moved",
    "was altered: its seal is not the one that it makes",
    "no entry has the seal {seal}...: the end was cut off or rewritten",
)
