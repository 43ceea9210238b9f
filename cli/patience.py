"""Waiting for a camera that stopped."""

import time
from collections.abc import Callable

import click

from vision.sources.frames import CameraFrame, FrameSource, SourceLost

MOST_AWAY_S = 60.0


class Patience:
    """How long a camera that is away is waited for; each time it is asked, it says on stderr how things stand."""

    def __init__(self, most_s: float = MOST_AWAY_S, now_s: Callable[[], float] = time.monotonic) -> None:
        self._most_s, self._now_s = most_s, now_s
        self._since_s: float | None = None

    def came(self) -> None:
        """A picture came: what was before is forgotten."""
        self._since_s = None

    def lost(self, error: SourceLost) -> None:
        """Say what is wrong and return to wait on; raises the error when it has gone on for too long."""
        now_s = self._now_s()
        if self._since_s is None:
            self._since_s = now_s
        if now_s - self._since_s >= self._most_s:
            raise error
        click.echo(f"vedette: {error}", err=True)


def next_frame(source: FrameSource, patience: Patience) -> CameraFrame | None:
    """Return a source's next picture, waiting while it is away; None after the last."""
    while True:
        try:
            frame = source.read()
        except SourceLost as error:
            patience.lost(error)
            continue
        patience.came()
        return frame
