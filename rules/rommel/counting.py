"""What is counted and held against a limit: hexes, counters, aircraft, points; known exactly."""

from rules.rommel.settings import Builder
from table.verdict import judge


def at_most(builder: Builder, clause: str, key: str, count: float, limit: float, unit: str, **detail: object) -> bool:
    """Judge that a number is no more than its limit."""
    found = judge(count, limit)
    return bool(builder.judged(clause, key, found, unit, modifies=False, list_failed=True, **detail))


def at_least(builder: Builder, clause: str, key: str, count: float, limit: float, unit: str, **detail: object) -> bool:
    """Judge that a number is no less than its limit."""
    found = judge(count, limit, at_most=False)
    return bool(builder.judged(clause, key, found, unit, modifies=False, list_failed=True, **detail))


def record_at_least(
    builder: Builder, clause: str, key: str, count: float, limit: float, unit: str, **detail: object
) -> bool:  # fmt: skip
    """Record whether a number is no less than its limit, where that refuses nothing."""
    found = judge(count, limit, at_most=False)
    return bool(builder.judged(clause, key, found, unit, modifies=True, list_failed=True, **detail))
