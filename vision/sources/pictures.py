"""Pictures that lie in files: one, a folder of them, or those that fit a pattern."""

import re
from collections.abc import Sequence
from pathlib import Path

from table.errors import BadInput, Remark
from vision.picture import read_picture
from vision.sources.frames import CameraFrame, Closing

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})
_HEIC = frozenset({".heic", ".heif"})
_NAMED = 3
"""So many files that are left out are named."""


class PictureSource(Closing):
    """The pictures of a list of files, in that order; a frame's time is when its file was last written.

    ``warnings`` say what lies beside them and is not read.
    """

    live = False

    def __init__(self, files: Sequence[Path], name: str, warnings: tuple[Remark, ...] = ()) -> None:
        self.name, self.warnings = name, warnings
        self._files = list(files)
        self._next = 0

    def __len__(self) -> int:
        return len(self._files)

    def read(self) -> CameraFrame | None:
        """Return the next picture, None after the last; raises BadInput for a file that is no whole picture."""
        if self._next >= len(self._files):
            return None
        index, file = self._next, self._files[self._next]
        self._next += 1
        image = read_picture(file)
        return CameraFrame(image, file.stat().st_mtime, index, str(file))


def picture_file(file: Path) -> PictureSource:
    """Return one picture as a source."""
    return PictureSource([file], str(file))


def picture_folder(folder: Path) -> PictureSource:
    """Return a folder's pictures, numbers in their names counted as people count; raises BadInput if it has none."""
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file()]
    except OSError as error:
        raise BadInput("{path}: cannot be read ({reason})", path=folder, reason=error.strerror) from None
    if not files:
        raise no_pictures(folder)
    return PictureSource(sorted(files, key=natural), str(folder), left_out(folder))


def left_out(folder: Path) -> tuple[Remark, ...]:
    """Return a remark on an iPhone's pictures that lie in a folder beside those that are read, if there are any."""
    names = sorted((file.name for file in folder.iterdir() if file.suffix.lower() in _HEIC), key=natural)
    if not names:
        return ()
    listed = ", ".join([*names[:_NAMED], *(["..."] if len(names) > _NAMED else [])])
    return (
        Remark(
            "HEIC pictures, as iPhones take them, are left out: {listed}; export them as JPEG (in the phone: Settings, "
            "Camera, Formats, Most Compatible)",
            listed=listed,
        ),
    )


def no_pictures(folder: Path) -> BadInput:
    """Return what is wrong with a folder that has no pictures, or only those of an iPhone."""
    if any(file.suffix.lower() in _HEIC for file in folder.iterdir()):
        return BadInput(
            "{path}: this folder has HEIC pictures only, as iPhones take them, which are not read here; export them as "
            "JPEG (in the phone: Settings, Camera, Formats, Most Compatible)",
            path=folder,
        )
    return BadInput(
        "{path}: no pictures in this folder; expected {known}", path=folder, known=" ".join(sorted(SUFFIXES))
    )


def picture_pattern(pattern: str) -> PictureSource:
    """Return the pictures whose path fits a pattern such as ``shots/*.jpg``; raises BadInput if none does."""
    path = Path(pattern)
    root = Path(path.anchor) if path.is_absolute() else Path()
    rest = str(path.relative_to(path.anchor)) if path.is_absolute() else pattern
    try:
        files = [file for file in root.glob(rest) if file.suffix.lower() in SUFFIXES and file.is_file()]
    except (ValueError, NotImplementedError, OSError) as error:
        raise BadInput("{name}: this is no pattern for files ({reason})", name=pattern, reason=error) from None
    if not files:
        raise BadInput("{name}: no picture has a name like this", name=pattern)
    return PictureSource(sorted(files, key=natural), pattern)


def natural(name: Path | str) -> list[tuple[int, int, str]]:
    """Return a sort key that puts shot-9 before shot-10."""
    parts = re.split(r"(\d+)", str(name).lower())
    return [(0, int(part), "") if part.isdigit() and part.isascii() else (1, 0, part) for part in parts]
