"""The demo's battle of Montecassino in a browser: from the lever to the confirmed casualty, through the virtual rig."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_page import broken
from hand_clock import HandClock
from playwright.sync_api import Browser, Page, expect

from referee.evidence.frames import FrameFolder
from referee.journal.store import TemporaryJournal
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.serve import Server, open_port
from web.stage import Stage, set_stage

LOOK_S = 0.5


@dataclass
class Siege:
    """The demo being served."""

    stage: Stage
    clock: HandClock
    server: Server

    def go_on(self, seconds: float) -> None:
        """Let the world and the camera go on, two looks a second."""
        for _ in range(round(seconds / LOOK_S)):
            self.clock.advance(LOOK_S)
            self.stage.step()

    def until(self, condition: Callable[[], bool], most_s: float = 30.0) -> None:
        """Let world and camera go on until a condition holds."""
        for _ in range(round(most_s / LOOK_S)):
            if condition():
                return
            self.go_on(LOOK_S)
        raise AssertionError("it did not come to that")


@pytest.fixture
def siege(tmp_path: Path) -> Iterator[Siege]:
    clock = HandClock(100.0)
    journal, frames = TemporaryJournal(), FrameFolder(tmp_path)
    stage = set_stage(demo_scene("montecassino"), clock, lambda: 1, journal=journal, frames=frames)
    server = Server(create_app(stage.session), open_port("127.0.0.1", 0), stage.session.close)
    server.start()
    yield Siege(stage, clock, server)
    server.close()
    journal.close()


@pytest.fixture
def page(chromium: Browser, siege: Siege) -> Iterator[Page]:
    complaints: list[str] = []
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"http://127.0.0.1:{siege.server.port}/")
    yield page
    context.close()
    assert complaints == []


def accessible(page: Page) -> None:
    assert broken(page) == []


@pytest.mark.ci
def test_from_the_lever_to_the_confirmed_casualty(
    siege: Siege, page: Page, keep_picture: Callable[[Page, str], None]
) -> None:
    shots = siege.stage.session.shots
    assert shots is not None
    cannon = shots.state
    siege.until(lambda: cannon().levers["A"].heard)
    keep_picture(page, "cannon.png")
    page.get_by_role("button", name="Fire").click()
    siege.until(lambda: cannon().levers["A"].cocked)
    strip = page.get_by_role("region", name="Cannons")
    expect(strip.get_by_text("Fingers clear of the lever's path.")).to_be_visible()
    expect(strip.get_by_text("COCKED for")).to_be_visible()
    accessible(page)
    keep_picture(page, "cannon-cocked.png")
    siege.until(lambda: bool(cannon().waiting or cannon().comparing or cannon().proposal))
    expect(page.locator(".cocked")).to_have_count(0)
    siege.until(lambda: bool(cannon().comparing or cannon().proposal))
    expect(page.get_by_role("heading", name="2 FELL")).to_be_visible(timeout=60_000)
    expect(page.locator(".shot-pictures img")).to_have_count(4)
    keep_picture(page, "shot.png")
    accessible(page)
    hit = page.get_by_role("listitem").filter(has_text="G-43")
    taken = page.get_by_role("listitem").filter(has_text="G-44")
    taken.get_by_role("button", name="dragged").click()
    expect(taken.get_by_text("is stood up again where it was")).to_be_visible()
    expect(hit.get_by_text("leaves the board")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_role("region", name="Put stands back")).to_be_visible()
    expect(page.get_by_text("Shells left: 8", exact=True)).to_be_visible()
    state = siege.stage.session.memory()
    assert [str(name) for name in state.fallen] == ["G11"]
    siege.until(lambda: not siege.stage.session.reading().put_back.under_way)
    assert state.side == "G"
