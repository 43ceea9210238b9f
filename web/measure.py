"""The tools' measurements, and what a stand reaches. All on the settled table; none changes anything."""

from collections.abc import Mapping
from typing import Annotated, Any

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue
from pydantic import Field

from referee.match.state import NotNow
from referee.ruling_view import capital, ruling_view
from referee.words import check_sentence
from referee.words.action_titles import action_title
from referee.words.lengths import length_said
from referee.words.reaches import reach_sentences, weapon_name
from rules.blast_preview import burst_at
from rules.reach import Aim, Reach, reach
from rules.registry import game_named, rule
from rules.ruler import Spot, distances
from rules.ruling import Check
from table.errors import BadInput
from table.names import Name
from table.paths import leg_lengths, path_length
from table.terrain import Point
from web.actions import Action, Place, Strict, Way, on_table
from web.bodies import Body, json_body
from web.language import asked_language
from web.marks import asks_stand, cached_while, expensive, players_too
from web.match_session import MatchSession, Situation
from web.view import titles_of

HIDDEN = 'nothing is measured before it is declared; put "Declare first" off to measure openly'


class End(Strict):
    """One end of the ruler: a stand or a place."""

    stand: Name | None = None
    point: Place | None = None

    def spot(self, now: Situation) -> Spot:
        """Return the stand or the place; raises BadInput for both or none, UnknownStand."""
        if (self.stand is None) == (self.point is None):
            raise BadInput("an end of the ruler is either a stand or a point")
        if self.point is not None:
            return on_table(self.point, now.table)
        assert self.stand is not None
        return now.table.stand(self.stand)


class Ruler(Body):
    """How far it is from one end to the other."""

    start: End
    end: End


class Path(Body):
    """How long a way is."""

    path: Way


class Trial(Body):
    """What would be ruled of an action."""

    action: Action


class Burst(Body):
    """Whom a charge would reach that bursts there."""

    verb: Annotated[str, Field(max_length=20)]
    point: Place
    stand: Name | None = None


def measure_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/measure."""
    measure = Blueprint("measure", __name__, url_prefix="/api/measure")

    def open_table() -> Situation:
        now = session.position()
        if now.mode == "reveal":
            raise NotNow(HIDDEN)
        return now

    @measure.post("/ruler")
    @players_too
    @json_body(Ruler)
    def ruler(body: Ruler) -> ResponseReturnValue:
        """Measure from a stand or place to another."""
        now, language = open_table(), asked_language()
        found = distances(now.game, now.table, body.start.spot(now), body.end.spot(now), now.settings)
        return jsonify(
            distances=[
                {"how": it.how, "said": length_said(it.measured, language=language),
                 "points": _rounded(*filter(None, (it.measured.start, it.measured.end)))}
                for it in found
            ]
        )  # fmt: skip

    @measure.post("/path")
    @players_too
    @json_body(Path)
    def path(body: Path) -> ResponseReturnValue:
        """Measure a way."""
        now, language = open_table(), asked_language()
        points = [on_table(point, now.table) for point in body.path]
        return jsonify(
            said=length_said(path_length(points), language=language),
            legs=[round(cm, 2) for cm in leg_lengths(points)],
        )

    @measure.post("/trial")
    @players_too
    @json_body(Trial)
    def trial(body: Trial) -> ResponseReturnValue:
        """Tell what would be ruled of an action."""
        now, language = open_table(), asked_language()
        action = body.action.checked(now.game, now.table)
        ruling = rule(now.game, now.table, action, settings=now.settings, sides=now.memory.known)
        said = ruling_view(ruling, titles=titles_of(session.info, language), language=language)
        return jsonify({**said, "title": action_title(now.game, action, language=language)})

    @measure.post("/burst")
    @players_too
    @json_body(Burst)
    def burst(body: Burst) -> ResponseReturnValue:
        """Tell whom a burst would reach."""
        now, language = open_table(), asked_language()
        if body.verb not in game_named(now.game).bursts:
            raise BadInput("{verb} bursts nowhere in this game", verb=repr(body.verb))
        point = on_table(body.point, now.table)
        ruling = burst_at(now.game, now.table, body.verb, point, body.stand, now.settings)
        return jsonify(
            geometry=ruling.as_dict()["geometry"],
            reached=[_reached(now.game, check, language) for check in ruling.checks],
        )

    return measure


def _reached(game: str, check: Check, language: str) -> Mapping[str, Any]:
    chance = check.probability
    return {
        "stand": check.detail.get("stand"), "clause": check.clause, "verdict": check.verdict,
        "percent": None if chance is None or check.verdict != "close" else round(100 * chance),
        "sentence": capital(check_sentence(game, check, language=language)),
    }  # fmt: skip


def _rounded(*points: Point) -> list[list[float]]:
    return [[round(x, 3), round(y, 3)] for x, y in points]


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
        {"role": "going", "verb": it.verb, "form": "polygon", "points": _rounded(*it.outline)} for it in found.goings
    ]
    weapons = [
        {
            "role": it.shape.role, "verb": it.verb, "form": it.shape.form, "points": _rounded(*it.shape.points),
            "radius_cm": it.shape.radius_cm, "label": weapon_name(it, language=language),
        }
        for it in found.weapons
    ]  # fmt: skip
    lines = [_line(aim) for aim in found.aims if aim.sees != "failed"]
    return {"areas": [*goings, *weapons], "lines": lines, "said": reach_sentences(found, language=language)}


def _line(aim: Aim) -> dict[str, Any]:
    return {
        "verb": aim.verb, "target": aim.target, "sees": aim.sees, "reaches": aim.reaches,
        "points": _rounded(*aim.line),
    }  # fmt: skip
