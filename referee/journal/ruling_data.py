"""Rulings as a journal writes them, and back."""

from collections.abc import Mapping
from typing import Any

from referee.journal.folding import effects_from
from rules.ruling import Check, HouseValue, Ruling, Shape, Throw


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
