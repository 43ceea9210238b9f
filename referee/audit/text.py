"""The move audit as people read it: a line for each stand, in their language."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.audit.audit import TurnAudit
from referee.audit.verdicts import MoveVerdict, StandMove
from referee.words import check_sentence
from referee.words.translation import say, translated
from table.terrain import Point
from table.uncertainty import SIGMAS_95

SIGNS: Mapping[MoveVerdict, str] = {"within": "✓", "over": "✕", "too_close": "≈", "refused": "✕", "unknown": "?"}


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveView:
    """A stand's move: how far it went, within ``pm`` in 95 of 100 cases, of how much; the same ``said`` in a line.

    ``path`` is its way in table cm as far as it is known, ``unseen`` the legs that nobody saw, from 0.
    """

    name: str
    verdict: MoveVerdict
    gone: float
    pm: float
    limit: float | None
    unit: str
    clause: str
    declared: bool
    path: tuple[Point, ...]
    unseen: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAuditView:
    """A side's turn: who moved, and in a line whether all were within what they had."""

    turn: int
    side: str
    title: str
    ended: bool
    said: str
    moves: tuple[MoveView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditView:
    """The move audit of a match, the newest turn first."""

    turns: tuple[TurnAuditView, ...]


def audit_said(game: str, audit: tuple[TurnAudit, ...], titles: Mapping[str, str], *, language: str) -> AuditView:
    """Return an audit in words; ``titles`` are what the sides are called."""
    return AuditView(turns=tuple(_turn(game, turn, titles, language) for turn in reversed(audit)))


def _turn(game: str, turn: TurnAudit, titles: Mapping[str, str], language: str) -> TurnAuditView:
    side = translated(titles.get(turn.side, turn.side), language)
    return TurnAuditView(
        turn=turn.turn, side=turn.side, ended=turn.ended, said=_sum(turn, language),
        title=say("audit.turn" if turn.ended else "audit.turn_now", language, turn=turn.turn, side=side),
        moves=tuple(_move(game, move, language) for move in turn.moves),
    )  # fmt: skip


def _sum(turn: TurnAudit, language: str) -> str:
    """Return in a line who is not within what he had."""
    moved = say("audit.moved", language, count=len(turn.moves))
    off = [
        say(f"audit.sum_{verdict}", language, names=", ".join(names))
        for verdict in ("over", "refused", "too_close", "unknown")
        if (names := [move.name for move in turn.moves if move.verdict == verdict])
    ]
    return f"{moved}: {'; '.join(off) or say('audit.all_within', language)}"


def _unit(unit: str, count: float, language: str) -> str:
    return unit if unit == "cm" else say(f"audit.unit_{unit}", language, count=count)


def _move(game: str, move: StandMove, language: str) -> MoveView:
    pm = SIGMAS_95 * move.length.sigma
    length = round(move.length.value, 2)
    values = {"name": move.name, "gone": length, "pm": round(pm, 2), "unit": _unit(move.unit, length, language)}
    gone = say("audit.gone" if pm else "audit.gone_exactly", language, **values)
    if move.limit is not None:
        unit = _unit(move.unit, move.limit, language)
        gone = say("audit.of", language, gone=gone, limit=move.limit, unit=unit)
    more = [say(f"audit.verdict_{move.verdict}", language)]
    if move.refused is not None:
        more.append(check_sentence(game, move.refused, language=language))
    if move.declared:
        more.append(say("audit.declared", language))
    if move.unseen:
        more.append(say("audit.unseen", language, count=len(move.unseen)))
    clause = move.clause if move.refused is None else move.refused.clause
    return MoveView(
        name=move.name, verdict=move.verdict, gone=round(move.length.value, 3), pm=round(pm, 3), limit=move.limit,
        unit=move.unit, clause=clause, declared=move.declared, path=move.points, unseen=move.unseen,
        said=f"{gone}: {'; '.join(more)}" + (f" ({clause})" if clause else ""),
    )  # fmt: skip
