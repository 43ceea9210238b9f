"""An action in a few words: what stands over its ruling."""

from collections.abc import Mapping
from typing import Any

from referee.action_roles import acting_stand
from referee.words.board_notation import board_written
from referee.words.game_words import verb_said, word_said
from referee.words.languages import number
from referee.words.sentences import side_said, square_said
from referee.words.translation import find, say
from rules.possibility import WORDS
from rules.registry import game_named
from table.board_size import SquareSize

SHOTS = ("shoot", "fire")
_ANSWERED: Mapping[bool | None, str] = {True: "hexes.does_at_evading", False: "hexes.does_at_standing"}
"""How it is said what the target's side answered before the dice."""


def action_title(game: str, action: Mapping[str, Any], *, language: str = "en") -> str:
    """Return who does what: "Miller at Weber", "Lucky: fire the gun at Weber", "Rossi: move"."""
    verb = str(action["type"])
    side = str(action.get("side") or "")
    actor = acting_stand(action) or str(action.get("unit") or "") or side_said(game, side, language=language)
    if isinstance(game_named(game).board, SquareSize):  # there a soldier may go by his square
        actor = square_said(actor, language)
    verb = "set_up" if action.get("setup") else verb  # what begins is the placing
    if (written := board_written(action, language=language)) is not None:
        return written
    at = action.get("target") or action.get("vehicle")
    if at and verb in SHOTS:
        return say("page.at", language, actor=actor, target=at)
    done = done_said(game, {**action, "type": verb}, language=language)
    if at:
        return answered(say("tools.does_at", language, actor=actor, verb=done, target=at), action, language)
    if "point" in action:
        x, y = (number(float(value), ".1f", language) for value in action["point"])
        return say("tools.does_there", language, actor=actor, verb=done, x=x, y=y)
    if not actor:  # the next phase, the weather: nobody's in particular
        return f"{done[:1].upper()}{done[1:]}"
    return say("tools.does", language, actor=actor, verb=done)


def done_said(game: str, action: Mapping[str, Any], *, language: str = "en") -> str:
    """Return what is done, with the word that is chosen: an order, an edge of the table."""
    done = verb_said(game, str(action.get("type", "")), language=language)
    words = [word_said(game, kind, action[key], language=language) for key, kind in WORDS.items() if action.get(key)]
    return f"{done} ({', '.join(map(str, words))})" if words else done


def act_said(act: str, language: str) -> str:
    """Return what undo and redo would take back, by the match's name for it."""
    found = find(f"acts.{act}", language)
    return act if found is None else found.form()


def answered(does: str, action: Mapping[str, Any], language: str) -> str:
    """Return what somebody does, with what the other side answered before the dice: ", who evades"."""
    said = _ANSWERED.get(action.get("evades"))
    return does if said is None else say(said, language, does=does)
