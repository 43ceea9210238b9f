"""What an act at the desk must look like."""

from typing import Annotated, Literal, TypeVar

from flask import request
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError

from table.errors import BadInput

Name = Annotated[str, Field(min_length=1, max_length=80)]
Face = Annotated[StrictInt, Field(ge=1, le=6)]


class Body(BaseModel):
    """A JSON object without unknown keys.

    ``seen`` is the number of acts in the view on which the page's user acted; left out, the act goes in any case.
    """

    model_config = ConfigDict(extra="forbid")
    seen: Annotated[StrictInt, Field(ge=0)] | None = None


class Declare(Body):
    """Who acts on whom."""

    actor: Name
    target: Name


class Throw(Body):
    """Dice thrown at the table, or none: then the desk rolls."""

    dice: Annotated[list[Face], Field(max_length=20)] = []


class Decide(Body):
    """The referee's word on a check that was too close to call: ``undecided.name`` of the view, or a clause."""

    clause: Annotated[str, Field(min_length=1, max_length=120)]
    passed: StrictBool


class ChooseMode(Body):
    """Whether distances are open, or shooter and target are committed first."""

    mode: Literal["open", "reveal"]


def _keys(model: type[Body]) -> str:
    return ", ".join(key for key in model.model_fields if key != "seen") or "nothing in it"


AnyBody = TypeVar("AnyBody", bound=Body)


def read_body(model: type[AnyBody]) -> AnyBody:
    """Return the request's JSON as ``model``; raises BadInput naming the key, what was expected and what came."""
    try:
        data = request.get_json(silent=True)
    except RecursionError:  # thousands of brackets in a row
        data = None
    if not isinstance(data, dict):
        raise BadInput(f"the body must be a JSON object with {_keys(model)}")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "the body"
        raise BadInput(f"{key}: {first['msg'][0].lower()}{first['msg'][1:]}, got {first['input']!r:.80}") from None
