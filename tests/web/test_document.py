"""The API keeps to its own document, whatever it is asked: no bug, no answer that is not written there."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from web.answers import adapter_of
from web.api_document import api_document, hall_document, schemas
from web.app import create_app
from web.document import document_of
from web.event_streams import event
from web.match_session import MatchSession, Versions
from web.view import VersionsView

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    unsupported_method,
]  # fmt: skip


@pytest.fixture
def app(session: MatchSession) -> Flask:
    # A die for every roll: what is under test is what comes in, not what falls.
    session._die = lambda: 4
    app = create_app(session, ("localhost", "127.0.0.1"))
    answer = app.wsgi_app
    # Who asks sits at this computer, the referee: where schemathesis says nothing of it, it would be anybody.
    app.wsgi_app = lambda asked, start: answer({**asked, "REMOTE_ADDR": "127.0.0.1"}, start)  # type: ignore[method-assign]
    return app


OPEN = ("OpenFacts", "OpenValue", "EffectView")
"""Schemas that leave open what is in them: it is a game's own."""


@pytest.mark.ci
@pytest.mark.parametrize("examples", [10, pytest.param(100, marks=pytest.mark.prove)])
def test_every_answer_is_a_documented_one(app: Flask, examples: int) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app).exclude(path_regex="/events")  # it has no end
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 12
    seen = set()
    for operation in operations:

        @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
        @given(operation.as_strategy())
        def holds(case: schemathesis.Case) -> None:
            answer = case.call(headers={"Origin": "http://localhost"})
            seen.add(answer.status_code)
            case.validate_response(answer, checks=CHECKS)

        holds()
    assert {200, 400, 409} <= seen


@pytest.mark.ci
def test_the_document_names_every_route_and_who_may_use_it(app: Flask) -> None:
    document = app.test_client().get("/api/openapi.json").get_json()
    told = [operation for path in document["paths"].values() for operation in path.values()]
    assert [each["operationId"] for each in told if not each["summary"].endswith(".")] == [], "each says what it does"
    acts = document["paths"]["/api/match/declare"]["post"]
    assert acts["x-least-role"] == "player"
    assert acts["requestBody"]["content"]["application/json"]["schema"]["required"] == ["actor", "target"]
    assert document["paths"]["/api/match/undo"]["post"]["x-least-role"] == "referee"
    assert document["paths"]["/api/picture.jpg"]["get"]["responses"]["200"]["content"].keys() == {"image/jpeg"}
    bodies = [
        (path, method)
        for path, operations in document["paths"].items()
        for method, told in operations.items()
        if method != "get" and "properties" not in told["requestBody"]["content"]["application/json"]["schema"]
    ]
    assert bodies == []


def answers_in(document: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of each route that answers in JSON."""
    return {
        f"{method} {path}": told["responses"]["200"]["content"]["application/json"]["schema"]
        for path, operations in document["paths"].items()
        for method, told in operations.items()
        if "application/json" in told["responses"]["200"]["content"]
    }


@pytest.mark.ci
@pytest.mark.parametrize(("made", "least"), [(api_document, 70), (hall_document, 25)])
def test_every_answer_has_a_schema_of_its_own(made: Callable[[], dict[str, Any]], least: int) -> None:
    answers = answers_in(made())
    assert len(answers) > least
    assert [route for route, schema in answers.items() if not {"$ref", "anyOf"} & schema.keys()] == [
        "get /api/openapi.json"
    ]


@pytest.mark.ci
def test_a_table_and_a_hall_say_which_they_are() -> None:
    table, hall = (made()["info"] for made in (api_document, hall_document))
    assert (table["title"], hall["title"]) == ("Vedette", "Vedette's hall")
    assert "one table" in table["description"]
    assert "one table" not in hall["description"]


def test_the_pages_types_are_those_of_tables_and_hall() -> None:
    known = schemas()["components"]["schemas"]
    assert {"MatchView", "HallView", "HallCallsView", "EveningView", "InvitedView"} <= known.keys()
    declared = Path("web/static/api.d.ts").read_text(encoding="utf-8")
    assert [name for name in known if f"export type {name} =" not in declared] == [], "npm run types"


@pytest.mark.ci
def test_of_what_is_in_a_view_as_little_as_can_be_is_left_open() -> None:
    document = api_document()
    named = document["components"]["schemas"]
    assert {"MatchView", "StandView", "PageWords"} <= named.keys()
    assert [name for name in named if not name.isalnum()] == [], "two views of one name get each a longer one"
    open_ones = {where.split(".")[0] for name, schema in named.items() for where in says_nothing(schema, name)}
    assert open_ones == set(OPEN)
    assert document == api_document()


def says_nothing(schema: object, where: str) -> Iterator[str]:
    """Yield where a schema lets through whatever there is."""
    if not isinstance(schema, dict):
        return
    if not {"type", "$ref", "anyOf", "const", "enum"} & schema.keys() or schema.get("additionalProperties") is True:
        yield where
    for name, inner in schema.get("properties", {}).items():
        yield from says_nothing(inner, f"{where}.{name}")
    for inner in (schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", ())):
        yield from says_nothing(inner, where)


@pytest.mark.ci
def test_what_a_stream_tells_is_documented(app: Flask) -> None:
    document = document_of(app)
    told = document["paths"]["/api/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]["schema"]
    assert told["contentSchema"] == {"$ref": "#/components/schemas/VersionsView"}
    said = json.loads(event(Versions(3, 5, "run")).removeprefix(b"data: "))
    assert adapter_of(VersionsView).validate_python(said) == VersionsView(3, 5, "run")
    assert said.keys() == document["components"]["schemas"]["VersionsView"]["properties"].keys()
