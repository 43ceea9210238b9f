"""An entry of a journal as a sentence for people."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from referee.action_roles import acting_stand
from referee.club.calls import CALL_CLOSED, CALLED
from referee.journal import payloads
from referee.journal.entry import Entry
from referee.journal.history import told_of
from referee.journal.ruling_data import ruling_from
from referee.putting_back.notes import BEGUN, DECLINED, ENDED
from referee.shots.record import ANSWERED, LOST, PROPOSED
from referee.words import effects_sentence, outcome_sentence, owed_sentence, side_said
from referee.words.action_titles import act_said, answered, done_said
from referee.words.board_notation import board_written
from referee.words.game_words import faces_said, verb_said
from referee.words.house_values import setting
from referee.words.sides import Titles, called, check_called, effects_called
from referee.words.translation import say, translated
from rules.board_cells import label_of
from rules.goal import Ending
from rules.ruling import Check
from table.errors import BadFile

Key = tuple[str, Mapping[str, object]]
BY_NOBODY = frozenset({"next", "weather", "victory", "start", "end_turn"})
"""What nobody in particular does."""


def entry_sentence(
    game: str, entry: Entry, *, titles: Titles | None = None, language: str = "en", brief: bool = False
) -> str:  # fmt: skip
    """Return what happened in an entry of a game's match, without a full stop; raises BadFile for what cannot be read.

    ``titles`` are what people call the sides, ``brief`` leaves out what follows from the outcome of a ruling.
    """
    key, values = _key(payloads.read_payload(entry), game, language, titles or {})
    if brief and values.get("outcome"):
        values = {**values, "effects": ""}
    return say(f"entries.{entry.kind if key == 'undone' else key}", language, **values).strip()


def entry_said(
    game: str, entry: Entry, *, titles: Titles | None = None, language: str = "en", brief: bool = False
) -> str:  # fmt: skip
    """Return what happened in an entry as a whole sentence, or that it cannot be read."""
    try:
        said = entry_sentence(game, entry, titles=titles, language=language, brief=brief)
    except BadFile:
        said = say("entries.unreadable", language)
    return f"{said.removesuffix('.')}."


@singledispatch
def _key(payload: payloads.Payload, game: str, language: str, titles: Titles) -> Key:  # noqa: ARG001
    """Return what is said of a payload: the key of the words, and what goes into them."""
    return type(payload).__name__.lower(), told_of(payload)


@_key.register
def _(payload: payloads.Opened, game: str, language: str, titles: Titles) -> Key:  # noqa: ARG001
    return "opened", {"game": payload.game.capitalize(), "title": translated(payload.title, language)}


@_key.register
def _(payload: payloads.Declared, game: str, language: str, titles: Titles) -> Key:
    return "declared", {"deed": deed(game, payload.action, titles=titles, language=language)}


@_key.register
def _(payload: payloads.Thrown, game: str, language: str, titles: Titles) -> Key:  # noqa: ARG001
    return f"thrown_{payload.by}", {"dice": faces_said(payload.dice, language=language)}


@_key.register
def _(payload: payloads.Decided, game: str, language: str, titles: Titles) -> Key:  # noqa: ARG001
    return "decided_yes" if payload.passed else "decided_no", {"clause": payload.check.partition(":")[0]}


@_key.register
def _(payload: payloads.Confirmed, game: str, language: str, titles: Titles) -> Key:
    outcome = (
        None if payload.amended else outcome_sentence(called(ruling_from(payload.ruling), titles), language=language)
    )
    effects = effects_sentence(game, effects_called(payload.effects, titles), outcome, language=language)
    done = deed(game, payload.action, titles=titles, language=language)
    told: dict[str, object] = {"deed": done, "effects": effects}
    if payload.amended:
        return "amended", {**told, "reason": translated(payload.amended, language)}
    return "confirmed", {**told, "outcome": outcome or ""}


@_key.register
def _(payload: payloads.Appealed, game: str, language: str, titles: Titles) -> Key:  # noqa: ARG001
    settings = (setting(game, key, value, language) for key, value in payload.settings.items())
    return "appealed", {"of": payload.of, "settings": "; ".join(settings)}


@_key.register
def _(payload: payloads.Walked, game: str, language: str, titles: Titles) -> Key:  # noqa: ARG001
    return "walked", {"stand": payload.stand, "cm": round(payload.cm, 1)}


@_key.register
def _(payload: payloads.TurnEnded, game: str, language: str, titles: Titles) -> Key:
    checks = (check_called(Check(it.clause, it.key, "failed", detail=it.detail), titles) for it in payload.waived)
    owed = "; ".join(owed_sentence(game, check, language=language) for check in checks)
    return ("turn_waived", {"owed": owed}) if owed else ("turnended", {})


@_key.register
def _(payload: payloads.MatchEnded, game: str, language: str, titles: Titles) -> Key:
    return "match_ended", {"result": end_sentence(game, payload.ending, titles, language=language)}


@_key.register
def _(payload: payloads.Signed, game: str, language: str, titles: Titles) -> Key:
    return "signed", {"side": _side(game, payload.side, titles, language), "of": payload.of}


@_key.register
def _(payload: payloads.Undone, game: str, language: str, titles: Titles) -> Key:  # noqa: ARG001
    return "undone", {"act": act_said(payload.act, language), "to": payload.to}


@_key.register
def _(payload: payloads.Shot, game: str, language: str, titles: Titles) -> Key:
    told = "shot_misfire" if payload.misfire else "shot_speed" if payload.speed_m_s else ""
    speed, sigma = payload.speed_m_s or (0.0, 0.0)
    said = say(f"entries.{told}", language, speed=speed, sigma=sigma) if told else ""
    side = _side(game, payload.side, titles, language)
    return "shot", {"side": side, "number": payload.counter, "rig": payload.rig, "told": said}


@_key.register
def _(payload: payloads.ShotSettled, game: str, language: str, titles: Titles) -> Key:  # noqa: ARG001
    told = say("entries.shot_left", language, left=payload.left) if payload.left is not None else ""
    if payload.casualties is not None:
        told += say("entries.shot_fell", language, entry=payload.casualties)
    key = "shot_settled" if payload.counts else "shot_settled_not"
    return key, {"number": payload.counter, "rig": payload.rig, "told": told}


@_key.register
def _(payload: payloads.Aimed, game: str, language: str, titles: Titles) -> Key:
    side = _side(game, payload.side, titles, language)
    if payload.aim is None:
        return "aimed_not", {"side": side}
    return "aimed", {"side": side, "said": payload.said or f"{payload.aim[0]:g}, {payload.aim[1]:g} cm"}


@_key.register
def _(payload: payloads.Ammunition, game: str, language: str, titles: Titles) -> Key:
    side = _side(game, payload.side, titles, language)
    return "ammunition", {"side": side, "left": payload.left, "why": f"({payload.why})" if payload.why else ""}


@_key.register
def _(payload: payloads.Note, game: str, language: str, titles: Titles) -> Key:  # noqa: ARG001
    if payload.about == "mode" and payload.text in ("open", "reveal"):
        return f"mode_{payload.text}", {}
    if payload.about == BEGUN:
        return "putting_back", {"names": ", ".join(stand["name"] for stand in payload.data["stands"])}
    if payload.about == ENDED:
        left = payload.data["left"]
        return ("put_back_left", {"names": ", ".join(left)}) if left else ("put_back", {"count": payload.data["back"]})
    if payload.about == DECLINED:
        return "moved_on_purpose", {"names": ", ".join(payload.data["stands"])}
    return (
        _note_of_call(payload)
        or _note_of_shot(payload, language)
        or ("note", {"about": payload.about, "text": payload.text})
    )


def _note_of_call(payload: payloads.Note) -> Key | None:
    if payload.about == CALLED:
        return ("referee_called", {"text": payload.text}) if payload.text else ("referee_called_plain", {})
    return ("call_closed", {}) if payload.about == CALL_CLOSED else None


def _note_of_shot(payload: payloads.Note, language: str) -> Key | None:
    if payload.about == PROPOSED:
        fallen = [str(told[2] or told[0]) for told in payload.data["casualties"] if told[3]]
        names = ", ".join(label_of(square, language) for square in fallen)
        key = "shot_amended" if any(told[7] for told in payload.data["casualties"]) else "shot_proposed"
        return (key, {"squares": names}) if names else (f"{key}_none", {})
    if payload.about == ANSWERED:
        return "shot_confirmed" if payload.text == "confirmed" else "shot_dismissed", {}
    if payload.about == LOST:
        numbers = ", ".join(str(number) for number in payload.data["numbers"])
        return "shots_lost", {"rig": payload.data["rig"], "numbers": numbers}
    return None


def end_sentence(
    game: str, ended: Ending, titles: Mapping[str, str] | None = None, *, language: str = "en"
) -> str:  # fmt: skip
    """Return how a match ended, with a full stop; the sides by their titles, where none are given by the game's."""
    if ended.winner is None:
        return say(f"result.{ended.result}", language)
    side = _side(game, ended.winner, titles or {}, language)
    return say(f"result.won_{ended.by}", language, side=side, clause=ended.clause)


def _side(game: str, side: str, titles: Titles, language: str) -> str:
    return titles.get(side) or side_said(game, side, language=language)


def deed(
    game: str, action: Mapping[str, Any], *, titles: Titles | None = None, language: str = "en"
) -> str:  # fmt: skip
    """Return an action in words: "Miller: shoot at Weber"."""
    if (written := board_written(action, language=language)) is not None:
        return written
    verb, at = str(action.get("type", "")), action.get("target") or action.get("vehicle")
    side = str(action.get("side") or "")
    who = acting_stand(action) or action.get("unit") or _side(game, side, titles or {}, language)
    if not who and verb in BY_NOBODY:
        said = verb_said(game, verb, language=language)
        return said[:1].upper() + said[1:]
    who = who or "Vedette"
    values = {"who": who, "verb": done_said(game, action, language=language), "at": at}
    return answered(say("entries.deed" if at else "entries.deed_at_none", language, **values), action, language)
