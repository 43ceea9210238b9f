"""Rulings as a journal writes them, and back."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.ruling import Check, Effect, HouseValue, Ruling, Shape, Throw


def effects_from(listed: Iterable[Effect | Mapping[str, Any]]) -> tuple[Effect, ...]:
    """Return effects from their flat form; one that is an effect already stays as it is."""
    return tuple(each if isinstance(each, Effect) else Effect.of(each) for each in listed)


def effects_data(effects: Iterable[Effect]) -> list[dict[str, object]]:
    """Return effects in their flat form."""
    return [effect.as_dict() for effect in effects]


def ruling_from(data: Mapping[str, Any]) -> Ruling:
    """Return the ruling that ``Ruling.as_dict`` wrote."""
    return Ruling(
        data["game"],
        data["action"],
        data["verdict"],
        tuple(_check(check) for check in data["checks"]),
        tuple(_throw(throw) for throw in data["dice"]),
        data["outcome"],
        effects_from(data["effects"]),
        None if data["needs"] is None else _throw(data["needs"]),
        tuple(data["unused_dice"]),
        tuple(HouseValue(h["key"], h["value"], h["clause"]) for h in data["house_values"]),
        tuple(_shape(shape) for shape in data["geometry"]),
    )


def _check(data: Mapping[str, Any]) -> Check:
    return Check(**{key: value for key, value in data.items() if key != "passed"})


def _throw(data: Mapping[str, Any]) -> Throw:
    return Throw(data["clause"], data["for"], data["asked"], tuple(data["given"]), data["roller"])


def _shape(data: Mapping[str, Any]) -> Shape:
    points = tuple((float(x), float(y)) for x, y in data["points"])
    return Shape(data["role"], data["form"], points, data.get("radius_cm"), data.get("label"))
