"""The short form of benchmarks/falls.py: six shots by chance at 1080p, seeds that nothing was tuned on."""

import pytest
from cannon_pair import cannon_pair
from falls import said_of
from falls_score import Score, judge

pytestmark = pytest.mark.prove

SEEDS = range(30000, 30006)


@pytest.fixture(scope="module")
def scores() -> list[Score]:
    pairs = (cannon_pair(seed, (1920, 1080)) for seed in SEEDS)
    return [judge(pair, said_of(pair), "1080p") for pair in pairs]


@pytest.mark.prove
def test_everyone_who_fell_is_found_with_his_square_and_nobody_else_is_accused(scores: list[Score]):
    assert sum(len(score.there) for score in scores) >= 6
    assert {s.seed: (s.missed, s.wrong_square, s.accused, s.under_hand) for s in scores} == dict.fromkeys(
        SEEDS, ((), (), (), ())
    )


def test_a_shell_that_is_found_is_found_within_2_mm(scores: list[Score]):
    found = [score.shell_mm for score in scores if score.shell_mm is not None]
    assert len(found) >= 3
    assert max(found) < 2
    # At 1080p about one shell in ten is taken for something else (docs/accuracy.md): more would be a step back.
    assert sum(score.false_shell for score in scores) <= 1
