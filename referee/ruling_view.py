"""A ruling as the card shows it: word, number, sentence, conditions, what to throw."""

import math
from typing import Any

from referee.match.judge import name_of
from referee.words import (
    check_sentence,
    effect_sentence,
    label,
    outcome_sentence,
    sentence,
    throw_sentence,
    verdict_word,
)
from referee.words.dice_faces import die_asked, face_said
from referee.words.house_values import house_sentences
from referee.words.languages import number
from referee.words.sentences import deciding_check
from referee.words.sides import Titles, called
from rules.ruling import Check, Ruling
from table.uncertainty import SIGMAS_95

TONES = {"allowed": "in", "refused": "out", "too_close": "close"}
SIGNS = {"in": "✓", "out": "✕", "close": "≈"}
ORDER = {"failed": 0, "close": 1, "passed": 2}


def ruling_view(ruling: Ruling, *, titles: Titles | None = None, language: str = "en") -> dict[str, Any]:
    """Return what the card shows of a ruling, every sentence said and every number written out.

    ``titles`` are what people call the sides, in that language.
    """
    effects, ruling = ruling.effects, called(ruling, titles or {})
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
            _check(ruling.game, check, check is decider, language)
            for check in sorted(ruling.checks, key=lambda c: (ORDER[c.verdict], c is not decider))
        ],
        "undecided": None if undecided is None else _undecided(undecided),
        "needs": None
        if ruling.needs is None
        else {
            "asked": ruling.needs.asked,
            "faces": [
                {"face": face, "said": face_said(face, language=language)}
                for face in dict.fromkeys(die_asked(ruling.needs.asked).faces)
            ],
            "clause": ruling.needs.clause,
            "sentence": throw_sentence(ruling.game, ruling.needs, language=language),
        },
        "dice": [
            {
                "clause": throw.clause, "given": list(throw.given),
                "said": [face_said(face, language=language) for face in throw.given],
                "sentence": throw_sentence(ruling.game, throw, language=language),
            }
            for throw in ruling.dice
        ],
        "outcome": outcome_sentence(ruling, language=language),
        "effects": [
            {**effect.as_dict(), "sentence": effect_sentence(ruling.game, said, language=language)}
            for effect, said in zip(effects, ruling.effects, strict=True)
        ],
        "house": house_sentences(ruling, language=language),
        "geometry": ruling.as_dict()["geometry"],
    }  # fmt: skip


def number_of(check: Check, *, language: str = "en") -> dict[str, str] | None:
    """Return the measurement written out: "47.31", "cm of 50", "±0.03"; None where nothing was measured in cm."""
    if check.measured is None or check.unit != "cm" or not (check.limit or check.key == "sight"):
        return None
    half = SIGMAS_95 * check.sigma if check.sigma else None
    decimals = 1 if half is None else min(max(1, math.ceil(-math.log10(half) - 1e-9)), 3)
    limit = "" if check.limit is None else number(check.limit, "g", language)
    said, of = check.measured, label("cm_of", language=language, limit=limit)
    if check.key == "sight":
        piece = check.detail.get("piece") or label("the_piece", language=language)
        of = label("cm_into" if said < 0 else "cm_clear_of", language=language, piece=piece)
        said = abs(said)
    return {
        "measured": number(said, f".{decimals}f", language),
        "of": of,
        "plus_minus": "" if half is None else f"±{number(half, f'.{decimals}f', language)}",
        "limit": limit,
    }


def capital(text: str) -> str:
    """Return the text with its first letter large, whatever a stand or piece is called."""
    return text[:1].upper() + text[1:]


def _check(game: str, check: Check, decides: bool, language: str) -> dict[str, Any]:
    return {
        "name": name_of(check),
        "clause": check.clause,
        "key": check.key,
        "verdict": check.verdict,
        "modifies": check.modifies,
        "decides": decides,
        "by_referee": check.decided_by == "referee",
        "number": number_of(check, language=language),
        "sentence": capital(check_sentence(game, check, language=language)),
    }


def _undecided(check: Check) -> dict[str, Any]:
    chance = check.probability
    return {
        "name": name_of(check),
        "clause": check.clause,
        "key": check.key,
        "percent_in": None if chance is None else round(100 * chance),
    }
