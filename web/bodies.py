"""What an act in the session must look like."""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from flask import request
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError

from rules.goal import Result
from table.errors import BadInput, Wanted
from table.names import MOST, BlankName, Name, hidden_text
from table.notation.error_words import expected_words, got_words, in_data
from web.marks import mark

Face = Annotated[StrictInt, Field(ge=1, le=6)] | Annotated[str, Field(min_length=2, max_length=8)]
"""A number, or the word for a sign."""


class Body(BaseModel):
    """A JSON object without unknown keys.

    ``seen`` is the number of acts in the view on which the page's user acted; left out, the act goes in any case.
    ``typed``: a person types it into a form, and is told in words what is wrong. ``sealed``: its
    texts are as a journal has them, whatever characters they hide.
    """

    model_config = ConfigDict(extra="forbid")
    most_bytes: ClassVar[int | None] = None
    typed: ClassVar[bool] = False
    sealed: ClassVar[bool] = False
    seen: Annotated[StrictInt, Field(ge=0)] | None = None


class Declare(Body):
    """Who acts on whom."""

    actor: Name
    target: Name


class Throw(Body):
    """Dice thrown at the table, or none: then the desk rolls; ``many`` of those that fall together, or one."""

    dice: Annotated[list[Face], Field(max_length=20)] = []
    many: Annotated[StrictInt, Field(ge=1, le=20)] = 1


class Decide(Body):
    """The referee's word on a check that was too close to call: ``undecided.name`` of the view, or a clause."""

    clause: Annotated[str, Field(min_length=1, max_length=120)]
    passed: StrictBool


class Answer(Body):
    """What the other side says of an action before its dice fall: whether its unit evades."""

    evades: StrictBool


class EndTurn(Body):
    """Whether what the game still asks for is waived; only the referee may."""

    waive: StrictBool = False


class EndMatch(Body):
    """How the match ended: who has won, where somebody has."""

    result: Result
    winner: Name | None = None


class Sign(Body):
    """The side that signs how the match ended, and the entry that says so, as who signs has read it."""

    side: Name
    entry: Annotated[StrictInt, Field(ge=1)] | None = None


class ChooseMode(Body):
    """Whether distances are open, or shooter and target are committed first."""

    mode: Literal["open", "reveal"]


def _keys(model: type[Body]) -> str:
    return ", ".join(key for key in model.model_fields if key != "seen") or "nothing in it"


AnyBody = TypeVar("AnyBody", bound=Body)


def json_body(
    model: type[AnyBody],
) -> Callable[[Callable[..., ResponseReturnValue]], Callable[..., ResponseReturnValue]]:
    """Hand a route the body as ``model``, then what its address names, and let the API's document know of it."""

    def wrap(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        @mark(body=model)
        @wraps(view)
        def taking(**named: Any) -> ResponseReturnValue:
            return view(read_body(model), **named)

        return taking

    return wrap


def read_body(model: type[AnyBody]) -> AnyBody:
    """Return the request's JSON as ``model``; raises BadInput naming the key, what was expected and what came."""
    if model.most_bytes is not None:
        request.max_content_length = model.most_bytes
    try:
        data = request.get_json(silent=True)
    except RecursionError:  # thousands of brackets in a row
        data = None
    if not isinstance(data, dict):
        raise BadInput(f"the body must be a JSON object with {_keys(model)}")
    hidden = None if model.sealed else hidden_text(data)
    if hidden is not None:
        place, expected, got = hidden
        raise BadInput(f"{'.'.join(map(str, place)) or 'the body'}: expected {expected}, got {got!a:.80}")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        if model.typed and isinstance(first.get("ctx", {}).get("error"), BlankName):
            raise BadInput("a name must not be blank: write one") from None
        key = ".".join(str(part) for part in in_data(first["loc"], data)) or "the body"
        if model.typed:
            if first["type"] in ("string_too_long", "string_too_short"):
                raise BadInput("a name has 1 to {most} letters", most=MOST) from None
            raise BadInput(
                "{where}: expected {expected}, got {got}", where=key, expected=Wanted(expected_words(first)),
                got=got_words(first["input"]),
            ) from None  # fmt: skip
        raise BadInput(f"{key}: {first['msg'][0].lower()}{first['msg'][1:]}, got {first['input']!r:.80}") from None
