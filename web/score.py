"""The score as spectators read it: each side's stands left and lost, and what the rules say of it."""

from typing import Any

from referee.match_info import MatchInfo
from referee.words.english_page_watch import WATCH
from referee.words.translating import say
from rules.state import State
from table.snapshot import Snapshot
from web.view import side_title

OUT = ("surrendered", "defeated")
"""What ends a side's battle (A5, Y12.1)."""


def score_of(table: Snapshot, state: State, info: MatchInfo, language: str = "en") -> dict[str, Any]:
    """Return the score of a table and what is known of the match; ``winner`` is None while it goes on."""
    winner = state.winner
    return {
        "sides": [_side(side.name, table, state, info, language) for side in info.sides],
        "winner": None
        if winner is None
        else {"side": winner, "text": say(WATCH["winner"], language, side=side_title(info, winner, language))},
    }


def _side(name: str, table: Snapshot, state: State, info: MatchInfo, language: str) -> dict[str, Any]:
    left = [stand for stand in table.stands if stand.side == name]
    lost = sorted(stand.name for stand in state.fallen.values() if stand.side == name)
    known = state.known.get(name, {})
    fatigue = sum(int(stand.state.get("fatigue") or 0) for stand in left)
    said = [say(WATCH[f"side_{word}"], language) for word in OUT if known.get(word)]
    if fatigue:
        said.append(say(WATCH["side_fatigue"], language, points=fatigue))
    return {
        "name": name,
        "title": side_title(info, name, language),
        "left": len(left),
        "lost": len(lost),
        "lost_names": lost,
        "said": said,
    }
