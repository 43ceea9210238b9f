"""Who may know what: who sees the camera's picture, for whom places are rounded, how long pictures are kept."""

import threading
from collections.abc import Callable

from referee.privacy import Privacy
from web.desk import Desk
from web.errors import Refused
from web.roles import RoleName, role_now, sees_all
from web.rounder import Rounder

SWEEP_S = 600.0
"""So often pictures that are too old are looked for, though nobody rules or looks."""
Save = Callable[[Privacy], None]


def may_see_picture(desk: Desk, who: RoleName | None = None) -> bool:
    """Say whether who asks, or somebody in that role, may see the camera's picture."""
    return desk.privacy.may_see(who or role_now().name)


def need_picture(desk: Desk) -> None:
    """Raise Refused where who asks may not see the camera's picture."""
    if not may_see_picture(desk):
        raise Refused("the camera's picture is not shown to you: the referee chose who sees it", 403)


def rounder_for(desk: Desk, who: RoleName | None = None) -> Rounder | None:
    """Return what rounds places for who asks, or for somebody in that role; None where they may know them exactly."""
    return desk.rounder if desk.position().mode == "reveal" and not sees_all(who) else None


def keep_private(desk: Desk, privacy: Privacy) -> int:
    """Let a desk show and keep pictures so from now on; return how many were deleted for it."""
    desk.keep_private(privacy)
    if desk.frames is None:
        return 0
    desk.frames.masked = privacy.surroundings == "masked"
    desk.frames.keep_s = privacy.keep_s
    return desk.frames.sweep()


def begin_private(desk: Desk, privacy: Privacy) -> None:
    """Let a match begin so: what is left of before and too old goes now, what grows too old goes while it runs."""
    keep_private(desk, privacy)
    frames, over = desk.frames, threading.Event()
    if frames is None:
        return
    if privacy.keep == "match":  # a program that was killed left them
        frames.empty()

    def sweep() -> None:
        while not over.wait(SWEEP_S):
            frames.sweep()

    def end() -> None:
        over.set()
        if desk.privacy.keep == "match":
            frames.empty()

    threading.Thread(target=sweep, name="vedette-sweep", daemon=True).start()
    desk.at_close(end)
