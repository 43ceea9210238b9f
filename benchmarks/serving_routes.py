"""What a server can be asked: every route of it, and who may use it.

Routes under /api come from the document that the server gives of itself, the pages beside it are listed here; a test
holds this list against the application's own map of routes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROLES = ("stranger", "spectator", "player", "referee", "organiser")
PAGES = (
    "/", "/watch", "/watch/qr.svg", "/overlay/{part}", "/pin", "/join", "/join/{what}.svg", "/join/{token}", "/journal",
    "/journal/export.{form}", "/evidence", "/evidence/{number}", "/evidence/{number}.png", "/evidence/{number}.pdf",
    "/evidence/{number}/table.jpg", "/evidence/{number}/eyes.svg", "/passport", "/passport.pdf",
    "/result", "/film", "/chart", "/chart.pdf",
    "/chart.csv", "/audit", "/terrain",
    "/static/{filename}",
    "/cannon/shots/{number}/{when}.jpg", "/join.svg",
)  # fmt: skip
SETUP_PAGES = (
    "/", "/terrain", "/static/{filename}", "/setup", "/setup/plan", "/setup/{known_id}", "/setup/{known_id}/{key}",
    "/setup/{known_id}/sheets/{which}.pdf", "/setup/{known_id}/join.svg", "/setup/{known_id}/keep.vedette",
)  # fmt: skip
HALL_PAGES = (
    "/", "/pictures/{match}-{number}.jpg", "/join", "/join.svg", "/in/{secret}", "/metrics", "/evening",
    "/evening/results.csv", "/evening/scenario.toml", "/evening/sheets.pdf", "/evenings", "/evenings/{number}",
    "/evenings/{number}/results.csv", "/season", "/season/player/{number}",
    "/season/army", "/season/table", "/static/{filename}",
)  # fmt: skip
ENDLESS = "/api/events"
"""Not asked like the others."""


@dataclass(frozen=True, slots=True)
class Route:
    """One address with a method; ``least`` is the role that may use it, ``schema`` that of its body."""

    method: str
    path: str
    least: str = "spectator"
    schema: Mapping[str, Any] | None = None

    def open_to(self, role: str) -> bool:
        """Say whether who has this role may use it."""
        if "table" in (role, self.least):  # a hall's tables do nothing else
            return role == self.least
        return ROLES.index(self.least) <= ROLES.index(role)


def routes_of(document: Mapping[str, Any], pages: tuple[str, ...] = PAGES) -> tuple[Route, ...]:
    """Return the routes of an API's document, without its endless one, and the pages beside it."""
    found = [Route("GET", page) for page in pages]
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            found.append(Route(method.upper(), path, told["x-least-role"], body))
    return tuple(route for route in found if route.path != ENDLESS)


@cache
def wizard_routes() -> tuple[Route, ...]:
    """Return the set-up's routes, of which before a match no document is served."""
    from referee.clock import WallClock  # noqa: PLC0415 - a client of a demo needs none of it
    from referee.setup.shelf import Shelf  # noqa: PLC0415
    from web.document import document_of  # noqa: PLC0415
    from web.setup.session import SetupSession  # noqa: PLC0415
    from web.site import create_setup_app  # noqa: PLC0415

    with TemporaryDirectory() as folder:
        setup_session = SetupSession(Shelf(Path(folder)), WallClock(), threads=False)
        return routes_of(document_of(create_setup_app(setup_session)), SETUP_PAGES)
