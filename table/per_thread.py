"""A cache of which each thread has its own, for values that threads must not share."""

import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


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
