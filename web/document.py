"""The API's own document, in OpenAPI: every route under /api, what it takes, who may use it, how it fails."""

import re
from typing import Any

from flask import Blueprint, Flask, jsonify
from flask.typing import ResponseReturnValue

from web.bodies import Body
from web.marks import cached_while, marked
from web.roles import least_role

FAILURES = {
    400: "what came cannot be used",
    403: "the role of who asks does not allow it, or it comes from another site",
    404: "there is none of that name or number",
    405: "not this method",
    409: "it does not fit the moment, or somebody else was quicker",
    413: "the body is too long",
    415: "acts are sent as application/json",
    429: "too many tries, or requests",
    503: "the journal could not be written: nothing has happened",
}
ERROR = {
    "type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}, "additionalProperties": False,
}  # fmt: skip


def document_blueprint(app: Flask) -> Blueprint:
    """Return the route of the document; it is made when asked for, of all the routes there are then."""
    blueprint = Blueprint("document", __name__)

    @blueprint.get("/api/openapi.json")
    @cached_while(lambda: None)
    def document() -> ResponseReturnValue:
        """Return this document."""
        return jsonify(document_of(app))

    return blueprint


def document_of(app: Flask) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of an application's routes under /api."""
    paths: dict[str, dict[str, Any]] = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        # A stand is asked for by ?stand=; its name in the path is the same route once more.
        if rule.rule.startswith("/api/") and "<path:" not in rule.rule:
            path = re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", r"{\1}", rule.rule)
            for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT", "DELETE"}):
                paths.setdefault(path, {})[method.lower()] = _operation(app, rule.endpoint, method, rule.arguments)
    about = {"title": "Vedette", "version": "1", "description": "A match at one table, as its pages see it."}
    return {"openapi": "3.1.0", "info": about, "paths": paths}


def _operation(app: Flask, endpoint: str, method: str, arguments: set[str]) -> dict[str, Any]:
    view = app.view_functions[endpoint]
    told: dict[str, Any] = {
        "operationId": f"{endpoint}.{method.lower()}",
        "summary": (view.__doc__ or endpoint).strip().split("\n")[0],
        "x-least-role": least_role(view, method),
        "responses": {
            "200": {"description": "done", "content": _answers(view)},
            **{
                str(status): {"description": text, "content": {"application/json": {"schema": ERROR}}}
                for status, text in FAILURES.items()
            },
        },
    }
    places = [(name, "path") for name in sorted(arguments)]
    places += [(name, "query") for name in marked(view, "query", ())]
    if places:
        told["parameters"] = [
            {"name": name, "in": place, "required": True, "schema": {"type": "string"}} for name, place in places
        ]
    model: type[Body] | None = marked(view, "body")
    if method != "GET":
        schema = (model or Body).model_json_schema(ref_template="#/components/schemas/{model}")
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": _flat(schema)}}}
    return told


def _answers(view: Any) -> dict[str, Any]:
    kind: str = marked(view, "answers", "application/json")
    return {kind: {"schema": {"type": "object"} if kind == "application/json" else {"type": "string"}}}


def _flat(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with what it refers to put in its place."""
    known = schema.pop("$defs", {})

    def put(node: Any) -> Any:
        if isinstance(node, dict):
            if "$ref" in node:
                return put(known[node["$ref"].rsplit("/", 1)[1]])
            return {key: put(value) for key, value in node.items()}
        return [put(item) for item in node] if isinstance(node, list) else node

    flat: dict[str, Any] = put(schema)
    return flat
