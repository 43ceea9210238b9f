"""Aircraft, counters and hexes are counted, not measured: they have no decimals."""

import pytest

from referee.words.sentences import check_sentence
from rules.ruling import Check


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_aircraft_are_whole(language: str) -> None:
    check = Check("R4.3", "aircraft_on_hex", "passed", 1.0, 3.0, "aircraft", detail={"actor": "w", "hex": "G11"})
    said = check_sentence("rommel", check, language=language)
    assert "1" in said
    assert "1.0" not in said
    assert "1,0" not in said
