"""Who may know what: who sees the camera's picture, for whom places are rounded, how long pictures are kept."""

import threading
from collections.abc import Callable

from referee.privacy import Privacy
from web.errors import Refused
from web.match_session import MatchSession
from web.roles import RoleName, role_now, sees_all
from web.rounder import Rounder

SWEEP_S = 600.0
"""So often pictures that are too old are looked for, though nobody rules or looks."""
Save = Callable[[Privacy], None]


def may_see_picture(session: MatchSession, who: RoleName | None = None) -> bool:
    """Say whether who asks, or somebody in that role, may see the camera's picture."""
    return session.privacy.may_see(who or role_now().name)


def need_picture(session: MatchSession) -> None:
    """Raise Refused where who asks may not see the camera's picture."""
    if not may_see_picture(session):
        raise Refused("the camera's picture is not shown to you: the referee chose who sees it", 403)


def rounder_for(session: MatchSession) -> Rounder | None:
    """Return what rounds places for who asks; None where they may know them exactly."""
    return session.rounder if session.reading().hides_places and not sees_all() else None


def keep_private(session: MatchSession, privacy: Privacy) -> int:
    """Let a session show and keep pictures so from now on; return how many were deleted for it."""
    session.keep_private(privacy)
    if session.frames is None:
        return 0
    session.frames.masked = privacy.surroundings == "masked"
    session.frames.keep_s = privacy.keep_s
    return session.frames.sweep()


def begin_private(session: MatchSession, privacy: Privacy) -> None:
    """Let a match begin so: what is left of before and too old goes now, what grows too old goes while it runs."""
    keep_private(session, privacy)
    frames, over = session.frames, threading.Event()
    if frames is None:
        return
    if privacy.keep == "match":  # a program that was killed left them
        frames.empty()

    def sweep() -> None:
        while not over.wait(SWEEP_S):
            frames.sweep()

    def end() -> None:
        over.set()
        if session.privacy.keep == "match":
            frames.empty()

    threading.Thread(target=sweep, name="vedette-sweep", daemon=True).start()
    session.at_close(end)
