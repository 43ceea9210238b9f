"""The shelf's rows: two tables of one day and one game are told apart."""

import os
import re
import time
from collections.abc import Callable
from dataclasses import replace

from flask.testing import FlaskClient
from set_up_pictures import FRAME

from referee.setup.match_file import new_match
from referee.setup.small_files import SourceFile
from rules.game import Side
from simulation.rehearsal.demos import demo_scene
from web.setup.session import SetupSession

NOON_S = time.mktime((2026, 6, 1, 12, 0, 0, 0, 0, -1))


def test_tables_of_one_day_and_game_are_told_apart(
    setup_session: SetupSession, browse: Callable[..., FlaskClient]
) -> None:
    made = [setup_session.shelf.new()[1] for _ in range(4)]
    for minute, setup in enumerate(made):
        setup.match = new_match("ambush", "Ambush" if minute else "Friday")
        if minute == 2:
            setup.match = replace(setup.match, sides=(Side("a", "Ana", "Ana"), Side("b", "Bea", "Bea")))
        if minute == 3:
            setup.roster = demo_scene("ambush").roster
            setup.journal.touch()
        for file in setup.folder.iterdir():
            os.utime(file, (NOON_S + 60 * minute,) * 2)
    page = browse().get("/setup").get_data(as_text=True)
    rows = re.findall(r'<p class="hint">(.*?)</p></div>\s+<a', page)
    assert rows == [
        f"Americans – Germans · {len(demo_scene('ambush').roster.entries)} stands · last played 2026-06-01 12:03",
        "Ana – Bea · last changed 2026-06-01 12:02",
        "Americans – Germans · last changed 2026-06-01 12:01",
        "Ambush: Americans – Germans · last changed 2026-06-01 12:00",
    ]
    for setup in made[:2]:
        (setup.folder / "camera.toml").touch()
        os.utime(setup.folder / "camera.toml", (NOON_S,) * 2)
    known_id, new = setup_session.shelf.new()
    new.match, new.frame, new.source = made[0].match, FRAME, SourceFile.of("0")
    lens = browse().get(f"/setup/{known_id}/lens").get_data(as_text=True)
    options = re.findall(r"<option value=\"\w{10}\">(.*?)</option>", lens)
    assert len(set(options)) == 2, options


def test_who_has_no_table_yet_begins_first_and_is_asked_nothing_twice(
    setup_session: SetupSession, browse: Callable[..., FlaskClient]
) -> None:
    client = browse()
    shelf = client.get("/setup").get_data(as_text=True)
    assert shelf.index("/api/setup/new") < shelf.index('id="restore"'), "there is nothing to restore yet"
    assert not re.search(r'<select name="(game|language)"', shelf), "step 1 asks for both"
    known_id, setup = setup_session.shelf.new()
    setup.match = new_match("ambush", "Friday")
    asked = client.get(f"/setup/{known_id}/match").get_data(as_text=True)
    assert 'id="next"' not in asked, "to save is the one way on"
    shelf = client.get("/setup").get_data(as_text=True)
    assert shelf.index('id="restore"') < shelf.index("/api/setup/new")


def test_a_language_under_way_is_marked_in_the_menu_and_not_offered_for_a_match(
    setup_session: SetupSession, browse: Callable[..., FlaskClient]
) -> None:
    known_id, setup = setup_session.shelf.new()
    setup.match = new_match("ambush", "Friday")
    page = browse().get(f"/setup/{known_id}/match").get_data(as_text=True)
    assert re.findall(r">([^<>]*Deutsch[^<>]*)</option>", page) == ["Deutsch (under way)"]
    chosen = browse().get(f"/setup/{known_id}/match?lang=de").get_data(as_text=True)
    assert chosen.count("Deutsch") == 1, "the match's own language stays the one that was chosen"
    setup.match = replace(setup.match, language="de")
    assert browse().get(f"/setup/{known_id}/match").get_data(as_text=True).count("Deutsch") == 2
