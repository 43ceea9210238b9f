"""A session of a game on hexes without a camera: counters on their hexes, and hands that move them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from matches import match_at

from referee.boards.agreed import starts_on
from referee.journal.store import Journal
from referee.match_info import MatchInfo
from referee.observation import Observation, TableStatus
from rules.game import Side
from rules.registry import game_named
from rules.settings import read_settings
from rules.state import State
from table.frame import HexBoard
from table.hex_board import centre_of, default_board, parse_hex
from table.snapshot import Snapshot
from table.stand import Stand
from web.match_session import MatchSession

ROMMEL = MatchInfo(
    game="rommel", title="Rommel & Montgomery", verb="combat",
    sides=(Side("allied", "Allies", "Allied"), Side("axis", "Axis", "Axis")), settings={"map": "practice"},
)  # fmt: skip
ANCIENTS = MatchInfo(
    game="ancients", title="Ancients", verb="shoot",
    sides=(Side("roman", "Romans", "Roman"), Side("carthaginian", "Carthaginians", "Carthaginian")),
)  # fmt: skip
SIZES = {"rommel": (100.0, 60.0, 20, 12), "ancients": (100.0, 60.0, 13, 9)}
Counter = tuple[str, str, str, dict[str, Any]]
"""A counter's side, kind, hex and state."""

DESERT: Mapping[str, Counter] = {
    "br-inf-1": ("allied", "infantry", "J7", {"nation": "british", "combat": 3, "movement": 3}),
    "br-inf-2": ("allied", "infantry", "K9", {"nation": "commonwealth", "combat": 2, "movement": 3}),
    "br-tank": ("allied", "tank", "L8", {"nation": "british", "combat": 5, "movement": 6, "stars": 2}),
    "br-gun": ("allied", "field_artillery", "M8", {"nation": "british", "combat": 3, "movement": 4}),
    "br-flak": ("allied", "anti_aircraft", "N6", {"nation": "british", "combat": 1, "movement": 4}),
    "br-supply": ("allied", "supply", "N8", {"nation": "british", "combat": 0, "movement": 5}),
    "br-air": ("allied", "aircraft", "R4", {"nation": "british", "combat": 2, "movement": 8}),
    "de-inf": ("axis", "infantry", "I8", {"nation": "german", "combat": 4, "movement": 3}),
    "de-fort": ("axis", "fortification", "I8", {"nation": "german"}),
    "it-inf": ("axis", "infantry", "I6", {"nation": "italian", "combat": 2, "movement": 3}),
    "de-tank": ("axis", "tank", "G8", {"nation": "german", "combat": 6, "movement": 7, "stars": 3}),
    "de-at": ("axis", "anti_tank", "G6", {"nation": "german", "combat": 2, "movement": 4}),
    "de-supply": ("axis", "supply", "E7", {"nation": "german", "combat": 0, "movement": 5}),
    "de-air": ("axis", "aircraft", "J7", {"nation": "german", "combat": 3, "movement": 8}),
}
"""Two small forces on the practice map: a German bomber above a British infantry, infantry in a fortification."""

FIELD: Mapping[str, Counter] = {
    "r-bow": ("roman", "light_infantry_bow", "D4", {"blocks": 4}),
    "r-aux": ("roman", "auxilia", "F3", {"blocks": 3}),
    "r-med": ("roman", "medium_infantry", "G4", {"blocks": 4}),
    "r-cav": ("roman", "medium_cavalry", "K3", {"blocks": 3}),
    "r-lead": ("roman", "leader", "G4", {}),
    "c-light": ("carthaginian", "light_infantry", "D6", {"blocks": 4}),
    "c-war": ("carthaginian", "warriors", "E6", {"blocks": 2}),
    "c-heavy": ("carthaginian", "heavy_infantry", "G7", {"blocks": 4}),
    "c-ele": ("carthaginian", "elephants", "J6", {"blocks": 2}),
    "c-lead": ("carthaginian", "leader", "H7", {}),
}
"""Ten of Ancients: archers who see light infantry two hexes off, a leader with his unit."""


def board_for(game: str) -> HexBoard:
    """Return the board of these tests."""
    return default_board(*SIZES[game])


def stand_on(game: str, name: str, counter: Counter, off_cm: tuple[float, float] = (0.0, 0.0)) -> Stand:
    """Return a counter near the middle of its hex."""
    side, kind, cell, state = counter
    board = board_for(game)
    x, y = centre_of(board, parse_hex(board, cell))
    return Stand(name, side, kind, x + off_cm[0], y + off_cm[1], 90.0, 1.6, 1.6, sigma_cm=0.02, state=dict(state))


def hex_table(game: str, counters: Mapping[str, Counter]) -> Snapshot:
    """Return a table with these counters."""
    wide, deep, _, _ = SIZES[game]
    stands = tuple(stand_on(game, name, counter) for name, counter in counters.items())
    return Snapshot(wide, deep, stands, board=board_for(game))


class HexHands:
    """A session and what its camera sees: ``move`` puts counters elsewhere, ``take`` takes them off.

    ``reserve`` are those of the roster that lie nowhere yet.
    """

    def __init__(
        self, info: MatchInfo, counters: Mapping[str, Counter], table: Mapping[str, Any],
        die: Callable[[], int] = lambda: 1, journal: Journal | None = None, jpeg: bytes = b"\xff\xd8\xff\xd9",
        reserve: Mapping[str, Counter] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.counters = info.game, {**counters, **(reserve or {})}
        measured = hex_table(self.game, counters)
        game = game_named(self.game)
        read = read_settings(game.settings, info.settings, "table")
        known = {**game.strengths(game.complete(measured, read, "table")), "table": {**table}}
        sides = tuple(side.name for side in info.sides)
        starts = starts_on(measured.board, measured.stands)
        state = State(sides, side=str(table.get("side") or ""), known=known, starts=starts)
        self.observation = Observation(measured, TableStatus("still"), frame_markers=(6, 6), jpeg=lambda: jpeg)
        unseen = {name: stand_on(self.game, name, counter) for name, counter in (reserve or {}).items()}
        match = match_at(measured, self.game, state, info.settings, journal, reserve=unseen, title=info.title)
        self.session = MatchSession(info, match, self.observation, die, lambda: 0.0)

    def move(self, off_cm: tuple[float, float] = (0.0, 0.0), **to: str) -> None:
        """Put counters by name (hyphens as underscores) on hexes, and let the camera see it."""
        table = self.observation.table
        for key, cell in to.items():
            name = key.replace("_", "-")
            side, kind, _, state = self.counters[name]
            table = table.with_stand(stand_on(self.game, name, (side, kind, cell, state), off_cm))
        self._see(replace(self.observation, table=table))

    def take(self, *names: str) -> None:
        """Take counters off the table."""
        self._see(replace(self.observation, unseen=self.observation.unseen | set(names)))

    def _see(self, observation: Observation) -> None:
        self.observation = observation
        self.session.publish(observation)
