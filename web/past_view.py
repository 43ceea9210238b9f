"""The table as it stood at an entry of the journal, as the page draws it."""

from dataclasses import replace
from typing import Any

from referee.boards.agreed import board_kind
from referee.boards.board_watch import BoardChanges
from referee.evidence.card import EvidenceCard
from referee.evidence.card_lookup import NoCard, ruled_at
from referee.journal.history import WITH_TABLE, Past, past_at
from referee.journal.store import Journal
from referee.match_info import MatchInfo
from referee.ruling_view import ruling_view
from referee.words import last_seen
from referee.words.board_notation import board_written
from referee.words.sides import Titles
from referee.words.translation import translated
from rules.board_play import BoardPosition
from web.board_view import board_view
from web.cannon_view import shot_headline
from web.rounder import Rounder
from web.view import side_title, stand_view, titles_of

FAR = 2000
"""So many entries are looked through for one to go on to."""


def past_view(
    journal: Journal, number: int, info: MatchInfo, language: str = "en", rounder: Rounder | None = None
) -> dict[str, Any]:
    """Return what the plan draws of an entry's moment: as ``view_of`` where both have it, and the entry to go on to.

    With a ``rounder`` it tells no distance that everybody may not know.
    """
    past = past_at(journal, number)
    card = _card(journal, past)
    state = past.point.state
    shown = past.table
    if rounder is not None:
        card, shown = card and rounder.card(card), shown and rounder.drawn(shown)
        state = replace(state, fallen={name: rounder.stand(stand) for name, stand in state.fallen.items()})
    titles = titles_of(info, language)
    stands = (
        []
        if shown is None
        else [
            *(
                stand_view(stand, info, language, card is None or stand.name not in card.unseen, None)
                for stand in shown.stands
            ),
            *(stand_view(stand, info, language, True, "fallen") for stand in state.fallen.values()),
        ]
    )
    opened = past.point.opened
    return {
        "versions": {"table": number, "picture": 0, "run": ""},
        "table": None
        if past.table is None
        else {"width_cm": past.table.width_cm, "depth_cm": past.table.depth_cm, "of": past.table_of},
        "picture_cm": None,
        "sides": [{"name": s.name, "title": translated(s.title, language)} for s in info.sides],
        "turn": {"number": state.turn, "side": state.side, "title": side_title(info, state.side, language)},
        "stands": stands,
        "board": None
        if past.table is None or board_kind(opened.game) != "squares"
        else board_view(
            BoardPosition(opened.game, opened.settings, past.table, state),
            titles,
            {stand["name"]: stand["kind"] for stand in stands},
            BoardChanges(past.table, past.table),
            False,
            language,
        ),
        "pieces": []
        if shown is None
        else [{"name": p.name, "kind": p.kind, "polygon": p.polygon} for p in shown.pieces],
        "ruling": None if card is None else card_ruling(card, titles, language),
        "suggestions": [],
        "undo": None,
        "later": next((e.sequence for e in journal.some(number + 1, number + FAR, WITH_TABLE, 1, newest=False)), None),
    }


def card_ruling(card: EvidenceCard, titles: Titles, language: str = "en") -> dict[str, Any]:
    """Return a ruling out of the journal as the page shows the one on the card; ``titles``: what sides are called."""
    return {
        "actor": card.actor,
        "target": card.target,
        **ruling_view(card.ruling, titles=titles, language=language),
        "confirmed": card.effects is not None,
        "chances": None,
        "last_seen": last_seen(card.unseen, language=language),
        "measured_only": None,
        "number_of_entry": card.number,
        "notation": board_written(card.action, language=language),
        "headline": shot_headline(card.action, card.effects, language),
    }


def _card(journal: Journal, past: Past) -> EvidenceCard | None:
    try:
        return ruled_at(journal, past.entry)
    except NoCard:
        return None
