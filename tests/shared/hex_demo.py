"""The demo's battles on hexes behind a real server; the test owns the clock and the dice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from hand_clock import HandClock
from loops import loop_at

from referee.evidence.frames import FrameFolder
from referee.journal.store import Journal, TemporaryJournal
from web.app import create_app
from web.serve import Server, open_port
from web.stage import Stage, seat

LOOK_S = 0.5
"""Drawing what the camera sees takes most of a journey's time; with fewer looks the table counts as unwatched."""
MOST_LOOKS = 60


@dataclass
class HexDemo:
    """A demo being served: its stage, clock and journal, and the dice (indices 1 to 6) that fall next."""

    stage: Stage
    clock: HandClock
    journal: Journal
    server: Server
    dice: list[int] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.server.port}/"

    def go_on(self, seconds: float) -> None:
        """Let the world and the camera go on, two looks a second."""
        for _ in range(round(seconds / LOOK_S)):
            self.clock.advance(LOOK_S)
            self.stage.step()

    def until(self, true: Callable[[], bool]) -> None:
        """Let them go on until something is so."""
        for _ in range(MOST_LOOKS):
            self.go_on(LOOK_S)
            if true():
                return
        raise AssertionError("it did not come to that")

    def until_done(self) -> None:
        """Let hands do what the rulings told, until the camera sees that nothing is left to do."""

        def done() -> bool:
            board_changes = self.stage.session.reading().board_changes
            return self.stage.loop.observation.status.key == "still" and not (
                board_changes.left or board_changes.moved or board_changes.stray
            )

        self.go_on(1.0)
        self.until(done)

    def phase(self) -> tuple[str, str]:
        """Return the phase and whose it is."""
        told = self.stage.session.memory().known["table"]
        return str(told["phase"]), self.stage.session.memory().side


@contextmanager
def served_battle(game: str, folder: Path) -> Iterator[HexDemo]:
    """Serve the demo of a game."""
    clock, journal, dice = HandClock(100.0), TemporaryJournal(), list[int]()
    stage = seat(loop_at(game, clock), lambda: dice.pop(0), journal, FrameFolder(folder))
    server = Server(create_app(stage.session), open_port("127.0.0.1", 0), stage.session.close)
    server.start()
    try:
        yield HexDemo(stage, clock, journal, server, dice)
    finally:
        server.close()
        journal.close()
