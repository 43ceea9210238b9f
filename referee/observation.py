"""The newest observation of the table: what the camera shows of it, and its status."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from referee.match.course import Course
from table.snapshot import Snapshot
from table.stand import Stand
from vision.watchman.watch import Notice

TableStatusKey = Literal["still", "settling", "hands", "covered", "unseen", "noticed", "no_frame", "no_camera"]


@dataclass(frozen=True, slots=True)
class TableStatus:
    """The status line of the table on the page: the watchman's notice, or the names of stands not seen any more.

    ``waiting`` counts those on the roster that were never seen: in the box, for all the camera knows.
    ``status_words`` in referee/words says it.
    """

    key: TableStatusKey
    notice: Notice | None = None
    names: tuple[str, ...] = ()
    waiting: int = 0


SETTLED_KEYS = ("still", "covered", "unseen", "noticed")
"""Where the status is one of these nothing moves, and the table is the newest settled one."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where one stand is in the newest picture, settled or not: seen, in somebody's hand, under something, or gone."""

    name: str
    state: Literal["seen", "held", "covered", "gone"]
    stand: Stand | None


@dataclass(frozen=True)
class Observation:
    """The last settled table, which of its stands were not seen just now, the state, the newest picture from above.

    ``jpeg`` makes the picture when somebody asks for it, of the rectangle ``picture_cm`` = left, near, right, far in
    table cm. ``walked`` tells which stands' ways have just ended, and their lengths in cm, ``courses`` by which points
    they led. ``frame_markers`` counts those seen and those there are; ``frame_rms_px`` says how well they fit.
    ``live`` is where each stand is in this very picture; without it all are where the table has them. ``camera_moved``
    and ``frame_pushed``: the watchman says that the camera was bumped, that a frame marker was pushed.
    In ``jpeg`` what lies round the table is grey; ``bare`` makes it whole, for those who asked to have it so.
    ``camera_cm`` is where the lens is, ``picture`` the camera's own picture, grey or BGR.
    """

    table: Snapshot
    status: TableStatus
    unseen: frozenset[str] = frozenset()
    walked: tuple[tuple[str, float], ...] = ()
    frame_markers: tuple[int, int] = (0, 0)
    picture_cm: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    jpeg: Callable[[], bytes] | None = field(default=None, repr=False, compare=False)
    bare: Callable[[], bytes] | None = field(default=None, repr=False, compare=False)
    camera_cm: tuple[float, float, float] | None = field(default=None, compare=False)
    frame_rms_px: float | None = field(default=None, compare=False)
    time_s: float = field(default=0.0, compare=False)
    live: tuple[Whereabouts, ...] = field(default=(), repr=False, compare=False)
    camera_moved: bool = field(default=False, compare=False)
    frame_pushed: bool = field(default=False, compare=False)
    courses: Mapping[str, Course] = field(default_factory=dict, repr=False, compare=False)
    picture: NDArray[np.uint8] | None = field(default=None, repr=False, compare=False)

    @property
    def settled(self) -> bool:
        """Whether nothing moves and no hand is over the table."""
        return self.status.key in SETTLED_KEYS

    @property
    def whereabouts(self) -> tuple[Whereabouts, ...]:
        """Where each stand is in the newest picture."""
        return self.live or tuple(
            Whereabouts(stand.name, "gone" if stand.name in self.unseen else "seen", stand)
            for stand in self.table.stands
        )
