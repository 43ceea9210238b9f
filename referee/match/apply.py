"""What an event makes of a match's state, as it happens or as it is read again; which acts can be undone."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import singledispatch

from referee.evidence.card_lookup import Deed, deed_of, told_of_deed
from referee.journal import payloads
from referee.journal.history import after_payload, point_at, standing
from referee.journal.notes import FAR_BACK, placed_in
from referee.journal.payloads import (
    RULED,
    SPENT,
    UNCONFIRMED,
    Confirmed,
    Declared,
    Note,
    Payload,
    Undone,
    all_but,
    read_payload,
)
from referee.journal.ruling_data import ruling_from
from referee.journal.store import Journal
from referee.match.by_hand import placings_from
from referee.match.judge import Judge
from referee.match.state import Declaration, MatchState, UndoableAct
from referee.terrain.agreed_terrain import terrain_from

_ACTS = ("declared", "thrown", "decided", "confirmed", "turn_ended", "agreed", "match_ended", "note")
_NAMES: Mapping[type[Payload], str] = {
    payloads.Thrown: "throw", payloads.Decided: "decision", payloads.TurnEnded: "end of turn",
    payloads.Agreed: "position", payloads.MatchEnded: "end of match",
}  # fmt: skip
_SPENT_ACT = "spent shot"
_PLACED = {"placed": "placing", "taken back": "unplacing"}
Past = Callable[[int], MatchState]
"""Returns the state after an entry of the journal."""


def apply(state: MatchState, sequence: int, event: Payload, judge: Judge, past: Past) -> MatchState:
    """Return the state after an event, which is entry ``sequence``; the same one where the event changes nothing."""
    if isinstance(event, Undone):
        return _gone(state, sequence, event, past)
    after = _changed(event, state, judge)
    if after is state:
        return state
    if isinstance(event, Declared | payloads.Thrown | payloads.Decided | Confirmed):
        after = replace(after, ruled=sequence)
    if isinstance(event, Declared):
        after = replace(after, undone=())
    if (name := name_of_act(event)) and not _with_last(state, sequence, event):
        after = replace(after, act=_act(name, sequence, state.act), undone=())
    return replace(after, sequence=sequence)


def _gone(state: MatchState, sequence: int, event: Undone, past: Past) -> MatchState:
    """Return the state that an act was taken back to, or done again; the terrain and the mode stay as they are."""
    redone = isinstance(event, payloads.Redone)
    undone = state.undone[:-1] if redone else (*state.undone, UndoableAct(event.act, sequence - 1))
    return replace(past(event.to), sequence=sequence, undone=undone, laid=state.laid, mode=state.mode)


def _with_last(state: MatchState, sequence: int, event: Payload) -> bool:
    """Say whether an event belongs to the act of the entry right before it."""
    return state.act is not None and state.act.to == sequence - 2 and at_once(state.act.name, event)


@singledispatch
def _changed(event: Payload, state: MatchState, judge: Judge) -> MatchState:  # noqa: ARG001
    """Return the state after an event, but for what every event brings; the same one where it changes nothing."""
    return state


@_changed.register
def _(event: Declared, state: MatchState, judge: Judge) -> MatchState:
    action, table = event.action, event.table.snapshot
    return _ruled(state, Declaration(action, table, unseen=tuple(event.unseen), frame=event.frame), judge)


@_changed.register
def _(event: payloads.Thrown, state: MatchState, judge: Judge) -> MatchState:
    declared = state.open_card
    return state if declared is None else _ruled(state, replace(declared, dice=(*declared.dice, *event.dice)), judge)


@_changed.register
def _(event: payloads.Decided, state: MatchState, judge: Judge) -> MatchState:
    if (declared := state.open_card) is None:
        return state
    return _ruled(state, replace(declared, decided={**declared.decided, event.check: event.passed}), judge)


@_changed.register
def _(event: Confirmed, state: MatchState, judge: Judge) -> MatchState:
    memory = after_payload(judge.game, state.memory, event)
    return (
        state.without_card(memory) if event.amended == SPENT else replace(state, memory=memory, confirmed=True, odds=())
    )


@_changed.register(payloads.TurnEnded)
@_changed.register(payloads.Agreed)
def _(event: Payload, state: MatchState, judge: Judge) -> MatchState:
    return state.without_card(after_payload(judge.game, state.memory, event))


@_changed.register
def _(event: payloads.MatchEnded, state: MatchState, judge: Judge) -> MatchState:  # noqa: ARG001
    return replace(state.without_card(state.memory), ended=event)


@_changed.register
def _(_: payloads.Withdrawn, state: MatchState, judge: Judge) -> MatchState:  # noqa: ARG001
    return state.without_card(state.memory)


@_changed.register
def _(event: Note, state: MatchState, judge: Judge) -> MatchState:  # noqa: ARG001
    if event.about == "by_hand":
        return replace(state, by_hand=placings_from(event.data["placings"]))
    if event.about == "terrain":
        return replace(state, laid=terrain_from(event.data))
    if event.about == "mode":
        return replace(state, mode="reveal" if event.text == "reveal" else "open")
    return state


def _ruled(state: MatchState, declared: Declaration, judge: Judge) -> MatchState:
    """Return a state with an action and the ruling on it on its card."""
    ruling = judge.ruling(declared, state.memory.known)
    odds = judge.odds(declared, ruling, state.memory.known)
    return replace(state, declared=declared, ruling=ruling, confirmed=False, odds=odds)


def state_at(journal: Journal, sequence: int, judge: Judge) -> MatchState:
    """Return the state of a match after an entry of its journal, without the terrain and the mode; raises BadFile.

    What was undone until then is stepped over. The work does not grow with the length of the journal.
    """
    state = MatchState(
        point_at(journal, sequence).state, sequence=sequence, by_hand=placed_in(journal, sequence),
        act=last_act(journal, sequence), undone=undone_acts(journal, sequence),
    )  # fmt: skip
    entry = next(standing(journal, (*RULED, "withdrawn", "turn_ended", "agreed", "match_ended"), sequence), None)
    if entry is not None and isinstance(ended := read_payload(entry), payloads.MatchEnded):
        return replace(state, ended=ended)
    if entry is None or entry.kind not in RULED:
        return state
    return _with_card(replace(state, ruled=entry.sequence), deed_of(journal, entry), judge)


def _with_card(state: MatchState, deed: Deed, judge: Judge) -> MatchState:
    """Return a state with what was declared, thrown, decided and confirmed last on its card."""
    (_, first), (_, last) = deed[0], deed[-1]
    unseen = tuple(first.unseen) if isinstance(first, Declared) else ()
    if isinstance(last, Confirmed):
        if last.amended == SPENT:
            return state
        declared = Declaration(
            last.action, last.table.snapshot, tuple(last.dice), last.decided, unseen, last.frame
        )  # fmt: skip
        return replace(state, declared=declared, ruling=ruling_from(last.ruling), confirmed=True)
    assert isinstance(first, Declared)
    dice, _, decided = told_of_deed(deed)
    declared = Declaration(first.action, first.table.snapshot, tuple(dice), decided, unseen, first.frame)
    return _ruled(state, declared, judge)


def name_of_act(payload: Payload) -> str | None:
    """Return what an entry is called as an act that can be undone; None where it is none."""
    if isinstance(payload, Declared):
        return "declaration" if payload.mode == "reveal" else None
    if isinstance(payload, Confirmed):
        return {None: "confirm", SPENT: _SPENT_ACT}.get(payload.amended, "amendment")
    if isinstance(payload, Note) and payload.about == "by_hand":
        return next((_PLACED[how] for how in payload.data.get("stands", {}).values() if how in _PLACED), None)
    return _NAMES.get(type(payload))


def at_once(before: str | None, payload: Payload) -> bool:
    """Say whether an entry happened at once with the act right before it: both are taken back together."""
    return isinstance(payload, Confirmed) and payload.amended is None and before in ("throw", "decision")


def last_act(journal: Journal, sequence: int) -> UndoableAct | None:
    """Return the last act up to an entry that was not undone; None where there is none."""
    for entry in standing(journal, _ACTS, sequence, max(sequence - FAR_BACK, 1)):
        payload = read_payload(entry)
        if name := name_of_act(payload):
            before = entry.sequence - 1
            earlier = name_of_act(read_payload(journal.at(before))) if isinstance(payload, Confirmed) else None
            if earlier and at_once(earlier, payload):
                return UndoableAct(earlier, before - 1)
            return _act(name, entry.sequence, last_act(journal, before) if name == _SPENT_ACT else None)
    return None


def _act(name: str, sequence: int, before: UndoableAct | None) -> UndoableAct:
    """Return an act to be undone; what was spent may be taken back with what was declared."""
    if name == _SPENT_ACT and before is not None:
        return UndoableAct(name, before.to, revealed=sequence - 1)
    return UndoableAct(name, sequence - 1)


def undone_acts(journal: Journal, sequence: int) -> tuple[UndoableAct, ...]:
    """Return the acts that were undone when an entry was written and could be done again, the last undone last."""
    found: list[UndoableAct] = []
    again, below = 0, sequence
    for entry in journal.back(sequence, max(sequence - FAR_BACK, 1), all_but(*_ACTS, "undone", "redone")):
        if entry.sequence > below:
            continue
        payload = read_payload(entry)
        if isinstance(payload, payloads.Redone):
            again += 1
        elif isinstance(payload, Undone) and payload.act == UNCONFIRMED:
            below = payload.to
        elif isinstance(payload, Undone) and again:
            again -= 1
        elif isinstance(payload, Undone):
            found.append(UndoableAct(payload.act, entry.sequence - 1))
        elif isinstance(payload, Declared) or name_of_act(payload):
            break
    return tuple(reversed(found))
