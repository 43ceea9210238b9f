"""A side's combat chart out of a match's journal: what was undone is not in it, what was amended is as it happened."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.journal.history import after_payload, point_at, standing
from referee.journal.payloads import Agreed, Confirmed, TurnEnded, read_payload
from referee.journal.stands import state_from
from referee.journal.store import Journal
from rules.combat_chart import ChartRow, CombatChart, Played
from rules.registry import game_named, games
from table.errors import BadInput

COUNTED = ("confirmed", "turn_ended", "agreed")


@dataclass(frozen=True)
class Chart:
    """One side's chart: the match's title, the side as people call it, the rows.

    ``example``: it is the book's, which does not say who was lost.
    """

    title: str
    side: str
    rows: tuple[ChartRow, ...]
    example: bool = False


def sides_of(journal: Journal) -> tuple[str, ...]:
    """Return the sides of a match; raises BadInput for one that keeps no combat chart."""
    _kept_by(journal)
    return tuple(point_at(journal, 1).opened.state["sides"])


def chart_of(journal: Journal, side: str, title: str | None = None) -> Chart:
    """Return a side's chart; ``title`` is what people call the side. Raises BadInput for a side that does not play."""
    sides = sides_of(journal)
    if side not in sides:
        raise BadInput("there is no side {side}: {sides} play", side=repr(side), sides=", ".join(sides))
    rows = _kept_by(journal).rows(played_in(journal), side)
    return Chart(point_at(journal, 1).opened.title, title or side, rows)


def example_chart() -> Chart:
    """Return the example of the book that has one (M7.2); raises BadInput where no such game is installed."""
    charted = next((game.chart for game in games() if game.chart is not None), None)
    if charted is None:
        raise BadInput("no game with a combat chart is installed")
    return Chart("", "", charted.example(), example=True)


def _kept_by(journal: Journal) -> CombatChart:
    game = point_at(journal, 1).opened.game
    if (chart := game_named(game).chart) is None:
        raise BadInput("{journal} is a match of {game}, which keeps no combat chart", journal=journal.name, game=game)
    return chart


def played_in(journal: Journal) -> Iterator[Played]:
    """Yield what was confirmed in a match, the first first, each with its turn and the side that played it."""
    opened = point_at(journal, 1).opened
    state = state_from(opened.state)
    for entry in reversed(list(standing(journal, COUNTED))):
        payload = read_payload(entry)
        assert isinstance(payload, Confirmed | TurnEnded | Agreed)
        if isinstance(payload, Confirmed):
            effects, table = payload.effects, payload.table.snapshot
            yield Played(state.turn, str(payload.action.get("side") or state.side), payload.action, effects, table)
        state = after_payload(opened.game, state, payload)
