"""Who may do what: the referee everything, a player the acts of their own side, a spectator nothing but look.

A hall has an organiser above its referees, tables that act for themselves, and strangers, who may not even look before
they have typed its PIN.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from flask import Flask, g, request

from web.errors import Refused
from web.marks import marked

RoleName = Literal["organiser", "referee", "table", "player", "spectator", "stranger"]

READING = ("GET", "HEAD", "OPTIONS")
AT_THE_TABLE: Mapping[RoleName, str] = {
    "player": "you are watching: who plays opens the link of their side",
    "referee": "only the referee may do that: open the referee's page on the computer at the table, or type the PIN",
}
"""How a table's own page refuses."""


@dataclass(frozen=True, slots=True)
class Role:
    """Who asks; ``side`` is a player's own, as the roster names it, ``title`` as people do.

    In a hall ``title`` is a person's name, and a table's place.
    """

    name: RoleName
    side: str | None = None
    title: str = ""


REFEREE, SPECTATOR = Role("referee"), Role("spectator")


def role_now() -> Role:
    """Return who asks; the referee where no door keeps anybody out."""
    role: Role = g.get("vedette_role", REFEREE)
    return role


def sees_all(who: RoleName | None = None) -> bool:
    """Say whether who asks, or somebody in that role, sees every distance also before it is declared."""
    return (who or role_now().name) == "referee"


def need_side(side: str) -> None:
    """Raise Refused unless who asks may act for that side."""
    role = role_now()
    if role.name == "player" and role.side != side:
        raise Refused("that is the other side's: you play the {side}", side=role.title)


def may_open(view: Callable[..., Any]) -> bool:
    """Say whether who asks may look at a page."""
    return _may(role_now().name, least_role(view, "GET"))


def least_role(view: Callable[..., Any] | None, method: str) -> RoleName:
    """Return who may at least use a route."""
    least: RoleName = marked(view, "who", "spectator" if method in READING else "referee")
    return least


def keep_roles(app: Flask, who: Callable[[], Role], refusals: Mapping[RoleName, str] = AT_THE_TABLE) -> None:
    """Refuse what the role of who asks does not allow; a route that says nothing is for all to read, none to change.

    ``refusals`` say so, by the role that is wanted at least.
    """

    @app.before_request
    def check() -> None:
        g.vedette_role = who()
        view = app.view_functions.get(request.endpoint or "")
        least = least_role(view, request.method)
        if not _may(g.vedette_role.name, least):
            raise Refused(refusals[least])


def _may(role: RoleName, least: RoleName) -> bool:
    """Say whether a role is enough; what is a table's is nobody else's."""
    return role == least if least == "table" else _RANK[role] >= _RANK[least]


_RANK: dict[RoleName, int] = {"stranger": -1, "spectator": 0, "table": 0, "player": 1, "referee": 2, "organiser": 3}
