"""Where a shadow left a figure of the board's print nothing new lies: the shell is found, even on a frame card."""

import math

import pytest
from cannon_pair import cannon_pair

from vision.falls import see_shot


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("seed", [20037, 20077])
def test_the_shell_is_found_and_not_what_was_there_before(seed: int) -> None:
    """A printed 9 that lay in shadow, and a shell on a card, where the cards' own print was not looked at."""
    pair = cannon_pair(seed, (1920, 1080))
    impact, shell = see_shot(pair.before, pair.after, pair.view, pair.roster).impact, pair.truth.shell
    assert impact is not None
    assert shell is not None
    assert math.dist((impact.x, impact.y), (shell.x, shell.y)) < 0.1
