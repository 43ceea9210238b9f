"""A match with a journal and pictures, for tests of evidence."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from journals import begin

from referee.evidence.frames import FrameFolder, frames_of, kept_frame
from referee.journal.store import Journal
from referee.match.match import Match

RECTANGLE = (-7.0, -7.0, 127.0, 107.0)


def jpeg_of(shade: int) -> bytes:
    """Return a picture in one shade, noisy enough not to vanish when it is packed."""
    noise = np.random.default_rng(shade).integers(0, 60, (342, 402, 3), dtype=np.uint8)
    done, data = cv2.imencode(".jpg", np.clip(noise + shade, 0, 255).astype(np.uint8))
    assert done
    return data.tobytes()


@dataclass
class Played:
    journal: Journal
    match: Match
    frames: FrameFolder
    jpeg: bytes

    def look(self, shade: int) -> None:
        """Let the camera bring another picture of the same table."""
        self.jpeg = jpeg_of(shade)
        self.match.see(self.match.current.measured, (), lambda: kept_frame(self.frames, lambda: self.jpeg, RECTANGLE))


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    journal, match = begin(tmp_path / "match.sqlite")
    with journal:
        table = Played(journal, match, frames_of(journal), b"")
        table.look(90)
        yield table
