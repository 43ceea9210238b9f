"""Vedette served on a shelf of tables that begins empty, as somebody finds it who starts it for the first time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
from playwright.sync_api import Browser, Page
from set_up_pictures import FRAME, LEARNED, SIZE_PX, farm_picture

from referee.clock import WallClock
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.shelf import Shelf
from referee.setup.small_files import SourceFile
from referee.setup.table import find_table
from simulation.rehearsal.demos import demo_scene
from web.network import LOCAL_HOSTS
from web.serve import Server, open_port
from web.setup.session import PICTURES, SetupSession
from web.site import Site


class Rooms:
    """Vedette served on one shelf; ``restart`` stops it and starts it anew at the same address."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._open(0)

    def _open(self, port: int) -> None:
        self.shelf, self.site = Shelf(self._root), Site(LOCAL_HOSTS, die=lambda _: lambda: 6)
        self.site.open(SetupSession(self.shelf, WallClock(), begin=self.site.begin))
        self.server = Server(self.site.app_switch, open_port("127.0.0.1", port), self.site.close)
        self.server.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/"

    def restart(self) -> None:
        port = self.server.port
        self.server.close()
        self._open(port)


def open_page(chromium: Browser, rooms: Rooms, settings: dict[str, Any]) -> Iterator[Page]:
    """Yield the shelf in a browser of those settings; no script may fail, nor ask for what is forbidden."""
    complaints: list[str] = []
    context = chromium.new_context(**settings, locale="en-GB")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda m: complaints.append(m.text) if "Content Security" in m.text else None)
    page.goto(rooms.address)
    yield page
    context.close()
    assert complaints == []


def farm(rooms: Rooms, game: str = "ambush") -> tuple[str, SetUp]:
    """Return a table whose every step can be opened."""
    known_id, setup = rooms.shelf.new()
    setup.match, setup.frame, setup.camera = new_match(game, "At the farm"), FRAME, LEARNED
    setup.source = SourceFile.of(PICTURES, SIZE_PX)
    folder = setup.folder / PICTURES
    folder.mkdir()
    picture = farm_picture()
    assert cv2.imwrite(str(folder / "a-table.png"), picture)
    setup.table = find_table(LEARNED, FRAME, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)).view
    scene = demo_scene("ambush")
    # Roads and fields are kinds of the demo alone.
    setup.terrain = tuple(piece for piece in scene.pieces if piece.kind not in ("road", "field"))
    setup.roster = scene.roster
    return known_id, setup
