"""What the page shows of putting back: the proposal, ghosts and ways home, how it ended."""

from typing import Any

from referee.putting_back.hints import EDGES, Hint
from referee.putting_back.putting import PutBackState
from referee.words.putting_back import ended_sentence, moved_words, proposal_sentence, way_home
from table.footprint import part_corners
from table.stand import Stand


def put_back_view(state: PutBackState, language: str, rehearsal: bool) -> dict[str, Any]:
    """Return it as JSON, its sentences in that language; ``rehearsal``: the table can be bumped from the page."""
    proposal, ended = state.proposal, state.ended
    return {
        "proposal": proposal
        and {
            "text": proposal_sentence(proposal, language=language),
            "stands": [moved_words(hint, language=language) for hint in proposal.moved],
            "told": [_told(hint, language) for hint in proposal.moved],
        },
        "under_way": state.under_way,
        "told": [_told(hint, language) for hint in state.told],
        "last": state.last and [moved_words(hint, language=language) for hint in state.last.moved],
        "ended": ended and {"number": ended.number, "text": ended_sentence(ended, language=language)},
        "rehearsal": rehearsal,
    }


def _told(hint: Hint, language: str) -> dict[str, Any]:
    ghost, now = hint.ghost, hint.now
    return {
        "name": hint.name,
        "side": ghost.side,
        "state": hint.state,
        "off_cm": round(hint.off_cm, 2),
        "turn_deg": round(hint.turn_deg, 1),
        "ghost": _drawn(ghost),
        "now": _drawn(now) if now is not None and hint.state != "away" else None,
        "way": {edge: way_home(hint, edge, language=language) for edge in EDGES},
    }


def _drawn(stand: Stand) -> dict[str, Any]:
    return {
        "x": round(stand.x, 3),
        "y": round(stand.y, 3),
        "heading_deg": round(stand.heading_deg, 1),
        "rings": [[[round(x, 3), round(y, 3)] for x, y in part] for part in part_corners(stand)],
    }
