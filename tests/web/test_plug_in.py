"""A plug-in of the session, here the test itself: it sees every observation, and the match waits for it."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from referee.cannon.ring import KeptFrame
from referee.observation import Observation, TableStatus
from web.match_session import MatchSession


@dataclass
class Gadget:
    """A plug-in that does what the test says."""

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
def gadgets(session: MatchSession) -> tuple[Gadget, Gadget]:
    first, second = Gadget(), Gadget()
    return session.plug_in(lambda _: first), session.plug_in(lambda _: second)


def test_each_hears_of_every_look_and_frame_and_pages_of_its_news(
    session: MatchSession, gadgets: tuple[Gadget, Gadget]
) -> None:
    observation, frame = session.observation, KeptFrame(1.0, np.zeros((2, 2), np.uint8))
    session.publish(observation)
    quiet = session.versions
    gadgets[0].news = True
    session.publish(observation)
    assert session.versions.table == quiet.table + 1
    session.film(frame)
    assert [gadget.seen for gadget in gadgets] == [[observation, observation, frame]] * 2
    assert session.reading().of(str) == "as it is"
    assert session.reading().of(int) is None


def test_while_one_holds_the_match_does_not_see_the_table(
    session: MatchSession, gadgets: tuple[Gadget, Gadget]
) -> None:
    before = session.position().table
    name = before.stands[0].name
    fallen = replace(session.observation, table=before.without(name), status=TableStatus("still"))
    gadgets[1].holds = True
    session.publish(fallen)
    assert session.held
    assert name in session.position().table
    gadgets[1].holds = False
    session.publish(fallen)
    assert not session.held
    assert name not in session.position().table


def test_film_is_welcome_where_one_wants_it(session: MatchSession, gadgets: tuple[Gadget, Gadget]) -> None:
    assert not session.wants_film
    gadgets[1].wants_film = True
    assert session.wants_film


def test_pages_hear_of_what_a_device_says_if_it_is_news(session: MatchSession) -> None:
    quiet = session.versions
    session.hear(lambda: False)
    assert session.versions == quiet
    session.hear(lambda: True)
    assert session.versions.table == quiet.table + 1


def test_one_is_found_by_its_kind(session: MatchSession, gadgets: tuple[Gadget, Gadget]) -> None:
    assert session.plugged(Gadget) is gadgets[0]
