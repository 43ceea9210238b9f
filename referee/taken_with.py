"""Which camera pictures in files are of: written in them, or in a small file beside them by who took them."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from calibration.identity_section import format_identity, parse_identity
from referee.files import read_text, write_text
from vision.camera_identity import CameraIdentity, Difference, difference
from vision.sources.factory import may_come
from vision.sources.identity import identity_of, picture_identity

TAKEN_WITH = "taken-with.toml"


def keep_taken_with(folder: Path, identity: CameraIdentity | None) -> Difference | None:
    """Write down beside pictures which camera took them; return how it differs from that of those there before."""
    kept = taken_with(folder)
    if kept is None and identity is not None:
        write_text(folder / TAKEN_WITH, format_identity(identity))
    return difference(kept, identity)


def taken_with(folder: Path) -> CameraIdentity | None:
    """Return what is written down beside a folder's pictures; raises BadFile where that cannot be read."""
    path = folder / TAKEN_WITH
    return parse_identity(read_text(path), str(path)) if path.is_file() else None


def camera_named(text: str) -> CameraIdentity | None:
    """Return the camera that a user's ``--camera`` names, by what lies beside its pictures too; None for an unknown."""
    with suppress(OSError, RuntimeError, ValueError):  # a RuntimeError: ~NAME of nobody
        path = Path(text.strip()).expanduser()
        if not may_come(text) and path.exists():
            return taken_with(path if path.is_dir() else path.parent) or identity_of(text)
    return identity_of(text)


def camera_of(pictures: Iterable[Path]) -> tuple[CameraIdentity | None, Difference | None]:
    """Return the camera that pictures are of, and how the first of another differs; both None where nothing is known.

    What was written down by who took them counts more than what is written in them.
    """
    known: CameraIdentity | None = None
    beside: dict[Path, CameraIdentity | None] = {}
    for picture in pictures:
        folder = picture.parent
        if folder not in beside:
            beside[folder] = taken_with(folder)
        identity = beside[folder] or picture_identity(picture)
        if (other := difference(known, identity)) is not None:
            return known, other
        known = known or identity
    return known, None
