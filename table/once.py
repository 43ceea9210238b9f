"""Pure functions that are computed once: while a piece of work asks them again and again, or once a thread."""

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
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


def cached_per_thread(
    maxsize: int,
) -> Callable[[Callable[Arguments, Result]], Callable[Arguments, Result]]:
    """Return a decorator like ``functools.lru_cache``, but with a cache for each thread that calls the function.

    Shapely's geometries need it: GEOS prepares a geometry in place, at first use and without a lock, and
    ``shapely.contains_xy`` prepares the geometry it is given. Two threads with one geometry crash the process (libgeos
    issue 825). A geometry that comes from here belongs to the thread that asked for it.
    """

    def decorate(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        own = threading.local()

        @wraps(function)
        def cached(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
            try:
                remembered = own.remembered
            except AttributeError:
                remembered = own.remembered = lru_cache(maxsize)(function)
            return cast("Result", cast("Any", remembered)(*args, **kwargs))

        return cached

    return decorate
