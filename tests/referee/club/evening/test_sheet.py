"""A round's printed sheets: one a table, with who plays, the scenario and a code to the table's place in the hall."""

from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from referee.club.evening.clock import RoundClock
from referee.club.evening.evening import Evening, EveningRound, Pairing
from referee.club.evening.game import Entrant, Game
from referee.club.evening.sheet import sheets_pdf
from referee.setup.scenario import parse_scenario, shipped

MADE = datetime(2026, 11, 28, tzinfo=UTC)
NAMES = {1: "Ann", 2: "Ben", 3: "Carla " + "the Unbeaten " * 5, 4: "Dan", 5: "Ivo"}
ROUND = EveningRound(
    2, RoundClock(5400), "ambush/1-the-crossroads.toml", 0,
    (Pairing(1, Game(1, 2, "Table 1")), Pairing(2, Game(3, 4, "Table 2")), Pairing(3, Game(5, None))),
)  # fmt: skip
EVENING = Evening(
    1, "Friday", "swiss", 90, 10, ("Table 1", "Table 2"), "", 1, tuple(Entrant(k, k) for k in NAMES), NAMES, (ROUND,)
)
SCENARIO = parse_scenario(shipped("ambush")["1-the-crossroads.toml"])


def pages(evening: Evening = EVENING, language: str = "en", link: str | None = "http://hall.local:8470/#") -> list[str]:
    made = sheets_pdf(
        evening, evening.rounds[0], SCENARIO, lambda table: None if link is None else link + table,
        language=language, made=MADE,
    )  # fmt: skip
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(made)).pages]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ("Round 2 · 90 minutes", "Ann plays the side that begins.", "The crossroads", "Ben wins", "a draw")),
     ("it", ("Turno 2 · 90 minuti", "Ann gioca la parte che comincia.", "L'incrocio", "vince Ben", "pareggio")),
     ("es", ("Ronda 2 · 90 minutos", "Ann juega el bando que empieza.", "gana Ben", "empate"))],
)  # fmt: skip
def test_a_sheet_a_table_with_all_that_is_to_know(language: str, said: tuple[str, ...]) -> None:
    first, second = pages(language=language)
    for words in ("Friday", "Table 1", "Ann", "Ben", *said):
        assert words in first
    assert "Table 2" in second
    assert "Ivo" not in first + second


def test_without_an_address_there_is_no_code() -> None:
    assert "This table in the hall" in pages()[0]
    assert "This table in the hall" not in pages(link=None)[0]


def test_in_a_demo_nobody_wins() -> None:
    first, _ = pages(replace(EVENING, form="rota"))
    assert "Ann" in first
    assert "wins" not in first
    assert "begins" not in first
