"""Counters that hands move on hexes: what counts as a move, what as a bump, and what undo takes back."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hex_session import ANCIENTS, DESERT, FIELD, ROMMEL, HexHands

from referee.observation import Observation, Whereabouts
from web.app import create_app

DAY = {"turn": 3, "weather": "fair", "subturn": 0, "side": "allied"}


def page_in(game: str, phase: str, **more: Any) -> tuple[FlaskClient, HexHands]:
    counters, info = (DESERT, ROMMEL) if game == "rommel" else (FIELD, ANCIENTS)
    hands = HexHands(info, counters, {**more, "phase": phase})
    page = create_app(hands.session).test_client()
    page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    return page, hands


@pytest.mark.parametrize(
    ("game", "phase", "side", "name", "to"),
    [("rommel", "ground_move", "allied", "br-tank", "K8"), ("ancients", "move", "roman", "r-cav", "L3")],
)
def test_what_the_camera_saw_go_has_not_had_its_move_by_that(
    game: str, phase: str, side: str, name: str, to: str
) -> None:
    """On a board a move is what the game agrees on, not what a hand did: neither a walk nor a nudge spends it."""
    page, hands = page_in(game, phase, **(DAY if game == "rommel" else {"side": side}))
    session = hands.session
    session.publish(replace(session.observation, walked=((name, 0.6),)))
    hands.move(**{name.replace("-", "_"): to})
    session.publish(replace(session.observation, walked=((name, 4.3),)))
    reading = page.get("/api/view").json["board"]["seen"]["readings"][0]
    assert (reading["tone"], reading["action"]["actor"]) == ("in", name)


@pytest.mark.ci
def test_what_turns_or_shifts_within_its_hex_is_no_bump() -> None:
    page, hands = page_in("rommel", "ground_move", **DAY)
    session, observation = hands.session, hands.observation

    def pushed(cm: float) -> Observation:
        moved = [replace(s, x=s.x + cm, heading_deg=s.heading_deg + 25) for s in observation.table.stands]
        return replace(
            observation, table=replace(observation.table, stands=tuple(moved)),
            live=tuple(Whereabouts(s.name, "seen", s) for s in moved), time_s=observation.time_s + 10,
        )  # fmt: skip

    session.publish(pushed(0.0))
    session.publish(pushed(0.8))
    assert page.get("/api/view").json["put_back"]["proposal"] is None
    session.publish(pushed(5.0))
    assert "moved together" in page.get("/api/view").json["put_back"]["proposal"]["text"]
    # On a board there is no finer tolerance to ask for: back on their hexes they are back.
    begun = page.post("/api/putting-back/begin", json={"tolerance_cm": 0.2, "tolerance_deg": 2.0}).json["put_back"]
    assert begun["under_way"]
    assert {hint["state"] for hint in begun["told"]} == {"off"}
    session.publish(pushed(0.9))
    assert not page.get("/api/view").json["put_back"]["under_way"]


@pytest.mark.ci
def test_undo_takes_back_what_is_only_declared_before_what_happened() -> None:
    page, _ = page_in("rommel", "ground_move", **DAY)
    for _ in range(2):
        way = {"type": "move", "actor": "br-tank", "path": ["L8", "K8"]}
        assert page.post("/api/match/act", json={"action": way}).json["undo"] is None  # the card has its Close
        after = page.post("/api/match/undo", json={}).json
        assert (after["ruling"], after["undo"]) == (None, None)
    page.post("/api/match/act", json={"action": way})
    happened = page.post("/api/match/confirm", json={}).json
    assert happened["board"]["soldiers"]["br-tank"]["cell"] == "K8"
    page.post("/api/match/act", json={"action": {"type": "next"}})
    after = page.post("/api/match/undo", json={}).json
    assert (after["undo"], after["board"]["soldiers"]["br-tank"]["cell"]) == (happened["undo"], "K8")


def test_nobody_may_move_who_has_no_order_where_orders_are_known() -> None:
    page, _ = page_in("ancients", "order", side="roman", orders=0)
    board = page.post("/api/board/do", json={"action": {"type": "next"}}).json["board"]
    assert (board["phase"]["name"], board["ready"]) == ("Romans move", [])
    by_hand, _ = page_in("ancients", "move", side="roman")  # the players keep the orders: any unit may have one
    assert "r-aux" in by_hand.get("/api/view").json["board"]["ready"]
