"""Rommel & Montgomery set up on the page: counters from beside the map, in the order of R1.2; the battle begins."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hex_session import DESERT, ROMMEL, HexHands

from referee.journal.replay_check import differences
from referee.journal.store import TemporaryJournal
from rules.hex_positions import position_of
from web.app import create_app

FIRST = {name: each for name, each in DESERT.items() if name in ("de-inf", "it-inf", "de-at")}
LATER = {name: each for name, each in DESERT.items() if name not in FIRST}
SETTING_UP = {"phase": "setup_first", "side": "axis", "turn": 0}


@pytest.fixture
def journal() -> Iterator[TemporaryJournal]:
    with TemporaryJournal() as journal:
        yield journal


def hands_in(journal: TemporaryJournal, table: dict[str, Any], **options: Any) -> HexHands:
    info = replace(ROMMEL, settings={**ROMMEL.settings, **options})
    return HexHands(info, FIRST, table, journal=journal, reserve=LATER)


def page_of(hands: HexHands) -> FlaskClient:
    page = create_app(hands.session).test_client()
    page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    return page


def board_of(page: FlaskClient) -> dict[str, Any]:
    return dict(page.get("/api/view").json["board"])


def chosen(page: FlaskClient, **body: Any) -> dict[str, Any]:
    answer = page.post("/api/board/choose", json=body)
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


def place(page: FlaskClient, name: str, cell: str) -> dict[str, Any]:
    answer = page.post("/api/board/do", json={"action": {"type": "place", "actor": name, "to": cell}})
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


@pytest.mark.ci
def test_setting_up_begins_on_the_page_with_the_axis(journal: TemporaryJournal) -> None:
    page = page_of(hands_in(journal, {}))
    before = board_of(page)
    assert [(act["verb"], act["action"].get("setup")) for act in before["acts"]][:2] == [
        ("start", None),
        ("start", True),
    ]
    assert before["to_place"][0] == "br-inf-1"
    page.post("/api/match/act", json={"action": before["acts"][1]["action"]})
    page.post("/api/match/confirm", json={})
    begun = board_of(page)
    assert begun["phase"]["name"] == "Set-up, Axis"
    # Supply and fortifications come behind the screen, the Allies after the Axis.
    assert begun["to_place"] == ["de-tank", "de-air"]
    assert begun["soldiers"]["de-air"]["awaited"]
    assert begun["soldiers"]["de-air"]["label"] == "de-air, German aircraft, 3-8, beside the map"
    assert (begun["acts"][0]["verb"], begun["acts"][0]["allowed"]) == ("next", False)
    assert "de-air" in begun["acts"][0]["sentence"]


@pytest.mark.ci
def test_every_hex_lit_is_one_the_rules_allow_and_no_other_is(journal: TemporaryJournal) -> None:
    hands = hands_in(journal, SETTING_UP)
    page, now = page_of(hands), hands.session.board_position()
    for name in ("de-tank", "de-air"):
        told = chosen(page, actor=name)
        lit = {option["cell"] for option in told["options"]}
        assert {option["kind"] for option in told["options"]} == {"place"}
        every = {cell[0] for cell in board_of(page)["cells"]}
        may = {c for c in every if now.ruled({"type": "place", "actor": name, "to": c}).verdict == "allowed"}
        assert (lit, bool(lit)) == (may, True)
    refused = chosen(page, actor="de-tank", to="T5")["refusal"]
    assert (refused["clause"], refused["action"]["type"]) == ("R1.2", "place")
    waits = chosen(page, actor="br-tank")
    assert (waits["options"], waits["acts"][0]["clause"]) == ([], "R1.2")


@pytest.mark.ci
def test_a_fortification_is_lit_where_no_other_and_nobody_else_than_it_holds_lies(journal: TemporaryJournal) -> None:
    hands = hands_in(journal, {**SETTING_UP, "phase": "setup_screen"})
    page, now = page_of(hands), hands.session.board_position()
    lit = {option["cell"] for option in chosen(page, actor="de-fort")["options"]}
    every = {cell[0] for cell in board_of(page)["cells"]}
    may = {c for c in every if now.ruled({"type": "place", "actor": "de-fort", "to": c}).verdict == "allowed"}
    assert (lit, bool(lit)) == (may, True)


@pytest.mark.ci
def test_a_counter_is_placed_written_down_put_right_and_taken_back(journal: TemporaryJournal) -> None:
    hands = hands_in(journal, SETTING_UP)
    page = page_of(hands)
    view = place(page, "de-tank", "D5")
    assert (view["ruling"], view["undo"] is not None) == (None, True)  # the card is free for the next
    board = view["board"]
    assert (board["soldiers"]["de-tank"]["cell"], board["to_place"]) == ("D5", ["de-air"])
    assert board["to_lay"] == "Placed and not seen yet, still to be laid on the map: de-tank D5"
    assert any("de-tank → D5" in entry["text"] for entry in page.get("/api/journal").json["entries"])
    hands.move(de_tank="D5")
    assert (board_of(page)["to_lay"], board_of(page)["todo"]) == (None, [])
    place(page, "de-tank", "C6")  # it may be placed anew
    assert board_of(page)["soldiers"]["de-tank"]["cell"] == "C6"
    page.post("/api/match/undo", json={})
    page.post("/api/match/withdraw", json={})
    assert board_of(page)["soldiers"]["de-tank"]["cell"] == "D5"
    refused = place(page, "de-air", "T5")
    assert (refused["ruling"]["verdict"], refused["board"]["soldiers"]["de-air"]["cell"]) == ("refused", None)
    assert list(differences(journal)) == []


@pytest.mark.ci
def test_the_battle_begins_with_everybody_where_he_was_laid(journal: TemporaryJournal) -> None:
    hands = hands_in(journal, SETTING_UP, behind_screen="any number")
    page = page_of(hands)
    place(page, "de-tank", "D5")
    place(page, "de-air", "B9")
    hands.move(de_supply="E7")  # laid by hand behind the screen
    for _ in range(2):
        page.post("/api/board/do", json={"action": {"type": "next"}})
    for name, each in LATER.items():
        if each[0] == "allied":
            place(page, name, each[2] if name != "br-inf-1" else "L5")
    begun = page.post("/api/board/do", json={"action": {"type": "next"}}).json
    assert (begun["board"]["phase"]["name"], begun["turn"]["side"]) == ("weather", "allied")
    assert begun["board"]["to_place"] == []
    hands.move(de_supply="E9")  # a hand in the battle: seen, and no longer simply so
    board = board_of(page)
    assert board["soldiers"]["de-supply"]["cell"] == "E7"
    assert board["soldiers"]["br-tank"]["cell"] == "L8"  # placed on the page, not seen yet
    assert "br-tank L8" in board["to_lay"]


def test_what_was_never_placed_is_not_on_the_table_of_the_battle(journal: TemporaryJournal) -> None:
    hands = hands_in(journal, {"phase": "ground_move", "side": "axis", "turn": 3, "weather": "fair"})
    assert "de-tank" not in hands.session.board_position().table
    assert set(position_of(hands.session.board_position().table).places) == set(FIRST)


def test_a_battle_that_is_over_says_who_has_won_and_asks_for_nothing_more(journal: TemporaryJournal) -> None:
    points = {"B11": "de-inf", "E9": "it-inf", "D5": "de-at", "F7": "de-tank"}
    table = {name: (*DESERT[name][:2], cell, DESERT[name][3]) for cell, name in points.items()}
    hands = HexHands(ROMMEL, table, {"phase": "combat", "side": "axis", "turn": 11, "weather": "fair"}, journal=journal)
    page = page_of(hands)
    ahead = page.post("/api/board/do", json={"action": {"type": "victory"}}).json
    assert ahead["ruling"]["outcome"] == "The Axis wins if the turn ends like this."
    assert ahead["board"]["phase"]["of_turn"]
    over = page.post("/api/board/do", json={"action": {"type": "next"}}).json
    assert [effect["sentence"] for effect in over["ruling"]["effects"]] == ["winner: Axis", "defeated: Allies"]
    assert over["board"]["phase"]["now"] == "Victory: Axis"
    assert (over["board"]["acts"], over["board"]["ready"]) == ([], [])


def test_a_battle_begun_at_once_says_who_plays_first(journal: TemporaryJournal) -> None:
    page = page_of(HexHands(ROMMEL, FIRST, {}, journal=journal))
    page.post("/api/match/act", json={"action": {"type": "start"}})
    begun = page.post("/api/match/confirm", json={}).json
    said = [effect["sentence"] for effect in begun["ruling"]["effects"]]
    assert said == ["first to play: Allies", "next phase: weather"]
    assert begun["board"]["phase"]["name"] == "weather"
