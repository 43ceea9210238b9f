"""What a match's dice did for its sides, held against what could be expected, by hand: a shot that fells in 1 of 3."""

from pathlib import Path

import pytest
from journals import begin, play

from referee.result.result import result_of
from referee.result.text import result_said


def test_a_throw_that_brought_more_than_was_to_be_expected_turned_the_match(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    play(match)  # Miller hits Weber (4+) who fails his damage test (5+); Moore, as likely to, misses Krause
    result = result_of(journal)
    (point,) = result.turning_points
    assert (point.side, point.gain, point.expected, point.chance) == (
        "us",
        1,
        pytest.approx(1 / 3),
        pytest.approx(1 / 3),
    )
    assert result.luck["us"] == pytest.approx(2 / 3 - 1 / 3)
    (said,) = result_said(result, {"us": "Americans"}).turning_points
    assert said.odds_said == (
        "Americans: 1 nearer to its goal, where 0.3 was to be expected; as much or more comes in 33 of 100 such throws."
    )
    journal.close()
