"""What games on a board ask of it: where each stand is, what is ruled of an act, which hexes lie within a range."""

from collections.abc import Iterable

from rules.action import Action, listed
from rules.board_cells import cell_named, reading_of
from rules.board_play import BoardPosition, Chosen, Destination, LegalAct, Ring, Said
from rules.registry import game_named
from rules.ruling import Facts, Ruling
from rules.seen_move import SeenMove, legal_readings
from rules.settings import read_settings
from rules.state import TABLE
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import has, label_of
from table.hexes import Hex, disc
from table.notation.hex_place import hex_from
from table.once import computed_once
from table.snapshot import Snapshot


def board_of(now: BoardPosition) -> HexBoard:
    """Return the board of a game on hexes; raises BadInput for a table without one."""
    if not isinstance(now.table.board, HexBoard):
        raise BadInput("{game} is not played on a board", game=now.game)
    return now.table.board


def completed(now: BoardPosition) -> Snapshot:
    """Return the table as the game's rules take it."""
    return completed_as(now, now.table)


@computed_once
def completed_as(now: BoardPosition, table: Snapshot) -> Snapshot:
    """Return another table of the same match as the game's rules take it."""
    game = game_named(now.game)
    return game.complete(table, read_settings(game.settings, now.settings, "table"), "table")


def known(now: BoardPosition) -> Facts:
    """Return what is known of the table as a whole: the phase, the weather."""
    return now.memory.known.get(TABLE, {})


def cell_of(now: BoardPosition, name: str) -> str:
    """Return the hex that a stand is agreed to be on; raises BadInput for one on none."""
    stand = now.table.stand(name)
    cell = reading_of(now.board, stand).cell
    if cell is None:
        raise BadInput("{name} stands on no hex", name=name)
    return cell


def within(board: HexBoard, here: Hex, steps: int) -> tuple[str, ...]:
    """Return the labels of the hexes of a board at most so many steps away."""
    return tuple(label_of(board, there) for there in disc(here, steps) if has(board, there))


def ring_of(board: HexBoard, here: Hex, steps: int, key: str) -> Ring:
    """Return how far something carries, in the words of a key."""
    return Ring(within(board, here, steps), (key, {"count": steps}))


def labels(board: HexBoard, hexes: Iterable[Hex]) -> tuple[str, ...]:
    """Return the labels of those hexes that are on the board, in reading order."""
    return tuple(label_of(board, here) for here in sorted(hexes, key=lambda h: (-h.r, h.q)) if has(board, here))


def act(now: BoardPosition, **action: object) -> LegalAct:
    """Return an action with what is ruled of it."""
    return LegalAct(action, now.ruled(action))


def refused_destination(
    now: BoardPosition, chosen: Chosen, destinations: Iterable[Destination], verb: str
) -> LegalAct | None:  # fmt: skip
    """Return why the chosen stand may not go to the cell that was tapped; None where it may, or none was tapped."""
    if chosen.to is None:
        return None
    to = cell_named(now.board, chosen.to).id
    if any(there.cell == chosen.to for there in destinations):
        return None
    tried = act(now, type=verb, actor=chosen.actor, to=to)
    return None if tried.allowed else tried


def seen_acts(before: BoardPosition, moves: Iterable[SeenMove]) -> tuple[LegalAct, ...]:
    """Return the legal acts that explain what the camera saw move, the likeliest first; where none is, refused ones."""

    def ruled(action: Action) -> Ruling:
        return before.ruled(_labelled(action, before))

    readings = [reading for move in moves for reading in legal_readings(move, ruled)]
    return tuple(LegalAct(_labelled(move.action, before), ruling) for move, ruling in readings)


def _labelled(action: Action, now: BoardPosition) -> Action:
    """Return an action with its hexes as labels: what people read, and the page sends back."""
    path = [label_from(now, place) for place in listed(action, "path")]
    return {**action, "path": path} if path else action


def label_from(now: BoardPosition, place: object) -> str:
    """Return a hex as an action or an effect writes it, by its label."""
    return label_of(board_of(now), hex_from(board_of(now), place, by_offset=game_named(now.game).by_offset))


def fact(key: str, **values: object) -> Said:
    """Return something to be said."""
    return (key, values)
