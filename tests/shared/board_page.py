"""A match of Montecassino behind a real server: hands instead of a camera, a journal that goes with the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from board_session import Hands, full_board

from referee.journal.store import TemporaryJournal
from web.app import create_app
from web.serve import Server, open_port

UNDER_WAY = {
    "a17": "A-49", "a18": "A-26", "a19": "A-35", "a20": "A-44", "a24": "A-72",
    "g18": "G-40", "g20": "G-30", "g22": "G-62", "g23": "G-55", "g24": "A-67",
}  # fmt: skip
"""A battle some turns old: A-44 may take the prisoner on A-67."""


@dataclass(frozen=True)
class Board:
    """A board being served."""

    hands: Hands
    server: Server

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.server.port}/"


@contextmanager
def served_board(**moved: str) -> Iterator[Board]:
    """Serve a match with these soldiers elsewhere than on their bases."""
    journal = TemporaryJournal()
    hands = Hands(full_board(**moved), journal=journal)
    server = Server(create_app(hands.session), open_port("127.0.0.1", 0), hands.session.close)
    server.start()
    try:
        yield Board(hands, server)
    finally:
        server.close()
        journal.close()
