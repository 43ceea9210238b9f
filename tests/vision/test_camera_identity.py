"""Which differences between two cameras are told, and which say nothing."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera_identity import CameraIdentity, difference

C920 = CameraIdentity(
    kind="plugged", name="HD Pro Webcam C920", product="046d:082d", serial="1AA0F86F", place="usb-0000:00:14.0-1.3",
    format="MJPG", focus=35.0, zoom=100.0,
)  # fmt: skip
CHEAP = replace(C920, name="USB Camera", product="0c45:6366", serial="", focus=None, zoom=None)
PHONE = CameraIdentity(kind="pictures", name="Apple iPhone 12", focal_mm=4.2, focal_35_mm=26.0)
STREAM = CameraIdentity(kind="address", place="192.168.1.20:8080/video", format="http")


@pytest.mark.parametrize(
    ("learned", "now", "key"),
    [
        (C920, CHEAP, "another"),
        (C920, replace(C920, serial="2BB1"), "another"),
        (CHEAP, replace(CHEAP, product="", name="Other"), "another"),
        (C920, STREAM, "another"),
        (PHONE, replace(PHONE, name="Canon EOS 5D"), "another"),
        (CHEAP, replace(CHEAP, place="usb-0000:00:14.0-1.4"), "elsewhere"),
        (STREAM, replace(STREAM, place="192.168.1.21:8080/video"), "elsewhere"),
        (C920, replace(C920, zoom=120.0), "zoom"),
        (PHONE, replace(PHONE, focal_35_mm=52.0), "zoom"),  # twice as near, from the same pixels
        (PHONE, replace(PHONE, focal_mm=1.54, focal_35_mm=None), "zoom"),
        (C920, replace(C920, focus=60.0), "focus"),
        (C920, replace(C920, focus="auto"), "focus"),
        (C920, replace(C920, format="YUYV"), "format"),
        (C920, replace(C920, zoom=120.0, focus=60.0, product="1:2"), "another"),  # the gravest is told
    ],
)
def test_what_differs_is_told(learned: CameraIdentity, now: CameraIdentity, key: str) -> None:
    found = difference(learned, now)
    assert found is not None
    assert found.key == key
    assert found.learned != found.now
    assert difference(now, learned) is not None


@pytest.mark.parametrize(
    ("learned", "now"),
    [
        (None, C920),
        (C920, None),
        (C920, replace(C920, place="usb-0000:00:14.0-4", name="Left")),  # its serial tells, not port or name
        (C920, replace(CHEAP, kind="plugged", name="", product="", place="", format="")),  # nothing is known of it
        (C920, replace(C920, focus=None, zoom=None, format="")),
        (C920, replace(C920, focus=35.4)),  # a driver's rounding
        (PHONE, replace(PHONE, focal_35_mm=None)),
    ],
)
def test_what_is_not_known_or_does_not_matter_is_no_difference(
    learned: CameraIdentity | None, now: CameraIdentity | None
) -> None:
    assert difference(learned, now) is None


words = st.sampled_from(["", "a", "b"])
numbers = st.sampled_from([None, 1.0, 50.0])
identities = st.builds(
    CameraIdentity, kind=st.sampled_from(["plugged", "address", "pictures"]), name=words, product=words, serial=words,
    place=words, format=words, focus=st.sampled_from([None, "auto", 30.0]), zoom=numbers, focal_mm=numbers,
    focal_35_mm=numbers,
)  # fmt: skip


def test_a_changed_name_is_pardoned_only_where_both_tell_their_product():
    """A phone's cookie is that of all its cameras, and a serial number alone is no maker's promise."""
    bare = replace(C920, product="", name="Left")
    there, back = difference(C920, bare), difference(bare, C920)
    assert there is not None
    assert back is not None
    assert (there.key, back.key) == ("another", "another")


@given(identities, identities)
def test_a_camera_is_like_itself_and_two_are_unlike_either_way(one: CameraIdentity, other: CameraIdentity) -> None:
    assert difference(one, one) is None
    there, back = difference(one, other), difference(other, one)
    assert (there is None) == (back is None)
    assert there is None or back is None or there.key == back.key


def test_what_is_known_by_a_serial_or_a_port_is_sure_and_all_else_weak() -> None:
    assert [one.weak for one in (C920, CHEAP, replace(CHEAP, place=""), STREAM, PHONE)] == [
        False, False, True, True, True,
    ]  # fmt: skip
    assert C920.told == "HD Pro Webcam C920, 046d:082d, no. 1AA0F86F, usb-0000:00:14.0-1.3"
    assert STREAM.told == "192.168.1.20:8080/video"
