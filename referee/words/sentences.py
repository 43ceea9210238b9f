"""A ruling's keys and numbers made into sentences, in the language asked for."""

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from referee.words.game_words import game_says, other_places, piece_said, spoken, terrain_said, word_said
from referee.words.languages import number
from referee.words.sides import PLACES, Titles, check_called
from referee.words.translation import fill, find, say
from rules.board_cells import label_of
from rules.registry import game_named
from rules.ruling import Check, Effect, Ruling, Throw
from table.errors import BadInput
from table.squares import Square
from table.uncertainty import SIGMAS_95

_ON_SQUARES: Mapping[str, Mapping[bool, str]] = {  # how an effect is said of a stand (False), and of none (True)
    "move": {False: "goes"}, "freed": {True: "freed_nameless"}, "fired": {True: "shell_fired"},
}  # fmt: skip
_BY_VALUE: Mapping[tuple[str, str], str] = {  # how an effect that has such a value is said
    ("move", "placed"): "put_on_hex", ("damage", "striped"): "hit_once", ("phase", "subturn"): "phase_of_turn",
    ("move", "to_hex"): "goes_by_hexes", ("damage", "left"): "loses_blocks", ("phase", "orders"): "turn_of_side",
    ("phase", "phase"): "next_phase", ("table", "orders"): "orders_given", ("table", "ground_taken"): "ground_taken",
    ("table", "first"): "first_side", ("table", "emptied"): "emptied", ("retreat", "evades"): "evading",
    ("table", "cleared"): "lanes_kept", ("table", "weather"): "weather_kept", ("table", "truce"): "truce_kept",
    ("retreat", "hexes"): "retreats_so_far",
    ("fought", "bombed"): "has_bombed",
    ("begins", "stood"): "plays_first",
    ("order", "order"): "ordered",
}  # fmt: skip
_WAYS_SAID = {"passed": "yes", "failed": "no"}  # the end of a check's key
_RANGES = ("range", "gun_range", "throw_range", "hex_range")
_BEFALLS = (  # keys of checks that name who takes the outcome
    "stands", "recoil", "destroyed", "cavalry_falls_back", "general_dies", "general_joins", "boxes",
)  # fmt: skip
_FEWER = ("split", "passengers_lost")  # effects that leave a soldier fewer on a plate, or in a vehicle
COMMANDERS = "commander_names"  # the key of a check that a commander answers
_SQUARES = ("square", "start", "from_square")  # places that hold a square of a board
_WAYS = ("move_length", "run_length", "drive_length", "way_length")


def deciding_check(ruling: Ruling) -> Check | None:
    """Return the check that decided: the first that refuses, else the first too close, else the range or the way."""
    for wanted in ("failed", "close"):
        for check in ruling.checks:
            if check.verdict == wanted and not (wanted == "failed" and check.modifies):
                return check
    measured = [check for check in ruling.checks if check.key in (*_RANGES, *_WAYS)]
    return next((check for check in measured if check.key in _RANGES), measured[-1] if measured else None)


def verdict_word(ruling: Ruling, *, language: str = "en") -> str:
    """Return the ruling in a word or four, in capitals."""
    check = deciding_check(ruling)
    key: str = ruling.verdict
    if key == "allowed" and any(check.key in _RANGES for check in ruling.checks):
        key = "in_range"
    plain = say(f"verdicts.{key}", language)
    if check is None or not (key == "refused" or (key == "too_close" and check.key == COMMANDERS)):
        return plain
    return game_says(ruling.game, f"verdicts.{check.key}", language, plain)


def label(key: str, *, language: str = "en", **values: Any) -> str:
    """Return what stands beside a ruling's sentences: "Dice not used: 6 1"."""
    return say(f"labels.{key}", language, **values)


def sentence(ruling: Ruling, *, language: str = "en") -> str:
    """Return why, in one sentence."""
    if ruling.verdict == "allowed":
        cover = next((c for c in ruling.checks if c.key in ("cover", "target_in_cover")), None)
        measured = deciding_check(ruling)
        parts = [check_sentence(ruling.game, c, language=language) for c in (measured, cover) if c is not None]
        if not parts:
            return outcome_sentence(ruling, language=language) or _happens(ruling, language)
        said = "; ".join(parts)
        return _sentence(said, measured or cover)
    check = deciding_check(ruling)
    if check is None:
        return _sentence(verdict_word(ruling, language=language).lower())
    return _sentence(check_sentence(ruling.game, check, language=language), check)


def check_sentence(game: str, check: Check, *, language: str = "en") -> str:
    """Return one condition of a game as a clause of a sentence, without capital or full stop."""
    said, plan_cm = _check_said(game, check, language), check.detail.get("plan_cm")
    if not isinstance(plan_cm, float):
        return said
    way = "close" if check.decided_by else _WAYS_SAID.get(check.verdict, "close")
    language = spoken(game, f"checks.{_key_said(game, check)}.{way}", language)
    plan = number(plan_cm, f".{_places(check)}f", language)
    return label("along_ground", language=language, sentence=said, plan=plan)


def owed_sentence(game: str, check: Check, titles: Titles | None = None, *, language: str = "en") -> str:
    """Return what is owed as a clause of a sentence; the sides by their titles, where none are given by the game's."""
    return check_sentence(game, check_called(check, titles or {}), language=language)


def _key_said(game: str, check: Check) -> str:
    """Return the key of a check's sentence: what is known of it chooses among several."""
    key, detail = check.key, check.detail
    if check.unit == "pips" and _says(game, f"{key}_modifies"):  # both a limit and a die modifier
        return f"{key}_modifies"
    if key == "sight" and (detail.get("truly") or not detail.get("piece")):
        return "sight_true" if detail.get("truly") else "sight_free"
    if key == "still" and detail.get("excused"):
        return "still_excused"
    return "range" if key == "gun_range" and detail.get("target") else key  # at a stand, not at a point


def _check_said(game: str, check: Check, language: str) -> str:
    key = _key_said(game, check)
    if not _says(game, key):
        return key
    if check.verdict != "close" and check.decided_by is None:
        return _fill(game, f"checks.{key}.{_WAYS_SAID[check.verdict]}", check, language)
    language = spoken(game, f"checks.{key}.close", language)
    question = _fill(game, f"checks.{key}.close", check, language)
    if check.decided_by is None and key == COMMANDERS:
        side = side_said(game, str(check.detail.get("side", "")), language=language)
        return label("commander", language=language, question=question, side=side)
    if check.decided_by is None:
        return label("too_close", language=language, question=question)
    # A decided check was close: to say that 50.02 cm "is within 50 cm" would be untrue.
    word = label(f"decided_{_WAYS_SAID[check.verdict]}", language=language)
    return label("decided", language=language, word=word, sentence=question)


def _says(game: str, check: str) -> bool:
    return any(find(f"checks.{check}.{way}", "en", game) for way in ("yes", "no", "close"))


def throw_sentence(game: str, throw: Throw, *, language: str = "en") -> str:
    """Return what to throw and what it would mean."""
    language = spoken(game, f"throws.{throw.purpose}", language)
    roller = side_said(game, throw.roller or "", language=language)
    template = game_says(game, f"throws.{throw.purpose}", language, label("throws", language=language, roller=roller))
    return fill(template, language, {"roller": roller})


def effect_sentence(game: str, effect: Effect, *, language: str = "en") -> str:
    """Return one change on the table as a clause."""
    key = "moves" if effect.type == "move" and "pushed_by" not in effect.values else effect.type
    if effect.values.get("arrived"):
        key = "arrived"
    elif effect.type in _ON_SQUARES and (effect.type != "move" or "square" in effect.values):
        key = _ON_SQUARES[effect.type].get(effect.stand is None, key)
    told = {value for value, known in effect.values.items() if known is not None}
    valued = (said for (kind, value), said in _BY_VALUE.items() if kind == effect.type and value in told)
    key = next(valued, key)
    template = game_says(game, f"effects.{key}", language, count=effect.values.get("count"))
    if not template:
        return effect.type
    language = spoken(game, f"effects.{key}", language)
    return fill(template, language, {"stand": effect.stand, **_named(game, key, effect.values, language)})


def effects_sentence(game: str, effects: Sequence[Effect], outcome: str | None = None, *, language: str = "en") -> str:
    """Return what changed on the table as a sentence without full stop, but for what the outcome said already."""
    told = [(effect.stand, effect_sentence(game, effect, language=language)) for effect in effects]
    told = [each for each in told if f"{each[1]}.".casefold() != (outcome or "").casefold()]
    said = "; ".join(text for _, text in told)
    begins_with_name = bool(told) and told[0][0] is not None and said.startswith(told[0][0])
    return said if begins_with_name else said[:1].upper() + said[1:]


def outcome_sentence(ruling: Ruling, *, language: str = "en") -> str | None:
    """Return what came of the dice, or None before they are thrown."""
    if ruling.outcome is None:
        return None
    told = _told(ruling, language)
    found: list[tuple[int, str]] = []
    for key in (f"{ruling.outcome} {ruling.action}", ruling.outcome):
        template = game_says(ruling.game, f"named_outcomes.{key}", language)
        places = {place for _, place, _, _ in Formatter().parse(template) if place}
        if template and places <= told.keys():
            said = fill(template, spoken(ruling.game, f"named_outcomes.{key}", language), told)
            found.append((len(places), said))
    if found:  # the one that names most; of two that name as many, the action's own
        return max(found, key=lambda each: each[0])[1]
    return game_says(ruling.game, f"outcomes.{ruling.outcome}", language, ruling.outcome)


def so_far_sentence(ruling: Ruling, *, language: str = "en") -> str | None:
    """Return the outcome so far while more dice are owed: "Weber is hit."; None where a game has no words for it."""
    owed = ruling.needs
    if owed is None or not any(throw.given for throw in ruling.dice):
        return None
    key = f"named_outcomes.{owed.purpose}"
    template, spoken_in = game_says(ruling.game, key, language), spoken(ruling.game, key, language)
    return fill(template, spoken_in, {"roller": owed.roller or ""}) if template else None


def _told(ruling: Ruling, language: str) -> dict[str, Any]:
    """Return whom an outcome may name: by a place of the checks or the effects, or by an effect's type all it is of."""
    told: dict[str, Any] = {}
    for named in (*(check.detail for check in ruling.checks), *(effect.values for effect in ruling.effects)):
        given = {place: value for place, value in named.items() if value}
        told = {**_named(ruling.game, ruling.outcome or "", given, language), **told}
    if who := next((check.detail.get("stand") for check in ruling.checks if check.key in _BEFALLS), None):
        told["stand"] = who
    of_type: dict[str, list[str]] = {}
    for effect in ruling.effects:
        side = effect.values.get("side") or effect.values.get("unit")
        if who := effect.stand or (side_said(ruling.game, str(side), language=language) if side else None):
            of_type.setdefault("fewer" if effect.type in _FEWER else effect.type, []).append(who)
    return told | {kind: ", ".join(dict.fromkeys(names)) for kind, names in of_type.items()}


def _happens(ruling: Ruling, language: str) -> str:
    """Return the first thing that an allowed action does, or that nothing speaks against it while dice are owed."""
    if not ruling.effects or ruling.needs is not None:
        return _sentence(label("allowed", language=language))
    first = ruling.effects[0]
    said = effect_sentence(ruling.game, first, language=language)
    return f"{said}." if first.stand and said.startswith(first.stand) else _sentence(said)


def chances(game: str, odds: Sequence[tuple[str, float]], *, language: str = "en") -> str:
    """Return what the dice may bring: "Missed 50%, hit and removed 33%, hit, but unhurt 17%"."""
    said = []
    for outcome, share in odds:
        words = game_says(game, f"outcomes.{outcome}", language, outcome).rstrip(".")
        percent = label("percent", language=language, percent=round(100 * share))
        said.append(f"{words[:1].lower()}{words[1:]} {percent}")
    return " · ".join(said)


_HEADS = frozenset({"soldiers", "squares", "hexes", "orders", "aircraft", "counters", "points"})
"""Units of what is counted: whole numbers, not centimetres."""


def _places(check: Check) -> int:
    """Show as many decimals as the ± has; without one, more where the number would otherwise look like its limit."""
    if check.unit in _HEADS:
        return 0
    if check.sigma:
        return 2 if SIGMAS_95 * check.sigma < 0.095 else 1
    over = abs((check.measured or 0.0) - (check.limit or 0.0))
    return 1 if over >= 0.05 or over == 0 else 2 if over >= 0.005 else 3


def _plus_minus(sigma: float | None, language: str) -> str:
    """Write the half-width of the 95 % interval with one or two digits; empty when there is no uncertainty."""
    if not sigma:
        return ""
    half = SIGMAS_95 * sigma
    return number(half, ".2f" if half < 0.095 else ".1f", language)


def _fill(game: str, key: str, check: Check, language: str) -> str:
    detail, language = dict(check.detail), spoken(game, key, language)
    if deeds := [word for word in ("moved", "turned") if detail.get(word)]:
        detail["deed"] = "_".join(deeds)
    values: dict[str, Any] = {"pm": _plus_minus(check.sigma, language), **_named(game, check.key, detail, language)}
    if check.measured is not None:
        precise = f".{_places(check)}f"
        values["measured"] = number(check.measured, precise, language)
        values["signed"] = number(check.measured, "+g", language)
        values["percent"] = round(100 * check.measured)
        if check.limit is not None:
            values["limit"] = number(round(check.limit, 2), "g", language)
            over = abs(check.measured - check.limit)
            shown = float(format(over, precise))
            values["over"] = f"{number(over, precise, language)} cm" if shown else say("labels.just", language)
    if "where" in detail:
        values["where_words"] = word_said(game, "where_words", detail["where"], language=language)
    before = detail.get("before_target_cm")
    values["before_target"] = number(before, ".1f", language) if isinstance(before, float) else "?"
    said = fill(game_says(game, key, language, count=detail.get("count")), language, values)
    return said.replace(" ()", "")  # a list of nothing: no dice were left to throw


def _named(game: str, key: str, detail: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return what a sentence's places hold: lists joined, words of a closed list in the language, the rest as it is."""
    named: dict[str, Any] = {}
    others = other_places(game)
    for place, value in detail.items():
        context = "side" if place in PLACES else others.get((key, place), place)
        if place in _SQUARES and isinstance(value, str):
            named[place] = square_said(value, language)
        elif isinstance(value, list | tuple):
            named[place] = ", ".join(str(_word(game, each, context, language)) for each in value)
        else:
            named[place] = _word(game, value, context, language)
    return named


def _word(game: str, value: Any, context: str, language: str) -> Any:
    if context == "side" and isinstance(value, str):
        return side_said(game, value, language=language)
    if context in ("piece", "pieces") and isinstance(value, str):
        return piece_said(game, value, language)
    if context == "terrain" and isinstance(value, str):
        return terrain_said(game, value, language)
    return word_said(game, context, value, language=language)


def side_said(game: str, side: str, *, language: str = "en") -> str:
    """Return the title that a game gives a side, or the name of a nation of its lists; any other name as it is."""
    key = side.lower()
    for known in game_named(game).sides:
        if known.name.lower() == key:
            return game_says(game, f"sides.{known.name}", language, known.title)
    return game_says(game, f"word.side.{key}", language, side)


def square_said(text: str, language: str) -> str:
    """Return a square as the language's charts write it: G-49, in Italian T-49; any other text as it is."""
    try:
        return label_of(str(Square.parse(text)), language)
    except BadInput:
        return text


def _sentence(text: str, check: Check | None = None) -> str:
    """End with a full stop and begin with a capital, unless it begins with somebody's name; "wood 1" is nobody's."""
    told = [] if check is None else [it for place, it in check.detail.items() if place not in ("piece", "pieces")]
    told += [each for value in told if isinstance(value, list | tuple) for each in value]
    names = [name for name in told if isinstance(name, str) and name]
    begins_with_name = any(re.match(rf"{re.escape(name)}(?!\w)", text) for name in names)
    return (text if begins_with_name else text[:1].upper() + text[1:]) + "."
