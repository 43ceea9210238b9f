"""What a game plugs into the desk, here one that the test is: it sees every observation, and the match waits for it."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from referee.cannon.ring import Kept
from referee.observation import Observation, TableStatus
from web.desk import Desk


@dataclass
class Gadget:
    """A plug-in that does what the test says."""

    holds: bool = False
    wants_film: bool = False
    news: bool = False
    seen: list[Observation | Kept] = field(default_factory=list)

    def see(self, observation: Observation) -> bool:
        self.seen.append(observation)
        return self.news

    def film(self, frame: Kept) -> None:
        self.seen.append(frame)

    def state(self) -> str:
        return "as it is"


@pytest.fixture
def gadgets(desk: Desk) -> tuple[Gadget, Gadget]:
    first, second = Gadget(), Gadget()
    return desk.plug_in(lambda _: first), desk.plug_in(lambda _: second)


def test_each_hears_of_every_look_and_frame_and_pages_of_its_news(desk: Desk, gadgets: tuple[Gadget, Gadget]) -> None:
    observation, frame = desk.observation, Kept(1.0, np.zeros((2, 2), np.uint8))
    desk.publish(observation)
    quiet = desk.versions
    gadgets[0].news = True
    desk.publish(observation)
    assert desk.versions.table == quiet.table + 1
    desk.film(frame)
    assert [gadget.seen for gadget in gadgets] == [[observation, observation, frame]] * 2
    assert desk.reading().of(str) == "as it is"
    assert desk.reading().of(int) is None


def test_while_one_holds_the_match_does_not_see_the_table(desk: Desk, gadgets: tuple[Gadget, Gadget]) -> None:
    before = desk.position().table
    name = before.stands[0].name
    fallen = replace(desk.observation, table=before.without(name), status=TableStatus("still"))
    gadgets[1].holds = True
    desk.publish(fallen)
    assert desk.held
    assert name in desk.position().table
    gadgets[1].holds = False
    desk.publish(fallen)
    assert not desk.held
    assert name not in desk.position().table


def test_film_is_welcome_where_one_wants_it(desk: Desk, gadgets: tuple[Gadget, Gadget]) -> None:
    assert not desk.wants_film
    gadgets[1].wants_film = True
    assert desk.wants_film


def test_pages_hear_of_what_a_device_says_if_it_is_news(desk: Desk) -> None:
    quiet = desk.versions
    desk.hear(lambda: False)
    assert desk.versions == quiet
    desk.hear(lambda: True)
    assert desk.versions.table == quiet.table + 1


def test_one_is_found_by_its_kind(desk: Desk, gadgets: tuple[Gadget, Gadget]) -> None:
    assert desk.plugged(Gadget) is gadgets[0]
