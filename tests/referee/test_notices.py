"""Whatever the watchman notices is said in words, with what to do."""

from typing import get_args

import pytest

from referee.words import notice_line, notice_sentence
from referee.words.translation import section
from vision.watchman import Notice, NoticeKey

COUNTS = {"seen": 5, "expected": 6, "least": 3}
NUMBERS = {
    "camera_away": {},
    "picture_broken": {},
    "other_size": {"width": 1280, "height": 720, "wide": 1920, "high": 1080},
    "too_dark": {"level": 3},
    "overexposed": {"share": 0.4},
    "picture_frozen": {"seconds": 2.5},
    "no_frame": {**COUNTS, "seen": 2},
    "camera_lost": {**COUNTS, "seen": 2},
    "camera_turned": {"degrees": 180},
    "camera_moving": {"px": 3.2, "cm": 0.31},
    "focus_lost": {"blur_px": 1.4, "was_px": 0.6},
    "camera_bumped": {"px": 3.2, "cm": 0.31},
    "frame_pushed": {"ids": (241,), "cm": 0.3},
    "frame_missing": {"ids": (241,), **COUNTS},
    "frame_covered": {"ids": (241, 244), **COUNTS},
    "hands": {"share": 0.02},
    "light_changed": {"ratio": 0.5},
    "shadow": {"ids": (240, 241, 242)},
}


@pytest.mark.parametrize("key", get_args(NoticeKey))
def test_every_notice_has_words_that_say_what_to_do(key: NoticeKey) -> None:
    assert {key.partition(".")[0] for key in section("notices", "en")} == set(get_args(NoticeKey)) == set(NUMBERS)
    notice = Notice(key, NUMBERS[key])
    line, sentence = notice_line(notice), notice_sentence(notice)
    assert 0 < len(line) <= 40
    assert sentence.endswith((".", "?"))
    assert ":" in sentence or ";" in sentence  # what is, and what to do
    for words in (line, sentence):
        assert "{" not in words
        assert "_" not in words


def test_one_and_several() -> None:
    assert notice_sentence(Notice("frame_pushed", {"ids": (241,), "cm": 0.3})) == (
        "Card 241 was pushed by 0.3 cm and I leave it out: put it back, or calibrate the table again."
    )
    assert notice_line(Notice("shadow", {"ids": (240, 241, 242)})) == "shadow on cards 240, 241 and 242"
    assert notice_sentence(Notice("light_changed", {"ratio": 0.5})).startswith("The light has changed (to 50 %)")
