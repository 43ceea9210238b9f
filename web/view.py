"""Everything one page shows, as JSON: table, stands, status, turn, ruling."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

from referee.action_roles import acting_stand, may_be_played, named_stands
from referee.boards.agreed import board_kind
from referee.match.state import MatchState
from referee.match_info import MatchInfo
from referee.putting_back.hints import EDGES, Hint
from referee.putting_back.progress import PutBackState
from referee.question import question_of
from referee.ruling_view import ruling_view
from referee.words import chances, last_seen, status_words
from referee.words.action_titles import act_said, action_title
from referee.words.board_notation import steps_written
from referee.words.by_hand import by_hand_sentence, ending_sentence, give_or_take_cm
from referee.words.dice_faces import face_said
from referee.words.kinds import kind_said, nation_said, unit_said
from referee.words.putting_back import ended_sentence, moved_words, proposal_sentence, way_home
from referee.words.translation import say, translated
from rules.dice import D6
from rules.registry import game_named
from table.footprint import part_corners
from table.stand import Stand
from web.board_view import board_view
from web.cannon_view import cannon_view, shot_headline
from web.match_session import MatchSession, SessionReading
from web.privacy import may_see_picture
from web.roles import RoleName, sees_all
from web.rounder import Rounder

SHOWN_STATE = ("fired", "revealed", "moved", "fatigue")
"""State worth a mark on the table."""
MOST_SUGGESTIONS = 6


def view_of(
    session: MatchSession, language: str = "en", reading: SessionReading | None = None, who: RoleName | None = None
) -> dict[str, Any]:
    """Return the view of a reading, or of this instant, with its sentences in that language.

    It is what somebody in the role ``who`` may know, by default of who asks.
    """
    whole = reading or session.reading()
    info, reading = session.info, whole if sees_all(who) else rounded(whole, session.rounder)
    rounder = None if reading is whole else session.rounder
    memory, observation = reading.moment.memory, reading.observation
    sides = {side.name: side for side in info.sides}
    suggestions = _suggestions(reading, info, language)
    if board_kind(info.game) == "hexes":  # what belongs to another phase is not worth trying now
        now = session.board_now(whole)
        suggestions = [
            s for s in suggestions
            if now.ruled({"type": info.verb, "actor": s["actor"], "target": s["target"]}).verdict != "refused"
        ]  # fmt: skip
    stands = [
        stand_view(stand, info, language, stand.name not in observation.unseen, None) for stand in reading.table.stands
    ]
    chip, advice = status_words(observation.status, language=language)
    return {
        "versions": reading.versions._asdict(),
        "game": info.game,
        "title": translated(info.title, language),
        "invitation": _invitation(reading, suggestions, info, language),
        "table": {"width_cm": reading.table.width_cm, "depth_cm": reading.table.depth_cm},
        "picture_cm": list(observation.picture_cm) if observation.jpeg and may_see_picture(session, who) else None,
        "picture_hidden": None if may_see_picture(session, who) else say("page.picture_hidden", language),
        "status": {"key": observation.status.key, "text": chip, "advice": advice},
        "frame": {
            "seen": observation.frame_markers[0],
            "expected": observation.frame_markers[1],
            "rms_px": observation.frame_rms_px,
        },
        "sides": [{"name": s.name, "title": translated(s.title, language)} for s in info.sides],
        "turn": {"number": memory.turn, "side": memory.side, "title": translated(sides[memory.side].title, language)},
        "stands": stands + [stand_view(stand, info, language, True, "fallen") for stand in memory.fallen.values()],
        "pieces": [{"name": p.name, "kind": p.kind, "polygon": p.polygon} for p in reading.table.pieces],
        "board": board_view(
            session.board_now(whole),
            titles_of(info, language),
            {stand["name"]: stand["kind"] for stand in stands},
            reading.board_changes,
            observation.settled and reading.moment.open_card is None,
            language,
        ),
        "ruling": _ruling(reading, info, language),
        # Measured openly, what is only declared has its own button: to close the card.
        "undo": None if reading.mode == "open" and reading.moment.untouched else _act(reading.undo, language),
        "redo": _act(reading.redo, language),
        "mode": reading.mode,
        "bursts": list(game_named(info.game).bursts),
        "journal": _journal(session, reading, language),
        "acts": reading.acts,
        "owed": reading.owed,
        "suggestions": suggestions,
        "reserve": list(reading.reserve),
        "placings_ended": [
            ending_sentence(name, ending, language=language) for name, ending in reading.placings_ended.items()
        ],
        "put_back": put_back_view(reading.put_back, language, session.bump is not None),
        "cannon": None
        if (cannons := reading.cannon) is None
        else cannon_view(cannons, info, language, rounder, pictures=may_see_picture(session, who)),
        "fair_dice": session.die.view() if isinstance(session.die, Showing) else None,
        "die": None
        if game_named(info.game).die == D6
        else [face_said(face, language=language) for face in game_named(info.game).die.faces],
    }


def rounded(reading: SessionReading, rounder: Rounder) -> SessionReading:
    """Return a reading as everybody may know it: nothing in it tells a distance that is not declared."""
    if reading.mode != "reveal":
        return reading
    moment, put_back = rounder.moment(reading.moment), rounder.put_back(reading.put_back)
    return replace(reading, table=rounder.drawn(reading.table), moment=moment, put_back=put_back)


@runtime_checkable
class Showing(Protocol):
    """Dice that have something to show of themselves."""

    def view(self) -> Mapping[str, Any]:
        """Return what everybody may know of them."""
        ...


def _act(act: str | None, language: str) -> str | None:
    return None if act is None else act_said(act, language)


def stand_view(stand: Stand, info: MatchInfo, language: str, seen: bool, fate: str | None) -> dict[str, Any]:
    """Return what the plan draws of a stand, and what is said of it; ``fate`` is what took it off the table."""

    def t(key: str, **values: Any) -> str:
        return say(f"page.{key}", language, **values)

    adjective = next((side.adjective for side in info.sides if side.name == stand.side), stand.side)
    nation = nation_said(info.game, stand, language)
    unit = unit_said(info.game, stand.unit, language) if stand.unit and nation is None else None
    kind = unit or kind_said(info.game, stand.kind, language)
    who = t("soldier_of", adjective=nation or translated(adjective, language, "adjective"), kind=kind)
    marks = [t(f"state_{key}") for key in SHOWN_STATE if stand.state.get(key)]
    said = [f"{stand.name}, {who}", *marks]
    if fate:
        said.append(t("fallen"))
    by_hand = stand.placed_by == "hand" and not fate
    if by_hand:
        said.append(say("placing.placed_label", language, sigma=give_or_take_cm(stand)))
    elif not seen:
        said.append(t("unseen_now"))
    return {
        "name": stand.name,
        "side": stand.side,
        "label": ", ".join(said),
        "kind": who,
        "x": round(stand.x, 4),
        "y": round(stand.y, 4),
        "heading_deg": round(stand.heading_deg, 2),
        "sigma_cm": round(stand.sigma_cm, 5),
        "sigma_deg": round(stand.sigma_deg, 3),
        "rings": [[[round(x, 3), round(y, 3)] for x, y in part] for part in part_corners(stand)],
        "marks": marks,
        "fired": bool(stand.state.get("fired")),
        "revealed": bool(stand.state.get("revealed")),
        "seen": seen,
        "fallen": fate is not None,
        "by_hand": by_hand,
    }


def _journal(session: MatchSession, reading: SessionReading, language: str) -> Mapping[str, Any]:
    trouble = session.journal.trouble
    told = translated(trouble, language) if trouble else None
    return {"sequence": reading.journal[0], "seal": reading.journal[1], "trouble": told}


def _ruling(reading: SessionReading, info: MatchInfo, language: str) -> Mapping[str, Any] | None:
    moment = reading.moment
    if moment.declared is None or moment.ruling is None:
        return None
    action, ruling = moment.declared.action, moment.ruling
    declared = moment.declared
    playing = moment.confirmed or may_be_played(info.game, action, declared.table, moment.memory)
    side = side_title(info, moment.memory.side, language)
    titled = {**action, "side": side_title(info, str(action["side"]), language)} if action.get("side") else action
    return {
        "actor": acting_stand(action),
        "target": action.get("target") or action.get("vehicle"),
        "verb": action["type"],
        "title": action_title(info.game, titled, language=language),
        "notation": _notation(info.game, action, titled, language),
        "ready": playing and not moment.confirmed and ruling.verdict == "allowed" and ruling.needs is None,
        **ruling_view(ruling, titles=titles_of(info, language), language=language),
        "together": reading.together,
        "question": _question(moment, info, language),
        "confirmed": moment.confirmed,
        "headline": shot_headline(action, ruling.effects if moment.confirmed else None, language),
        "evidence": f"/evidence/{moment.ruled}",
        "chances": chances(info.game, moment.odds, language=language) if moment.odds else None,
        "by_hand": by_hand_sentence(moment.declared.table, named_stands(action), language=language),
        "last_seen": last_seen(moment.declared.unseen, language=language),
        "measured_only": None if playing else say("page.measured_only", language, side=side),
    }


def _question(moment: MatchState, info: MatchInfo, language: str) -> Mapping[str, Any] | None:
    """Return what the side that is attacked is asked before the dice fall, and what it said so far."""
    question = question_of(moment)
    if question is None:
        return None
    side = side_title(info, question.side, language)
    asked = say(f"hexes.ask_{question.key}", language, side=side, who=question.who)
    answers = [
        {"said": said, "text": say(f"hexes.ask_{question.key}_{word}", language)}
        for said, word in ((True, "yes"), (False, "no"))
    ]
    return {
        "key": question.key, "side": question.side, "said": question.said, "sentence": asked, "answers": answers,
        "waits": say("hexes.ask_waits", language, side=side),
    }  # fmt: skip


def _notation(game: str, action: Mapping[str, Any], titled: Mapping[str, Any], language: str) -> str | None:
    """Return an action on a board in short; None in games without one."""
    if action.get("steps"):
        return steps_written(action["steps"], language=language)
    return action_title(game, titled, language=language) if board_kind(game) == "hexes" else None


def _suggestions(reading: SessionReading, info: MatchInfo, language: str) -> list[dict[str, str]]:
    """Return what is worth trying now: shots of the side that plays, by those who have not fired."""
    table, side = reading.table, reading.moment.memory.side
    ready = {stand.name for stand in table.stands if stand.side == side and not stand.state.get("fired")}
    return [
        {"actor": s.actor, "target": s.target, "question": translated(s.question, language)}
        for s in info.suggestions
        if s.actor in ready and s.target in table
    ][:MOST_SUGGESTIONS]


def _invitation(
    reading: SessionReading, suggestions: Sequence[Mapping[str, str]], info: MatchInfo, language: str
) -> str:
    """Return the info's invitation as long as its first shot can be taken, then whose turn it is."""
    first = next(iter(info.suggestions), None)
    if first is not None and any(s["actor"] == first.actor for s in suggestions):
        return translated(info.invitation, language)
    return say("page.turn_of", language, side=side_title(info, reading.moment.memory.side, language))


def titles_of(info: MatchInfo, language: str) -> dict[str, str]:
    """Return what people call each side, by its name."""
    return {side.name: translated(side.title, language) for side in info.sides}


def side_title(info: MatchInfo, name: str, language: str) -> str:
    """Return what people call a side."""
    return translated(next((side.title for side in info.sides if side.name == name), name), language)


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
