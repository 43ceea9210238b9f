"""A length written out with its ±, as precisely as it is known."""

import math

from referee.words.languages import number
from table.measurement import Measurement
from table.uncertainty import SIGMAS_95


def length_said(measured: Measurement, *, language: str = "en") -> str:
    """Return "47.31 cm ±0.03"; without a ± where the number is exact."""
    half = SIGMAS_95 * measured.sigma
    if half <= 0:
        return f"{number(measured.value, '.1f', language)} cm"
    decimals = min(max(1, math.ceil(-math.log10(half) - 1e-9)), 3)
    spec = f".{decimals}f"
    return f"{number(measured.value, spec, language)} cm ±{number(half, spec, language)}"
