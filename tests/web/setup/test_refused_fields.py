"""Names and markers that cannot be are refused, whoever sends them."""

from collections.abc import Callable
from dataclasses import replace

from flask.testing import FlaskClient

from referee.setup.folder import SetUp

Browse = Callable[..., FlaskClient]
STAND = {"side": "us", "kind": "soldier", "width_cm": 2.0, "depth_cm": 2.0}


def test_both_sides_have_names_of_their_own(done: tuple[str, SetUp], browse: Browse) -> None:
    body = {"game": "ambush", "title": "x", "language": "en", "units": "cm", "side_1": "Reds", "side_2": "reds"}
    answer = browse().post(f"/api/setup/{done[0]}/match", json=body)
    assert answer.status_code == 400
    assert "both sides" in answer.get_json()["error"]


def test_a_marker_is_one_that_there_is(done: tuple[str, SetUp], browse: Browse) -> None:
    client, at = browse(), f"/api/setup/{done[0]}/roster"
    told = client.get(at).get_json()
    assert (told["markers"], told["reserved"]) == (250, list(range(240, 248)))
    body = {"marker_cm": 2.0, "stands": [{**STAND, "name": "Reed", "marker": 900}]}
    answer = client.post(at, json=body)
    assert answer.status_code == 400
    assert "marker 900 of Reed is not printed: the markers are 0 to 249" in answer.get_json()["error"]


def test_a_length_may_have_a_comma(done: tuple[str, SetUp], browse: Browse) -> None:
    (known_id, setup), client = done, browse()
    answer = client.post(f"/api/setup/{known_id}/sheets", json={"width": "150,8", "depth": "90.5"})
    assert answer.status_code == 200
    assert setup.frame is not None
    assert (setup.frame.width_cm, setup.frame.depth_cm) == (150.8, 90.5)
    for wrong in ("1,5,3", "1.500,5", "a"):
        assert client.post(f"/api/setup/{known_id}/sheets", json={"width": wrong, "depth": 90}).status_code == 400


def test_a_play_area_too_small_is_told_in_the_unit_it_was_typed_in(done: tuple[str, SetUp], browse: Browse) -> None:
    (known_id, setup), client = done, browse()
    assert setup.match is not None
    setup.match = replace(setup.match, units="in")
    answer = client.post(f"/api/setup/{known_id}/sheets", json={"width": 5, "depth": 40.5})
    assert answer.get_json()["error"] == (
        "a table of 5 x 40.5 in does not suit cards of 2.95 in; each side must be 5.91 to 393.7 in"
    )
