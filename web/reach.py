"""What a stand reaches, for the plan to draw and the card to list; nothing of it before an action is declared."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from referee.words.reaches import reach_sentences, weapon_name
from rules.reach import Aim, Reach, reach
from web.language import asked_language
from web.marks import cached_while, expensive
from web.match_session import MatchSession
from web.stand_argument import asks_stand


def reach_blueprint(session: MatchSession) -> Blueprint:
    """Return the route /api/reach?stand=NAME."""
    routes = Blueprint("reach", __name__, url_prefix="/api")

    @routes.get("/reach")
    @routes.get("/reach/<path:name>")
    @expensive
    @cached_while(lambda: session.versions.of_table, "stand")
    @asks_stand
    def of(name: str) -> ResponseReturnValue:
        """Tell what a stand reaches; nothing of it before a declaration."""
        now, language = session.position(), asked_language()
        now.table.stand(name)
        if now.mode == "reveal":  # a circle of 50 cm tells who stands inside it
            return jsonify(stand=name, hidden=True, areas=[], lines=[], said=[])
        found = reach(now.game, now.table, now.memory, name, now.settings)
        return jsonify(stand=name, hidden=False, **reach_view(found, language))

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
