"""A side's name is a plural or not, nobody knows: Montecassino's sentences agree with any."""

import re

import pytest

from referee.words.languages import WHOLE
from referee.words.translation import section

APART = re.compile(r"(?:^|[:;] |\()\{(?:side|enemy)\}(?=$|[:;)])")
NAMED = re.compile(r"\{(?:side|enemy)\}")
SQUARES = {"en": "cell", "it": "quadr", "es": "cuadro"}
"""Another word for what a sentence beside it calls a square, a casella, a casilla."""


@pytest.mark.parametrize("language", WHOLE)
def test_no_word_hangs_on_a_sides_name(language: str) -> None:
    parts = (section(part, language, "montecassino") for part in ("checks", "effects"))
    told = [(key, form) for part in parts for key, said in part.items() for form in said.forms]
    assert [each for each in told if len(APART.findall(each[1])) < len(NAMED.findall(each[1]))] == []
    assert [each for each in told if "infanteria" in each[1] or SQUARES[language] in each[1]] == []
