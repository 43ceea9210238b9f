"""What is counted and held against a limit: hexes, counters, aircraft, points; known exactly."""

from typing import Any

from rules.hearing import Hearing
from table.measurement import Measurement


def at_most(hearing: Hearing, clause: str, key: str, count: float, limit: float, unit: str, **detail: Any) -> bool:
    """Judge that a number is no more than its limit."""
    return bool(hearing.limit(clause, key, Measurement(count), limit, unit, **detail))


def at_least(hearing: Hearing, clause: str, key: str, count: float, limit: float, unit: str, **detail: Any) -> bool:
    """Judge that a number is no less than its limit."""
    return bool(hearing.limit(clause, key, Measurement(count), limit, unit, at_most=False, **detail))


def told(hearing: Hearing, clause: str, key: str, count: float, limit: float, unit: str, **detail: Any) -> bool:
    """Record whether a number is no less than its limit, where that refuses nothing."""
    number = Measurement(count)
    return bool(hearing.limit(clause, key, number, limit, unit, at_most=False, modifies=True, **detail))
