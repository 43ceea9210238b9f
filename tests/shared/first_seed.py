"""Long studies of what is said of errors: one run of each in CI, the others in `start.py prove`."""

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def one_in_ci(runs: Iterable[object]) -> list[ParameterSet]:
    """Return a test's parameters, the first marked `ci` and the others `prove`."""
    first, *others = (run if isinstance(run, tuple) else (run,) for run in runs)
    return [
        pytest.param(*first, marks=pytest.mark.ci),
        *(pytest.param(*run, marks=pytest.mark.prove) for run in others),
    ]
