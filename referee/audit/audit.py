"""The move audit of a match: each ended turn with its moves, out of the journal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.action_roles import acting_stand
from referee.audit.track import Track
from referee.audit.verdicts import LENGTHS, StandMove, TurnMoves, judged
from referee.journal.history import after_payload, point_at, standing
from referee.journal.payloads import (
    Agreed,
    Confirmed,
    Declared,
    Opened,
    TurnEnded,
    Unwalked,
    Walked,
    all_but,
    read_payload,
)
from referee.journal.stands import state_from
from referee.journal.store import Journal
from referee.match.course import Course
from rules.registry import game_named
from rules.state import State
from table.snapshot import Snapshot

Event = Declared | Confirmed | TurnEnded | Agreed | Walked


def events_in(journal: Journal) -> Iterator[Event]:
    """Yield a match's events, the first first.

    Undoing an act does not undo what figures walked by themselves, but the way to where its ruling sent them.
    """
    kept = {entry.sequence: entry for entry in standing(journal, ("declared", "confirmed", "turn_ended", "agreed"))}
    told = {entry.sequence for entry in standing(journal, ("walked",))}
    found: dict[int, Event] = {}
    since = journal.length + 1
    for entry in journal.back(journal.length, 1, all_but("walked", "unwalked")):
        payload = read_payload(entry)
        if isinstance(payload, Unwalked):
            since = min(since, payload.since)
        elif isinstance(payload, Walked) and entry.sequence <= since and (not payload.told or entry.sequence in told):
            found[entry.sequence] = payload
    for number, entry in kept.items():
        payload = read_payload(entry)
        assert isinstance(payload, Declared | Confirmed | TurnEnded | Agreed)
        found[number] = payload
    return (found[number] for number in sorted(found))


@dataclass(frozen=True)
class TurnAudit:
    """The moves of one side's turn; ``ended`` is False for the one that is still played."""

    turn: int
    side: str
    moves: tuple[StandMove, ...]
    ended: bool


@dataclass(frozen=True)
class _Played:
    """A turn in which somebody moved, before it is judged: that is nearly all of the work."""

    turn: int
    side: str
    moves: TurnMoves
    ended: bool

    def audit(self) -> TurnAudit:
        return TurnAudit(self.turn, self.side, judged(self.moves), self.ended)


@dataclass
class _Turn:
    """A turn while it is read; ``state`` is what was known before its first move."""

    start: Snapshot
    state: State
    now: Snapshot
    tracks: dict[str, Track] = field(default_factory=dict)
    declared: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    touched: bool = False

    def track(self, name: str) -> Track:
        if name not in self.tracks:
            self.tracks[name] = Track(self.start.stand(name) if name in self.start else None)
        return self.tracks[name]


def audit_of(journal: Journal, now: Snapshot | None = None) -> tuple[TurnAudit, ...]:
    """Return the turns of a match in which somebody moved, the first first; raises BadFile.

    ``now`` is the table as it stands, where the match is still played.
    """
    return tuple(turn.audit() for turn in _turns(journal, now))


def last_ended(journal: Journal) -> TurnAudit | None:
    """Return the newest turn that has ended in which somebody moved, without judging any other; raises BadFile."""
    ended = [turn for turn in _turns(journal) if turn.ended]
    return ended[-1].audit() if ended else None


def _turns(journal: Journal, now: Snapshot | None = None) -> Iterator[_Played]:
    """Yield the turns in which somebody moved, the first first."""
    played = _all_turns(point_at(journal, 1).opened, tuple(events_in(journal)), now)
    return (turn for turn in played if turn.moves.tracks or turn.moves.declared)


def _all_turns(opened: Opened, events: tuple[Event, ...], now: Snapshot | None) -> Iterator[_Played]:
    state, start = state_from(opened.state), _first_table(events, now)
    if start is None:
        return
    start = _rested(start, opened.game)
    turn = _Turn(start, state, start)
    for event in events:
        if not turn.touched:
            turn.state = state
        after = state if isinstance(event, Walked) else after_payload(opened.game, state, event)
        if isinstance(event, Walked):
            _walk(turn, event)
        else:
            _see(turn, event.table.snapshot, state.side)
        if isinstance(event, Confirmed):
            _confirm(turn, event, opened.game)
        if (after.turn, after.side) != (state.turn, state.side):
            yield _played(turn, state, opened, ended=True)
            start = _rested(turn.now, opened.game)
            turn = _Turn(start, after, start)
        state = after
    if now is not None:
        _see(turn, now, state.side)
    yield _played(turn, state, opened, ended=False)


def _rested(table: Snapshot, game: str) -> Snapshot:
    """Return a table as a turn begins on it: nobody has gone anywhere yet."""
    return replace(table, stands=tuple(map(game_named(game).reducer.rested, table.stands)))


def _first_table(events: tuple[Event, ...], now: Snapshot | None) -> Snapshot | None:
    """Return the first table that is told of, but with those who had walked before where they came from."""
    back: dict[str, tuple[float, float]] = {}
    for event in events:
        if not isinstance(event, Walked):
            now = event.table.snapshot
            break
        if event.way:
            back.setdefault(event.stand, event.way[0])
    if now is None:
        return None
    return replace(now, stands=tuple(s.moved_to(*back[s.name]) if s.name in back else s for s in now.stands))


def _walk(turn: _Turn, event: Walked) -> None:
    turn.touched = True
    track = turn.track(event.stand)
    course = Course(event.way, event.sigma_cm or 0.0, event.unseen) if event.way else None
    track.walks(event.cm, course, track.at.sigma_cm if track.at is not None else 0.0, told=event.told)


def _see(turn: _Turn, table: Snapshot, side: str) -> None:
    turn.now = table
    for stand in table.stands:
        if stand.side == side:
            track = turn.track(stand.name)
            moves = track.moves
            track.rests(stand)
            turn.touched |= track.moves > moves


def _confirm(turn: _Turn, event: Confirmed, game: str) -> None:
    """Take in who was sent where: by his own move, or by what befell him."""
    reducer = game_named(game).reducer
    group = event.action.get("group")
    actors = {acting_stand(event.action), *(group if isinstance(group, list | tuple) else ())}
    for effect in event.effects:
        if effect.type not in reducer.moved or effect.stand is None:
            continue
        own = effect.type == "move" and (effect.stand in actors or "steps" in event.action)
        if own:
            length, kept = _told_length(event.ruling), turn.declared.get(effect.stand)
            set_up = length < 0 and turn.start.board is not None
            # An aircraft flies several times, and lands: its farthest way counts.
            if (kept is None and not set_up) or (kept is not None and length >= _told_length(kept)):
                turn.declared[effect.stand] = event.ruling
            turn.touched = True
        if not own or turn.start.board is not None:
            turn.track(effect.stand).sent()
    if turn.now.board is not None:
        turn.now = reducer.obeyed(turn.now, event.effects)


def _told_length(ruling: Mapping[str, Any]) -> float:
    """Return how far a ruling lets somebody go; less than nothing where it measures no way."""
    return max((check["measured"] or 0.0 for check in ruling["checks"] if check["key"] in LENGTHS), default=-1.0)


def _played(turn: _Turn, state: State, opened: Opened, *, ended: bool) -> _Played:
    own = {stand.name for stand in turn.start.stands if stand.side == state.side}
    tracks = {name: track for name, track in turn.tracks.items() if name in own and track.moves}
    declared = {name: ruling for name, ruling in turn.declared.items() if name in own}
    moves = TurnMoves(opened.game, opened.settings, turn.start, turn.now, turn.state, tracks, declared)
    return _Played(state.turn, state.side, moves, ended)
