"""Which camera a source is, by what a user writes after ``--camera``: asked without starting it."""

import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from PIL import Image

from vision.camera_identity import CameraIdentity
from vision.sources.factory import device_index, is_stream
from vision.sources.pictures import SUFFIXES, natural
from vision.sources.plugged_identity import plugged_identity
from vision.sources.reasons import without_secrets

# Exif 2.3: in the first folder of notes, and in the one that _EXIF points at.
_MAKE, _MODEL, _EXIF, _FOCAL_MM, _FOCAL_35_MM, _SERIAL = 0x010F, 0x0110, 0x8769, 0x920A, 0xA405, 0xA431


def identity_of(text: str) -> CameraIdentity | None:
    """Return the camera that a text names; None where nothing is known of it.

    Of cameras plugged in only Linux tells more than a number; a folder's first picture speaks for all of it.
    """
    wanted = text.strip()
    if (index := device_index(wanted)) is not None:
        return plugged_identity(index) if sys.platform.startswith("linux") else None
    try:
        if is_stream(wanted):
            scheme, place = address_without_password(wanted)
            return CameraIdentity(kind="address", place=place, format=scheme) if place else None
        path = Path(wanted).expanduser()
        if path.is_dir():
            files = [file for file in path.iterdir() if file.suffix.lower() in SUFFIXES]
            path = min(files, key=natural, default=path)
    except (OSError, RuntimeError, ValueError):
        return None  # a RuntimeError: ~NAME of nobody
    return picture_identity(path)


def address_without_password(url: str) -> tuple[str, str]:
    """Return a stream's scheme, and where it comes from without name, password and whatever else may be secret."""
    parts = urlsplit(without_secrets(url))
    asked = parse_qsl(parts.query, keep_blank_values=True)
    place = urlunsplit(("", parts.netloc.lower(), parts.path, urlencode(asked), ""))
    return parts.scheme.lower(), place.removeprefix("//")


def picture_identity(file: Path) -> CameraIdentity | None:
    """Return the camera that is written in a picture file (its Exif notes); None where none is."""
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(file) as picture:
            notes = picture.getexif()
            more = notes.get_ifd(_EXIF)
    except Exception:  # a damaged file may raise anything, and what reads it for its picture will say so
        return None
    make, model = _word(notes, _MAKE), _word(notes, _MODEL)
    name = model if model.lower().startswith(make.lower()) else f"{make} {model}".strip()
    serial, focal_mm, focal_35_mm = _word(more, _SERIAL), _length_mm(more, _FOCAL_MM), _length_mm(more, _FOCAL_35_MM)
    if not (name or serial):
        return None
    return CameraIdentity(kind="pictures", name=name, serial=serial, focal_mm=focal_mm, focal_35_mm=focal_35_mm)


def _word(notes: Mapping[int, Any], tag: int) -> str:
    told = str(notes.get(tag, "")).replace("\0", " ").strip()[:100]
    return "".join(letter if letter.isprintable() else "?" for letter in told)


def _length_mm(notes: Mapping[int, Any], tag: int) -> float | None:
    """Return a focal length; 0 stands for one that the camera does not know."""
    try:
        told = float(notes.get(tag, 0))
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return round(told, 3) if 0 < told < 1e5 else None
