"""A session of Montecassino without a camera: soldiers on their squares, and hands that move them."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from matches import match_at

from referee.boards.agreed import starts_on
from referee.journal.store import Journal
from referee.match_info import MatchInfo
from referee.observation import Observation, TableStatus
from rules.game import Side
from rules.registry import game_named
from rules.state import State
from table.snapshot import Snapshot
from table.squares import Square, centre_of, default_board
from table.stand import Stand
from web.match_session import MatchSession

WIDTH_CM, DEPTH_CM = 44.0, 95.0
SIDES = (Side("allies", "Allies", "Allied"), Side("germans", "Germans", "German"))
FIELDS = {"A": "allies", "G": "germans"}
OFF = {"off": (1.5, 40.0)}


def soldier(name: str, square: str, off_cm: tuple[float, float] = (0.0, 0.0), sigma_cm: float = 0.02) -> Stand:
    """Return a soldier near the middle of a square; his name begins with his side's letter."""
    x, y = OFF.get(square) or centre_of(default_board(WIDTH_CM, DEPTH_CM), Square.parse(square))
    side = FIELDS[name[0].upper()]
    return Stand(
        name, side, "soldier", x + off_cm[0], y + off_cm[1], 90.0 if side == "allies" else 270.0, 1.8, 1.8,
        sigma_cm=sigma_cm,
    )  # fmt: skip


def board_table(soldiers: Mapping[str, str]) -> Snapshot:
    """Return a table with these soldiers, by name and square."""
    stands = tuple(soldier(name, square) for name, square in soldiers.items())
    return Snapshot(WIDTH_CM, DEPTH_CM, stands, board=default_board(WIDTH_CM, DEPTH_CM))


def full_board(**moved: str) -> dict[str, str]:
    """Return both sides on their bases, but for those that stand elsewhere."""
    squares = [(field, number) for field in "AG" for number in range(1, 25)]
    return {f"{field.lower()}{number:02d}": f"{field}-{number:02d}" for field, number in squares} | moved


OCCASION = MatchInfo(game="montecassino", title="Montecassino", verb="", sides=SIDES)


class Hands:
    """A session and what its camera sees: ``move`` puts soldiers elsewhere, ``take`` takes them off."""

    def __init__(
        self, soldiers: Mapping[str, str], info: MatchInfo = OCCASION, now_s: Callable[[], float] = lambda: 0.0,
        picture: Callable[[], bytes] = lambda: b"\xff\xd8\xff\xd9", journal: Journal | None = None,
    ) -> None:  # fmt: skip
        table = board_table(soldiers)
        known, starts = game_named(info.game).strengths(table), starts_on(table.board, table.stands)
        state = State(tuple(side.name for side in info.sides), known=known, starts=starts)
        self.observation = Observation(
            table, TableStatus("still"), frame_markers=(6, 6), jpeg=picture, picture_cm=(-7, -7, 51, 102)
        )
        match = match_at(table, info.game, state, info.settings, journal, title=info.title)
        self.session = MatchSession(info, match, self.observation, lambda: 1, now_s)

    def move(self, off_cm: tuple[float, float] = (0.0, 0.0), **to: str) -> None:
        """Put soldiers by name on squares, so far off their middles, and let the camera see it."""
        table = self.observation.table
        for name, square in to.items():
            table = table.with_stand(soldier(name, square, off_cm))
        self._see(replace(self.observation, table=table, unseen=self.observation.unseen - set(to)))

    def take(self, *names: str) -> None:
        """Take soldiers off the table."""
        self._see(replace(self.observation, unseen=self.observation.unseen | set(names)))

    def _see(self, observation: Observation) -> None:
        self.observation = observation
        self.session.publish(observation)
