"""The page on which a camera is planned before there is one, and what it asks."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from web.setup.session import SetupSession

Browse = Callable[..., FlaskClient]
ROOM = {
    "width": 180, "depth": 120, "angle": 72, "diagonal": False, "wide": 3840, "high": 2160, "top": 75, "ceiling": 240,
}  # fmt: skip


@pytest.mark.ci
def test_the_empty_shelf_leads_to_it_in_three_languages(setup_session: SetupSession, browse: Browse) -> None:
    client = browse()
    for language, title in (("en", "before you buy"), ("it", "prima di comprare"), ("es", "antes de comprar")):
        assert 'href="/setup/plan"' in client.get(f"/setup?lang={language}").text
        assert title in client.get(f"/setup/plan?lang={language}").text


@pytest.mark.ci
def test_it_says_what_the_command_says(setup_session: SetupSession, browse: Browse) -> None:
    client = browse()
    told = client.post("/api/setup/plan", json=ROOM).json
    assert told is not None
    assert told["head"] == "Hang the camera 174 cm above the table: 249 cm above the floor."
    assert "this lens does not fit" in told["room"][0]
    assert told["drawing"].startswith("<svg ")
    low = client.post("/api/setup/plan?lang=es", json={**ROOM, "diagonal": True, "ceiling": None}).json
    assert low is not None
    assert low["head"].startswith("Cuelga la cámara 199 cm")
    assert low["room"] == []
    wrong = client.post("/api/setup/plan?lang=it", json={**ROOM, "ceiling": 60}).json
    assert wrong == {"error": "il soffitto deve stare sopra il tavolo"}


@pytest.mark.parametrize(
    "wrong", [{"angle": 0}, {"angle": 10}, {"width": 3}, {"ceiling": 60}, {"wide": 2}, {"top": "x"}]
)
def test_what_cannot_be_planned_is_refused_in_a_line(
    setup_session: SetupSession, browse: Browse, wrong: dict[str, object]
) -> None:
    answer = browse().post("/api/setup/plan", json={**ROOM, **wrong})
    assert answer.status_code == 400
    assert answer.json is not None
    assert "\n" not in answer.json["error"]
