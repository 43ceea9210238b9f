"""What is counted and held against a limit: hexes, counters, aircraft, points; known exactly."""

from typing import Any

from rules.rommel.settings import Builder
from table.measurement import Measurement


def at_most(builder: Builder, clause: str, key: str, count: float, limit: float, unit: str, **detail: Any) -> bool:
    """Judge that a number is no more than its limit."""
    return bool(builder.limit(clause, key, Measurement(count), limit, unit, **detail))


def at_least(builder: Builder, clause: str, key: str, count: float, limit: float, unit: str, **detail: Any) -> bool:
    """Judge that a number is no less than its limit."""
    return bool(builder.limit(clause, key, Measurement(count), limit, unit, at_most=False, **detail))


def told(builder: Builder, clause: str, key: str, count: float, limit: float, unit: str, **detail: Any) -> bool:
    """Record whether a number is no less than its limit, where that refuses nothing."""
    number = Measurement(count)
    return bool(builder.limit(clause, key, number, limit, unit, at_most=False, modifies=True, **detail))
