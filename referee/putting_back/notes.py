"""What the journal keeps of a putting back: that it was begun, and why; how it ended; or that it was a move."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.journal.payloads import Note, all_but, read_payload
from referee.journal.stands import table_data, table_from
from referee.journal.store import Journal
from referee.observation import Observation
from referee.putting_back.disturbance import farthest_first
from referee.putting_back.hints import Hint, HintState, Tolerance, hints
from referee.putting_back.moments import AgreedTable
from rules.state import State
from table.snapshot import Snapshot


@dataclass
class UnderWay:
    """One putting back: ``told`` has a hint for each stand that was off at any observation since it began."""

    agreed: AgreedTable
    tolerance: Tolerance
    told: tuple[Hint, ...] = ()
    settled: bool = False
    _states: dict[str, HintState] = field(default_factory=dict)
    _listed: set[str] = field(default_factory=set)

    def see(self, observation: Observation, now: State) -> bool:
        """Take in an observation; say whether that changed what people read."""
        found = hints(self.agreed.stands(now), observation.whereabouts, self.tolerance, self._states)
        self._states = {hint.name: hint.state for hint in found}
        self._listed |= {hint.name for hint in found if hint.state in ("off", "away", "there")}
        before = [hint.shown for hint in self.told]
        self.told = farthest_first(hint for hint in found if hint.name in self._listed)
        was_settled, self.settled = self.settled, observation.settled
        return [hint.shown for hint in self.told] != before or self.settled != was_settled

    @property
    def left(self) -> tuple[Hint, ...]:
        """The stands that are not back."""
        return tuple(hint for hint in self.told if hint.state != "back")

    @property
    def done(self) -> bool:
        """Whether every stand is back, and the table at rest."""
        return self.settled and not self.left

    @property
    def residual(self) -> tuple[float, float]:
        """How far off those that are back still are, at most: cm and degrees."""
        back = [hint for hint in self.told if hint.state == "back"]
        cm = max((hint.off_cm for hint in back), default=0.0)
        return cm, max((abs(hint.turn_deg) for hint in back), default=0.0)


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
