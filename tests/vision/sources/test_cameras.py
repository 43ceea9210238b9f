"""Cameras plugged in, which are not: their settings are held, their JPEGs taken as they come."""

import cv2
import numpy as np
import pytest

from table.errors import BadInput
from vision.sources.camera_lock import drifted, lock
from vision.sources.capture_device import CaptureDevice
from vision.sources.devices import camera_device
from vision.sources.frames import SourceLost
from vision.sources.jpeg import Jpeg

BGR = np.full((24, 32, 3), 90, np.uint8)
JPEG = cv2.imencode(".jpg", BGR)[1].reshape(1, -1)
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
FOCUS, EXPOSURE, WHITE = cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_WB_TEMPERATURE
AUTOFOCUS, AUTO_EXPOSURE, AUTO_WHITE = cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB


class Webcam:
    """A camera with settings; ``deaf`` ones cannot be set, ``stubborn`` ones say yes and stay as they were."""

    def __init__(self, backend=cv2.CAP_V4L2, deaf=(), stubborn=(), pictures=None, **settings) -> None:
        self.settings = {
            cv2.CAP_PROP_BACKEND: backend, FOCUS: 30.0, EXPOSURE: 157.0, WHITE: 4600.0,
            AUTOFOCUS: 1.0, AUTO_EXPOSURE: 3.0, AUTO_WHITE: 1.0, cv2.CAP_PROP_CONVERT_RGB: 1.0,
        }  # fmt: skip
        self.settings |= settings.get("more", {})
        self.deaf, self.stubborn, self.pictures = deaf, stubborn, pictures
        self.released = 0
        self.opened = True

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opened

    def get(self, prop: int) -> float:
        return self.settings.get(prop, -1.0)

    def set(self, prop: int, value: float) -> bool:
        if prop in self.deaf:
            return False
        if prop not in self.stubborn:
            self.settings[prop] = float(value)
        return True

    def read(self):
        if self.pictures is not None:
            if not self.pictures:
                return False, None
            return True, self.pictures.pop(0)
        if self.settings.get(cv2.CAP_PROP_FOURCC) == MJPG and not self.settings[cv2.CAP_PROP_CONVERT_RGB]:
            return True, JPEG
        return True, BGR

    def release(self) -> None:
        self.released += 1


def test_automatics_are_switched_off_where_they_had_settled():
    camera = Webcam()
    locked = lock(camera, cv2.CAP_V4L2)
    assert (camera.get(AUTOFOCUS), camera.get(AUTO_EXPOSURE), camera.get(AUTO_WHITE)) == (0, 1, 0)
    assert locked.values == {"focus": 30.0, "exposure": 157.0, "white balance": 4600.0}
    assert locked.warnings == ()
    assert "focus: locked at 30" in locked.notes


def test_a_camera_that_does_not_obey_is_warned_about():
    for camera in (Webcam(deaf=(AUTOFOCUS,)), Webcam(stubborn=(AUTOFOCUS,))):
        locked = lock(camera, cv2.CAP_V4L2)
        (warning,) = locked.warnings
        assert "automatic focus cannot be switched off" in warning
        assert "calibrate again" in warning
        assert set(locked.values) == {"exposure", "white balance"}


def test_a_camera_of_fixed_focus_needs_no_warning():
    locked = lock(Webcam(more={AUTOFOCUS: -1.0, FOCUS: -1.0}), cv2.CAP_V4L2)
    assert locked.warnings == ()
    assert "focus: the camera has no automatic for it" in locked.notes


def test_on_windows_values_are_held_and_the_switches_left_alone():
    """Media Foundation writes what the switch is set to into the value itself: exposure 0 would be a second."""
    camera = Webcam(cv2.CAP_MSMF, more={EXPOSURE: -6.0, AUTOFOCUS: -1.0, AUTO_EXPOSURE: -1.0})
    before = dict(camera.settings)
    locked = lock(camera, cv2.CAP_MSMF)
    assert camera.settings == before
    assert locked.values == {"focus": 30.0, "exposure": -6.0, "white balance": 4600.0}


def test_on_macos_where_nothing_can_be_set_everything_is_warned_about():
    camera = Webcam(cv2.CAP_AVFOUNDATION, deaf=(FOCUS, EXPOSURE, WHITE), more={FOCUS: 0.0, WHITE: 0.0})
    assert len(lock(camera, cv2.CAP_AVFOUNDATION).warnings) == 3


def test_light_is_found_anew_each_time_but_focus_stays_as_calibrated(hand_time):
    """An earlier run left everything held; since then the lamp was changed."""
    held = {AUTOFOCUS: 0.0, AUTO_EXPOSURE: 1.0, AUTO_WHITE: 0.0}
    camera = Webcam(more=held)
    camera_device(camera, 0, hand_time, None, True)
    assert (camera.get(AUTOFOCUS), camera.get(AUTO_EXPOSURE), camera.get(AUTO_WHITE)) == (0, 3, 1)
    untouched = Webcam(more=held)
    camera_device(untouched, 0, hand_time, None, False)
    assert untouched.settings.items() >= held.items()


def test_drift_is_noticed():
    camera = Webcam()
    locked = lock(camera, cv2.CAP_V4L2)
    assert drifted(camera, locked.values) == ()
    camera.settings[FOCUS] = 45.0
    (warning,) = drifted(camera, locked.values)
    assert "changed its focus from 30 to 45" in warning


def test_settings_are_held_after_a_second_and_watched_from_then_on(hand_time):
    class Settling(Webcam):
        def read(self):
            hand_time.now_s += 0.3
            if self.settings[AUTOFOCUS]:
                self.settings[FOCUS] += 1
            return super().read()

    camera = Settling()
    device = CaptureDevice(camera, hand_time, backend=cv2.CAP_V4L2, locking=True)
    device.read()  # the first picture is one with everything held
    assert hand_time.now_s == pytest.approx(101.2)
    assert (camera.get(AUTOFOCUS), device.warnings) == (0, ())
    assert "focus: locked at 34" in device.notes
    camera.settings[FOCUS] = 50.0
    device.read()
    assert device.warnings == ()  # not looked at every picture
    hand_time.now_s += 5
    device.read()
    assert "from 34 to 50" in device.warnings[0]


def test_the_cameras_own_jpeg_is_taken_where_it_hands_it_out(hand_time, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    device = camera_device(Webcam(), 0, hand_time, (3840, 2160), False)
    picture = device.read().picture
    assert isinstance(picture, Jpeg)
    assert (picture.grey() == 90).all()
    assert device.notes == ("the camera's own JPEG",)


def test_a_camera_that_sends_something_else_then_is_left_to_opencv(hand_time, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    camera = Webcam(pictures=[np.zeros((24, 32, 2), np.uint8), BGR])
    device = camera_device(camera, 0, hand_time, (3840, 2160), False)
    assert camera.get(cv2.CAP_PROP_CONVERT_RGB) == 1
    assert device.read().picture.shape == (24, 32, 3)


@pytest.mark.parametrize(("asked", "form"), [((640, 480), 1.0), ((1920, 1080), float(MJPG)), (None, 1.0)])
def test_a_camera_that_has_the_size_already_keeps_the_form_that_its_lens_was_learned_in(hand_time, asked, form):
    size = {cv2.CAP_PROP_FRAME_WIDTH: 640.0, cv2.CAP_PROP_FRAME_HEIGHT: 480.0, cv2.CAP_PROP_FOURCC: 1.0}
    camera = Webcam(more=size)
    camera_device(camera, 0, hand_time, asked, False)
    assert camera.get(cv2.CAP_PROP_FOURCC) == form


def test_cut_jpegs_are_left_out_but_not_for_ever(hand_time):
    cut = JPEG[:, :-40]
    device = CaptureDevice(Webcam(pictures=[cut, cut, JPEG]), hand_time)
    assert isinstance(device.read().picture, Jpeg)
    device = CaptureDevice(Webcam(pictures=[cut] * 100), hand_time)
    with pytest.raises(SourceLost, match="damaged pictures only; try another cable"):
        device.read()


def test_a_camera_that_does_not_open_is_let_go(hand_time):
    camera = Webcam()
    camera.opened = False
    with pytest.raises(BadInput, match="no camera 3 can be opened"):
        camera_device(camera, 3, hand_time, None, True)
    assert camera.released == 1


def test_v4l2_stamps_are_passed_on(hand_time):
    camera = Webcam(more={cv2.CAP_PROP_POS_MSEC: 5250.0})
    assert camera_device(camera, 0, hand_time, None, False).read().stamp_s == 5.25
    other = Webcam(cv2.CAP_MSMF, more={cv2.CAP_PROP_POS_MSEC: 5250.0})
    assert camera_device(other, 0, hand_time, None, False).read().stamp_s is None
