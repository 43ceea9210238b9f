"""Each stand's move of a turn held against what the rules allow it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from referee.audit.track import Track
from referee.journal.ruling_data import ruling_from
from rules.action import Action
from rules.reach import LEFT
from rules.registry import game_named, rule
from rules.ruling import Check, Ruling
from rules.seen_move import legal_readings
from rules.settings import read_settings
from rules.state import TABLE, State
from table.errors import VedetteError
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.terrain import Point
from table.verdict import Verdict, judge

MoveVerdict = Literal["within", "over", "too_close", "refused", "unknown"]
LENGTHS = LEFT | {"hexes_used", "hexes_moved", "squares"}
"""The checks that say how far somebody goes, in any game."""
_VERDICTS: Mapping[Verdict, MoveVerdict] = {Verdict.IN: "within", Verdict.OUT: "over", Verdict.CLOSE: "too_close"}


@dataclass(frozen=True)
class StandMove:
    """How far a stand went in a turn and how far it might, with one standard deviation, in a unit.

    ``points`` are its way as far as it is known, in table cm, ``unseen`` the legs that nobody saw. ``refused`` is the
    check for which the move is not allowed though it is not too long. ``declared``: somebody had announced it.
    """

    name: str
    verdict: MoveVerdict
    length: Measurement
    limit: float | None
    unit: str
    clause: str
    points: tuple[Point, ...]
    unseen: tuple[int, ...]
    declared: bool
    refused: Check | None = None


@dataclass(frozen=True)
class TurnMoves:
    """All there is to judge of a turn: the tables at its two ends, what was known before anybody moved, who went."""

    game: str
    settings: Mapping[str, Any]
    start: Snapshot
    end: Snapshot
    state: State
    tracks: Mapping[str, Track]
    declared: Mapping[str, Mapping[str, Any]]


def judged(turn: TurnMoves) -> tuple[StandMove, ...]:
    """Return the moves of a turn, by name."""
    announced = {name: ruling_from(ruling) for name, ruling in turn.declared.items()}
    found: dict[str, Ruling] = {}
    with suppress(VedetteError):  # a table the rules cannot read: it is told how far they went all the same
        found = dict(_read(turn, announced))
    doubt = read_settings(game_named(turn.game).settings, turn.settings, "settings").doubt
    names = sorted({*turn.tracks, *announced})
    return tuple(_move(name, turn.tracks.get(name), announced.get(name), found.get(name), doubt) for name in names)


def _read(turn: TurnMoves, announced: Mapping[str, Ruling]) -> Iterator[tuple[str, Ruling]]:
    """Yield the ruling on what each stand that went was seen to do, from rest to rest."""
    game, board = game_named(turn.game), turn.start.board
    settings = read_settings(game.settings, turn.settings, "settings")
    went = [name for name in turn.tracks if name in turn.end and (board is None or name not in announced)]
    if not went:
        return
    before = turn.state.over(turn.start)
    went = [name for name in went if name in before]
    after = before
    for name in went:
        there = turn.end.stand(name)
        after = after.with_stand(before.stand(name).moved_to(there.x, there.y, there.heading_deg))
    ways = {name: turn.tracks[name].points for name in went}

    def ruled(action: Action) -> Ruling:
        return rule(turn.game, before, action, (), turn.settings, {}, "journal", turn.state.known)

    tables = [game.complete(table, settings, "journal") for table in (before, after)]
    for seen in game.infer_moves(tables[0], tables[1], settings, turn.state.known.get(TABLE, {}), ways):
        with suppress(VedetteError):
            ((_, ruling), *_) = legal_readings(seen, ruled)
            yield from ((name, ruling) for name in seen.stands)


def _move(
    name: str, track: Track | None, announced: Ruling | None, seen: Ruling | None, doubt: float
) -> StandMove:  # fmt: skip
    by_word, by_eye = _length(announced), _length(seen)
    check = by_word or by_eye
    gone = track.length if track is not None else Measurement(0.0)
    if by_eye is not None and by_eye.measured is not None:  # over hills, and round the outer corner of a wheel
        gone = Measurement(by_eye.measured, max(by_eye.sigma or 0.0, gone.sigma))
    elif track is None and by_word is not None and by_word.measured is not None:
        gone = Measurement(by_word.measured, by_word.sigma or 0.0)
    verdict: MoveVerdict = "unknown"
    if check is not None and check.limit is not None:
        verdict = _VERDICTS[judge(gone, check.limit, doubt=doubt).verdict]
    refused = None
    if announced is None and seen is not None and seen.verdict == "refused" and verdict != "over":
        refused = next((it for it in seen.checks if it.verdict == "failed" and it.key not in LENGTHS), None)
        verdict = verdict if refused is None else "refused"
    return StandMove(
        name, verdict, replace(gone, start=None, end=None), None if check is None else check.limit,
        check.unit or "cm" if check is not None else "cm", "" if check is None else check.clause,
        () if track is None else tuple(track.points), () if track is None else tuple(track.unseen),
        announced is not None, refused,
    )  # fmt: skip


def _length(ruling: Ruling | None) -> Check | None:
    """Return the check that says how far somebody goes; the one that fails, where there are several."""
    checks = [] if ruling is None else [it for it in ruling.checks if it.key in LENGTHS and it.limit is not None]
    return min(checks, key=lambda it: it.verdict == "passed", default=None)
