"""The pictures rulings were made on, stored under the hash of their bytes in a folder of a set size."""

import math
import os
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal

import platformdirs

from referee.files import replace_file
from referee.journal.payloads import Frame
from referee.journal.store import Journal
from table.errors import BadInput, VedetteError

LIMIT_BYTES = 500_000_000

Trouble = Literal["none", "gone", "altered", "private"]
"""Why a card has no picture: none was taken, it is not there any more, somebody changed it, or it is not for all."""


class NoFrame(VedetteError):  # noqa: N818
    """There is no picture to show; ``trouble`` says which way."""

    def __init__(self, trouble: Trouble) -> None:
        self.trouble: Trouble = trouble
        super().__init__(trouble)


class FrameFolder:
    """A folder of JPEG pictures named for their SHA-256, the oldest dropped where all would be over ``limit_bytes``.

    None older than ``keep_s`` is kept, where that is said; ``masked``: what lies round the table does not come in.
    """

    def __init__(self, folder: Path, limit_bytes: int = LIMIT_BYTES, now_s: Callable[[], float] = time.time) -> None:
        self.folder, self.limit_bytes, self._now_s = folder, limit_bytes, now_s
        self.keep_s: float | None = None
        self.masked = True

    def put(self, jpeg: bytes, pinned: Collection[str] = ()) -> str:
        """Keep a picture, whole or not at all, and return its hash; raises OSError where the disk does not take it.

        To make room the oldest go, but neither this one nor those whose hashes are ``pinned``.
        """
        name = sha256(jpeg).hexdigest()
        file = self._file(name)
        if file.exists() and sha256(file.read_bytes()).hexdigest() == name:
            os.utime(file)  # as new: what is ruled on now goes last
        else:
            self.folder.mkdir(parents=True, exist_ok=True)
            replace_file(file, jpeg)
        self.sweep()
        self._make_room({name, *pinned})
        return name

    def get(self, name: str) -> bytes:
        """Return the picture with this hash; raises NoFrame where it is gone, or is not the one it was."""
        file = self._file(name)
        try:
            if self.keep_s is not None and self._now_s() - file.stat().st_mtime > self.keep_s:
                file.unlink()
            jpeg = file.read_bytes()
        except OSError:
            raise NoFrame("gone") from None
        if sha256(jpeg).hexdigest() != name:
            raise NoFrame("altered")
        return jpeg

    def sweep(self, keep_s: float | None = None) -> int:
        """Delete what is older than pictures are kept, or than so many seconds, and return how many were."""
        keep_s = self.keep_s if keep_s is None else keep_s
        gone = 0
        if keep_s is None:
            return gone
        for file in self.folder.glob("*.jpg*"):
            with suppress(OSError):
                if self._now_s() - file.stat().st_mtime > keep_s:
                    file.unlink()
                    gone += 1
        return gone

    def empty(self) -> int:
        """Delete every picture, and return how many there were."""
        return self.sweep(-math.inf)

    def _file(self, name: str) -> Path:
        if len(name) != 64 or not set(name) <= set("0123456789abcdef"):
            raise NoFrame("gone")
        return self.folder / f"{name}.jpg"

    def _make_room(self, stay: Collection[str]) -> None:
        found = []
        for file in self.folder.glob("*.jpg*"):
            with suppress(OSError):
                found.append((file.stat().st_mtime_ns, file.stat().st_size, file))
        total = sum(size for _, size, _ in found)
        for _, size, file in sorted(found):
            if total <= self.limit_bytes:
                return
            if file.stem in stay:
                continue
            with suppress(OSError):  # on Windows a picture that is being read stays until the next time
                file.unlink()
                total -= size


def frames_of(journal: Journal, folder: Path | None = None, limit_bytes: int = LIMIT_BYTES) -> FrameFolder:
    """Return where a journal's pictures are: beside its file, or, of a database, in a folder of this user's."""
    if folder is not None:
        return FrameFolder(folder, limit_bytes)
    if journal.file is not None:
        return FrameFolder(journal.file.with_name(journal.file.name + ".frames"), limit_bytes)
    url = journal.url
    place = f"{url.host}:{url.port}/{url.database}?{sorted(url.query.items())}"  # whoever opens it, with any password
    folder = platformdirs.user_data_path("vedette", appauthor=False) / "frames"
    return FrameFolder(folder / sha256(place.encode()).hexdigest()[:16], limit_bytes)


def kept_frame(
    frames: FrameFolder, make: Callable[[], bytes], picture_cm: tuple[float, float, float, float],
    pinned: Collection[str] = (), camera_cm: tuple[float, float, float] | None = None,
) -> Frame | None:  # fmt: skip
    """Keep the picture a ruling is made on, and return what its entry says of it; None where none can be made.

    A disk that does not take it stops no ruling: the entry then has the hash, and why the picture is not kept.
    """
    try:
        jpeg = make()
    except VedetteError:
        return None
    try:
        return Frame(sha256=frames.put(jpeg, pinned), picture_cm=picture_cm, camera_cm=camera_cm)
    except OSError as error:
        why = str(error.strerror or error)
        return Frame(sha256=sha256(jpeg).hexdigest(), picture_cm=picture_cm, camera_cm=camera_cm, lost=why)


def frame_bytes(frames: FrameFolder | None, frame: Frame | None) -> bytes:
    """Return the picture of an entry; raises NoFrame where there is none, it is gone or was altered."""
    if frame is None:
        raise NoFrame("none")
    if frames is None:
        raise NoFrame("gone")
    return frames.get(frame.sha256)


def read_limit(megabytes: int) -> int:
    """Return a limit given in MB as bytes; raises BadInput below one that holds a few pictures."""
    if megabytes < 5:
        raise BadInput(
            "evidence frames need room for at least a few pictures: 5 MB or more, not {megabytes}", megabytes=megabytes
        )
    return megabytes * 1_000_000
