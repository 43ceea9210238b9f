"""The film in a browser: begun with a tap on the result page, fetched when it is there."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.ci]


def test_a_film_is_made_and_saved(table: Any, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.film.SECONDS", 10)
    monkeypatch.setattr("web.film.endings", lambda: (".gif",))
    session = table.stage.session
    session.act(lambda match: match.declare("Miller", "Weber"))
    for die in (5, 6):
        session.act(lambda match, die=die: match.throw([die], confirm=True))
    page = open_page("result")
    save = page.locator("#film-get")
    expect(save).to_be_hidden()
    page.locator("#film").click()
    expect(page.locator("#film-said")).to_have_text("The film is being made: the match goes on meanwhile.")
    expect(save).to_be_visible(timeout=60_000)
    expect(page.locator("#film-said")).to_have_text("")
    with page.expect_download() as saved:
        save.click()
    assert saved.value.suggested_filename == "vedette-evening.gif"
    with Image.open(BytesIO(Path(saved.value.path()).read_bytes())) as film:
        assert len(list(ImageSequence.Iterator(film))) > 10
    page.goto(table.address + "journal")
    expect(save).to_be_visible()
