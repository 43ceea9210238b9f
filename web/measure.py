"""The tools' measurements. All on the settled table; none changes anything."""

from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint
from pydantic import Field

from referee.match.state import NotNow
from referee.ruling_view import RulingView, ShapeView, capital, ruling_view, shapes_of
from referee.view_fields import fields_of
from referee.words import check_sentence
from referee.words.action_titles import action_title
from referee.words.lengths import length_said
from referee.words.sentences import label
from rules.blast_preview import burst_at
from rules.registry import game_named, rule
from rules.ruler import OTHER_CM, Spot, distances
from rules.ruling import Check, CheckVerdict
from table.errors import BadInput
from table.ground_way import ground_length
from table.names import Name
from table.paths import leg_lengths, path_length
from table.terrain import Point
from web.actions import Action, Place, Strict, Way, on_table
from web.answers import json_answer
from web.bodies import Body, json_body
from web.language import asked_language
from web.marks import players_too
from web.match_session import MatchSession, Situation
from web.plan_view import titles_of

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


@dataclass(frozen=True, slots=True)
class DistanceView:
    """One distance: how it was measured, written out, and its ends in table cm."""

    how: str
    said: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class DistancesView:
    """How far it is from one end of the ruler to the other, the game's own way first."""

    distances: tuple[DistanceView, ...]


@dataclass(frozen=True, slots=True)
class PathView:
    """How long a way is: in all, written out, and leg by leg in cm."""

    said: str
    legs: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialView(RulingView):
    """What would be ruled of an action, and its name."""

    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachedView:
    """Whether a burst reaches a stand; ``percent`` where that is too close to call."""

    stand: str | None
    clause: str
    verdict: CheckVerdict
    percent: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class BurstView:
    """Whom a burst would reach, and how that is drawn."""

    geometry: tuple[ShapeView, ...]
    reached: tuple[ReachedView, ...]


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
    @json_answer
    def ruler(body: Ruler) -> DistancesView:
        """Measure from a stand or place to another."""
        now, language = open_table(), asked_language()
        found = distances(now.game, now.table, body.start.spot(now), body.end.spot(now), now.settings)
        return DistancesView(
            tuple(
                DistanceView(
                    how=it.how,
                    said=length_said(it.measured, language=language),
                    points=rounded_points(*filter(None, (it.measured.start, it.measured.end))),
                )
                for it in found
            )
        )

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
        return TrialView(**fields_of(said), title=action_title(now.game, action, language=language))

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
        ruling = burst_at(now.game, now.table, body.verb, point, body.stand, now.settings)
        return BurstView(
            geometry=shapes_of(ruling),
            reached=tuple(_reached(now.game, check, language) for check in ruling.checks),
        )

    return measure


def _reached(game: str, check: Check, language: str) -> ReachedView:
    chance, stand = check.probability, check.detail.get("stand")
    return ReachedView(
        stand=None if stand is None else str(stand),
        clause=check.clause,
        verdict=check.verdict,
        percent=None if chance is None or check.verdict != "close" else round(100 * chance),
        sentence=capital(check_sentence(game, check, language=language)),
    )


def rounded_points(*points: Point) -> tuple[Point, ...]:
    """Return places of the table to a hundredth of a millimetre."""
    return tuple((round(x, 3), round(y, 3)) for x, y in points)
