"""The table as it stood at an entry of the journal, as the page draws it."""

from dataclasses import dataclass, replace

from referee.boards.agreed import board_kind
from referee.boards.board_watch import BoardChanges
from referee.evidence.card import EvidenceCard
from referee.evidence.card_lookup import NoCard, ruled_at
from referee.journal.history import WITH_TABLE, Past, past_at
from referee.journal.store import Journal
from referee.match_info import MatchInfo
from rules.board_play import BoardPosition
from web.board_view import BoardView, board_view
from web.journal_list import EntryView, entry_view
from web.plan_view import (
    NamedPieceView,
    SideView,
    SizeView,
    StandView,
    TurnView,
    named_pieces,
    side_title,
    side_views,
    stand_view,
    titles_of,
)
from web.rounder import Rounder
from web.shown_ruling import PastRulingView, past_ruling_view
from web.view import SuggestionView, VersionsView

FAR = 2000
"""So many entries are looked through for one to go on to."""


@dataclass(frozen=True, slots=True)
class PastSizeView(SizeView):
    """How large the table was, and of which entry it is."""

    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PastView:
    """The table as it stood at an entry: as ``LiveView`` where both have it, and ``later``, the entry to go on to."""

    versions: VersionsView
    table: PastSizeView | None
    picture_cm: None
    sides: tuple[SideView, ...]
    turn: TurnView
    stands: tuple[StandView, ...]
    board: BoardView | None
    pieces: tuple[NamedPieceView, ...]
    ruling: PastRulingView | None
    suggestions: tuple[SuggestionView, ...]
    undo: None
    later: int | None
    entry: EntryView


def past_view(
    journal: Journal, number: int, info: MatchInfo, language: str = "en", rounder: Rounder | None = None
) -> PastView:
    """Return what the plan draws of an entry's moment.

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
    drawn = () if shown is None else shown.stands
    stands = tuple(
        stand_view(
            stand, info, language, card is None or stand.name not in card.unseen, None, shown.pieces if shown else ()
        )
        for stand in drawn
    )
    if shown is not None:
        stands += tuple(stand_view(stand, info, language, True, "fallen") for stand in state.fallen.values())
    opened = past.point.opened
    return PastView(
        versions=VersionsView(number, 0, ""),
        table=None
        if past.table is None or past.table_of is None
        else PastSizeView(past.table.width_cm, past.table.depth_cm, past.table_of),
        picture_cm=None,
        sides=side_views(info, language),
        turn=TurnView(state.turn, state.side, side_title(info, state.side, language)),
        stands=stands,
        board=None
        if past.table is None or board_kind(opened.game) != "squares"
        else board_view(
            BoardPosition(opened.game, opened.settings, past.table, state),
            titles,
            {stand.name: stand.kind for stand in stands},
            BoardChanges(past.table, past.table),
            False,
            language,
        ),
        pieces=() if shown is None else named_pieces(shown.pieces, info.game, language),
        ruling=None if card is None else past_ruling_view(card, titles, language),
        suggestions=(),
        undo=None,
        later=next((e.sequence for e in journal.some(number + 1, number + FAR, WITH_TABLE, 1, newest=False)), None),
        entry=entry_view(info, journal.at(number), language, rounder=rounder),
    )


def _card(journal: Journal, past: Past) -> EvidenceCard | None:
    try:
        return ruled_at(journal, past.entry)
    except NoCard:
        return None
