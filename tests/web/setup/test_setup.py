"""The set-up's API: every step writes its file at once, nothing names a path, and it is the referee's alone."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from cli import serve
from referee.match.state import NotNow
from referee.setup.folder import SetUp
from referee.setup.match_file import format_match, new_match
from referee.setup.steps import STEPS
from simulation.rehearsal.demos import demo_scene
from table.roster import Roster
from web.setup.session import SetupSession, WorkResult
from web.work import Work

Browse = Callable[..., FlaskClient]


def begun(client: FlaskClient) -> str:
    answer = client.post("/api/setup/new", json={"game": "ambush", "language": "en"})
    assert answer.status_code == 200, answer.json
    return str(answer.json["id"])  # type: ignore[index]


def states(client: FlaskClient, known_id: str) -> dict[str, str]:
    told = client.get(f"/api/setup/{known_id}/state").json
    return {step["key"]: step["state"] for step in told["steps"]}  # type: ignore[index]


@pytest.mark.ci
def test_a_new_one_begins_with_its_first_step(setup_session: SetupSession, browse: Browse) -> None:
    client = browse()
    assert client.get("/").location == "/setup"
    known_id = begun(client)
    assert states(client, known_id)["match"] == "done"
    assert client.get(f"/setup/{known_id}").location == f"/setup/{known_id}/camera"
    for key in STEPS:
        page = client.get(f"/setup/{known_id}/{key}")
        assert page.status_code == 200
        assert page.text.count('aria-current="step"') == 1


@pytest.mark.ci
def test_pages_speak_the_languages(setup_session: SetupSession, browse: Browse) -> None:
    client = browse()
    known_id = begun(client)
    assert "Game and language" in client.get(f"/setup/{known_id}/match?lang=en").text
    assert "Gioco e lingua" in client.get(f"/setup/{known_id}/match?lang=it").text
    assert "Juego e idioma" in client.get(f"/setup/{known_id}/match?lang=es").text


@pytest.mark.ci
def test_what_is_typed_is_in_the_file(setup_session: SetupSession, browse: Browse) -> None:
    client = browse()
    known_id = begun(client)
    body = {"game": "ambush", "title": "Friday", "language": "it", "units": "in", "side_1": "Reds", "side_2": "Germans"}
    assert client.post(f"/api/setup/{known_id}/match", json=body).status_code == 200
    match = setup_session.shelf.get(known_id).match
    assert match is not None
    assert (match.title, match.language, match.units) == ("Friday", "it", "in")
    assert [(side.name, side.title) for side in match.sides] == [("us", "Reds"), ("de", "Germans")]
    sheets = {"width": 48, "depth": 36, "frame_markers": 6, "markers": 12}
    assert client.post(f"/api/setup/{known_id}/sheets", json=sheets).status_code == 200
    frame = setup_session.shelf.get(known_id).frame
    assert frame is not None
    assert (frame.width_cm, frame.depth_cm) == pytest.approx((121.92, 91.44))
    assert len(frame.markers) == 6
    for which in ("frame", "markers", "charuco", "check"):
        pdf = client.get(f"/setup/{known_id}/sheets/{which}.pdf")
        assert pdf.mimetype == "application/pdf"
        assert pdf.data.startswith(b"%PDF")


def test_a_side_keeps_its_adjective_in_another_language(setup_session: SetupSession, browse: Browse) -> None:
    client = browse()
    known_id = begun(client)
    body = {
        "game": "ambush",
        "title": "x",
        "language": "it",
        "units": "cm",
        "side_1": "Americani",
        "side_2": "Tedeschi",
    }
    assert client.post(f"/api/setup/{known_id}/match?lang=it", json=body).status_code == 200
    match = setup_session.shelf.get(known_id).match
    assert match is not None
    assert [(side.title, side.adjective) for side in match.sides] == [("Americans", "American"), ("Germans", "German")]


def test_a_surveyed_frame_is_not_written_over(done: tuple[str, SetUp], browse: Browse) -> None:
    known_id, setup = done
    before = setup.frame
    assert before is not None
    same = {"width": 120, "depth": 100, "frame_markers": 8, "marker_cm": 1.5}
    assert browse().post(f"/api/setup/{known_id}/sheets", json=same).status_code == 200
    assert setup.frame == before


@pytest.mark.ci
def test_a_whole_set_up_ends_in_a_ruling(done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse) -> None:
    known_id, setup = done
    client = browse()
    found = client.post(f"/api/setup/{known_id}/table/find", json={})
    assert found.status_code == 409  # no picture yet: the capture loop is stepped by hand here
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    found = client.post(f"/api/setup/{known_id}/table/find", json={})
    assert found.json["missing"] == []
    assert found.json["good_to_mm"] < 3.0
    told = client.get(f"/api/setup/{known_id}/roster").json
    assert told["strangers"] == list(range(len(demo_scene("ambush").roster.entries)))
    assert [row["name"] for row in told["ready"]] == [e.name for e in demo_scene("ambush").roster.entries]
    stands = [
        {"marker": e.marker, "name": e.name, "side": e.side, "kind": e.kind, "unit": e.unit or "",
         "width_cm": e.width_cm, "depth_cm": e.depth_cm, "mount": "roof" if e.kind == "vehicle" else "tail"}
        for e in demo_scene("ambush").roster.entries
    ]  # fmt: skip
    kept = client.post(f"/api/setup/{known_id}/roster", json={"marker_cm": 2.0, "stands": stands})
    assert kept.status_code == 200, kept.json
    state = client.get(f"/api/setup/{known_id}/state").json
    assert state["live"]["status"]["key"] == "still"
    assert client.post(f"/api/setup/{known_id}/play", json={}).json == {"href": "/"}
    client = browse()  # the match's pages are shown now
    view = client.get("/api/view").json
    assert len(view["stands"]) == len(stands)
    ruling = client.post("/api/match/declare", json={"actor": "Miller", "target": "Weber"}).json["ruling"]
    assert ruling["verdict"] == "allowed"
    assert setup.journal.exists()
    assert client.get("/setup").status_code == 200  # and the set-up beside them
    # The folder's next picture: Jensen has walked.
    client.post(f"/api/setup/{known_id}/turn", json={"pages": 1})
    before = next(s for s in view["stands"] if s["name"] == "Jensen")["x"]
    setup_session.capture_loop.step()
    after = next(s for s in client.get("/api/view").json["stands"] if s["name"] == "Jensen")["x"]
    assert after - before == pytest.approx(6.0, abs=0.1)


@pytest.mark.ci
def test_a_distance_is_compared_and_taken_out(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse
) -> None:
    known_id, _ = done
    client = browse()
    waiting = client.get(f"/api/setup/{known_id}/state").json["live"]["status"]  # type: ignore[index]
    assert (waiting["key"], waiting["advice"]) == ("settling", "")
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    running = client.get(f"/api/setup/{known_id}/state").json["live"]["status"]  # type: ignore[index]
    assert running == {"key": "still", "text": "pictures come", "advice": ""}
    corners = client.post(f"/api/setup/{known_id}/table/find", json={}).json["corners"]
    body = {"start": corners[0], "end": corners[1], "true": 120.0, "height_cm": 0.0}
    told = client.post(f"/api/setup/{known_id}/check/measure", json=body).json
    assert [d["agrees"] for d in told["distances"]] == [True]
    assert states(client, known_id)["check"] == "done"
    told = client.post(f"/api/setup/{known_id}/check/measure", json={**body, "true": 119.0}).json
    assert [d["agrees"] for d in told["distances"]] == [True, False]
    assert [d["meant"] for d in told["distances"]] == [None, None]
    typed = client.post(f"/api/setup/{known_id}/check/measure", json={**body, "true": 102.0}).json
    assert typed["distances"][-1]["meant"] == 120
    client.post(f"/api/setup/{known_id}/check/forget", json={"index": 2})
    assert states(client, known_id)["check"] == "again"
    svg = client.get(f"/api/setup/{known_id}/errors.svg")
    assert svg.mimetype == "image/svg+xml"
    assert svg.text.count("checked-way") == 2
    assert client.get(f"/api/setup/{known_id}/above.jpg").data[:2] == b"\xff\xd8"
    told = client.post(f"/api/setup/{known_id}/check/forget", json={"index": 1}).json
    assert [d["agrees"] for d in told["distances"]] == [True]


@pytest.mark.ci
def test_terrain_drawn_in_the_set_up_lies_in_the_match(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse
) -> None:
    known_id, setup = done
    client = browse()
    assert client.get("/api/terrain").status_code == 409  # no set-up is being worked on
    client.get(f"/api/setup/{known_id}/state")
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    client.post(f"/api/setup/{known_id}/table/find", json={})
    told = client.get("/api/terrain").json
    assert told["pieces"] == []
    assert {kind["kind"] for kind in told["kinds"]} >= {"hedge", "house", "wood"}
    wood = {"name": "copse", "kind": "wood", "polygon": [[20, 20], [40.5, 20], [30, 35]], "height_cm": 8.0}
    put = client.put("/api/terrain", json={"pieces": [wood], "version": told["version"]})
    assert put.status_code == 200, put.json
    assert [piece.name for piece in setup.terrain or ()] == ["copse"]
    assert states(client, known_id)["terrain"] == "done"
    stale = client.put("/api/terrain", json={"pieces": [], "version": told["version"]})
    assert stale.status_code == 409
    assert client.get(f"/api/setup/{known_id}/plan.jpg").data[:2] == b"\xff\xd8"
    setup.roster = demo_scene("ambush").roster
    assert client.post(f"/api/setup/{known_id}/play", json={}).status_code == 200
    client = browse()
    assert [piece["name"] for piece in client.get("/api/view").json["pieces"]] == ["copse"]
    version = client.get("/api/terrain").json["version"]
    assert client.put("/api/terrain", json={"pieces": [], "version": version}).status_code == 200
    assert setup.terrain == ()  # what is changed in play is kept beside the match, too


def test_an_address_that_is_sent_back_as_it_was_shown_keeps_its_password(
    setup_session: SetupSession, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browse()
    known_id = begun(client)
    chosen: list[str] = []
    monkeypatch.setattr(setup_session, "choose", lambda _, text: chosen.append(text) or (640, 480))
    address = f"/api/setup/{known_id}/camera"
    for text in ("rtsp://me:it@127.0.0.1:1/x?pwd=it", "rtsp://***@127.0.0.1:1/x?pwd=***", "rtsp://127.0.0.1:1/x"):
        assert client.post(address, json={"kind": "stream", "address": text}).status_code == 200
        told = client.get(f"/api/setup/{known_id}/cameras").json["stream"]
        assert told in ("rtsp://***@127.0.0.1:1/x?pwd=***", "rtsp://127.0.0.1:1/x")
    assert chosen == [*["rtsp://me:it@127.0.0.1:1/x?pwd=it"] * 2, "rtsp://127.0.0.1:1/x"]


def test_nothing_names_a_path(setup_session: SetupSession, browse: Browse, tmp_path: Path) -> None:
    client = browse()
    known_id = begun(client)
    (tmp_path / "match.toml").write_text(format_match(new_match("ambush", "secret")), encoding="utf-8")
    for wrong in ("..", "%2e%2e", "..%2F..", "0000000000", "known.json"):
        assert client.get(f"/api/setup/{wrong}/state").status_code in (400, 404), wrong
        assert client.get(f"/setup/{wrong}/match").status_code in (400, 404), wrong
    assert client.get(f"/setup/{known_id}/..%2F..%2Fmatch").status_code == 404
    assert client.get(f"/setup/{known_id}/sheets/..%2F..%2Fmatch.toml").status_code == 404
    for body in (
        {"kind": "stream", "address": str(tmp_path)}, {"kind": "stream", "address": "file:///etc/passwd"},
        {"kind": "stream", "address": "sim:/etc/passwd"}, {"kind": "folder", "address": str(tmp_path)},
        {"kind": "pictures", "folder": str(tmp_path)}, {"kind": "device", "index": "../0"},
    ):  # fmt: skip
        assert client.post(f"/api/setup/{known_id}/camera", json=body).status_code == 400, body
    assert setup_session.shelf.get(known_id).source is None


@pytest.mark.ci
def test_a_folder_stays_on_its_picture_until_it_is_turned_in_play(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse
) -> None:
    known_id, setup = done
    setup.roster = demo_scene("ambush").roster
    client = browse()
    client.get(f"/api/setup/{known_id}/state")
    looking = setup_session.capture_loop
    assert looking is not None
    looking.step()
    client.post(f"/api/setup/{known_id}/table/find", json={})
    client.post(f"/api/setup/{known_id}/turn", json={"pages": 1})
    looking.step()
    assert client.post(f"/api/setup/{known_id}/play", json={}).status_code == 200
    assert looking.feed.shown_s is None
    assert serve.command.make_context("serve", []).params["shown_s"] is None
    assert looking.step().frame is not None
    page = browse().get("/").text
    assert page.count(f'data-turns="/api/setup/{known_id}/turn"') == 4  # in the bar, and on a phone in the menu
    assert looking.reading.frame is not None
    assert looking.reading.frame.index == 1
    assert browse().post(f"/api/setup/{known_id}/turn", json={"pages": -1}).status_code == 200
    frame = looking.step().frame
    assert frame is not None
    assert frame.index == 0


@pytest.mark.ci
def test_a_dead_address_leaves_the_camera_there_was(
    setup_session: SetupSession, browse: Browse, tmp_path: Path
) -> None:
    client = browse()
    known_id = begun(client)

    def use(**body: object) -> dict[str, Any]:
        assert client.post(f"/api/setup/{known_id}/camera", json=body).status_code == 200
        told: dict[str, Any] = client.get(f"/api/setup/{known_id}/work").json
        return told

    assert use(kind="given")["error"] is None
    told = use(kind="stream", address="http://nobody.invalid:1/video")
    assert "http://nobody.invalid:1/video" in told["error"]
    assert client.get(f"/api/setup/{known_id}/cameras").json["given"]["chosen"]
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    live = client.get(f"/api/setup/{known_id}/state").json["live"]
    assert (live["status"]["key"], live["reason"], live["frame"]) == ("still", "", 0)


def test_another_camera_wins_over_the_one_being_tried(shots: Path, browse: Browse, setup_session: SetupSession) -> None:
    waiting: list[Callable[[], None]] = []
    setup_session.work = Work(waiting.append)
    client = browse()
    known_id = begun(client)
    for body in ({"kind": "stream", "address": "http://nobody.invalid:1/video"}, {"kind": "given"}):
        assert client.post(f"/api/setup/{known_id}/camera", json=body).status_code == 200
    dead, given = waiting
    given()
    dead()
    work = client.get(f"/api/setup/{known_id}/work").json
    assert (work["number"], work["error"], work["result"]["size"]) == (2, None, [1920, 1080])
    assert client.get(f"/api/setup/{known_id}/cameras").json["given"]["chosen"]
    # Anything else than a camera waits.
    setup_session.work.start("camera", lambda _: WorkResult())
    with pytest.raises(NotNow):
        setup_session.work.start("learn", lambda _: WorkResult())


@pytest.mark.ci
def test_a_vehicle_needs_a_type_of_the_list(done: tuple[str, SetUp], browse: Browse) -> None:
    known_id, setup = done
    client = browse()
    types = {kind["kind"]: kind["types"] for kind in client.get(f"/api/setup/{known_id}/roster").json["kinds"]}
    assert "Pzkpfw IV" in types["vehicle"]
    assert types["soldier"] == []
    line = {"marker": 7, "name": "Tiger", "side": "de", "kind": "vehicle", "width_cm": 3.2, "depth_cm": 7.0}
    nobody = {"marker": 8, "name": "Miller", "side": "us", "kind": "soldier", "width_cm": 2.0, "depth_cm": 1.6}

    def kept(unit: str) -> tuple[int, str]:
        stands = [{**line, "unit": unit}, nobody]
        answer = client.post(f"/api/setup/{known_id}/roster", json={"marker_cm": 2.0, "stands": stands})
        return answer.status_code, answer.json.get("error", "")

    for unit in ("", "a tank"):
        status, said = kept(unit)
        assert (status, said[:21]) == (400, "Tiger has no type: ch")
    assert kept("pzkpfw iv")[0] == 200
    assert states(client, known_id)["roster"] == "done"
    assert client.get(f"/api/setup/{known_id}/roster").json["stands"][0]["unit"] == "Pzkpfw IV"
    assert setup.roster is not None
    setup.roster = Roster(tuple(replace(entry, unit=None) for entry in setup.roster.entries))  # as by hand
    assert states(client, known_id)["roster"] == "again"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("match", {"game": "chess", "title": "x", "language": "en", "units": "cm", "side_1": "a", "side_2": "b"}),
        ("match", {"game": "ambush", "title": "", "language": "en", "units": "cm", "side_1": "a", "side_2": "b"}),
        ("sheets", {"width": 3, "depth": 100}),
        ("sheets", {"width": 120, "depth": 100, "frame_markers": 5}),
        ("table/lay", {"corners": [[0, 0], [1, 1], [2, 2]]}),
        ("table/lay", {"corners": [[0, 0], [1, 1], [2, 2], [1e9, 0]]}),
        ("check/measure", {"start": [0, 0], "end": [1, 1], "true": -5}),
        ("lens/reuse", {"match": "../../etc"}),
        ("roster", {"marker_cm": 2.0, "stands": [{"marker": -1}]}),
        ("turn", {"pages": 400}),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    setup_session: SetupSession, browse: Browse, path: str, body: dict[str, Any]
) -> None:
    client = browse()
    known_id = begun(client)
    answer = client.post(f"/api/setup/{known_id}/{path}", json=body)
    assert answer.status_code == 400
    assert answer.json is not None
    assert re.fullmatch(r"[^\n]{5,200}", answer.json["error"])


def test_steps_that_come_too_soon_say_what_is_missing(setup_session: SetupSession, browse: Browse) -> None:
    client = browse()
    known_id = begun(client)
    for path in ("lens/take", "lens/take-all", "lens/learn", "table/find", "play"):
        assert client.post(f"/api/setup/{known_id}/{path}", json={}).status_code in (400, 409), path
    for path in ("live.jpg", "errors.svg", "above.jpg", "lens", "check", "table"):
        assert client.get(f"/api/setup/{known_id}/{path}").status_code == 409, path


def test_it_is_the_referees_alone(done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse) -> None:
    known_id, _ = done
    stranger = browse("192.168.1.77")
    for k, rule in enumerate(stranger.application.url_map.iter_rules()):
        if rule.endpoint.startswith("setup."):
            stranger.environ_base["REMOTE_ADDR"] = f"192.168.1.{k % 250}"  # one alone would be told to wait
            address = rule.rule.replace("<known_id>", known_id).replace("<key>", "match").replace("<which>", "frame")
            ask = stranger.get if "GET" in (rule.methods or ()) else stranger.post
            assert ask(address, **({} if ask == stranger.get else {"json": {}})).status_code == 403, address


@pytest.mark.ci
def test_another_table_is_not_touched_while_a_match_is_played(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse
) -> None:
    known_id, setup = done
    client = browse()
    client.get(f"/api/setup/{known_id}/state")
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    client.post(f"/api/setup/{known_id}/table/find", json={})
    setup.roster = demo_scene("ambush").roster
    other = begun(client)
    client.get(f"/api/setup/{known_id}/state")
    assert client.post(f"/api/setup/{known_id}/play", json={}).status_code == 200
    client = browse()
    answer = client.get(f"/api/setup/{other}/state")
    assert answer.status_code == 409
    assert "a match is being played" in answer.json["error"]  # type: ignore[index]
