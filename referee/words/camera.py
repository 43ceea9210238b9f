"""How a camera differs from the one that the lens was learned with, in words."""

from referee.words.translation import say
from vision.camera_identity import Difference


def camera_difference(found: Difference, *, language: str = "en") -> str:
    """Return what differs, and what to do about it."""
    told = say(f"setup.camera_{found.key}", language, now=found.now, learned=found.learned)
    return f"{told} {say('setup.camera_remedy', language)}"
