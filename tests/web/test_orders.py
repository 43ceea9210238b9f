"""Yankee's orders and deployment on the page: offered to a base, declared by a tap, undone, in three languages."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
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


@contextmanager
def at_table(table: Snapshot, **settings: object) -> Iterator[tuple[MatchSession, FlaskClient]]:
    info = MatchInfo(game="yankee", title="Orders", verb="fire", sides=game_named("yankee").sides, settings=settings)
    match = match_at(table, "yankee", State(("union", "confederate")), settings)
    session = MatchSession(
        info, match, Observation(table, TableStatus("still"), frame_markers=(8, 8)), lambda: 2, lambda: 0.0
    )
    client = create_app(session).test_client()
    client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    yield session, client
    session.close()


@pytest.fixture
def session() -> Iterator[MatchSession]:
    """Return a battle where orders are thrown for from the first."""
    with at_table(TABLE, first_orders="thrown") as (session, _):
        yield session


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
    assert [it["word"] for it in offered["words"]][:2] == ["attack", "advance"]
    assert "skirmish" not in [it["word"] for it in offered["words"]]  # for light troops alone (Y5.3)
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
    assert may(page, "n1", "es")["order"]["words"][0] == {"word": "attack", "said": "Atacar"}
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


@pytest.mark.ci
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


@pytest.mark.ci
def test_the_question_is_that_of_the_phase(page: FlaskClient) -> None:
    """Orders and moves, fire, fights (Y6.1)."""
    assert page.get("/api/view?lang=en").get_json()["whose"] == "Who gets an order, who moves?"
    page.post("/api/match/declare", json={"actor": "n1", "target": "s1"})
    for die in (1, 6):
        throw(page, die)
    assert page.get("/api/view?lang=en").get_json()["whose"] == "Who fires?"
    assert page.get("/api/view?lang=it").get_json()["whose"] == "Chi fa fuoco?"


NEAR, FAR = replace(TABLE.stands[0], y=5.0), replace(TABLE.stands[3], y=95.0)


@pytest.mark.ci
def test_before_the_battle_both_sides_deploy_and_give_orders_without_a_die() -> None:
    """Y5.1, Y5.3: nobody waits for his turn; once somebody has moved neither is offered any more."""
    with at_table(replace(TABLE, stands=(NEAR, FAR))) as (session, page):
        deploy, first = may(page, "n1")["deploy"], may(page, "n1")["first_order"]
        assert (deploy["asks"], deploy["action"]) == ([["edge"]], {"type": "deploy", "side": "union"})
        assert deploy["words"] == [{"word": "near", "said": "near"}]  # its bases reach no other
        assert deploy["sentence"] == "deploy (near)"
        assert may(page, "n1", "it")["deploy"]["sentence"] == "schierare (vicino)"
        assert "order" not in may(page, "n1")
        assert declare(page, **deploy["action"], edge="near")["ruling"]["title"] == "Union: deploy (near)"
        page.post("/api/match/confirm", json={})
        assert session.memory().known["union"]["edge"] == "near"
        assert "deploy" not in may(page, "n1")
        assert [it["word"] for it in may(page, "s1")["deploy"]["words"]] == ["far"]
        declare(page, **may(page, "s1")["first_order"]["action"], order="hold")
        page.post("/api/match/confirm", json={})
        assert session.memory().units["s1"] == {"order": "hold"}
        declare(page, **first["action"], order="attack")
        shown = page.post("/api/match/confirm?lang=en", json={}).get_json()
        assert [effect["sentence"] for effect in shown["ruling"]["effects"]] == ["A has the order: attack"]
        assert shown["obligations"] == []  # nobody reacts to it
        said = [entry for entry in session.journal.entries(1) if entry.kind == "confirmed"]
        assert "(vicino)" in entry_said("yankee", said[0], language="it")
        assert "(Atacar)" in entry_said("yankee", said[-1], language="es")
        page.post("/api/match/undo", json={})
        assert "A" not in session.memory().units
        declare(page, type="move", group=["n1"], path=[[40, 5], [40, 7]])
        page.post("/api/match/confirm", json={})
        assert {"deploy", "first_order"}.isdisjoint(may(page, "s1"))
        refused = declare(page, type="first_order", unit="s1", order="attack")["ruling"]
        assert (refused["verdict"], refused["checks"][0]["clause"]) == ("refused", "Y5.3")


def test_who_begins_is_thrown_for_before_the_sides_deploy() -> None:
    with at_table(replace(TABLE, stands=(NEAR, FAR))) as (session, page):
        declare(page, type="start")
        for die in (2, 5):
            throw(page, die)
        assert page.get("/api/view").get_json()["start"] is None
        assert may(page, "n1")["deploy"]["allowed"]
        assert session.memory().known["table"] == {"initiative": True}


@pytest.mark.ci
def test_reinforcements_come_in_by_an_edge() -> None:
    """Y10.1: who stands at an edge in the battle and has not moved; then he neither moves nor fires that turn."""
    came = replace(TABLE.stands[2], y=1.0)
    with at_table(replace(TABLE, stands=(*TABLE.stands[:2], came, FAR))) as (session, page):
        assert "reinforce" not in may(page, "n3")  # the battle has not begun
        declare(page, type="move", group=["n1", "n2"], path=[[40, 40], [40, 42]])
        page.post("/api/match/confirm", json={})
        offered = may(page, "n3")["reinforce"]
        assert (offered["action"], offered["sentence"]) == (
            {"type": "reinforce", "group": ["n3"]}, "bring on reinforcements (near)",
        )  # fmt: skip
        assert "reinforce" not in may(page, "n1")
        assert "reinforce" not in may(page, "s1")
        declare(page, **offered["action"], edge="near")
        page.post("/api/match/confirm", json={})
        assert session.memory().states["n3"]["arrived"]
        found = may(page, "n3")
        assert (found["fire"]["allowed"], found["move"]["allowed"], "reinforce" in found) == (False, False, False)
        page.post("/api/match/undo", json={})
        assert may(page, "n3")["reinforce"]["allowed"]
