"""Which camera a source is: from sysfs and the kernel's answers, an address, and the notes in picture files."""

import errno
import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.camera_identity import CameraIdentity, difference
from vision.sources import identity
from vision.sources.identity import address_without_password, identity_of, picture_identity, plugged_identity


@pytest.fixture
def sys_class(tmp_path: Path) -> Path:
    (tmp_path / "class").mkdir()
    (tmp_path / "dev").mkdir()
    return tmp_path / "class"


def plug(sys_class: Path, index: int, port: str, serial: str = "1AA0F86F", product: str = "082d") -> None:
    """Plug a camera into a fake Linux as /dev/videoN; of bus 3, as it may be numbered today."""
    usb = sys_class.parent / "devices/pci0000:00/0000:00:14.0/usb3/3-1" / f"3-{port}"
    (usb / "1.0").mkdir(parents=True)
    for file, text in {"idVendor": "046d", "idProduct": product, "serial": serial, "devpath": port}.items():
        if text:
            (usb / file).write_text(text + "\n")
    (usb / "product").write_text("HD Pro\x1b Webcam C920\n")
    video = sys_class / f"video{index}"
    video.mkdir()
    (video / "device").symlink_to(usb / "1.0")
    (video / "name").write_text("HD Pro Webcam C920: HD Pro Webc\n")


def asked(sys_class: Path, index: int = 0) -> CameraIdentity:
    found = plugged_identity(index, sys_class.parent / "dev", sys_class)
    assert found is not None
    return found


def test_linux_tells_maker_serial_and_port(sys_class: Path) -> None:
    plug(sys_class, 0, "1.3")
    found = asked(sys_class)
    assert (found.kind, found.name, found.product) == ("plugged", "HD Pro? Webcam C920", "046d:082d")
    assert (found.serial, found.place) == ("1AA0F86F", "usb-0000:00:14.0-1.3")
    assert (found.format, found.focus, found.zoom) == ("", None, None)  # there is no /dev/video0
    assert plugged_identity(7, sys_class.parent / "dev", sys_class) is None


def test_a_serial_that_two_cameras_share_tells_nothing(sys_class: Path) -> None:
    plug(sys_class, 0, "1.3", serial="0001")
    before = asked(sys_class)
    assert before.serial == "0001"
    plug(sys_class, 2, "1.4", serial="0001")
    one, other = asked(sys_class, 0), asked(sys_class, 2)
    assert (one.serial, other.serial) == ("", "")
    swapped = difference(before, other)
    assert swapped is not None
    assert swapped.key == "elsewhere"
    assert difference(before, one) is None


def test_a_camera_that_is_not_on_usb_has_a_name_only(sys_class: Path) -> None:
    (sys_class / "video0").mkdir()
    (sys_class / "video0" / "name").write_text("unicam\n")
    assert asked(sys_class) == CameraIdentity(kind="plugged", name="unicam")
    assert asked(sys_class).weak


@pytest.mark.parametrize(
    ("controls", "focus", "zoom"),
    [
        ({0x009A090A: 35, 0x009A090C: 0, 0x009A090D: 100}, 35.0, 100.0),
        ({0x009A090A: 35, 0x009A090C: 1}, "auto", None),
        ({}, None, None),  # a camera of fixed focus
    ],
)
def test_the_kernel_tells_focus_zoom_and_format(sys_class: Path, monkeypatch, controls, focus, zoom) -> None:
    def ioctl(handle: int, request: int, answer: bytearray) -> int:
        if request == 0xC008561B and (control := struct.unpack("=Ii", answer)[0]) in controls:
            struct.pack_into("=i", answer, 4, controls[control])
        elif request == 0xC0005604 | len(answer) << 16 and len(answer) in (204, 208):
            assert answer[0] == 1
            at = 16 if len(answer) == 208 else 12
            answer[at : at + 4] = b"MJPG"
        else:
            raise OSError(errno.EINVAL, "no such control")
        return 0

    plug(sys_class, 0, "1.3")
    (sys_class.parent / "dev" / "video0").touch()
    monkeypatch.setattr("fcntl.ioctl", ioctl)
    found = asked(sys_class)
    assert (found.format, found.focus, found.zoom) == ("MJPG", focus, zoom)


def test_a_file_in_the_devices_place_tells_nothing(sys_class: Path) -> None:
    plug(sys_class, 0, "1.3")
    (sys_class.parent / "dev" / "video0").touch()
    assert (asked(sys_class).format, asked(sys_class).focus) == ("", None)


def test_damaged_notes_are_passed_over_in_silence(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    whole = photo(tmp_path / "whole.jpg", {0x0110: "a camera with a long name"}, {}).read_bytes()
    length = b"\0\x02\0\0\0\x1a"  # a text of so many letters
    assert whole.count(length) == 1
    (tmp_path / "damaged.jpg").write_bytes(whole.replace(length, b"\0\x02\0\0\x7f\xff"))
    assert identity_of(str(tmp_path / "whole.jpg")) == CameraIdentity(kind="pictures", name="a camera with a long name")
    assert identity_of(str(tmp_path / "damaged.jpg")) is None
    assert not recwarn.list


def test_numbers_are_asked_of_linux_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    found = CameraIdentity(kind="plugged", name="C920")
    monkeypatch.setattr(identity, "plugged_identity", lambda index: found if index == 2 else None)
    monkeypatch.setattr(identity.sys, "platform", "linux")
    assert (identity_of(" 2 "), identity_of("/dev/video2"), identity_of("3")) == (found, found, None)
    monkeypatch.setattr(identity.sys, "platform", "win32")
    assert identity_of("2") is None


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("http://admin:sec/ret@192.168.1.20:8080/video", "192.168.1.20:8080/video"),
        ("rtsp://Cam.local/live?channel=1&subtype=0", "cam.local/live?channel=1&subtype=0"),
        ("http://cam/v?userName=me&PWD=hunter2&channel=2", "cam/v?channel=2"),
        ("http://cam/v.cgi?loginuse=admin&loginpas=hunter2&rate=0", "cam/v.cgi?rate=0"),
        ("rtsp://cam:554/user=admin&password=hunter2&channel=1", "cam:554/&&channel=1"),
        ("rtsp://admin:pa#hunter2@cam/live", "cam/live"),
    ],
)
def test_an_address_is_kept_without_its_password(url: str, place: str) -> None:
    scheme, found = address_without_password(url.replace("sec/ret", "secret"))
    assert found == place
    assert scheme == url.partition(":")[0]
    told = identity_of(url.replace("sec/ret", "secret"))
    assert told is not None
    assert (told.kind, told.place, told.weak) == ("address", place, True)
    assert not any(secret in repr(told) for secret in ("secret", "hunter2", "admin"))


def test_what_is_no_address_and_no_folder_is_no_camera() -> None:
    assert identity_of("http://[::1") is None
    assert identity_of("http://me:secret@") is None
    assert identity_of("~nobody-of-that-name/x") is None


def photo(file: Path, notes: dict[int, object], more: dict[int, object]) -> Path:
    exif = Image.Exif()
    exif.update(notes)
    exif.get_ifd(0x8769).update(more)
    Image.fromarray(np.zeros((8, 12, 3), np.uint8)).save(file, exif=exif)
    return file


def test_a_picture_tells_its_camera(tmp_path: Path) -> None:
    notes, more = {0x010F: "Canon", 0x0110: "Canon EOS 5D"}, {0x920A: 50.0, 0xA405: 80, 0xA431: "0815\n"}
    file = photo(tmp_path / "b.jpg", notes, more)
    assert picture_identity(file) == CameraIdentity(
        kind="pictures", name="Canon EOS 5D", serial="0815", focal_mm=50.0, focal_35_mm=80.0
    )
    assert identity_of(str(tmp_path)) == picture_identity(file)
    phone = photo(tmp_path / "a.jpg", {0x010F: "Apple", 0x0110: "iPhone 12"}, {0x920A: 4.2, 0xA405: 0})
    assert picture_identity(phone) == CameraIdentity(kind="pictures", name="Apple iPhone 12", focal_mm=4.2)
    assert identity_of(str(tmp_path)) == picture_identity(phone)  # a folder's first


def test_a_file_without_notes_or_that_is_no_picture_tells_nothing(tmp_path: Path) -> None:
    Image.fromarray(np.zeros((8, 12, 3), np.uint8)).save(tmp_path / "plain.png")
    (tmp_path / "film.mp4").write_bytes(b"no picture")
    (tmp_path / "cut.jpg").write_bytes(photo(tmp_path / "whole.jpg", {0x0110: "X"}, {}).read_bytes()[:40])
    for name in ("plain.png", "film.mp4", "cut.jpg", "gone.jpg"):
        assert identity_of(str(tmp_path / name)) is None
    (tmp_path / "empty").mkdir()
    assert identity_of(str(tmp_path / "empty")) is None
    assert identity_of("sim:") is None
