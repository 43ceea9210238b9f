"""Every result of an evening as a row, and all of them as CSV: what tools that run tournaments read."""

import csv
import io
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields

from referee.club.evening.evening import Evening, Pairing
from referee.club.evening.standings import points_in
from referee.club.record import SHORT
from table.names import cell


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A player's game in a round, as tools that run tournaments read it; a bye has no table and no opponent."""

    round: int
    table: str
    player: str
    opponent: str
    result: str
    points: int
    opponent_points: int
    match: str
    typed_by: str
    at: str


def result_rows(evening: Evening) -> Iterator[ResultRow]:
    """Yield every game of an evening twice, once for each who played it, and each bye once, in the rounds' order."""
    for each in evening.rounds:
        for pairing in each.pairings:
            game, names = pairing.game, evening.names
            for player in game.players:
                other = next((one for one in game.players if one != player), None)
                last = pairing.results[-1] if pairing.results else None
                yield ResultRow(
                    each.number, game.table or "", names[player], "" if other is None else names[other],
                    _result(pairing, player), points_in(player, game),
                    0 if other is None else points_in(other, game), (pairing.match or "")[:SHORT],
                    "" if last is None else last.typed_by or "", "" if last is None else last.at,
                )  # fmt: skip


def _result(pairing: Pairing, player: int) -> str:
    game = pairing.game
    if game.is_bye:
        return "bye"
    if game.outcome in ("open", "draw"):
        return game.outcome
    return "won" if (game.outcome == "first") == (player == game.first) else "lost"


def results_csv(evening: Evening) -> str:
    """Return the rows as CSV: a line of the columns' names, then a line for each player's game."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(field.name for field in fields(ResultRow))
    writer.writerows([cell(str(value)) for value in astuple(row)] for row in result_rows(evening))
    return written.getvalue()
