"""The quick median is the median, and quick quantiles are quantiles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.median import median, quantile


@given(st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=40))
def test_it_is_numpys(values):
    assert median(np.array(values)) == pytest.approx(np.median(values))


def test_of_a_picture_it_is_that_of_all_its_pixels():
    picture = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert median(picture) == 5.5
    assert picture[2, 3] == 11  # and nothing was moved


@given(st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=40), st.floats(0, 1))
def test_so_is_any_quantile(values, share):
    assert quantile(np.array(values), share) == pytest.approx(np.quantile(values, share), abs=1e-6)
