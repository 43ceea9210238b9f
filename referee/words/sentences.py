"""A ruling's keys and numbers made into sentences."""

from collections.abc import Mapping
from typing import Any

from referee.words.english import (
    CHECKS,
    DECIDED,
    DECIDED_WORDS,
    EFFECTS,
    MODIFIER_NAMES,
    OUTCOMES,
    THROWS,
    VERDICTS,
)
from referee.words.english_ambush import WHERE
from rules.ruling import Check, Effect, Ruling, Throw

_PLACES = {"passed": 0, "failed": 1, "close": 2}


def deciding_check(ruling: Ruling) -> Check | None:
    """Return the check that decided: the first that refuses, else the first too close, else the range."""
    for wanted in ("failed", "close"):
        for check in ruling.checks:
            if check.verdict == wanted and not (wanted == "failed" and check.modifies):
                return check
    return next((check for check in ruling.checks if check.key == "range"), None)


def verdict_word(ruling: Ruling) -> str:
    """Return the ruling in a word or four, in capitals."""
    if ruling.verdict != "refused":
        return VERDICTS[ruling.verdict]
    check = deciding_check(ruling)
    return VERDICTS.get(check.key, VERDICTS["refused"]) if check else VERDICTS["refused"]


def number_line(check: Check | None) -> str | None:
    """Return the number that decided with its ± and limit ("47.3 cm of 50, ±0.1"); None where nothing was measured."""
    if check is None or check.measured is None or check.unit != "cm" or check.limit is None:
        return None
    pm = _plus_minus(check.sigma)
    if check.key in ("range", "canister"):
        places = _places(check)
        return f"{check.measured:.{places}f} cm of {check.limit:g}" + (f", ±{pm}" if pm else "")
    return f"{check.measured:.{_places(check)}f} cm" + (f" ±{pm}" if pm else "")


def sentence(ruling: Ruling) -> str:
    """Return why, in one sentence."""
    if ruling.verdict == "allowed":
        cover = next((c for c in ruling.checks if c.key in ("cover", "target_in_cover")), None)
        range_check = next((c for c in ruling.checks if c.key == "range"), None)
        parts = [check_sentence(c) for c in (range_check, cover) if c is not None]
        return _sentence("; ".join(parts), range_check or cover) if parts else _sentence("allowed")
    check = deciding_check(ruling)
    return _sentence(check_sentence(check), check) if check else _sentence(verdict_word(ruling).lower())


def check_sentence(check: Check) -> str:
    """Return one condition as a clause of a sentence, without capital or full stop."""
    key = check.key
    if check.unit == "pips" and key in MODIFIER_NAMES:
        return _fill(MODIFIER_NAMES[key], check)
    if key == "sight" and not check.detail.get("piece"):
        key = "sight_free"
    if key == "still" and check.detail.get("excused"):
        key = "still_excused"
    if key not in CHECKS:
        return key
    if check.decided_by is not None:
        # A decided check was close: to say that 50.02 cm "is within 50 cm" would be untrue.
        said = _fill(CHECKS[key][_PLACES["close"]], check).removesuffix(" is too close to call")
        return DECIDED.format(word=DECIDED_WORDS[_PLACES[check.verdict]], sentence=said)
    return _fill(CHECKS[key][_PLACES[check.verdict]], check)


def throw_sentence(throw: Throw) -> str:
    """Return what to throw and what it would mean."""
    return THROWS.get(throw.purpose, "{roller} throws").format(roller=throw.roller or "")


def effect_sentence(effect: Effect) -> str:
    """Return one change on the table as a clause."""
    values: Mapping[str, Any] = {"stand": effect.stand, **effect.values}
    key = "moves" if effect.type == "move" and "pushed_by" not in values else effect.type
    return EFFECTS.get(key, effect.type).format(**values)


def outcome_sentence(ruling: Ruling) -> str | None:
    """Return what came of the dice, or None before they are thrown."""
    return None if ruling.outcome is None else OUTCOMES.get((ruling.game, ruling.outcome), ruling.outcome)


def _places(check: Check) -> int:
    """Show as many decimals as the ± has; without one, more where the number would otherwise look like its limit."""
    if check.sigma:
        return 2 if 1.96 * check.sigma < 0.095 else 1
    over = abs((check.measured or 0.0) - (check.limit or 0.0))
    return 1 if over >= 0.05 or over == 0 else 2 if over >= 0.005 else 3


def _plus_minus(sigma: float | None) -> str:
    """Write the half-width of the 95 % interval with one or two digits; empty when there is no uncertainty."""
    if not sigma:
        return ""
    half = 1.96 * sigma
    return f"{half:.2f}" if half < 0.095 else f"{half:.1f}"


def _fill(template: str, check: Check) -> str:
    detail = {k: ", ".join(map(str, v)) if isinstance(v, list | tuple) else v for k, v in check.detail.items()}
    deeds = [word for word in ("moved", "turned") if check.detail.get(word)]
    values: dict[str, Any] = {"deed": " and ".join(deeds), "pm": _plus_minus(check.sigma), **detail}
    if check.measured is not None:
        values["measured"] = f"{check.measured:.{_places(check)}f}"
        values["signed"] = f"{check.measured:+g}"
        if check.limit is not None:
            values["limit"] = f"{check.limit:g}"
            over = f"{abs(check.measured - check.limit):.{_places(check)}f}"
            values["over"] = f"{over} cm" if float(over) else "just"
    if "where" in check.detail:
        values["where_words"] = WHERE.get(str(check.detail["where"]), check.detail["where"])
    before = check.detail.get("before_target_cm")
    values["before_target"] = "?" if before is None else f"{before:.1f}"
    return template.format_map(_Blanks(values))


class _Blanks(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"


def _sentence(text: str, check: Check | None = None) -> str:
    """End with a full stop and begin with a capital, unless it begins with somebody's name."""
    names = [] if check is None else [value for value in check.detail.values() if isinstance(value, str)]
    begins_with_name = any(text.startswith(name) for name in names if name)
    return (text if begins_with_name else text[:1].upper() + text[1:]) + "."
