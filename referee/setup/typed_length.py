"""A length that was typed and is not what was measured: what its writer may have meant."""

from collections.abc import Iterator

from referee.setup.match_file import CM_PER

NEAR = 0.005
"""A tape is read in round numbers: so far from the camera's length, as a share of it, a number still means it."""


def likely_meant(typed: float, measured: float, allowed: float) -> float | None:
    """Return the number that was meant where another was typed, in the same unit; None where nothing explains it.

    Two digits that stand side by side changed places, the decimal point slipped by a place, or inches were typed for
    centimetres or the other way about.

    >>> likely_meant(176, 167.2, 0.4), likely_meant(16.7, 167.2, 0.4), likely_meant(65.75, 167.0, 0.4)
    (167, 167, 167)
    >>> likely_meant(150, 167.2, 0.4)
    """
    if abs(typed - measured) <= allowed:
        return None
    near = [one for one in _slips(typed) if one != typed and abs(one - measured) <= max(allowed, NEAR * measured)]
    return min(near, key=lambda one: abs(one - measured), default=None)


def _slips(typed: float) -> Iterator[float]:
    text = f"{typed:g}"
    for k in range(len(text) - 1):
        if text[k : k + 2].isdigit():
            yield _short(float(text[:k] + text[k + 1] + text[k] + text[k + 2 :]))
    for factor in (10.0, 0.1, CM_PER["in"], 1 / CM_PER["in"]):
        yield _short(typed * factor)


def _short(length: float) -> float:
    """Return a length as one would say it: to a millimetre, or whole."""
    rounded = round(length, 1)
    return int(rounded) if rounded == int(rounded) else rounded
