"""A folder that pictures are saved in, each whole or not at all."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2

from table.errors import BadInput
from vision.sources.frames import CameraFrame

Format = Literal["png", "jpg"]
_NAME = re.compile(r"picture-(\d+)\.(?:png|jpe?g)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Saved:
    """One picture on disk: where, and its size."""

    path: Path
    size_px: tuple[int, int]


class Album:
    """A folder that pictures are added to, numbered on from those in it; nothing in it is ever overwritten.

    Without a ``kind`` a picture is saved without any loss: as the camera's own JPEG where it sends these, else as PNG.
    Raises BadInput where the folder cannot be made or written.
    """

    def __init__(self, folder: Path, kind: Format | None) -> None:
        self.folder, self.kind = folder, kind
        try:
            folder.mkdir(parents=True, exist_ok=True)
            numbers = [int(match[1]) for file in folder.iterdir() if (match := _NAME.fullmatch(file.name))]
        except OSError as error:
            raise BadInput("{path}: cannot be written ({reason})", path=folder, reason=error.strerror) from None
        self.already = len(numbers)
        self._next = max(numbers, default=0) + 1

    def add(self, frame: CameraFrame) -> Saved:
        """Write a picture; raises BadInput when the disk is full or the folder may not be written."""
        return Saved(self.write(frame), (frame.image.shape[1], frame.image.shape[0]))

    def write(self, frame: CameraFrame) -> Path:
        """Write a picture as `add` does, and return where: a camera's own JPEG need not be decoded for that."""
        kind = self.kind or ("png" if frame.jpeg is None else "jpg")
        data = _coded(frame, kind)
        while True:
            path = self.folder / f"picture-{self._next:04d}.{kind}"
            self._next += 1
            try:
                with path.open("xb") as file:
                    try:
                        file.write(data)
                        file.flush()
                    except OSError:
                        path.unlink(missing_ok=True)  # half a picture is worse than none
                        raise
            except FileExistsError:
                continue  # another capture writes here too
            except OSError as error:
                raise BadInput("{path}: cannot be written ({reason})", path=path, reason=error.strerror) from None
            return path


def _coded(frame: CameraFrame, kind: Format) -> bytes:
    if kind == "jpg" and frame.jpeg is not None:
        return frame.jpeg.data  # as the camera made it: coding it again would only lose
    options = [] if kind == "png" else [cv2.IMWRITE_JPEG_QUALITY, 97]
    return cv2.imencode(f".{kind}", frame.image, options)[1].tobytes()
