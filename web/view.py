"""Everything one page shows: table, stands, status, turn, ruling."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from referee.action_roles import acting_stand, is_complete
from referee.boards.agreed import board_kind
from referee.club.http_hall import TurnedAway
from referee.journal.errors import Overtaken
from referee.match.decide import is_declared_first
from referee.match.state import Mode
from referee.match_info import MatchInfo
from referee.observation import TableStatus, TableStatusKey
from referee.view_fields import OpenFacts
from referee.words import owed_sentence, status_words
from referee.words.action_titles import act_said
from referee.words.by_hand import ending_sentence
from referee.words.game_words import face_said, game_says, verb_said
from referee.words.translation import say, say_text, translated
from rules.dice import D6
from rules.registry import game_named, rule
from rules.state import TABLE
from table.errors import VedetteError
from table.leaning import Point3D, is_uneven, off_table
from table.once import asking_again
from table.snapshot import Snapshot
from web.actions import START
from web.board_view import BoardView, board_view
from web.board_words import by_square
from web.cannon_view import CannonsView, cannon_view
from web.fair_dice_view import FairDiceView, Showing
from web.match_session import MatchSession, SessionReading, Versions
from web.plan_view import (
    NamedPieceView,
    SideView,
    SizeView,
    StandView,
    TurnView,
    named_pieces,
    side_title,
    side_views,
    size_view,
    stand_view,
    titles_of,
)
from web.privacy import may_see_picture
from web.put_back_view import PutBackView, put_back_view
from web.roles import RoleName, sees_all
from web.rounder import Rounder
from web.score import ScoreView, score_of
from web.shown_ruling import OpenRulingView, open_ruling_view

MOST_SUGGESTIONS = 6


@dataclass(frozen=True, slots=True)
class VersionsView:
    """Two numbers that grow, with the table or the match and with each picture; ``run`` is that of the program."""

    table: int
    picture: int
    run: str


@dataclass(frozen=True, slots=True)
class CallView:
    """Whether a referee of the hall is called, and what became of it, said; ``coming``: somebody has taken the call."""

    open: bool
    coming: bool
    said: str


@dataclass(frozen=True, slots=True)
class StatusView:
    """How the table is, in a line, and what to do about it."""

    key: TableStatusKey
    text: str
    advice: str


@dataclass(frozen=True, slots=True)
class FrameView:
    """How many of the frame's markers are seen, and how well they fit."""

    seen: int
    expected: int
    rms_px: float | None


@dataclass(frozen=True, slots=True)
class JournalView:
    """The newest entry of the journal, and why it could not be written."""

    sequence: int
    seal: str
    trouble: str | None


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A shot that is worth trying."""

    actor: str
    target: str
    question: str


@dataclass(frozen=True, slots=True)
class ObligationView:
    """Something the game still asks for: the clause, what it is in words, who owes it, and the action that settles it.

    ``side`` is the title of the side that owes it, None for both; ``stand`` acts, where it is a stand. ``action`` is
    declared by a tap, None where a target or a way is still to be chosen. While it ``holds_the_turn`` the turn does not
    end.
    """

    clause: str
    sentence: str
    side: str | None
    stand: str | None
    action: OpenFacts | None
    holds_the_turn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveView:
    """The match as it is now, as far as the page and the spectators' page show the same.

    ``picture_cm`` is where the camera's picture lies: left, near, right, far; None where there is none to be seen.
    ``camera_cm`` is where its lens is: with it what is not on the table's plane is drawn where the picture shows it.
    It is None where there is no picture, or all of the table is flat.
    ``undo`` names the act that would be taken back, ``taken_back`` the one that was, where nothing came after it.
    ``acts`` counts them, ``owed`` is what the one under way waits for,
    ``obligations`` what the game asks for besides.
    ``bursts`` are the verbs whose charge reaches all around it. ``reserve`` are stands that were never on the table,
    ``die`` the names of the faces of a die without numbers.
    """

    versions: VersionsView
    game: str
    title: str
    table: SizeView
    picture_cm: tuple[float, float, float, float] | None
    camera_cm: Point3D | None
    picture_hidden: str | None
    status: StatusView
    frame: FrameView
    sides: tuple[SideView, ...]
    turn: TurnView
    stands: tuple[StandView, ...]
    pieces: tuple[NamedPieceView, ...]
    board: BoardView | None
    ruling: OpenRulingView | None
    undo: str | None
    taken_back: str | None
    mode: Mode
    bursts: tuple[str, ...]
    journal: JournalView
    acts: int
    owed: Literal["throw", "word"] | None
    obligations: tuple[ObligationView, ...]
    score: ScoreView
    suggestions: tuple[SuggestionView, ...]
    reserve: tuple[str, ...]
    placings_ended: tuple[str, ...]
    put_back: PutBackView
    cannon: CannonsView | None
    die: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView(LiveView):
    """Everything the page of a match shows; ``redo`` names the act that would be done again.

    ``whose`` asks who acts in this phase of the turn.
    ``start`` is what it is called to throw for who begins, where nobody has begun; a board has it among its acts.
    """

    whose: str
    invitation: str
    start: str | None
    redo: str | None
    fair_dice: FairDiceView | None
    call: CallView | None


@asking_again()
def view_of(
    session: MatchSession, language: str = "en", reading: SessionReading | None = None, who: RoleName | None = None
) -> MatchView:
    """Return the view of a reading, or of this instant, with its sentences in that language.

    It is what somebody in the role ``who`` may know, by default of who asks.
    """
    whole = reading or session.reading()
    info, reading = session.info, whole if sees_all(who) else rounded(whole, session.rounder)
    rounder = None if reading is whole else session.rounder
    memory, observation = reading.moment.memory, reading.observation
    titles, game, seen = titles_of(info, language), game_named(info.game), may_see_picture(session, who)
    suggestions, now = _suggestions(reading, info, language), session.board_now(whole)
    if board_kind(info.game) == "hexes":  # what belongs to another phase is not worth trying now
        suggestions = tuple(
            s for s in (() if now.sealed else suggestions)
            if now.ruled({"type": info.verb, "actor": s.actor, "target": s.target}).verdict != "refused"
        )  # fmt: skip
    # What is only declared, and not bound by that, has its own button: to close the card.
    closes = reading.moment.untouched and not is_declared_first(reading.moment, info.game)
    stands = tuple(
        stand_view(stand, info, language, stand.name not in observation.unseen, None, reading.table.pieces)
        for stand in reading.table.stands
    )
    fallen = tuple(stand_view(stand, info, language, True, "fallen") for stand in memory.fallen.values())
    return MatchView(
        versions=versions_view(reading.versions),
        game=info.game,
        title=translated(info.title, language),
        whose=_whose(reading, info, language),
        invitation=_invitation(reading, suggestions, info, language),
        start=_start(reading, info, language),
        table=size_view(reading.table),
        picture_cm=observation.picture_cm if observation.jpeg and seen else None,
        camera_cm=observation.camera_cm if observation.jpeg and seen and _leans(reading) else None,
        picture_hidden=None if seen else say("page.picture_hidden", language),
        status=status_view(_on_squares(observation.status, reading.table, language), language),
        frame=FrameView(*observation.frame_markers, observation.frame_rms_px),
        sides=side_views(info, language),
        turn=TurnView(memory.turn, memory.side, titles[memory.side]),
        stands=stands + fallen,
        pieces=named_pieces(reading.table.pieces, info.game, language),
        board=board_view(
            now,
            titles,
            {stand.name: stand.kind for stand in stands},
            reading.board_changes,
            observation.settled and reading.moment.open_card is None,
            language,
            reading.moment.ended is not None,
        ),
        ruling=open_ruling_view(reading.moment, reading.together, info, language),
        undo=None if closes else _act(reading.undo, language),
        redo=_act(reading.redo, language),
        taken_back=_act(_taken_back(reading), language),
        mode=reading.mode,
        bursts=tuple(game.bursts),
        journal=_journal(session, reading, language),
        acts=reading.acts,
        owed=reading.owed,
        obligations=_obligations(reading, info.game, titles, language),
        score=score_of(reading.table, memory, info, language, reading.goals, reading.moment.ended),
        suggestions=suggestions,
        reserve=reading.reserve,
        placings_ended=tuple(
            ending_sentence(name, ending, language=language) for name, ending in reading.placings_ended.items()
        ),
        put_back=put_back_view(reading.put_back, language, session.bump is not None),
        cannon=None if reading.cannon is None else cannon_view(reading.cannon, info, language, rounder, pictures=seen),
        fair_dice=session.die.view() if isinstance(session.die, Showing) else None,
        call=_call(session, language),
        die=None if game.die == D6 else tuple(face_said(face, language=language) for face in game.die.faces),
    )


def rounded(reading: SessionReading, rounder: Rounder) -> SessionReading:
    """Return a reading as everybody may know it: nothing in it tells a distance that is not declared."""
    if not reading.hides_places:
        return reading
    moment, put_back = rounder.moment(reading.moment), rounder.put_back(reading.put_back)
    return replace(reading, table=rounder.drawn(reading.table), moment=moment, put_back=put_back)


def versions_view(versions: Versions) -> VersionsView:
    """Return the numbers that an event tells too."""
    return VersionsView(*versions)


def status_view(status: TableStatus, language: str) -> StatusView:
    """Return how the table is, in words."""
    line, advice = status_words(status, language=language)
    return StatusView(status.key, line, advice)


def _on_squares(status: TableStatus, table: Snapshot, language: str) -> TableStatus:
    return replace(status, names=by_square(status.names, table, language))


def _leans(reading: SessionReading) -> bool:
    """Say whether something to be drawn is not on the table's plane: a stand, a piece, a place to put a stand back."""
    proposal = reading.put_back.proposal
    hints = (*reading.put_back.told, *(proposal.moved if proposal else ()))
    fallen = reading.moment.memory.fallen.values()
    ghosts = (*fallen, *(hint.ghost for hint in hints))
    return is_uneven(reading.table) or (reading.table.board is None and any(map(off_table, ghosts)))


def _act(act: str | None, language: str) -> str | None:
    return None if act is None else act_said(act, language)


def _taken_back(reading: SessionReading) -> str | None:
    """Name the act that was taken back last; None once another act followed. What figures do meanwhile is no act."""
    undone = reading.moment.undone
    return undone[-1].name if undone and undone[-1].to + 1 == reading.moment.sequence else None


def _journal(session: MatchSession, reading: SessionReading, language: str) -> JournalView:
    trouble = session.journal.trouble
    said = translated(trouble, language) if trouble else _club_trouble(session, language)
    return JournalView(*reading.journal, said)


def _call(session: MatchSession, language: str) -> CallView | None:
    """Return what a page shows of a table's call; None where it sends to no hall, or that one refuses its match."""
    if session.relay is None or session.relay.sent.refused:
        return None
    call = session.relay.desk.now
    if call.state == "none":
        return CallView(open=False, coming=False, said="")
    key = "appeal" if call.appeal is not None and call.state == "waits" else call.state
    return CallView(open=True, coming=call.state == "coming", said=say(f"page.call_{key}", language, name=call.name))


def _club_trouble(session: MatchSession, language: str) -> str | None:
    """Say what keeps a match from its club: that it is away, or why it takes no more of it."""
    trouble = None if session.relay is None else session.relay.sent.trouble
    if trouble is None:
        return None
    if not isinstance(trouble, Overtaken | TurnedAway):  # what a database says may name its host
        return say("page.club_away", language)
    return say_text(trouble.template, language, **trouble.values)


def _obligations(
    reading: SessionReading, game: str, titles: Mapping[str, str], language: str
) -> tuple[ObligationView, ...]:  # fmt: skip
    return tuple(
        ObligationView(
            it.clause,
            owed_sentence(game, it.check, titles, language=language),
            titles.get(it.side or ""),
            acting_stand(it.action) or None,
            dict(it.action) if is_complete(game, it.action, reading.table, reading.moment.memory) else None,
            it.holds_the_turn,
        )
        for it in reading.obligations
    )


def _suggestions(reading: SessionReading, info: MatchInfo, language: str) -> tuple[SuggestionView, ...]:
    """Return what is worth trying now: shots of the side that plays, by those who have not fired."""
    table, side = reading.table, reading.moment.memory.side
    ready = {stand.name for stand in table.stands if stand.side == side and not stand.state.get("fired")}
    return tuple(
        SuggestionView(s.actor, s.target, translated(s.question, language))
        for s in info.suggestions
        if s.actor in ready and s.target in table
    )[:MOST_SUGGESTIONS]


def _whose(reading: SessionReading, info: MatchInfo, language: str) -> str:
    """Return the question of the phase that the turn is in."""
    phase = reading.moment.memory.known.get(TABLE, {}).get("phase") or "moves"
    return game_says(info.game, f"whose.{phase}", language, say("page.whose_shot", language))


def _start(reading: SessionReading, info: MatchInfo, language: str) -> str | None:
    """Return what it is called to throw for who begins; None where somebody has begun."""
    memory = reading.moment.memory
    if memory.turn > 1 or reading.table.board is not None or START not in game_named(info.game).verbs:
        return None
    with suppress(VedetteError):
        ruling = rule(info.game, reading.table, {"type": START}, settings=info.settings, sides=memory.known)
        if ruling.verdict == "allowed":
            return verb_said(info.game, START, language=language)
    return None


def _invitation(reading: SessionReading, suggestions: Sequence[SuggestionView], info: MatchInfo, language: str) -> str:
    """Return the info's invitation as long as its first shot can be taken, then whose turn it is."""
    first = next(iter(info.suggestions), None)
    if first is not None and any(s.actor == first.actor for s in suggestions):
        return translated(info.invitation, language)
    return say("page.turn_of", language, side=side_title(info, reading.moment.memory.side, language))
