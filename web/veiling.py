"""The veil over what is shown to who asks: there while distances are hidden, and never for the referee."""

from web.desk import Desk
from web.roles import RoleName, sees_all
from web.veil import Veil


def veil_now(desk: Desk, who: RoleName | None = None) -> Veil | None:
    """Return what hides distances from who asks, or from somebody in that role; None where nothing is hidden."""
    return desk.veil if desk.position().mode == "reveal" and not sees_all(who) else None
