"""The page is told where the camera is when something leans in its picture, and only then."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.privacy import Privacy
from table.snapshot import Snapshot
from web.match_session import MatchSession
from web.view import view_of

CAMERA = (58.0, 47.0, 151.5)


@pytest.fixture
def show(session: MatchSession) -> Callable[..., dict[str, Any]]:
    """Return what shows a table that differs so from the demo's, and gives the view of it."""

    def shown(page: FlaskClient, change: Callable[[Snapshot], Snapshot], **more: Any) -> dict[str, Any]:
        now = session.observation
        session.publish(replace(now, table=change(now.table), camera_cm=CAMERA, **more))
        view: dict[str, Any] = page.get("/api/view").get_json()
        return view

    return shown


def high(table: Snapshot, **changes: float) -> Snapshot:
    return table.with_stand(replace(table.stand("Miller"), **changes))


def same(table: Snapshot) -> Snapshot:
    return table


def test_a_flat_table_needs_no_camera(page: FlaskClient, show: Callable[..., dict[str, Any]]) -> None:
    view = show(page, same)
    assert view["camera_cm"] is None
    assert all(stand["rise"] == [0, 0] for stand in view["stands"])


def test_with_a_stand_on_a_hill_the_page_is_told_where_the_lens_is(
    page: FlaskClient, show: Callable[..., dict[str, Any]]
) -> None:
    view = show(page, lambda table: high(table, z_cm=4.0, tilt_y_deg=-30.0))
    assert view["camera_cm"] == list(CAMERA)
    miller = next(stand for stand in view["stands"] if stand["name"] == "Miller")
    assert (miller["z_cm"], miller["rise"]) == (4.0, [0.5, 0.0])
    watched = page.get("/api/watch").get_json()
    assert watched["camera_cm"] == list(CAMERA)


def test_without_a_picture_there_is_nothing_to_lean_over(
    page: FlaskClient, show: Callable[..., dict[str, Any]], session: MatchSession
) -> None:
    assert show(page, lambda table: high(table, z_cm=4.0), jpeg=None)["camera_cm"] is None
    show(page, same, jpeg=lambda: b"\xff\xd8\xff\xd9")
    session.keep_private(Privacy(picture="referee"))
    assert view_of(session, who="spectator").camera_cm is None
    assert view_of(session, who="referee").camera_cm == CAMERA


def test_a_hill_with_nobody_on_it_leans_too(page: FlaskClient, show: Callable[..., dict[str, Any]]) -> None:
    hill = {"name": "hill", "kind": "hill", "polygon": [[90, 80], [99, 80], [99, 89]], "height_cm": 4, "top": None}
    hill["kind"] = page.get("/api/terrain").get_json()["kinds"][0]["kind"]
    show(page, same)
    for version, (top, camera) in enumerate(((None, None), ("level", list(CAMERA)))):
        laid = page.put("/api/terrain", json={"pieces": [{**hill, "top": top}], "version": version})
        assert laid.status_code == 200
        view = page.get("/api/view").get_json()
        assert view["camera_cm"] == camera
    (piece,) = view["pieces"]
    assert (piece["name"], piece["height_cm"], piece["top"], piece["crest"]) == ("hill", 4, "level", [])


def test_a_place_to_put_a_stand_back_on_a_hill_leans(page: FlaskClient, session: MatchSession) -> None:
    """The stand lies beside the hill, on a flat table; its place is up there."""
    flat = session.observation
    up = replace(flat, table=high(flat.table, z_cm=4.0), camera_cm=CAMERA)
    session.publish(up)
    entry = declared(page, session)
    down = flat.table.stand("Miller").moved_to(50.0, 20.0)
    session.publish(replace(up, table=flat.table.with_stand(down)))
    assert view_of(session).camera_cm is None
    page.post("/api/putting-back/begin", json={"entry": entry, "tolerance_cm": 0.3, "tolerance_deg": 3.0})
    session.publish(replace(up, table=flat.table.with_stand(down), time_s=2.0))
    view = page.get("/api/view").get_json()
    (hint,) = view["put_back"]["told"]
    assert (hint["ghost"]["z_cm"], hint["now"]["z_cm"]) == (4.0, 0.0)
    assert view["camera_cm"] == list(CAMERA)


def declared(page: FlaskClient, session: MatchSession) -> int:
    """Let something be declared and taken off the card again: its entry has the table."""
    page.post("/api/match/declare", json={"actor": "Miller", "target": "Weber"})
    number = session.journal.length
    page.post("/api/match/withdraw", json={})
    return number
