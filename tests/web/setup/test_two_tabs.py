"""A step that was saved in another tab is not written over by what this one was opened with."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.setup.folder import SetUp

Browse = Callable[..., FlaskClient]
STAND = {"side": "us", "kind": "soldier", "width_cm": 2.0, "depth_cm": 2.0}


def roster(*names: str) -> dict[str, Any]:
    return {"marker_cm": 2.0, "stands": [{**STAND, "name": name, "marker": k} for k, name in enumerate(names)]}


def test_a_roster_saved_in_another_tab_stays(done: tuple[str, SetUp], browse: Browse) -> None:
    known_id, setup = done
    client, at = browse(), f"/api/setup/{known_id}/roster"
    version = client.get(at).get_json()["version"]
    first = client.post(at, json=roster("Miller", "Jones"), headers={"If-Match": version})
    assert first.status_code == 200
    late = client.post(at, json=roster("Reed"), headers={"If-Match": version})
    assert late.status_code == 409
    assert "in another tab" in late.get_json()["error"]
    assert setup.roster is not None
    assert [entry.name for entry in setup.roster.entries] == ["Miller", "Jones"]
    # The tab that saved goes on from what it wrote.
    again = first.get_json()["version"]
    assert client.get(at).get_json()["version"] == again != version
    assert client.post(at, json=roster("Miller"), headers={"If-Match": again}).status_code == 200


@pytest.mark.parametrize(
    ("step", "body", "other"),
    [
        (
            "match",
            {"game": "ambush", "title": "x", "language": "en", "units": "cm", "side_1": "Reds", "side_2": "Blues"},
            {"title": "y"},
        ),
        ("sheets", {"width": 120, "depth": 90}, {"width": 150}),
    ],
)
def test_so_do_the_other_steps_forms(
    done: tuple[str, SetUp], browse: Browse, step: str, body: dict[str, Any], other: dict[str, Any]
) -> None:
    known_id, _ = done
    client, at = browse(), f"/api/setup/{known_id}/{step}"
    version = client.get(f"/setup/{known_id}/{step}").text.partition('data-version="')[2].partition('"')[0]
    assert version
    saved = client.post(at, json=body, headers={"If-Match": version})
    assert saved.status_code == 200, saved.json
    assert client.post(at, json={**body, **other}, headers={"If-Match": version}).status_code == 409
    page = client.get(f"/setup/{known_id}/{step}").text
    assert f'data-version="{saved.get_json()["version"]}"' in page
    assert client.post(at, json={**body, **other}).status_code == 200  # who names no version writes
