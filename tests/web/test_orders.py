"""Yankee's orders on the page: offered to a base, declared by a tap, thrown for, undone, said in three languages."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from matches import match_at

from referee.journal.entry_sentences import entry_said
from referee.match_info import MatchInfo
from referee.observation import Observation, TableStatus
from rules.registry import game_named
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand
from web.app import create_app
from web.match_session import MatchSession


def base(name: str, x: float, **known: object) -> Stand:
    union = name[0] == "n"
    side, y, heading = ("union", 40.0, 90.0) if union else ("confederate", 55.0, 270.0)
    return Stand(name, side, "infantry", x, y, heading, 2.5, 2.0, state=known)


TABLE = Snapshot(
    160.0, 100.0,
    (base("n1", 40.0, brigade="A", command=3), base("n2", 42.5, brigade="A"), base("n3", 90.0), base("s1", 41.0)),
)  # fmt: skip


@pytest.fixture
def session() -> Iterator[MatchSession]:
    info = MatchInfo(game="yankee", title="Orders", verb="fire", sides=game_named("yankee").sides)
    match = match_at(TABLE, "yankee", State(("union", "confederate")))
    observation = Observation(TABLE, TableStatus("still"), frame_markers=(8, 8))
    session = MatchSession(info, match, observation, lambda: 2, lambda: 0.0)
    yield session
    session.close()


@pytest.fixture
def page(session: MatchSession) -> FlaskClient:
    client = create_app(session).test_client()
    client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    return client


def may(page: FlaskClient, name: str, language: str = "en") -> dict[str, dict[str, Any]]:
    return {it["verb"]: it for it in page.get(f"/api/may?stand={name}&lang={language}").get_json()["may"]}


def declare(page: FlaskClient, **action: object) -> dict[str, Any]:
    answer = page.post("/api/match/act?lang=en", json={"action": action})
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def throw(page: FlaskClient, die: int) -> dict[str, Any]:
    return dict(page.post("/api/match/throw?lang=en", json={"dice": [die]}).get_json())


@pytest.mark.ci
def test_an_order_is_offered_thrown_for_reacted_to_and_undone(page: FlaskClient, session: MatchSession) -> None:
    offered = may(page, "n2")["order"]
    assert offered["allowed"]
    assert (offered["asks"], offered["action"]) == ([["order"]], {"type": "order", "unit": "A"})
    assert [it["word"] for it in offered["orders"]][:2] == ["attack", "advance"]
    assert "skirmish" not in [it["word"] for it in offered["orders"]]  # for light troops alone (Y5.3)
    ruling = declare(page, **offered["action"], order="attack")["ruling"]
    assert (ruling["verdict"], ruling["title"]) == ("allowed", "A: send an order (attack)")
    shown = throw(page, 3)
    assert shown["ruling"]["outcome"] == "The order reaches A."
    assert [effect["sentence"] for effect in shown["ruling"]["effects"]] == ["A has the order: attack"]
    assert [stand["marks"] for stand in shown["stands"]][:3] == [["order: attack"], ["order: attack"], []]
    assert session.memory().units["A"]["order"] == "attack"
    (owed,) = shown["obligations"]
    assert (owed["clause"], owed["action"]) == ("Y5.5", {"type": "react", "unit": "A"})
    assert may(page, "n1")["react"]["allowed"]
    declare(page, **owed["action"])
    assert throw(page, 4)["ruling"]["outcome"] == "A reacts at once."
    for _ in range(3):  # the reaction, its declaration, the throw for the order
        page.post("/api/match/undo", json={})
    assert session.memory().units == {}


def test_what_an_order_is_called_is_said_in_three_languages(page: FlaskClient, session: MatchSession) -> None:
    assert may(page, "n1", "it")["order"]["sentence"].startswith("inviare un ordine (Attaccare, Avanzare, ")
    assert may(page, "n1", "es")["order"]["orders"][0] == {"word": "attack", "said": "Atacar"}
    declare(page, type="order", unit="A", order="hold")
    throw(page, 1)
    said = [e for e in session.journal.entries(1) if e.kind == "confirmed"]
    assert entry_said("yankee", said[-1]) == "A: send an order (hold). The order reaches A. A has the order: hold."
    assert "(Tenere la posizione)" in entry_said("yankee", said[-1], language="it")
    assert "(Mantener la posición)" in entry_said("yankee", said[-1], language="es")


def test_a_command_value_comes_before_the_order(page: FlaskClient) -> None:
    assert "order" not in may(page, "n3")
    command = may(page, "n3")["command"]
    declare(page, **command["action"])
    assert throw(page, 6)["ruling"]["sentence"]
    found = may(page, "n3")
    assert "command" not in found
    assert found["order"]["allowed"]


def test_nobody_gives_orders_in_the_others_turn_nor_after_a_fire(page: FlaskClient) -> None:
    declare(page, type="command", unit="s1")
    throw(page, 6)
    assert (may(page, "s1")["order"]["allowed"], may(page, "s1")["order"]["clauses"]) == (False, ["Y6.1"])
    assert declare(page, type="order", unit="s1", order="hold")["ruling"]["measured_only"]
    page.post("/api/match/withdraw", json={})
    page.post("/api/match/declare", json={"actor": "n1", "target": "s1"})
    for die in (1, 1):
        throw(page, die)
    assert (may(page, "n1")["order"]["allowed"], may(page, "n1")["order"]["clauses"]) == (False, ["Y6.1"])


def test_the_question_is_that_of_the_phase(page: FlaskClient) -> None:
    """Orders and moves, fire, fights (Y6.1)."""
    assert page.get("/api/view?lang=en").get_json()["whose"] == "Who gets an order, who moves?"
    page.post("/api/match/declare", json={"actor": "n1", "target": "s1"})
    for die in (1, 6):
        throw(page, die)
    assert page.get("/api/view?lang=en").get_json()["whose"] == "Who fires?"
    assert page.get("/api/view?lang=it").get_json()["whose"] == "Chi fa fuoco?"
