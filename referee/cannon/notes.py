"""What the journal keeps of a proposal: the newest word on it, until the referee has answered."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import Any

from referee.cannon.found import FoundMove
from referee.cannon.frame_choice import Fired
from referee.cannon.proposal import Casualty, Proposal
from referee.cannon.shot_state import Answered
from referee.journal.payloads import Confirmed, Frame, Note, all_but, read_payload
from referee.journal.stands import table_data, table_from
from referee.journal.store import Journal
from referee.shots.record import ANSWERED, LOST, PROPOSED, ShotRecord
from table.snapshot import Snapshot

_OTHER_KINDS = all_but("note", "confirmed", "shot")
MOST_BACK = 500
"""So many entries back it is looked for shots that nobody answered."""


def proposal_note(proposal: Proposal) -> Note:
    """Return the note of a proposal as it stands now."""
    fallen = ", ".join(str(casualty.square or casualty.name) for casualty in proposal.fallen)
    data = {
        "number": proposal.number, "table": table_data(proposal.table), "shots": list(map(astuple, proposal.shots)),
        "casualties": list(map(astuple, proposal.casualties)), "moved": list(map(astuple, proposal.moved)),
        "shell": proposal.shell, "shell_sigma_cm": proposal.shell_sigma_cm,
        "zone": list(proposal.zone), "notes": list(proposal.notes),
        "before": _frame_data(proposal.before), "after": _frame_data(proposal.after), "trouble": proposal.trouble,
        "leaves": list(proposal.leaves), "nobody": list(proposal.nobody),
    }  # fmt: skip
    return Note(about=PROPOSED, text=f"fallen: {fallen or 'nobody'}", data=data)


def answered_note(shot: Answered) -> Note:
    """Return the note that the referee has answered a proposal."""
    return Note(about=ANSWERED, text=shot.how, data={"number": shot.proposal.number, "how": shot.how})


def lost_note(side: str, rig: str, numbers: Sequence[int]) -> Note:
    """Return the note that a rig has made shots which it no longer has."""
    said = ", ".join(str(number) for number in numbers)
    data = {"side": side, "rig": rig, "numbers": list(numbers)}
    return Note(about=LOST, text=f"rig {rig}: shots {said}", data=data)


def left_open(journal: Journal, records: Mapping[str, ShotRecord], table: Snapshot) -> list[Proposal]:
    """Return, when the journal ends, the shots nobody has answered yet, as proposals.

    One whose frames were never looked at (the program ended before) is proposed without anything found, on
    ``table``.
    """
    answered = {key for key, record in records.items() if record.counts is not None}
    found: list[Proposal] = []
    seen: set[str] = set()
    last = journal.length
    told = cut_off = False
    for entry in journal.back(last, max(last - MOST_BACK, 1), _OTHER_KINDS):
        payload = read_payload(entry)
        if isinstance(payload, Confirmed) and payload.action.get("type") == "shot" and not told:
            cut_off = told = True  # confirmed, and the power failed before that was written beside the shot
        if not isinstance(payload, Note):
            continue
        if payload.about == ANSWERED:
            told = True
        elif payload.about == PROPOSED:
            proposal = proposal_from(payload.data)
            keys = {shot.key for shot in proposal.shots}
            if not keys & (seen | answered) and not cut_off:
                found.append(proposal)
            seen |= keys
            cut_off = False
    found.reverse()
    number = max((proposal.number for proposal in found), default=0)
    for key, record in records.items():
        if key not in answered | seen:
            number += 1
            shot = Fired(key, record.side, 0.0, by_rig=True, misfire=record.misfire)
            found.append(Proposal(number, (shot,), table, trouble="ended_before"))
    return found


def proposal_from(data: Mapping[str, Any]) -> Proposal:
    """Return the proposal that a note wrote."""
    return Proposal(
        data["number"],
        tuple(Fired(*shot) for shot in data["shots"]),
        table_from({"pieces": (), **data["table"]}),
        tuple(Casualty(*casualty) for casualty in data["casualties"]),
        tuple(FoundMove(name, _pair(start), _pair(end), cm) for name, start, end, cm in data["moved"]),
        None if data["shell"] is None else _pair(data["shell"]),
        data["shell_sigma_cm"],
        tuple(_pair(point) for point in data["zone"]),
        tuple(data["notes"]),
        _frame_from(data["before"]),
        _frame_from(data["after"]),
        data["trouble"],
        tuple(data["leaves"]),
        tuple(data.get("nobody", ())),
    )


def _frame_data(frame: Frame | None) -> dict[str, Any] | None:
    return None if frame is None else frame.model_dump(mode="json")


def _frame_from(data: Mapping[str, Any] | None) -> Frame | None:
    return None if data is None else Frame.model_validate(data)


def _pair(told: Any) -> tuple[float, float]:
    x, y = told
    return float(x), float(y)
