"""People who mean ill, or merely tap at once, at real servers: none dies, none answers with a bug, nothing is lost."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hand_clock import HandClock
from serving_crash import crash_test
from serving_fuzz import fuzz_test
from serving_house import HOUSES
from serving_routes import HALL_PAGES, PAGES, SETUP_PAGES, wizard_routes

from referee.club.record import Club
from referee.observation import Observation, TableStatus
from simulation.rehearsal.cannon_scene import CannonScene
from simulation.rehearsal.demos import demo_games, demo_scene
from web.app import create_app
from web.fair import Cup
from web.hall.app import create_hall_app
from web.hall.news import HallNews
from web.match_session import MatchSession
from web.stage import session_of, set_stage

pytestmark = pytest.mark.ci

Tell = Callable[[str], None]
CI_S, PROVE_S = 5.0, 600 / len(HOUSES)
IN_CI = ("ambush", "hall")
"""Starting a house takes longer than asking it: CI asks one, `prove` all, and with bad requests too."""
MANY = 100_000 // len(HOUSES) + 1


@pytest.mark.parametrize(
    ("seconds", "house"),
    [
        *(pytest.param(CI_S, house, id=f"seconds-{house}") for house in IN_CI),
        *(pytest.param(PROVE_S, house, id=f"long-{house}", marks=pytest.mark.prove) for house in HOUSES),
    ],
)
def test_a_server_lives_while_all_ask_at_once(house: str, seconds: float, tell: Tell) -> None:
    tally, wrong = crash_test(house, seconds)
    if seconds == PROVE_S:
        tell(f"{house}: {tally.asked} requests of 8 clients in {seconds:.0f} s, {tally.statuses}")
    assert wrong == []
    assert tally.statuses.get(200, 0) > tally.asked / 5, "what is asked is computed, not refused"


@pytest.mark.prove
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("house", HOUSES)
def test_bad_requests_break_nothing(house: str, tell: Tell) -> None:
    tally, wrong = fuzz_test(house, MANY)
    tell(f"{house}: {tally.asked} bad requests, {tally.statuses}")
    assert wrong == []
    assert tally.asked > MANY / 2
    assert {200, 400, 403, 404, 405} <= set(tally.statuses)


def beside_the_api(rules: list[str]) -> set[str]:
    """Return the pages among an application's routes, as a document writes them."""
    return {re.sub(r"<(?:\w+(?:\(.*?\))?:)?(\w+)>", r"{\1}", rule) for rule in rules if not rule.startswith("/api/")}


def session_without_camera(game: str) -> MatchSession:
    """A game's session on the true table: a camera takes seconds to set up. A cannon is plugged in with its camera."""
    scene = demo_scene(game)
    if isinstance(scene, CannonScene):
        return set_stage(scene, HandClock(), Cup(2)).session
    seen = Observation(scene.truth(), TableStatus("still"))
    return session_of(scene, scene.roster, seen, Cup(2), HandClock().now_s, "a test")


@pytest.mark.parametrize("game", demo_games())
def test_every_page_is_among_those_that_are_asked(game: str) -> None:
    session = session_without_camera(game)
    rules = [str(rule) for rule in create_app(session).url_map.iter_rules()]
    session.close()
    beside = beside_the_api(rules)
    assert beside - {*PAGES} == set()
    assert len(beside) > 15


def test_every_page_of_the_hall_is_among_those_that_are_asked(tmp_path: Path) -> None:
    with Club(tmp_path / "club.sqlite") as club:
        rules = [str(rule) for rule in create_hall_app(club, HallNews(club)).url_map.iter_rules()]
    assert beside_the_api(rules) == {*HALL_PAGES}


def test_the_wizard_is_asked_for_all_it_has() -> None:
    asked = {route.path for route in wizard_routes()}
    assert asked >= {*SETUP_PAGES}
    assert {"/api/setup/{known_id}/lens/self", "/api/setup/{known_id}/table/find", "/api/terrain"} <= asked
