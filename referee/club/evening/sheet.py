"""A round's sheets to print, one a table: who plays, the scenario, room for the result, a code to the table's page."""

from collections.abc import Callable
from datetime import datetime

from referee.club.evening.evening import Evening, EveningRound
from referee.club.evening.game import Game
from referee.evidence.ink import QUIET
from referee.paper import LEADING, POINT_MM, WIDE, Paper
from referee.setup.scenario import Scenario
from referee.words.translation import say

EDGE, CODE = 18.0, 46.0
INSIDE = WIDE - 2 * EDGE
MOST_LINES = 14


def sheets_pdf(
    evening: Evening, now: EveningRound, scenario: Scenario | None, link: Callable[[str], str | None], *,
    language: str, made: datetime,
) -> bytes:  # fmt: skip
    """Return the sheets of a round as one PDF; ``link`` returns where a table is found on the hall's page."""
    pdf = Paper(f"{evening.name}, {_word(language, 'round', round=now.number)}", language, made)
    for pairing in now.pairings:
        if pairing.game.table:
            pdf.add_page()
            _head(pdf, evening, now, pairing.game, link(pairing.game.table), language)
            y = _players(pdf, evening, pairing.game, language)
            if scenario is not None:
                y = _scenario(pdf, scenario, y, language)
            if evening.form != "rota":
                _result(pdf, evening, pairing.game, y, language)
    return pdf.finished()


def _head(pdf: Paper, evening: Evening, now: EveningRound, game: Game, url: str | None, language: str) -> None:
    room = INSIDE - (0 if url is None else CODE + 8)
    pdf.letters(14, "", QUIET)
    pdf.text(EDGE, EDGE + 6, pdf.cut(evening.name, room))
    pdf.letters(44, "B")
    pdf.fit(str(game.table), room, 44, 18, "B")
    pdf.text(EDGE, EDGE + 26, pdf.cut(str(game.table), room))
    pdf.letters(16)
    minutes = _word(language, "sheet_minutes", count=now.clock.length_s // 60)
    pdf.text(EDGE, EDGE + 38, f"{_word(language, 'round', round=now.number)} · {minutes}")
    if url is not None:
        pdf.code(url, WIDE - EDGE - CODE, EDGE, CODE)
        pdf.letters(8, "", QUIET)
        pdf.text_right(WIDE - EDGE, EDGE + CODE + 5, _word(language, "sheet_scan"))


def _players(pdf: Paper, evening: Evening, game: Game, language: str) -> float:
    """Write who plays; return where what follows begins."""
    y = EDGE + CODE + 24
    for player in game.players:
        pdf.letters(26, "B")
        pdf.fit(evening.names[player], INSIDE, 26, 12, "B")
        pdf.text(EDGE, y, evening.names[player])
        y += 13
    if game.second is not None and evening.form != "rota":
        pdf.letters(11, "", QUIET)
        pdf.text(EDGE, y - 3, pdf.cut(_word(language, "sheet_begins", player=evening.names[game.first]), INSIDE))
    return y + 12


def _scenario(pdf: Paper, scenario: Scenario, y: float, language: str) -> float:
    said = scenario.in_language(language)
    pdf.letters(16, "B")
    pdf.text(EDGE, y, pdf.cut(f"{_word(language, 'scenario')}: {said.title}", INSIDE))
    pdf.letters(12)
    lines = [] if said.turns is None else [_word(language, "sheet_turns", turns=said.turns)]
    lines += pdf.wrapped(INSIDE, said.victory) if said.victory else []
    for line in lines[:MOST_LINES]:
        y += 12 * POINT_MM * LEADING
        pdf.text(EDGE, y + 2, line)
    return y + 20


def _result(pdf: Paper, evening: Evening, game: Game, y: float, language: str) -> None:
    """Leave room to tick how the game ended, for a table that sends no match."""
    pdf.letters(16, "B")
    pdf.text(EDGE, y, _word(language, "result"))
    said = [_word(language, "wins", player=evening.names[player]) for player in game.players]
    pdf.letters(14)
    for line in (*said, _word(language, "draw")):
        y += 12
        pdf.rect(EDGE, y - 5, 6, 6)
        pdf.text(EDGE + 10, y, pdf.cut(line, INSIDE - 10))


def _word(language: str, key: str, **values: object) -> str:
    return say(f"evening.evening_{key}", language, **values)
