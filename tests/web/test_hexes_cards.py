"""The cards of Ancients on the page: every order that is judged is offered, and says what is short (C3.2, C8.4)."""

import json
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hex_session import ANCIENTS, FIELD, HexHands

from rules.ancients.book import example_book
from web.app import create_app


def ordering(**settings: Any) -> FlaskClient:
    """The page while the Romans give orders."""
    hands = HexHands(replace(ANCIENTS, settings=settings), FIELD, {"phase": "order", "side": "roman"})
    return create_app(hands.session).test_client()


def chosen(page: FlaskClient, **body: Any) -> Any:
    return page.post("/api/board/choose", json=body, environ_base={"HTTP_HOST": "127.0.0.1:8470"}).json


def test_every_card_that_is_judged_is_offered() -> None:
    """C3.2, C8.4: both flanks, one in each section, the helmet for a leader; the number on the card is asked for."""
    page = ordering()
    one = [act["action"] for act in chosen(page, actor="r-bow")["acts"]]
    assert not any("sections" in action or "helmet" in action for action in one)
    told = chosen(page, actor="r-bow", others=["r-cav"])
    assert told["numbers"] == [1, 2, 3, 4, 5, 6]
    cards = {json.dumps(act["action"], sort_keys=True): act for act in told["acts"]}

    def card(**orders: Any) -> tuple[bool, str]:
        act = cards[json.dumps({"type": "order", "units": ["r-bow", "r-cav"], **orders}, sort_keys=True)]
        return act["allowed"], act["sentence"]

    assert card(sections={"left": 2, "right": 2}) == (True, "Card for both flanks (2 on each)")
    assert card(sections={"left": 1, "centre": 1, "right": 1}) == (True, "Card for all three sections (1 in each)")
    led = [act["action"] for act in chosen(page, actor="r-lead")["acts"] if act["allowed"]]
    assert {"type": "order", "units": ["r-lead"], "number": 1, "classes": ["mounted"], "helmet": True} in led
    some = chosen(page, actor="r-bow", others=["r-aux"], number=1)["acts"]
    assert {act["action"]["number"] for act in some if "number" in act["action"]} == {1}


def test_an_order_says_exactly_what_is_short() -> None:
    page = ordering()
    told = chosen(page, actor="r-med", others=["r-aux", "r-cav"], number=1)["acts"]
    each = next(act for act in told if len(act["action"].get("sections", ())) == 3)
    assert (each["allowed"], each["clause"]) == (False, "C3.2")
    assert each["sentence"] == (
        "Card for all three sections (1 in each): only one order for the section: centre; "
        "each of these needs it: r-med, r-aux"
    )


def test_the_cards_of_the_owners_book_are_offered_by_name() -> None:
    page = ordering(book="example")
    told = chosen(page, actor="r-bow")["acts"]
    named = {act["action"]["card"]: act for act in told if "card" in act["action"]}
    assert set(named) == set(example_book().cards)
    assert (named["two_left"]["allowed"], named["two_left"]["sentence"]) == (True, "The book's card two left")
    assert named["two_right"]["allowed"] is False


def test_once_the_card_is_played_nobody_may_act_and_the_phase_says_so() -> None:
    """C3.1: one card a turn; the page went on to ask for a card and listed units that none can order."""
    page = ordering()
    page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    assert "r-cav" in page.get("/api/view").json["board"]["ready"]
    action = {"type": "order", "units": ["r-bow"], "number": 1, "section": "left"}
    page.post("/api/match/act", json={"action": action})
    page.post("/api/match/confirm", json={})
    board = page.get("/api/view").json["board"]
    assert board["ready"] == []
    assert board["phase"]["now"] == "The card is played. End the phase."
    assert board["phase"]["facts"][0] == "Orders given: 1"


@pytest.mark.parametrize(("language", "said"), [("it", "due a sinistra"), ("es", "dos a la izquierda")])
def test_the_cards_of_our_own_book_are_said_in_the_readers_language(language: str, said: str) -> None:
    page = ordering(book="example")
    page.environ_base.update({"HTTP_HOST": "127.0.0.1:8470", "HTTP_ACCEPT_LANGUAGE": language})
    told = page.post("/api/board/choose", json={"actor": "r-bow"}).json["acts"]
    named = next(act for act in told if act["action"].get("card") == "two_left")
    assert said in named["sentence"]
    ruling = page.post("/api/match/act", json={"action": named["action"]}).json["ruling"]
    assert said in next(check["sentence"] for check in ruling["checks"] if check["key"] == "card_says")


def test_nobody_acts_or_owes_anything_once_the_sides_agreed_to_end() -> None:
    page, place = ordering(), {"HTTP_HOST": "127.0.0.1:8470"}
    before = page.get("/api/view", environ_base=place).json
    assert before is not None
    assert ([it["clause"] for it in before["obligations"]], len(before["board"]["ready"])) == (["C3.1"], 5)
    after = page.post("/api/match/end", json={"result": "draw"}, environ_base=place).json
    assert after is not None
    assert (after["obligations"], after["board"]["ready"]) == ([], [])
    assert [side["to_act"] for side in after["score"]["sides"]] == [[], []]
