"""A battle of Montecassino with eight soldiers, its journal, and a clock that is set by hand."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cannon_range import SETTINGS, Range
from hand_clock import HandClock

from referee.journal.store import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    kept = Journal(str(tmp_path / "journal.db"), write=True)
    yield kept
    kept.close()


@pytest.fixture
def clock() -> HandClock:
    return HandClock(100.0)


@pytest.fixture
def field_of_fire(journal: Journal, clock: HandClock) -> Range:
    return Range(journal, clock)


@pytest.fixture
def range_with(journal: Journal, clock: HandClock) -> Callable[..., Range]:
    """Return what makes cannons under other options."""
    return lambda **settings: Range(journal, clock, {**SETTINGS, **settings})
