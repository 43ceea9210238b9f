"""What the journal keeps of a putting back: that it was begun, and why; how it ended; or that it was a move."""

from collections.abc import Sequence

from referee.journal.payloads import Note, all_but, read_payload
from referee.journal.stands import table_data, table_from
from referee.journal.store import Journal
from referee.putting_back.under_way import UnderWay
from rules.state import State
from table.snapshot import Snapshot

BEGUN, ENDED, DECLINED = "putting back", "put back", "stands moved on purpose"
_OTHER_KINDS = all_but("note")
MOST_BACK = 500
"""So many entries back at most it is looked for what was left unfinished."""


def begun(why: str, going: UnderWay, now: State) -> Note:
    """Return the note of a beginning: why, which stands and how far off, from which moment, where they belong."""
    agreed = going.agreed
    off = [
        {"name": hint.name, "state": hint.state, "off_cm": round(hint.off_cm, 2), "turn_deg": round(hint.turn_deg, 1)}
        for hint in going.left
    ]
    table = agreed.table
    belongs = Snapshot(table.width_cm, table.depth_cm, agreed.stands(now), board=table.board)
    data = {
        "why": why, "stands": off, "as_after_entry": agreed.entry, "tolerance_cm": going.tolerance.cm,
        "tolerance_deg": going.tolerance.deg, "table": table_data(belongs),
    }  # fmt: skip
    text = f"{', '.join(hint.name for hint in going.left)}: as after entry {agreed.entry}"
    return Note(about=BEGUN, text=text, data=data)


def ended(back: int, left: Sequence[str], cm: float, deg: float) -> Note:
    """Return the note of an end: how many are back, how far off at most, who is not."""
    data = {"back": back, "left": list(left), "residual_cm": round(cm, 3), "residual_deg": round(deg, 2)}
    kept = f"{back} back, at most {cm:.2f} cm and {deg:.1f} degrees off"
    text = f"closed with {len(left)} not back: {', '.join(left)}; {kept}" if left else kept
    return Note(about=ENDED, text=text, data=data)


def declined(names: Sequence[str]) -> Note:
    """Return the note that it was a move."""
    return Note(about=DECLINED, text=", ".join(names), data={"stands": list(names)})


def left_off(journal: Journal) -> Snapshot | None:
    """Return where stands belong that were being put back when the journal ends; None when nothing was."""
    last = journal.length
    for entry in journal.back(last, max(last - MOST_BACK, 1), _OTHER_KINDS):
        note = read_payload(entry)
        if isinstance(note, Note) and note.about in (ENDED, DECLINED):
            return None
        if isinstance(note, Note) and note.about == BEGUN:
            return table_from({"pieces": (), **note.data["table"]})
    return None
