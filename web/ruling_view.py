"""A ruling as the card shows it: word, number, sentence, conditions, what to throw."""

from typing import Any

from referee.match import name_of
from referee.words import (
    check_sentence,
    effect_sentence,
    label,
    outcome_sentence,
    sentence,
    throw_sentence,
    verdict_word,
)
from referee.words.measures import ORDER, SIGNS, TONES, capital, number_of
from referee.words.sentences import deciding_check
from rules.ruling import Check, Ruling


def ruling_view(ruling: Ruling, *, language: str = "en") -> dict[str, Any]:
    """Return what the card shows of a ruling, every sentence said and every number written out."""
    tone = TONES[ruling.verdict]
    decider = deciding_check(ruling)
    # Where something else refuses, a check too close to call changes nothing: nobody is asked about it.
    open_checks = [check for check in ruling.checks if check.verdict == "close" and ruling.verdict == "too_close"]
    undecided = next(iter(open_checks), None)
    return {
        "verdict": ruling.verdict,
        "tone": tone,
        "sign": SIGNS[tone],
        "word": verdict_word(ruling, language=language),
        "number": number_of(decider, language=language) if decider else None,
        "sentence": capital(sentence(ruling, language=language)),
        "checks": [
            _check(check, check is decider, language)
            for check in sorted(ruling.checks, key=lambda c: (ORDER[c.verdict], c is not decider))
        ],
        "undecided": None if undecided is None else _undecided(undecided),
        "needs": None
        if ruling.needs is None
        else {
            "asked": ruling.needs.asked,
            "clause": ruling.needs.clause,
            "sentence": throw_sentence(ruling.needs, language=language),
        },
        "dice": [
            {"clause": throw.clause, "given": list(throw.given), "sentence": throw_sentence(throw, language=language)}
            for throw in ruling.dice
        ],
        "outcome": outcome_sentence(ruling, language=language),
        "effects": [
            {**effect.as_dict(), "sentence": effect_sentence(effect, language=language)} for effect in ruling.effects
        ],
        "geometry": ruling.as_dict()["geometry"],
    }


def _check(check: Check, decides: bool, language: str) -> dict[str, Any]:
    return {
        "clause": check.clause,
        "key": check.key,
        "verdict": check.verdict,
        "modifies": check.modifies,
        "decides": decides,
        "by_referee": check.decided_by == "referee",
        "number": number_of(check, language=language),
        "sentence": capital(check_sentence(check, language=language)),
    }


def _undecided(check: Check) -> dict[str, Any]:
    chance = check.probability
    return {
        "name": name_of(check),
        "clause": check.clause,
        "key": check.key,
        "percent_in": None if chance is None else round(100 * chance),
    }
