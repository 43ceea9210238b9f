"""What a stand reaches: where it may go, how far its weapons carry, whom it sees."""

from dataclasses import dataclass
from typing import Literal

from flask import Blueprint

from referee.words.reaches import ReachLineView, reach_sentences, weapon_name
from rules.reach import Aim, Reach, reach
from rules.ruling import CheckVerdict
from table.terrain import Point
from web.answers import json_answer
from web.language import asked_language
from web.marks import asks_stand, cached_while, expensive
from web.match_session import MatchSession
from web.ruler import rounded_points


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingView:
    """Where a stand may go by a verb, in table cm."""

    role: Literal["going"]
    verb: str
    form: Literal["polygon"]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponView:
    """How far a weapon reaches: a polygon, or a disc round one point, in table cm."""

    role: str
    verb: str
    form: Literal["line", "polygon", "disc"]
    points: tuple[Point, ...]
    radius_cm: float | None
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AimView:
    """An enemy that a stand sees, as a weapon has it; or, where ``sees`` failed, one that it may fire at unseen."""

    verb: str
    target: str
    sees: CheckVerdict
    reaches: CheckVerdict
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachView:
    """What a stand reaches; ``hidden``: nothing of it is told before a declaration."""

    stand: str
    hidden: bool
    areas: tuple[GoingView | WeaponView, ...]
    lines: tuple[AimView, ...]
    said: tuple[ReachLineView, ...]


def reach_blueprint(session: MatchSession) -> Blueprint:
    """Return the route /api/reach?stand=NAME."""
    routes = Blueprint("reach", __name__, url_prefix="/api")

    @routes.get("/reach")
    @routes.get("/reach/<path:name>")
    @expensive
    @cached_while(lambda: session.versions.of_table, "stand")
    @asks_stand
    @json_answer
    def of(name: str) -> ReachView:
        """Tell what a stand reaches; nothing of it before a declaration."""
        now, language = session.position(), asked_language()
        now.table.stand(name)
        if now.mode == "reveal":  # a circle of 50 cm tells who stands inside it
            return ReachView(stand=name, hidden=True, areas=(), lines=(), said=())
        found = reach(now.game, now.table, now.memory, name, now.settings)
        return reach_view(name, found, language)

    return routes


def reach_view(name: str, found: Reach, language: str) -> ReachView:
    """Return areas and lines in table cm, and the same as a list of sentences."""
    goings = tuple(
        GoingView(role="going", verb=it.verb, form="polygon", points=rounded_points(*it.outline)) for it in found.goings
    )
    weapons = tuple(
        WeaponView(
            role=it.shape.role,
            verb=it.verb,
            form=it.shape.form,
            points=rounded_points(*it.shape.points),
            radius_cm=it.shape.radius_cm,
            label=weapon_name(it, language=language),
        )
        for it in found.weapons
    )
    drawn: dict[str, Aim] = {}
    for aim in found.aims:  # a line for each enemy, by the first weapon that reaches him
        if (aim.sees != "failed" or aim.blind) and (aim.target not in drawn or drawn[aim.target].reaches == "failed"):
            drawn[aim.target] = aim
    lines = tuple(map(_line, drawn.values()))
    said = reach_sentences(found, language=language)
    return ReachView(stand=name, hidden=False, areas=(*goings, *weapons), lines=lines, said=said)


def _line(aim: Aim) -> AimView:
    return AimView(
        verb=aim.verb, target=aim.target, sees=aim.sees, reaches=aim.reaches, points=rounded_points(*aim.line)
    )
