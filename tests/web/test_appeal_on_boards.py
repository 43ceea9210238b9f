"""An appeal against where losses to the cannon count: the same shot under another zone, of those offered (M5.2)."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from board_session import OCCASION, SIDES, Hands, full_board
from flask.testing import FlaskClient

from referee.journal.store import TemporaryJournal
from referee.match_info import MatchInfo
from web.app import create_app

SHOT = {"type": "shot", "side": "allies", "fallen": [{"square": "G-1", "cause": "direct"}]}
"""G-1 is in the fortification: outside the standard zone."""


@pytest.fixture
def shot() -> Iterator[Callable[..., FlaskClient]]:
    """Return what records a direct hit of the Allies under a zone; the entry's number is 2."""
    with TemporaryJournal() as journal:

        def recorded(zone: Any) -> FlaskClient:
            info = MatchInfo(game=OCCASION.game, title="", verb="", sides=SIDES, settings={"zone": zone})
            hands = Hands(full_board(), info, journal=journal)
            hands.session.act(lambda match: match.declare_action(SHOT))
            client = create_app(hands.session).test_client()
            client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
            return client

        yield recorded


def offered(page: FlaskClient, language: str = "en") -> dict[Any, tuple[str, bool]]:
    """Return what the form offers for the zone: each value with its words, and whether it is what was ruled by."""
    html = page.get(f"/evidence/2?lang={language}").get_data(as_text=True)
    (field,) = re.findall(r'<select name="zone".*?</select>', html, re.DOTALL)
    options = re.findall(r'<option value="(.*?)" (selected)?>(.*?)</option>', field)
    return {str(json.loads(value.replace("&#34;", '"'))): (said, bool(now)) for value, now, said in options}


def appealed(page: FlaskClient, zone: Any, language: str = "en") -> Any:
    return page.post(f"/api/evidence/2/appeal?lang={language}", json={"settings": {"zone": zone}})


@pytest.mark.ci
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "on the whole board"),
        ("it", "su tutto il tavoliere"),
        ("es", "en todo el tablero"),
    ],
)
def test_every_zone_is_offered_in_words_and_ruled_by(shot: Any, language: str, said: str) -> None:
    page = shot("standard")
    found = offered(page, language)
    assert list(found) == ["all", "standard", "banners"]
    assert (found["all"], found["standard"][1]) == ((said, False), True)
    card = appealed(page, "all", language).json
    assert said in card["appeals"][0]["options"]
    html = page.get(f"/evidence/2?lang={language}").get_data(as_text=True)
    assert "side-by-side" in html
    assert appealed(page, "standard").status_code == 400  # that is how it was ruled


@pytest.mark.ci
def test_listed_squares_stay_chosen_until_another_zone_is(shot: Any) -> None:
    page = shot(["G-40", "G-41"])
    assert offered(page)["['G-40', 'G-41']"] == ("G-40, G-41", True)
    assert appealed(page, "all").json["appeals"][0]["other_verdict"] is True


@pytest.mark.parametrize(
    ("language", "said"), [("en", "4 or more places"), ("it", "4 o più posti"), ("es", "4 o más lugares")]
)
def test_between_banners_that_nobody_saw_nothing_is_ruled(shot: Any, language: str, said: str) -> None:
    answer = appealed(shot("standard"), "banners", language)
    assert answer.status_code == 400
    assert said in answer.json["error"]
