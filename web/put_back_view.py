"""Putting back as the page shows it: the question, each stand's way home, how it ended."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.putting_back.hints import EDGES, Edge, Hint, HintState
from referee.putting_back.progress import PutBackState
from referee.words.putting_back import ended_sentence, moved_words, proposal_sentence, way_home
from table.stand import Stand
from table.terrain import Point
from web.plan_view import Rings, rings_of, rise_of


@dataclass(frozen=True, slots=True)
class OutlineView:
    """A base where it is or belongs, in table cm; ``rise`` as a stand's."""

    x: float
    y: float
    heading_deg: float
    rings: Rings
    z_cm: float
    rise: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class HintView:
    """What one stand still lacks: its place, where it is now, and its way home as each table edge sees it."""

    name: str
    side: str
    state: HintState
    off_cm: float
    turn_deg: float
    ghost: OutlineView
    now: OutlineView | None
    way: Mapping[Edge, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class DisturbanceView:
    """The question whether what moved is put back; ``stands`` are who and how far, in a line each."""

    text: str
    stands: tuple[str, ...]
    told: tuple[HintView, ...]


@dataclass(frozen=True, slots=True)
class PutBackEndView:
    """How putting back ended; ``number`` tells one end from the next."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBackView:
    """How far putting back is; ``last`` is what was moved last; ``rehearsal``: the page can bump the table."""

    proposal: DisturbanceView | None
    under_way: bool
    told: tuple[HintView, ...]
    last: tuple[str, ...] | None
    ended: PutBackEndView | None
    rehearsal: bool


def put_back_view(state: PutBackState, language: str, rehearsal: bool) -> PutBackView:
    """Return how far putting back is, its sentences in that language."""
    proposal, ended, last = state.proposal, state.ended, state.last
    return PutBackView(
        proposal=None
        if proposal is None
        else DisturbanceView(
            text=proposal_sentence(proposal, language=language),
            stands=moved_said(proposal.moved, language),
            told=tuple(_hint(hint, language) for hint in proposal.moved),
        ),
        under_way=state.under_way,
        told=tuple(_hint(hint, language) for hint in state.told),
        last=None if last is None else moved_said(last.moved, language),
        ended=None if ended is None else PutBackEndView(ended.number, ended_sentence(ended, language=language)),
        rehearsal=rehearsal,
    )


def moved_said(moved: Iterable[Hint], language: str) -> tuple[str, ...]:
    """Return who moved and how far, in a line each."""
    return tuple(moved_words(hint, language=language) for hint in moved)


def _hint(hint: Hint, language: str) -> HintView:
    ghost, now = hint.ghost, hint.now
    return HintView(
        name=hint.name,
        side=ghost.side,
        state=hint.state,
        off_cm=round(hint.off_cm, 2),
        turn_deg=round(hint.turn_deg, 1),
        ghost=_outline(ghost),
        now=_outline(now) if now is not None and hint.state != "away" else None,
        way={edge: way_home(hint, edge, language=language) for edge in EDGES},
    )


def _outline(stand: Stand) -> OutlineView:
    return OutlineView(
        round(stand.x, 3), round(stand.y, 3), round(stand.heading_deg, 1), rings_of(stand), round(stand.z_cm, 2),
        rise_of(stand),
    )  # fmt: skip
