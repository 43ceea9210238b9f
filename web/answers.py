"""Answers in JSON: a route returns a view, and its return annotation tells the API's document what that looks like."""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec, get_type_hints

from flask import Response
from flask.typing import ResponseReturnValue
from pydantic import TypeAdapter

from web.marks import mark

Parameters = ParamSpec("Parameters")


def json_answer(route: Callable[Parameters, object]) -> Callable[Parameters, ResponseReturnValue]:
    """Send the view that a route returns; let the API's document know of its type, which the annotation says."""
    kind = get_type_hints(route)["return"]

    @mark(view=kind)
    @wraps(route)
    def answering(*args: Parameters.args, **named: Parameters.kwargs) -> ResponseReturnValue:
        return as_json(route(*args, **named), kind)

    return answering


def as_json(view: object, kind: object = None) -> Response:
    """Return a view as an answer, read as what a route says that it returns; without that as what it is itself."""
    return Response(adapter_of(kind or type(view)).dump_json(view, by_alias=True), mimetype="application/json")


@cache
def adapter_of(kind: Any) -> TypeAdapter[Any]:
    """Return what writes views of a type as JSON, and knows the schema of that."""
    return TypeAdapter(kind)
