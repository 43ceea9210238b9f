"""Marker dictionaries by name: OpenCV's, or the owner's from a file."""

import difflib
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from table.errors import BadInput
from vision.arrays import Picture

_PREFIX = "DICT_"
_NUMBERS = {
    name.removeprefix(_PREFIX).lower(): int(getattr(cv2.aruco, name))
    for name in dir(cv2.aruco)
    if name.startswith(_PREFIX)
}
_FILES = (".yml", ".yaml", ".json", ".xml")


@cache
def dictionary(name: str) -> cv2.aruco.Dictionary:
    """Return a dictionary by name (``4x4_250``, ``DICT_4X4_250``) or from a file as OpenCV writes them (.yml).

    Raises BadInput for a name that is not known, naming those near it, or a file that holds no dictionary.
    """
    if name.lower().endswith(_FILES):
        return _from_file(Path(name))
    wanted = name.strip().lower().removeprefix(_PREFIX.lower())
    if wanted not in _NUMBERS:
        near = difflib.get_close_matches(wanted, _NUMBERS, n=3, cutoff=0.5) or ["4x4_250", "5x5_1000"]
        raise BadInput(
            "no marker dictionary is called {name!r}; did you mean {near}?", name=name, near=" or ".join(near)
        )
    return cv2.aruco.getPredefinedDictionary(_NUMBERS[wanted])


def _from_file(file: Path) -> cv2.aruco.Dictionary:
    found = cv2.aruco.Dictionary()
    try:
        # As text, not by OpenCV's own open(): that prints on stderr and cannot say why a file is not read.
        storage = cv2.FileStorage(file.read_text(encoding="utf-8"), cv2.FILE_STORAGE_READ | cv2.FILE_STORAGE_MEMORY)
        read = found.readDictionary(storage.root())
    except OSError as error:
        raise BadInput("{path}: cannot be read ({reason})", path=file, reason=error.strerror) from None
    except (cv2.error, SystemError, UnicodeDecodeError):
        read = False
    if not read or found.bytesList is None or not len(found.bytesList):
        raise BadInput(
            "{file}: this is no marker dictionary as OpenCV writes them (nmarkers, markersize, marker_0 ...)", file=file
        )
    return found


def patterns(words: cv2.aruco.Dictionary, border: int = 1) -> Picture:
    """Return all markers as printed, black border included: (ids, n, n), n modules a side, 1 for white."""
    bits = [
        cv2.aruco.Dictionary.getBitsFromByteList(words.bytesList[index : index + 1], words.markerSize)
        for index in range(len(words.bytesList))
    ]
    return np.pad(np.asarray(bits, dtype=np.uint8), ((0, 0), (border, border), (border, border)))
