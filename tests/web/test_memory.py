"""What a match holds in memory does not grow with what was done in it: that is in the journal."""

import gc
import tracemalloc
from collections import Counter
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from referee.match.match import Match
from referee.match.walks import MOST_WALKS
from web.fair import Cup
from web.match_session import MatchSession

PACKAGES = ("table", "rules", "vision", "hardware", "calibration", "referee", "web", "cli")
ROUNDS, TURNS, LOOKS, DICE = 4, 30, 500, 5_000
MORE_OBJECTS, MORE_BYTES = 50, 100_000
"""So much may come and go by the moment at which is counted."""


def shoot_and_take_back(match: Match) -> None:
    match.declare("Miller", "Weber")
    match.throw([6])
    match.undo()
    match.withdraw()


def acts(session: MatchSession, page: FlaskClient, rounds: int) -> None:
    """Shoot and take it back, let turn after turn end, and ask for what tells of it."""
    for _ in range(rounds):
        session.act(shoot_and_take_back)
        for _ in range(TURNS):
            session.act(lambda match: match.end_turn())
        for path in ("/api/view", "/api/watch?lang=it"):
            assert page.get(path).status_code == 200


def looks(session: MatchSession, count: int) -> None:
    """Let a stand be seen to walk."""
    for k in range(count):
        session.publish(replace(session.observation, time_s=float(k), walked=(("Harris", 1.0),)))


def own_objects() -> Counter[str]:
    """Return how many objects of Vedette's own classes there are, by class."""
    gc.collect()
    kinds = (type(it) for it in gc.get_objects())
    return Counter(f"{kind.__module__}.{kind.__name__}" for kind in kinds if str(kind.__module__).startswith(PACKAGES))


@pytest.mark.prove
def test_thousands_of_acts_looks_and_dice_leave_nothing_behind(session: MatchSession, page: FlaskClient) -> None:
    cup = Cup(0)
    tracemalloc.start()
    try:
        acts(session, page, 3)  # until what is bounded is full
        looks(session, MOST_WALKS)
        before, bytes_before = own_objects(), tracemalloc.get_traced_memory()[0]
        acts(session, page, ROUNDS)
        looks(session, LOOKS)
        for k in range(DICE):
            cup.throw("a shot", k % 6, 1)
        more = own_objects() - before
        bytes_more = tracemalloc.get_traced_memory()[0] - bytes_before
    finally:
        tracemalloc.stop()
    assert more.total() < MORE_OBJECTS, more.most_common(5)
    assert bytes_more < MORE_BYTES


def walked(session: MatchSession) -> float:
    """Return how far the walker has gone in this turn."""
    return session.act(lambda match: match.current.walks.of(match.now.memory.turn, match.now.memory.side))["Harris"]


@pytest.mark.prove
def test_ways_that_are_dropped_still_count_in_their_turn(session: MatchSession) -> None:
    looks(session, MOST_WALKS + 500)
    assert walked(session) == MOST_WALKS + 500
    assert session.act(lambda match: match.current.walks.mark) == MOST_WALKS + 500


@pytest.mark.prove
def test_ways_are_forgotten_back_to_a_mark(session: MatchSession) -> None:
    looks(session, MOST_WALKS + 500)
    session.act(lambda match: match.forget_walks(MOST_WALKS + 400))
    assert walked(session) == MOST_WALKS + 400
