"""A ruling's number written out, and the sign and tone of its verdict."""

import math
from collections.abc import Mapping

from referee.words.languages import number
from referee.words.sentences import label
from rules.ruling import Check

SURE = 1.959964
"""A ± holds 95 % of the measurements that could be: the same share that makes a limit too close to call."""

TONES: Mapping[str, str] = {"allowed": "in", "refused": "out", "too_close": "close"}
SIGNS: Mapping[str, str] = {"in": "✓", "out": "✕", "close": "≈"}
ORDER: Mapping[str, int] = {"failed": 0, "close": 1, "passed": 2}


def number_of(check: Check, *, language: str = "en") -> dict[str, str] | None:
    """Return the measurement written out: "47.31", "cm of 50", "±0.03"; None where nothing was measured in cm."""
    if check.measured is None or check.unit != "cm" or not (check.limit or check.key == "sight"):
        return None
    half = SURE * check.sigma if check.sigma else None
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
