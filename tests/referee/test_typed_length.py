"""A tape's number that was typed wrong: what its writer meant."""

import pytest

from referee.setup.typed_length import likely_meant


@pytest.mark.parametrize(
    ("typed", "measured", "meant"),
    [
        (176, 167.2, 167),  # two digits changed places
        (671, 167.2, None),  # ... but not three
        (1670, 167.2, 167),  # the point slipped
        (16.7, 167.2, 167),
        (65.75, 167.2, 167),  # inches for centimetres
        (167, 65.8, 65.7),  # ... and the other way about
        (150, 167.2, None),
        (167, 167.2, None),  # it agrees
        (110.9, 111.4, None),  # two ones that change places are the same number
    ],
)
def test_what_was_meant(typed: float, measured: float, meant: float | None) -> None:
    assert likely_meant(typed, measured, 0.4) == meant
