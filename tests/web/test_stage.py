"""The demo whole, without browser or server: from the camera's picture to the verdicts it promises."""

import math

import pytest
from hand_clock import HandClock

from simulation.rehearsal.demos import demo_games, demo_scene
from web.app import create_app
from web.stage import Stage, set_stage

PROMISED = {
    "ambush": {
        ("Miller", "Weber"): "IN RANGE",
        ("Miller", "Brandt"): "TOO CLOSE TO CALL",
        ("Miller", "Krause"): "OUT OF RANGE",
        ("Miller", "Vogel"): "NO LINE OF SIGHT",
        ("Miller", "Lehmann"): "IN RANGE",
        ("Miller", "Huber"): "NOT ALLOWED",
    },
    "yankee": {
        ("Cushing", "Garnett I"): "IN RANGE",
        ("Brown", "Kemper I"): "TOO CLOSE TO CALL",
        ("69 Penn.", "Armistead I"): "OUT OF RANGE",
        ("Rorty", "Pettigrew"): "FIELD OF FIRE BLOCKED",
        ("12 N.Jersey", "Fry"): "IN RANGE",
        ("72 Penn.", "Garnett I"): "OUT OF THE FIELD OF FIRE",
    },
}


ON_A_BOARD = {"montecassino", "rommel", "ancients"}
"""What is argued about there are squares and a cannon: tests/web/test_cannon.py, tests/web/browser/test_a_shot.py."""


@pytest.fixture(scope="module", params=sorted(set(demo_games()) - ON_A_BOARD))
def stage(request: pytest.FixtureRequest) -> Stage:
    return set_stage(demo_scene(request.param), HandClock(), lambda: 4)


def test_every_battle_measured_in_cm_has_its_promises() -> None:
    assert set(demo_games()) == set(PROMISED) | ON_A_BOARD


@pytest.mark.first(1)
@pytest.mark.ci
def test_the_camera_sees_the_arguments_as_promised(stage: Stage) -> None:
    page = create_app(stage.session).test_client()
    view = page.get("/api/view").get_json()
    promised = PROMISED[view["game"]]
    assert {(s["actor"], s["target"]) for s in view["suggestions"]} == set(promised)
    words = {}
    for actor, target in promised:
        answer = page.post("/api/match/declare", json={"actor": actor, "target": target})
        words[actor, target] = answer.get_json()["ruling"]["word"]
    assert words == promised


@pytest.mark.ci
def test_every_battle_has_its_story(stage: Stage) -> None:
    scene = stage.loop.world.scene
    names = {entry.name for entry in scene.roster.entries}
    assert set(scene.poses) == names
    assert {patrol.stand for patrol in scene.patrols} <= names
    assert scene.suggestions[0].actor in scene.invitation


@pytest.mark.prove
def test_a_sleeve_over_the_table_and_everything_back_by_the_ghosts(stage: Stage) -> None:
    page, session, clock = create_app(stage.session).test_client(), stage.session, stage.loop.clock
    assert isinstance(clock, HandClock)

    def go_on(seconds: float) -> None:
        for _ in range(round(seconds / 0.25)):
            clock.advance(0.25)
            stage.step()

    page.post("/api/match/withdraw", json={})
    home = {stand.name: stand.centre for stand in session.reading().table.stands}
    page.post("/api/rehearsal/bump", json={})
    go_on(7.0)
    proposal = session.reading().put_back.proposal
    assert proposal is not None
    assert len(proposal.moved) == 3
    moved = [s.name for s in session.reading().table.stands if s.state.get("moved")]
    assert set(moved) <= set(proposal.names)
    assert moved, "whoever the sleeve shoved seems to have walked"
    page.post("/api/putting-back/begin", json={})
    assert not any(stand.state.get("moved") for stand in session.reading().table.stands)
    for _ in range(60):
        go_on(1.0)
        if not session.reading().put_back.under_way:
            break
    ended = session.reading().put_back.ended
    assert ended is not None
    assert (ended.names and set(ended.names), ended.left) == (set(proposal.names), ())
    assert ended.residual_cm < 0.3
    for stand in session.reading().table.stands:
        assert math.dist(stand.centre, home[stand.name]) < 0.35, stand.name
        assert not stand.state.get("moved"), stand.name
