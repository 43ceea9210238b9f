"""The whole demo behind a real server, in front of a real Chromium; the test owns the clock and the dice."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hand_clock import HandClock
from loops import loop_at
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from rooms import Rooms
from set_up_pictures import board_pictures

from referee.journal.store import Journal
from simulation.rehearsal.loop import Loop
from web.app import create_app
from web.serve import LIMITS, Server, open_port
from web.stage import Stage, seat

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)  # fmt: skip
DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)


@dataclass
class Table:
    """A demo being served."""

    stage: Stage
    clock: HandClock
    server: Server
    dice: list[int] = field(default_factory=list)
    restarted: bool = False
    crowded: bool = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/"

    def restart(self, loop: Loop) -> None:
        """Stop the demo and open another at the same address."""
        port, self.restarted = self.server.port, True
        self.server.close()
        self.stage = seat(loop, lambda: self.dice.pop(0))
        self.server = Server(create_app(self.stage.session), open_port("127.0.0.1", port), self.stage.session.close)
        self.server.start()

    def go_on(self, seconds: float) -> None:
        """Let the world and the camera go on, two looks a second."""
        for _ in range(round(seconds / 0.5)):
            self.clock.advance(0.5)
            self.stage.step()

    def until(self, condition: Callable[[], bool]) -> None:
        """Let world and camera go on until a condition holds."""
        for _ in range(60):
            self.go_on(0.5)
            if condition():
                return
        raise AssertionError("it did not come to that")

    def until_asked(self) -> None:
        """Let world and camera go on until it is proposed to put stands back."""
        self.until(lambda: self.stage.session.reading().put_back.proposal is not None)


@pytest.fixture(autouse=True)
def few_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server for two or three pages: starting 300 threads for each test takes longer than many a test's own steps."""
    monkeypatch.setitem(LIMITS, "threads", 40)


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Browser]]:
    """Start a Chromium with more arguments than the usual ones."""
    names = [os.environ.get("VEDETTE_CHROMIUM"), "chromium-headless-shell", "chromium", "google-chrome"]
    path = next((found for name in names if name and (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium here: install one or set VEDETTE_CHROMIUM to its path")
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, *more])


@pytest.fixture(scope="session")
def chromium(launch: Callable[..., Browser]) -> Iterator[Browser]:
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture
def table() -> Iterator[Table]:
    clock, dice = HandClock(), list[int]()
    stage = seat(loop_at("ambush", clock), lambda: dice.pop(0))
    server = Server(create_app(stage.session), open_port("127.0.0.1", 0), stage.session.close)
    server.start()
    served = Table(stage, clock, server, dice)
    yield served
    served.server.close()


@pytest.fixture
def kept(table: Any, tmp_path: Path) -> Iterator[Any]:
    """The demo, written down."""
    table.server.close()
    with Journal(tmp_path / "match.sqlite", write=True) as journal:
        table.stage = seat(table.stage.loop, lambda: table.dice.pop(0), journal)
        table.server = Server(create_app(table.stage.session), open_port("127.0.0.1", 0), table.stage.session.close)
        table.server.start()
        yield table  # whose server the fixture of all these tests closes


@pytest.fixture
def phone() -> dict[str, Any]:
    """The settings of a phone held upright."""
    return dict(PHONE)


@pytest.fixture
def open_page(chromium: Browser, table: Table) -> Iterator[Callable[..., Page]]:
    """Return what opens the page, or another at its address, under a browser's settings.

    At the end no page may have complained.
    """
    complaints: list[str] = []
    contexts = []

    def listen(message: ConsoleMessage) -> None:
        # While a test starts the server anew, or lets it refuse, the browser rightly says so.
        expected = (table.restarted and "ERR_" in message.text) or (table.crowded and "503" in message.text)
        if message.type in ("error", "warning") and not expected:
            complaints.append(message.text)

    def opened(path: str = "", **settings: Any) -> Page:
        context = chromium.new_context(**{**DESK, **settings})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(table.address + path)
        if not path:
            expect(page.locator("image.picture")).to_have_attribute("href", re.compile("picture"))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def keep_picture() -> Callable[[Page, str], None]:
    """Return what keeps a screenshot in the folder that VEDETTE_PICTURES names; without one nothing is kept."""

    def keep(page: Page, name: str) -> None:
        if folder := os.environ.get("VEDETTE_PICTURES"):
            page.wait_for_timeout(600)
            page.screenshot(path=Path(folder) / name)

    return keep


@pytest.fixture(scope="session")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pictures of the board, held into every corner before the set-up's camera."""
    folder = tmp_path_factory.mktemp("boards")
    board_pictures(folder)
    return folder


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    """Vedette on an empty shelf."""
    made = Rooms(tmp_path / "shelf")
    yield made
    made.server.close()
