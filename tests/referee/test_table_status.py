"""The status line says the worst of what the tracker and the watchman know, in a few words and with what to do."""

from dataclasses import replace
from types import SimpleNamespace
from typing import get_args

import pytest

from referee.table_observer import SPOILING, STOPPING, status_of
from referee.words import status_words
from vision.tracking.frame_report import FrameReport
from vision.watchman import Notice, NoticeKey

COUNTS = {"seen": 5, "expected": 6}
STILL = FrameReport(0.0, (), (), SimpleNamespace(notices=()), True, (), (), ())


def seeing(*notices: Notice, still: bool = True) -> FrameReport:
    return replace(STILL, still=still, watch=SimpleNamespace(notices=notices))


HANDS = Notice("hands", {"share": 0.02})
COVERED = Notice("frame_covered", {"ids": (243,), **COUNTS})
MISSING = Notice("frame_missing", {"ids": (242, 243), **COUNTS, "seen": 4})
BUMPED = Notice("camera_bumped", {"px": 3.2, "cm": 0.3})
LIGHT = Notice("light_changed", {"ratio": 0.5})
NO_FRAME = Notice("no_frame", {"seen": 1, "expected": 6, "least": 3})


@pytest.mark.parametrize(
    ("report", "unseen", "key", "says", "advises"),
    [
        (seeing(), (), "still", "still", ""),
        (seeing(still=False), (), "settling", "settling", ""),
        (seeing(), ("Weber",), "unseen", "not seen: Weber", "has fallen over"),
        (seeing(), ("D", "A", "B", "C"), "unseen", "A, B, C ...", "A, B, C and D"),
        (seeing(COVERED), ("Weber",), "covered", "card 243 covered", "take away what lies there"),
        (seeing(MISSING), (), "covered", "cards 242 and 243 not seen", "I see 4 of 6"),
        (seeing(BUMPED), (), "noticed", "camera was bumped, found again", "3.2 px (0.3 cm on the table)"),
        (seeing(LIGHT), ("Weber",), "unseen", "not seen: Weber", ""),
        (seeing(LIGHT), (), "noticed", "light changed", "50 %"),
        (seeing(COVERED, HANDS, still=False), (), "hands", "hands over the table", ""),
        (seeing(NO_FRAME, still=False), ("Weber",), "no_frame", "I see 1 of 6 cards", "at least 3"),
        (replace(STILL, watch=None, still=False), (), "settling", "settling", ""),
    ],
)
def test_the_chip_says_what_is_wrong(
    report: FrameReport, unseen: tuple[str, ...], key: str, says: str, advises: str
) -> None:
    status = status_of(report, unseen)
    text, advice = status_words(status)
    assert status.key == key
    assert says in text
    assert advises in advice


def test_those_in_the_box_are_a_number_on_the_status_line() -> None:
    assert status_words(status_of(seeing(), (), waiting=71)) == (
        "still", "Of the roster, not seen so far: 71. They are in the box, or their markers are covered.",
    )  # fmt: skip
    assert "71" not in " ".join(status_words(status_of(seeing(), ("Weber",), waiting=71)))


def test_every_notice_has_its_place_on_the_status_line() -> None:
    assert set(STOPPING) | set(SPOILING) == set(get_args(NoticeKey))
    assert not set(STOPPING) & set(SPOILING)
