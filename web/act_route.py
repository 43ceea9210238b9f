"""Acts in a session: each is a POST that does something in the match, and is answered with the whole view after it."""

from collections.abc import Callable
from functools import wraps

from flask import Blueprint

from referee.match.match import Match
from web.answers import json_answer
from web.bodies import AnyBody, json_body
from web.language import asked_language
from web.marks import players_too
from web.match_session import MatchSession
from web.view import MatchView, view_of

Act = Callable[[Match, AnyBody], object]


class Acting:
    """Adds acts to a blueprint; to be called as a decorator of what is done with the match and the request's body."""

    def __init__(self, routes: Blueprint, session: MatchSession) -> None:
        self._routes, self._session = routes, session

    def __call__(
        self, path: str, model: type[AnyBody], *, players: bool = False
    ) -> Callable[[Act[AnyBody]], Act[AnyBody]]:
        """Add the route of an act, for the referee, or for ``players`` too; its body is read as ``model``."""

        def add(act: Act[AnyBody]) -> Act[AnyBody]:
            @json_body(model)
            @wraps(act)
            @json_answer
            def route(body: AnyBody) -> MatchView:
                self._session.act(lambda match: act(match, body), body.seen)
                return self.view()

            self._routes.post(path)(players_too(route) if players else route)
            return act

        return add

    def view(self) -> MatchView:
        """Return the view as it is now."""
        return view_of(self._session, asked_language())
