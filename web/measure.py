"""The tools' measurements. All on the settled table; none changes anything."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from flask import Blueprint
from pydantic import Field

from referee.action_roles import acting_stand
from referee.match.state import NotNow
from referee.ruling_view import RulingView, ShapeView, ruling_view, shapes_of
from referee.view_fields import fields_of
from referee.words.action_titles import action_title
from referee.words.lengths import length_said
from referee.words.sentences import label
from rules.blast_preview import burst_at
from rules.registry import game_named, rule
from rules.ruler import OTHER_CM
from table.errors import BadInput
from table.names import Name
from table.paths import leg_lengths, path_length
from table.tape import ground_length
from table.terrain import Point
from web.actions import Action, Place, Way, on_table
from web.answers import json_answer
from web.bodies import Body, json_body
from web.language import asked_language
from web.marks import anyone, expensive, players_too
from web.match_session import MatchSession, Situation
from web.plan_view import titles_of
from web.ruler import DistancesView, JudgedView, Ruler, judged_view, rule_of

HIDDEN = 'nothing is measured before it is declared; put "Declare first" off to measure openly'


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


@dataclass(frozen=True, slots=True)
class PathView:
    """How long a way is: in all, written out, and leg by leg in cm."""

    said: str
    legs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BurstView:
    """Whom a burst would reach, and how that is drawn."""

    geometry: tuple[ShapeView, ...]
    reached: tuple[JudgedView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialView(RulingView):
    """What would be ruled of an action, its name, and whom its burst would reach where it has one."""

    title: str
    burst: BurstView | None


def measure_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/measure."""
    measure = Blueprint("measure", __name__, url_prefix="/api/measure")

    def open_table() -> Situation:
        now = session.position()
        if now.mode == "reveal":
            raise NotNow(HIDDEN)
        return now

    @measure.post("/ruler")
    @anyone
    @expensive
    @json_body(Ruler)
    @json_answer
    def ruler(body: Ruler) -> DistancesView:
        """Measure from a stand, place, piece of terrain or cell to another, and tell whether it is seen from there."""
        return rule_of(body, open_table(), asked_language())

    @measure.post("/path")
    @players_too
    @json_body(Path)
    @json_answer
    def path(body: Path) -> PathView:
        """Measure a way."""
        now, language = open_table(), asked_language()
        points = [on_table(point, now.table) for point in body.path]
        on_plan, followed = path_length(points), ground_length(tuple(points), now.table.pieces)
        said = length_said(on_plan, language=language)
        if abs(followed.value - on_plan.value) > OTHER_CM:
            ground = length_said(followed, language=language)
            said = label("way_over_ground", language=language, plan=said, ground=ground)
        return PathView(
            said=said,
            legs=tuple(round(cm, 2) for cm in leg_lengths(points)),
        )

    @measure.post("/trial")
    @players_too
    @json_body(Trial)
    @json_answer
    def trial(body: Trial) -> TrialView:
        """Tell what would be ruled of an action."""
        now, language = open_table(), asked_language()
        action = body.action.checked(now.game, now.table)
        ruling = rule(now.game, now.table, action, settings=now.settings, sides=now.memory.known)
        said = ruling_view(ruling, titles=titles_of(session.info, language), language=language)
        return TrialView(
            **fields_of(said),
            title=action_title(now.game, action, language=language),
            burst=_of_action(now, action, language),
        )

    @measure.post("/burst")
    @players_too
    @json_body(Burst)
    @json_answer
    def burst(body: Burst) -> BurstView:
        """Tell whom a burst would reach."""
        now, language = open_table(), asked_language()
        if body.verb not in game_named(now.game).bursts:
            raise BadInput("{verb} bursts nowhere in this game", verb=repr(body.verb))
        point = on_table(body.point, now.table)
        return _burst(now, body.verb, point, body.stand, language)

    return measure


def _of_action(now: Situation, action: Mapping[str, Any], language: str) -> BurstView | None:
    verb, point = str(action["type"]), action.get("point")
    if point is None or verb not in game_named(now.game).bursts:
        return None
    return _burst(now, verb, (point[0], point[1]), acting_stand(action), language)


def _burst(now: Situation, verb: str, point: Point, stand: str | None, language: str) -> BurstView:
    ruling = burst_at(now.game, now.table, verb, point, stand, now.settings)
    return BurstView(
        geometry=shapes_of(ruling),
        reached=tuple(judged_view(now.game, check, language) for check in ruling.checks),
    )
