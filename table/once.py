"""Pure functions that are computed once while a piece of work asks them the same again and again."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Answers = dict[Hashable, tuple[object, object]]

_answers: ContextVar[Answers | None] = ContextVar("answers", default=None)
_BY_VALUE = (float, int, str, bool, type(None))


@contextmanager
def asking_again() -> Iterator[None]:
    """Keep what functions marked ``computed_once`` answer, until the block ends; for this thread alone.

    For work such as ruling on one shot with every throw of its dice: all that is measured stays the same.
    """
    if _answers.get() is not None:
        yield
        return
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)


def computed_once(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Mark a pure function: inside ``asking_again`` it is computed once for the same arguments.

    The same are numbers, texts and tuples of such that are equal, and anything else only if it is the same object: two
    stands may be equal and yet have errors that are shared with others in another way.
    """

    @wraps(function)
    def asked(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        answers = _answers.get()
        if answers is None:
            return function(*args, **kwargs)
        key = (function, _key(args), _key(tuple(kwargs.items())))
        if (found := answers.get(key)) is None:
            # The arguments are kept with the answer: while they live no other object has their id.
            found = answers[key] = ((args, kwargs), function(*args, **kwargs))
        return cast("Result", found[1])

    return asked


def _key(value: Any) -> Hashable:
    kind = type(value)
    if kind is tuple:
        return tuple(map(_key, value))
    return (kind, value) if kind in _BY_VALUE else id(value)
