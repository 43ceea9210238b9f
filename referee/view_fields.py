"""What all views share. A view is a frozen dataclass of what somebody is shown, every sentence said.

A key in JSON is a field's name. Every field is sent, None as null, but for those marked ``IfKnown`` or ``IfAny``.
"""

import json
from collections.abc import Mapping
from operator import not_
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value")


def is_unknown(value: object) -> bool:
    """Say whether there is nothing to send."""
    return value is None


IfKnown = Annotated[Value | None, Field(exclude_if=is_unknown)]
"""A field that JSON leaves out where it is None."""
IfAny = Annotated[Value, Field(exclude_if=not_)]
"""A field that JSON leaves out where it is empty, 0 or False."""
OpenFacts = TypeAliasType("OpenFacts", Mapping[str, object])
OpenValue = TypeAliasType("OpenValue", object)
"""What a game knows by its own words: the keys of an action, the value of a setting. No type here can name them all."""


def fields_of(view: "DataclassInstance") -> dict[str, Any]:
    """Return a view's fields by name, to make a view of that has them all and more."""
    return {name: getattr(view, name) for name in view.__dataclass_fields__}


def json_text(view: "DataclassInstance") -> str:
    """Return a view as JSON for people and machines to read."""
    return json.dumps(TypeAdapter(type(view)).dump_python(view, mode="json"), indent=2, ensure_ascii=False)
