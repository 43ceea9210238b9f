"""What a stand may still do, said in words, in every language."""

import pytest

from referee.words import possibility_sentence
from rules.possibility import Possibility
from rules.ruling import Check

FIRED = Check("A2.1", "not_fired", "failed", detail={"actor": "Miller"})


@pytest.mark.parametrize(
    ("possibility", "said"),
    [
        (Possibility("move", True, 2.5), "move: 2.5 cm"),
        (Possibility("shoot", True, None, ("Weber", "Huber")), "shoot at: Weber, Huber"),
        (Possibility("shoot", True, None, ("Weber",), ("Brandt",)), "shoot at: Weber; Brandt, too close to call"),
        (Possibility("shoot", True, None, (), ("Brandt",)), "shoot at: Brandt, too close to call"),
        (Possibility("grenade", True), "throw a grenade"),
        (Possibility("shoot", False, why_not=(FIRED,)), "shoot at: Miller has already fired this turn"),
    ],
)
def test_it_is_said_in_a_line(possibility: Possibility, said: str) -> None:
    assert possibility_sentence("ambush", possibility) == said


def test_numbers_and_words_are_the_languages_own() -> None:
    assert possibility_sentence("ambush", Possibility("move", True, 2.5), language="it") == "muovere: ancora 2,5 cm"
    assert possibility_sentence("ambush", Possibility("run", False, why_not=(FIRED,)), language="es").startswith(
        "correr: no, "
    )
