"""How a camera or stream is doing, in words for people."""

from dataclasses import dataclass
from typing import Literal

StateKey = Literal["opening", "running", "silent", "frozen", "away", "closed"]


@dataclass(frozen=True, slots=True)
class SourceState:
    """How a live source is doing: its key, whole words about it, and since when, by the source's clock.

    opening: no picture yet. running: pictures come. silent: none has come for a while. frozen: they come, but always
    the same one. away: it stopped, and is being opened again and again. closed: by us.
    """

    key: StateKey
    text: str
    since_s: float

    @property
    def good(self) -> bool:
        """Whether its newest picture shows the table as it is."""
        return self.key == "running"


def seconds(value_s: float) -> str:
    """Return a time for people: 0.5 s, 4 s, 3 min."""
    if value_s < 0.95:
        return f"{max(value_s, 0):.1f} s"
    return f"{value_s:.0f} s" if value_s < 119.5 else f"{value_s / 60:.0f} min"
