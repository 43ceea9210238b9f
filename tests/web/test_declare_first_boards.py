"""With "Declare first" on, a board tells nothing of reach, sight and chances before somebody is declared against."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient
from hex_session import ANCIENTS, DESERT, FIELD, ROMMEL, HexHands

from referee.journal.integrity import check_journal
from referee.journal.replay_check import differences
from referee.journal.store import Journal, TemporaryJournal
from web.app import create_app

PLACE = {"HTTP_HOST": "127.0.0.1:8470"}
DAY = {"turn": 3, "weather": "fair", "subturn": 0, "side": "allied"}
TOLD = ("targets", "battle", "rings", "helpers")
"""What of a choice is about those it aims at."""


def opened(
    game: str, phase: str, mode: str = "reveal", journal: Journal | None = None, moved: Mapping[str, str] = {}
) -> FlaskClient:
    """Open a match in a phase, by default with "Declare first" on; ``moved`` are counters elsewhere than usual."""
    counters, info = (DESERT, ROMMEL) if game == "rommel" else (FIELD, ANCIENTS)
    lying = {name: (side, kind, moved.get(name, cell), state) for name, (side, kind, cell, state) in counters.items()}
    known = {**DAY, "phase": phase} if game == "rommel" else {"phase": phase, "side": "roman"}
    client = create_app(HexHands(info, lying, known, lambda: 1, journal).session).test_client()
    client.environ_base.update(PLACE)
    post(client, "match/mode", mode=mode)
    return client


def post(page: FlaskClient, path: str, **body: Any) -> Any:
    answer = page.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.json
    return answer.json


def view_of(page: FlaskClient) -> Any:
    return page.get("/api/view").json


def choose(page: FlaskClient, **body: Any) -> Any:
    return post(page, "board/choose", **body)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "phase", "actor", "near", "far"),
    [
        ("rommel", "fire", "br-tank", {"de-tank": "K8"}, {"de-tank": "B2"}),
        ("rommel", "combat", "br-inf-2", {"it-inf": "J9"}, {"it-inf": "A1"}),
        ("ancients", "battle", "r-bow", {"c-light": "D6"}, {"c-light": "M9"}),
    ],
)
def test_two_tables_of_which_one_has_somebody_in_reach_are_told_alike(
    game: str, phase: str, actor: str, near: Any, far: Any
) -> None:
    def told(mode: str, moved: dict[str, str]) -> Any:
        page, target = opened(game, phase, mode, moved=moved), next(iter(moved))
        found = [choose(page, actor=actor), choose(page, actor=actor, targets=[target])]
        cell = next(iter(moved.values()))
        ready = view_of(page)["board"]["ready"]
        return [json.dumps({key: one[key] for key in TOLD}).replace(cell, "?") for one in found], ready

    assert told("open", near) != told("open", far), "else this would prove nothing"
    (close, ready), (away, also) = told("reveal", near), told("reveal", far)
    assert close == away
    assert ready == also


def test_nothing_else_on_the_page_tells_of_reach() -> None:
    page = opened("rommel", "fire")
    view = view_of(page)
    assert "flak" not in [overlay["key"] for overlay in view["board"]["overlays"]]
    assert view["suggestions"] == []
    assert page.post("/api/measure/ruler", json={"start": {"cell": "C3"}, "end": {"cell": "C6"}}).status_code == 409
    # Where everybody stands is no secret on a board: nothing of that is rounded.
    cells = {name: one["cell"] for name, one in view["board"]["soldiers"].items()}
    assert (cells["br-tank"], cells["de-tank"]) == ("L8", "G8")


@pytest.mark.ci
def test_how_far_a_counter_may_go_is_counted_by_everybody() -> None:
    page, measured = opened("rommel", "ground_move"), opened("rommel", "ground_move", "open")
    assert choose(page, actor="br-tank")["options"] == choose(measured, actor="br-tank")["options"] != []
    way = choose(page, actor="br-tank")["options"][0]["action"]
    assert post(page, "match/act", action=way)["ruling"]["bound"] is False
    assert post(page, "match/withdraw")["ruling"] is None  # for nothing, as everybody could count it
    assert choose(page, actor="br-tank")["options"] != []


@pytest.mark.ci
def test_what_is_declared_is_played_and_beyond_reach_it_is_spent() -> None:
    page = opened("ancients", "battle", moved={"c-light": "D9"})
    (way,) = next(it for it in choose(page, actor="r-bow")["targets"] if it["name"] == "c-light")["ways"]
    assert (way["allowed"], way["sentence"], way["clause"]) == (True, "shoot", "")
    view = post(page, "match/act", action=way["action"])
    assert (view["ruling"]["verdict"], view["ruling"]["bound"]) == ("refused", True)
    post(page, "match/withdraw")
    assert "r-bow" not in view_of(page)["board"]["ready"]
    assert "r-bow" in post(page, "match/undo")["board"]["ready"]  # with what was declared


@pytest.mark.ci
def test_a_battle_of_several_costs_all_of_them_their_attack() -> None:
    journal = TemporaryJournal()
    page = opened("rommel", "combat", journal=journal)
    battle = choose(page, actor="br-inf-1", others=["br-gun"], targets=["it-inf"])["battle"]
    assert (battle["said"], battle["allowed"], battle["clause"]) == ([], True, "")
    assert post(page, "match/act", action=battle["action"])["ruling"]["verdict"] == "refused"  # br-gun is not beside it
    assert page.post("/api/match/act", json={"action": battle["action"]}).status_code == 409
    post(page, "match/withdraw")
    ready = view_of(page)["board"]["ready"]
    assert not {"br-inf-1", "br-gun"} & set(ready)
    assert "br-inf-2" in ready
    post(page, "match/undo")
    assert {"br-inf-1", "br-gun"} <= set(view_of(page)["board"]["ready"])
    check_journal(journal.entries())
    assert list(differences(journal)) == []
    journal.close()


@pytest.mark.ci
def test_an_allowed_battle_is_thrown_or_spent_by_an_undo() -> None:
    page = opened("rommel", "combat")
    battle = choose(page, actor="br-inf-1", targets=["it-inf"])["battle"]
    view = post(page, "match/act", action=battle["action"])
    assert (view["ruling"]["verdict"], view["undo"]) == ("allowed", "the declaration: what was revealed is spent")
    assert page.post("/api/match/withdraw", json={}).status_code == 409
    assert "br-inf-1" not in post(page, "match/undo")["board"]["ready"]
