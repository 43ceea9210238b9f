"""Which camera a source is, by what a user writes after ``--camera``: asked of Linux, without starting it."""

import os
import struct
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from PIL import Image

from vision.camera_identity import CameraIdentity, Focus
from vision.sources.factory import device_index, is_stream
from vision.sources.pictures import SUFFIXES, natural
from vision.sources.reasons import without_secrets

DEV, SYS_CLASS = Path("/dev"), Path("/sys/class/video4linux")
# linux/videodev2.h and v4l2-controls.h: VIDIOC_G_CTRL on struct v4l2_control, VIDIOC_G_FMT on struct v4l2_format.
_G_CTRL, _FOCUS, _AUTOFOCUS, _ZOOM = 0xC008561B, 0x009A090A, 0x009A090C, 0x009A090D
_FORMAT_BYTES = 200 + struct.calcsize("P")
_G_FMT = 0xC0005604 | _FORMAT_BYTES << 16
_FORMAT_AT = struct.calcsize("P") + 8
_CAPTURE = 1
# Exif 2.3: in the first folder of notes, and in the one that _EXIF points at.
_MAKE, _MODEL, _EXIF, _FOCAL_MM, _FOCAL_35_MM, _SERIAL = 0x010F, 0x0110, 0x8769, 0x920A, 0xA405, 0xA431


def plugged_identity(index: int, dev: Path = DEV, sys_class: Path = SYS_CLASS) -> CameraIdentity | None:
    """Return the camera /dev/video``index`` as it is set now; None where the system says nothing of it."""
    name = _text(sys_class / f"video{index}" / "name")
    usb = _usb_device(sys_class / f"video{index}")
    if usb is None and not name:
        return None
    form, focus, zoom = _settings(dev / f"video{index}")
    product, serial = _product_and_serial(usb)
    if any(_product_and_serial(twin) == (product, serial) for twin in _usb_devices(sys_class) if twin != usb):
        serial = ""  # some makers give all their cameras the same: with two of them plugged in it tells nothing
    return CameraIdentity(
        kind="plugged", name=(usb and _text(usb / "product")) or name, product=product, serial=serial,
        place=_port(usb), format=form, focus=focus, zoom=zoom,
    )  # fmt: skip


def _usb_devices(sys_class: Path) -> set[Path]:
    try:
        return {usb for video in sys_class.iterdir() if (usb := _usb_device(video)) is not None}
    except OSError:
        return set()


def _usb_device(video: Path) -> Path | None:
    """Return the folder of the USB device that a video device is of."""
    there = (video / "device").resolve()
    return next((folder for folder in (there, *there.parents) if (folder / "idVendor").is_file()), None)


def _product_and_serial(usb: Path | None) -> tuple[str, str]:
    if usb is None:
        return "", ""
    return f"{_text(usb / 'idVendor')}:{_text(usb / 'idProduct')}", _text(usb / "serial")


def _port(usb: Path | None) -> str:
    """Return the way to a USB device as the kernel writes it: its controller, and the ports from there.

    The number of a bus, which its folder is named by, may be another after each start.
    """
    if usb is None:
        return ""
    bus = next((folder for folder in usb.parents if folder.name.startswith("usb")), usb)
    return f"usb-{bus.parent.name}-{_text(usb / 'devpath') or usb.name}"


def _text(file: Path) -> str:
    try:
        told = file.read_text(encoding="utf-8", errors="replace").strip()[:100]
    except OSError:
        return ""
    return "".join(letter if letter.isprintable() else "?" for letter in told)


def _settings(device: Path) -> tuple[str, Focus | None, float | None]:
    """Ask a camera in what form its pictures come, and for focus and zoom; "" and None for what it does not tell."""
    try:
        handle = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return "", None, None
    try:
        focus: Focus | None = "auto" if _control(handle, _AUTOFOCUS) else _control(handle, _FOCUS)
        return _fourcc(handle), focus, _control(handle, _ZOOM)
    finally:
        os.close(handle)


def _control(handle: int, control: int) -> float | None:
    answer = bytearray(struct.pack("=Ii", control, 0))
    return float(struct.unpack("=Ii", answer)[1]) if _ask(handle, _G_CTRL, answer) else None


def _fourcc(handle: int) -> str:
    answer = bytearray(_FORMAT_BYTES)
    struct.pack_into("=I", answer, 0, _CAPTURE)
    if not _ask(handle, _G_FMT, answer):
        return ""
    code = bytes(answer[_FORMAT_AT : _FORMAT_AT + 4]).strip(b" \0")
    return code.decode("ascii") if code.isalnum() else ""


def _ask(handle: int, request: int, answer: bytearray) -> bool:
    import fcntl  # noqa: PLC0415 - not on Windows

    try:
        fcntl.ioctl(handle, request, answer)
    except OSError:
        return False
    return True


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
