"""Any dictionary of OpenCV's, by either of its names, or the owner's from a file."""

import cv2
import numpy as np
import pytest

from table.errors import BadInput
from vision.dictionary import dictionary, patterns


@pytest.mark.parametrize("name", ["4x4_250", "DICT_4X4_250", "dict_4x4_250", " 4X4_250 "])
def test_both_names_mean_one_dictionary(name):
    words = dictionary(name)
    assert words.markerSize == 4
    assert len(words.bytesList) == 250


def test_every_dictionary_of_opencv_has_a_name():
    for name in dir(cv2.aruco):
        if name.startswith("DICT_"):
            assert len(dictionary(name).bytesList) > 0


@pytest.mark.parametrize(
    ("name", "near"), [("4x4_25", "4x4_250"), ("5x5", "5x5_"), ("apriltag36h11", "apriltag_36h11"), ("", "4x4_250")]
)
def test_an_unknown_name_is_refused_with_those_near_it(name, near):
    with pytest.raises(BadInput, match="no marker dictionary is called") as error:
        dictionary(name)
    assert near in str(error.value)


@pytest.mark.parametrize(("name", "number"), [("4x4_250", 17), ("6x6_250", 203), ("apriltag_36h11", 5)])
def test_patterns_are_what_opencv_prints(name, number):
    words = dictionary(name)
    printed = words.generateImageMarker(number, 4 * (words.markerSize + 2))
    assert (patterns(words)[number] == (printed[2::4, 2::4] > 0)).all()


def test_an_owners_dictionary_comes_from_a_file(tmp_path):
    bits = np.array([[1, 0, 1], [0, 1, 1], [0, 0, 1]])
    rows = "".join(map(str, bits.ravel()))
    file = tmp_path / "mine.yml"
    file.write_text(f'%YAML:1.0\nnmarkers: 2\nmarkersize: 3\nmarker_0: "{rows}"\nmarker_1: "{rows[::-1]}"\n')
    found = patterns(dictionary(str(file)))
    assert found.shape == (2, 5, 5)
    assert (found[0, 1:-1, 1:-1] == bits).all()
    assert not found[:, 0].any()


@pytest.mark.parametrize("text", ["", "nmarkers: 0\n", "%YAML:1.0\nsomething: 3\n", "\x00\x01"])
def test_a_file_that_is_no_dictionary_is_refused(tmp_path, text):
    file = tmp_path / "mine.yml"
    file.write_text(text)
    with pytest.raises(BadInput, match="no marker dictionary as OpenCV writes them"):
        dictionary(str(file))


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(BadInput, match="No such file"):
        dictionary(str(tmp_path / "none.yml"))
