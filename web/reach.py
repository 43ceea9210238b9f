"""What a stand reaches, for the plan to draw and the card to list; nothing of it before an action is declared."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from referee.words.reaches import reach_sentences, weapon_name
from rules.reach import Aim, Reach, reach
from web.desk import Desk, Position
from web.language import asked_language

KEPT = 32
Key = tuple[str, int, str]


class Reaches:
    """What stands reach on the newest tables: hundreds of rulings each, so that all pages share them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, Reach] = OrderedDict()

    def of(self, now: Position, name: str) -> Reach:
        """Return what a stand reaches; raises UnknownStand."""
        key = (name, *now.version)
        if key not in self._kept:
            found = reach(now.game, now.table, now.memory, name, now.settings)
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept.get(key) or reach(now.game, now.table, now.memory, name, now.settings)


def reach_blueprint(desk: Desk) -> Blueprint:
    """Return the route /api/reach/<name>."""
    routes, reaches = Blueprint("reach", __name__, url_prefix="/api"), Reaches()

    @routes.get("/reach/<name>")
    def of(name: str) -> ResponseReturnValue:
        """Tell what a stand reaches; nothing of it before a declaration."""
        now, language = desk.position(), asked_language()
        now.table.stand(name)
        if now.mode == "reveal":  # a circle of 50 cm tells who stands inside it
            return jsonify(stand=name, hidden=True, areas=[], lines=[], said=[])
        return jsonify(stand=name, hidden=False, **reach_view(reaches.of(now, name), language))

    return routes


def reach_view(found: Reach, language: str) -> Mapping[str, Any]:
    """Return areas and lines in table cm, and the same as a list of sentences."""
    goings = [
        {"role": "going", "verb": it.verb, "form": "polygon", "points": _rounded(it.outline)} for it in found.goings
    ]
    weapons = [
        {
            "role": it.shape.role, "verb": it.verb, "form": it.shape.form, "points": _rounded(it.shape.points),
            "radius_cm": it.shape.radius_cm, "label": weapon_name(it, language=language),
        }
        for it in found.weapons
    ]  # fmt: skip
    lines = [_line(aim) for aim in found.aims if aim.sees != "failed"]
    return {"areas": [*goings, *weapons], "lines": lines, "said": reach_sentences(found, language=language)}


def _line(aim: Aim) -> dict[str, Any]:
    return {
        "verb": aim.verb, "target": aim.target, "sees": aim.sees, "reaches": aim.reaches,
        "points": _rounded(aim.line),
    }  # fmt: skip


def _rounded(points: Any) -> list[list[float]]:
    return [[round(x, 3), round(y, 3)] for x, y in points]
