"""Routes of the set-up being worked on: each is handed the set-up that its address names; all are the referee's."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from referee.setup.folder import SetUp
from referee.setup.steps import StepKey
from referee.view_fields import IfKnown
from web.bodies import AnyBody, json_body
from web.errors import Refused
from web.marks import referee_only
from web.setup.session import SetupSession

Reading = Callable[[SetUp], ResponseReturnValue]
Doing = Callable[[SetUp, AnyBody], ResponseReturnValue]

WRITTEN: Mapping[str, tuple[str, ...]] = {"match": ("match",), "sheets": ("sheets", "frame"), "roster": ("roster",)}
"""The steps that are typed as one, and the files that they write."""


def version_of(made: SetUp, key: str) -> str:
    """Return what tells whether a step's files were written since it was shown; empty for a step that is not typed."""
    return made.version(*WRITTEN[key]) if key in WRITTEN else ""


class SetupRoutes:
    """Adds routes under /api/setup/ID to a blueprint; to be used as decorators."""

    def __init__(self, routes: Blueprint, setup_session: SetupSession) -> None:
        self._routes, self._setup_session = routes, setup_session
        self._saving = threading.Lock()

    def get(self, path: str) -> Callable[[Reading], Reading]:
        """Add a route that reads."""

        def add(view: Reading) -> Reading:
            @referee_only
            @wraps(view)
            def asked(known_id: str) -> ResponseReturnValue:
                return view(self._setup_session.setup(known_id))

            self._routes.get(f"/api/setup/<known_id>{path}")(asked)
            return view

        return add

    def post(self, path: str, model: type[AnyBody]) -> Callable[[Doing[AnyBody]], Doing[AnyBody]]:
        """Add a route that does something; its body is read as ``model``.

        A typed step is refused where If-Match names another version of its files than is there now.
        """
        key = path.strip("/")

        def add(view: Doing[AnyBody]) -> Doing[AnyBody]:
            @json_body(model)
            @wraps(view)
            def asked(body: AnyBody, known_id: str) -> ResponseReturnValue:
                made = self._setup_session.setup(known_id)
                if key not in WRITTEN:
                    return view(made, body)
                with self._saving:
                    if request.headers.get("If-Match", version := version_of(made, key)) != version:
                        raise Refused("this was changed in another tab since you opened it: reload this page", 409)
                    return view(made, body)

            self._routes.post(f"/api/setup/<known_id>{path}")(asked)
            return view

        return add


def address_of(endpoint: str, **values: Any) -> str:
    """Return an address of the set-up that is asked for."""
    return url_for(endpoint, known_id=(request.view_args or {})["known_id"], **values)


@dataclass(frozen=True, slots=True)
class GoView:
    """The page to go to, what is ``said`` there first, and the ``version`` of what was saved."""

    href: str
    said: IfKnown[str] = None
    version: IfKnown[str] = None


@dataclass(frozen=True, slots=True)
class BegunView:
    """Work that was begun, by its number."""

    work: int


def to_step(key: StepKey, said: str | None = None, version: str | None = None) -> GoView:
    """Return the address of a step's page."""
    return GoView(address_of("setup.step", key=key), said, version)
