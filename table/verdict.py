"""The three-way verdict: in, out, or too close to call."""

import math
from dataclasses import dataclass
from enum import StrEnum

from table.errors import BadGeometry
from table.measurement import Measurement

SLACK = 1e-6
"""Limits are inclusive with this much room (cm), so that 50 cm typed in is within 50 cm (docs/conventions.md)."""

DOUBT = 0.025
"""Too close is when the smaller of P(in) and P(out) exceeds this: 95 % two-sided (docs/conventions.md)."""


class Verdict(StrEnum):
    """Which side of a limit a measurement lies on."""

    IN = "in"
    OUT = "out"
    CLOSE = "too_close"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A measured number held against a limit: the verdict and the probability that it is in."""

    verdict: Verdict
    probability_in: float
    measured: float
    limit: float
    sigma: float

    @property
    def opposite(self) -> "Judgement":
        """The judgement of the opposite condition."""
        turned = {Verdict.IN: Verdict.OUT, Verdict.OUT: Verdict.IN}.get(self.verdict, Verdict.CLOSE)
        return Judgement(turned, 1 - self.probability_in, self.measured, self.limit, self.sigma)


def judge(
    measured: Measurement | float, limit: float, *, at_most: bool = True, doubt: float = DOUBT, slack: float = SLACK
) -> Judgement:
    """Hold a measurement against an inclusive limit: in when at most (or, ``at_most=False``, at least) the limit.

    Without sigma the answer is exact, with probability 1 or 0. With it the true value is normal about the measured
    one, and the verdict is too close when the smaller of P(in) and P(out) exceeds ``doubt`` (0 to 0.5). ``slack``
    widens the limit; a negative one makes it strict. Raises BadGeometry for numbers that are not finite or a doubt
    out of its range.

    >>> judge(50.8, 50).verdict
    <Verdict.OUT: 'out'>
    >>> judge(Measurement(49.95, 0.05), 50).verdict
    <Verdict.CLOSE: 'too_close'>
    """
    m = measured if isinstance(measured, Measurement) else Measurement(measured)
    limit, doubt = float(limit), float(doubt)
    if not math.isfinite(limit) or not math.isfinite(slack):
        raise BadGeometry(f"a limit must be a finite number, got {limit} (slack {slack})")
    if not 0.0 <= doubt <= 0.5:
        raise BadGeometry(f"doubt must be from 0 to 0.5, got {doubt}")
    room = (limit - m.value if at_most else m.value - limit) + slack
    if m.sigma == 0.0:
        inside = 1.0 if room >= 0 else 0.0
        return Judgement(Verdict.IN if inside else Verdict.OUT, inside, m.value, limit, 0.0)
    z = room / m.sigma / math.sqrt(2.0)
    # Each tail from its own erfc: 1 - P would lose a tail smaller than 1e-16.
    p_in, p_out = 0.5 * math.erfc(-z), 0.5 * math.erfc(z)
    likelier = Verdict.IN if p_in >= p_out else Verdict.OUT
    verdict = Verdict.CLOSE if min(p_in, p_out) > doubt else likelier
    return Judgement(verdict, p_in, m.value, limit, m.sigma)
