"""What people call the sides, put in place of their keys before a ruling is said."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.ruling import Check, Effect, Ruling, Throw

Titles = Mapping[str, str]
"""What people call each side, by its key, in the language that is spoken; a side without one is called by its key."""
PLACES = ("side", "enemy", "winner", "first")
"""Where a check's or an effect's sentence names a side."""


def called(ruling: Ruling, titles: Titles) -> Ruling:
    """Return a ruling whose sentences name the sides by their titles: for saying, not for playing."""
    if not titles:
        return ruling
    return replace(
        ruling,
        checks=tuple(check_called(check, titles) for check in ruling.checks),
        dice=tuple(_thrown(throw, titles) for throw in ruling.dice),
        needs=None if ruling.needs is None else _thrown(ruling.needs, titles),
        effects=effects_called(ruling.effects, titles),
    )


def check_called(check: Check, titles: Titles) -> Check:
    """Return a check with the sides named by their titles."""
    return replace(check, detail=_told(check.detail, titles))


def effects_called(effects: Sequence[Effect], titles: Titles) -> tuple[Effect, ...]:
    """Return what happens, with the sides named by their titles."""
    return tuple(replace(effect, values=_told(effect.values, titles)) for effect in effects)


def _thrown(throw: Throw, titles: Titles) -> Throw:
    return replace(throw, roller=titles.get(throw.roller, throw.roller) if throw.roller else throw.roller)


def _told(values: Mapping[str, Any], titles: Titles) -> dict[str, Any]:
    return {
        place: titles.get(value, value) if place in PLACES and isinstance(value, str) else value
        for place, value in values.items()
    }
