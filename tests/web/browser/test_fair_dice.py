"""Vedette's own dice on the page: sealed, a word from each player, thrown, shown, checked by the command."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_page import serious
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from cli.dice import command
from referee.fair_dice import commitment_to
from web.app import create_app
from web.fair import Cup
from web.serve import Server, open_port
from web.stage import seat

pytestmark = pytest.mark.browser
SEED = bytes(range(32))


@pytest.fixture
def fair_table(table: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The table with dice of its own in place of the test's."""
    stage = seat(table.stage.loop, Cup(2, lambda _: SEED))
    server = Server(create_app(stage.session), open_port("127.0.0.1", 0), stage.session.close)
    server.start()
    monkeypatch.setattr(table, "server", server)
    yield table
    server.close()


@pytest.mark.ci
def test_the_first_roll_falls_at_once(fair_table: Any, open_page: Callable[..., Page]) -> None:
    assert fair_table.address
    page = open_page()
    page.locator('.suggestion[data-target="Weber"]').click()
    page.get_by_role("button", name="Roll").click()
    expect(page.locator(".thrown li").first).to_be_visible()
    expect(page.locator("vd-fair dialog")).to_be_hidden()


@pytest.mark.ci
def test_who_likes_mixes_in_a_word_and_all_is_proved(
    fair_table: Any, open_page: Callable[..., Page], keep_picture: Callable[[Page, str], None], tmp_path: Path
) -> None:
    assert fair_table.address
    page = open_page()
    page.get_by_role("button", name="Dice").click()
    dialog = page.locator("vd-fair dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator(".seal code")).to_have_text(commitment_to(SEED))
    for number, word in enumerate(("Gettysburg", "r2 e4 u6"), start=1):
        expect(dialog.get_by_label(f"A word of player {number} of 2")).to_be_focused()
        keep_picture(page, f"dice-{number}.png")
        page.keyboard.type(word)  # letters and figures are a word here, not keys of the page
        page.keyboard.press("Enter")
    expect(dialog.locator("input")).to_have_count(0)
    assert serious(page) == []
    page.get_by_role("button", name="Play on").click()
    page.locator('.suggestion[data-target="Weber"]').click()
    page.keyboard.press("r")
    expect(page.locator(".thrown li").first).to_be_visible()

    page.keyboard.press("Escape")
    page.get_by_role("button", name="Dice").click()
    page.get_by_role("button", name="Show the seed").click()
    expect(dialog.locator(".proof")).to_contain_text(SEED.hex())
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Save the proof").click()
    saved = tmp_path / "dice.json"
    download.value.save_as(saved)
    good = CliRunner().invoke(command, [str(saved)])
    assert good.exit_code == 0
    assert "Gettysburg, r2 e4 u6" in good.output

    proof = json.loads(saved.read_text())
    (dice,) = proof["throws"].values()
    dice[0] = dice[0] % 6 + 1
    saved.write_text(json.dumps(proof))
    assert "die 1 was given as" in str(CliRunner().invoke(command, [str(saved)]).exception)
