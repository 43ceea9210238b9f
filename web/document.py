"""The API's own document, in OpenAPI: every route under /api, what it takes, who may use it, how it fails."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from flask import Blueprint, Flask, jsonify
from flask.typing import ResponseReturnValue
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import DataclassField

from referee.view_fields import is_unknown
from web.answers import adapter_of
from web.bodies import Body
from web.errors import ErrorView
from web.marks import cached_while, marked
from web.pages import PageWords
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
TABLE = ("Vedette", "A match at one table, as its pages see it.")
HALL = ("Vedette's hall", "The tables of a club, its evenings and seasons, as its pages see them.")
SENT: Literal["serialization"] = "serialization"
REF = "#/components/schemas/{model}"


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
    views = {view: marked(view, "view") for view in app.view_functions.values()}
    answers, schemas = _schemas({kind for kind in views.values() if kind is not None} | {ErrorView, PageWords})
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        # A stand is asked for by ?stand=; its name in the path is the same route once more.
        if rule.rule.startswith("/api/") and "<path:" not in rule.rule:
            path = re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", r"{\1}", rule.rule)
            for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT", "DELETE"}):
                paths.setdefault(path, {})[method.lower()] = _operation(
                    app, rule.endpoint, method, rule.arguments, answers
                )
    title, description = HALL if "hall" in app.view_functions else TABLE
    about = {"title": title, "version": "1", "description": description}
    failures = {
        str(status): {"description": text, "content": {"application/json": {"schema": answers[ErrorView]}}}
        for status, text in FAILURES.items()
    }
    components = {"schemas": schemas, "responses": failures}
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": components}


class ViewSchema(GenerateJsonSchema):
    """Writes the schemas of views: no titles, which say the name once more, and no null where a key is left out."""

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002
        """Say that none is."""
        return False

    def dataclass_field_schema(self, schema: DataclassField) -> JsonSchemaValue:
        """Return the schema of a field."""
        inner = schema["schema"]
        if schema.get("serialization_exclude_if") is is_unknown:
            while inner["type"] in ("default", "nullable"):
                inner = inner["schema"]
        return self.generate_inner(inner)


def _schemas(kinds: Iterable[Any]) -> tuple[Mapping[Any, JsonSchemaValue], dict[str, JsonSchemaValue]]:
    """Return the schema of each of these types, and those that they refer to, by name."""
    asked = sorted(kinds, key=str)
    inputs = [(number, SENT, adapter_of(kind)) for number, kind in enumerate(asked)]
    found, named = TypeAdapter.json_schemas(inputs, ref_template=REF, schema_generator=ViewSchema)
    schemas = dict(sorted(named["$defs"].items()))
    for schema in schemas.values():
        schema.pop("title", None)
    return {kind: found[number, SENT] for number, kind in enumerate(asked)}, schemas


def _operation(
    app: Flask, endpoint: str, method: str, arguments: set[str], answers: Mapping[Any, JsonSchemaValue]
) -> dict[str, Any]:
    view = app.view_functions[endpoint]
    told: dict[str, Any] = {
        "operationId": f"{endpoint}.{method.lower()}",
        "summary": (view.__doc__ or endpoint).strip().split("\n")[0],
        "x-least-role": least_role(view, method),
        "responses": {
            "200": {"description": "done", "content": _content(view, answers)},
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in FAILURES},
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
        schema = (model or Body).model_json_schema(ref_template=REF)
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": _flat(schema)}}}
    return told


def _content(view: Any, answers: Mapping[Any, JsonSchemaValue]) -> dict[str, Any]:
    """Return what a route answers with, by its kind; of a stream of events what each of them tells."""
    kind: str = marked(view, "answers", "application/json")
    told = marked(view, "view")
    schema = {"type": "object"} if told is None else answers[told]  # this document itself is no view
    if kind == "application/json":
        return {kind: {"schema": schema}}
    events = {} if told is None else {"contentMediaType": "application/json", "contentSchema": schema}
    return {kind: {"schema": {"type": "string", **events}}}


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
