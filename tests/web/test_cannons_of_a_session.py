"""The cannons of a session: they see every observation, and the match waits for the answer to a shot."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from referee.cannon.ring import KeptFrame
from referee.observation import Observation, TableStatus
from web.match_session import MatchSession


@dataclass
class Gadget:
    """Cannons that do what the test says."""

    holds: bool = False
    wants_film: bool = False
    news: bool = False
    seen: list[Observation | KeptFrame] = field(default_factory=list)

    def see(self, observation: Observation) -> bool:
        self.seen.append(observation)
        return self.news

    def film(self, frame: KeptFrame) -> None:
        self.seen.append(frame)

    def state(self) -> str:
        return "as it is"


@pytest.fixture
def gadget(session: MatchSession) -> Any:
    return session.plug_in(lambda _: Gadget())  # type: ignore[arg-type,return-value]


def test_they_hear_of_every_look_and_frame_and_pages_of_their_news(session: MatchSession, gadget: Gadget) -> None:
    observation, frame = session.observation, KeptFrame(1.0, np.zeros((2, 2), np.uint8))
    session.publish(observation)
    quiet = session.versions
    gadget.news = True
    session.publish(observation)
    assert session.versions.table == quiet.table + 1
    session.film(frame)
    assert gadget.seen == [observation, observation, frame]
    assert session.reading().cannon == "as it is"


def test_a_game_without_cannons_shows_none(session: MatchSession) -> None:
    session.film(KeptFrame(1.0, np.zeros((2, 2), np.uint8)))
    assert (session.reading().cannon, session.held, session.wants_film) == (None, False, False)


def test_while_they_hold_the_match_does_not_see_the_table(session: MatchSession, gadget: Gadget) -> None:
    before = session.position().table
    name = before.stands[0].name
    fallen = replace(session.observation, table=before.without(name), status=TableStatus("still"))
    gadget.holds = True
    session.publish(fallen)
    assert session.held
    assert name in session.position().table
    gadget.holds = False
    session.publish(fallen)
    assert not session.held
    assert name not in session.position().table


def test_film_is_welcome_where_they_want_it(session: MatchSession, gadget: Gadget) -> None:
    assert not session.wants_film
    gadget.wants_film = True
    assert session.wants_film


def test_pages_hear_of_what_a_device_says_if_it_is_news(session: MatchSession) -> None:
    quiet = session.versions
    session.hear(lambda: False)
    assert session.versions == quiet
    session.hear(lambda: True)
    assert session.versions.table == quiet.table + 1
