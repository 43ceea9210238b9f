"""Marks on views: who may use one, how it is computed and kept, what it takes and answers with.

The application, the roles and the API's document read them; a decorator over a marked view keeps its marks.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

from flask import request
from flask.typing import ResponseReturnValue

from table.errors import BadInput

View = TypeVar("View", bound=Callable[..., Any])


def mark(**said: object) -> Callable[[View], View]:
    """Return a decorator that leaves these marks on a view."""

    def leave(view: View) -> View:
        for name, value in said.items():
            setattr(view, f"vedette_{name}", value)
        return view

    return leave


def marked(view: Callable[..., Any] | None, name: str, default: Any = None) -> Any:
    """Return one of a view's marks."""
    return getattr(view, f"vedette_{name}", default)


def players_too(view: View) -> View:
    """Let players do this too; what they may do in it is asked of ``need_side``."""
    return mark(who="player")(view)


def anyone(view: View) -> View:
    """Let everybody do this: typing a PIN, for one."""
    return mark(who="spectator")(view)


def referee_only(view: View) -> View:
    """Keep a page, too, to the referee."""
    return mark(who="referee")(view)


def organiser_only(view: View) -> View:
    """Keep this to who runs the hall; posts that say nothing are open to its referees too."""
    return mark(who="organiser")(view)


def tables_only(view: View) -> View:
    """Keep this to a hall's tables, each for itself."""
    return mark(who="table")(view)


def strangers_too(view: View) -> View:
    """Open this also to who has not typed the hall's PIN yet."""
    return mark(who="stranger")(view)


def without_worker(view: View) -> View:
    """Let a view answer in the thread that was asked: it computes nothing, or waits for something to happen."""
    return mark(without_worker=True)(view)


def expensive(view: View) -> View:
    """Mark a view that takes 10 ms of computing or more and keeps no page in step: spectators' wait their turn."""
    return mark(expensive=True)(view)


def cached_while(version: Callable[[], Hashable], *arguments: str) -> Callable[[View], View]:
    """Let a view's answer be kept, and given to all who ask alike, while ``version()`` stays as it is.

    Alike is: the same path, role, side and language, and the same values of the query's ``arguments``. No view may
    read anything else of the request: another host or query would get its answer.
    """
    return mark(cached=(version, arguments))


def answers(mimetype: str, event: type | None = None) -> Callable[[View], View]:
    """Let the API's document know that a route answers with something else than JSON: ``event`` is told by a stream."""
    return mark(answers=mimetype, view=event)


def asks_stand(view: Callable[[str], ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """Hand a route the name in ``?stand=NAME``, else the one in its path; and let the API's document know of it.

    A path keeps neither ``..`` nor two strokes in a row: pages ask with ``?stand=``.
    """

    @mark(query=("stand",))
    @wraps(view)
    def asked(name: str = "") -> ResponseReturnValue:
        stand = request.args.get("stand", name)
        if not stand:
            raise BadInput("say of which stand: ?stand=NAME")
        return view(stand)

    return asked
