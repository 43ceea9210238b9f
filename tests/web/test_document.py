"""The API keeps to its own document, whatever it is asked: no bug, no answer that is not written there."""

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

from web.app import create_app
from web.match_session import MatchSession

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


@pytest.mark.ci
def test_every_answer_is_a_documented_one(app: Flask) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app).exclude(path_regex="/events")  # it has no end
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 12
    seen = set()
    for operation in operations:

        @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(operation.as_strategy())
        def holds(case: schemathesis.Case) -> None:
            answer = case.call(headers={"Origin": "http://localhost"})
            seen.add(answer.status_code)
            case.validate_response(answer, checks=CHECKS)

        holds()
    assert {200, 400, 409} <= seen


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
