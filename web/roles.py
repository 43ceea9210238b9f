"""Who may do what: the referee everything, a player the acts of their own side, a spectator nothing but look."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from flask import Flask, g, request

from web.errors import Refused
from web.marks import marked

RoleName = Literal["referee", "player", "spectator"]

READING = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class Role:
    """Who asks; ``side`` is a player's own, as the roster names it, ``title`` as people do."""

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
    return _RANK[role_now().name] >= _RANK[least_role(view, "GET")]


def least_role(view: Callable[..., Any] | None, method: str) -> RoleName:
    """Return who may at least use a route."""
    least: RoleName = marked(view, "who", "spectator" if method in READING else "referee")
    return least


def keep_roles(app: Flask, who: Callable[[], Role]) -> None:
    """Refuse what the role of who asks does not allow; a route that says nothing is for all to read, none to change."""

    @app.before_request
    def check() -> None:
        g.vedette_role = who()
        view = app.view_functions.get(request.endpoint or "")
        least = least_role(view, request.method)
        if _RANK[g.vedette_role.name] < _RANK[least]:
            if least == "player":
                raise Refused("you are watching: who plays opens the link of their side")
            raise Refused(
                "only the referee may do that: open the referee's page on the computer at the table, or type the PIN"
            )


_RANK: dict[RoleName, int] = {"spectator": 0, "player": 1, "referee": 2}
