"""The stand an address asks for: people call them 1/95th Rifles, and the path of an address cannot hold every name."""

from collections.abc import Callable
from functools import wraps

from flask import request
from flask.typing import ResponseReturnValue

from table.errors import BadInput
from web.marks import mark


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
