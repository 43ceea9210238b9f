"""Matches on hexes as they are served: how they begin, what the camera saw go, the board as the rules have it."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hex_session import ANCIENTS, DESERT, FIELD, ROMMEL, HexHands

from referee.evidence.card_lookup import card_at
from referee.evidence.ground import cells_on
from referee.journal.store import TemporaryJournal
from referee.match_info import MatchInfo
from web.app import create_app

DAY = {"turn": 3, "weather": "fair", "subturn": 0, "side": "allied"}


def page_of(hands: HexHands) -> FlaskClient:
    page = create_app(hands.session).test_client()
    page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    return page


@pytest.mark.ci
@pytest.mark.parametrize(
    ("info", "counters", "said", "begins"),
    [
        (replace(ROMMEL, settings={}), DESERT, "Begin the battle", "weather"),
        (ANCIENTS, FIELD, "Begin the battle: the first turn is of Romans", "order"),
    ],
)
def test_a_match_of_which_no_phase_is_known_is_shown_and_begun(
    info: MatchInfo, counters: dict[str, Any], said: str, begins: str
) -> None:
    hands = HexHands(info, counters, {})
    page = page_of(hands)
    first = page.get("/api/view").json["board"]["acts"][0]
    assert (first["verb"], first["main"], first["allowed"], first["sentence"]) == ("start", True, True, said)
    page.post("/api/match/act", json={"action": first["action"]})
    page.post("/api/match/confirm", json={})
    assert hands.session.memory().known["table"]["phase"] == begins
    assert page.get("/api/view").json["board"]["acts"][0]["verb"] != "start"


def seen_of(page: FlaskClient) -> list[tuple[Any, str]]:
    readings = page.get("/api/view").json["board"]["seen"]["readings"]
    return [(one["action"], one["tone"]) for one in readings]


MINED = {
    "de-tank": ("axis", "Tanks", "G5", {"combat": 4, "movement": 6}),
    "de-col": ("axis", "Supply column", "C10", {"combat": 0, "movement": 3}),
    "de-fly": ("axis", "Bomber", "B9", {"combat": 3, "movement": 8}),
    "br-inf": ("allied", "Infantry", "R10", {"combat": 3, "movement": 3}),
}
"""Kinds as people write them; between G5 and J7 lies a minefield."""


@pytest.mark.ci
def test_a_way_seen_is_read_on_the_matchs_own_map_with_what_was_cleared() -> None:
    hands = HexHands(ROMMEL, MINED, {**DAY, "side": "axis", "phase": "ground_move", "cleared": ["H7", "I7"]})
    page = page_of(hands)
    hands.move(de_tank="J7")
    [(action, tone)] = seen_of(page)
    assert ("H7" in action["path"], "I7" in action["path"], tone) == (True, True, "in")


def test_aircraft_seen_on_an_airfield_have_landed() -> None:
    hands = HexHands(ROMMEL, {**MINED, "de-fly": ("axis", "Bomber", "D9", {"combat": 3, "movement": 8})},
                     {**DAY, "side": "axis", "phase": "landing"})  # fmt: skip
    page = page_of(hands)
    hands.move(de_fly="C3")
    assert seen_of(page) == [({"type": "land", "actor": "de-fly", "to": "C3"}, "in")]


def test_rows_of_twelve_hexes_are_drawn_with_twelve() -> None:
    hands = HexHands(replace(ANCIENTS, settings={"odd_row_hexes": 12}), FIELD, {"phase": "order", "side": "roman"})
    page = page_of(hands)
    cells = {cell[0] for cell in page.get("/api/view").json["board"]["cells"]}
    assert (len(cells), "M1" in cells, "M2" in cells, "L2" in cells) == (113, True, False, True)


def test_a_card_of_evidence_draws_no_hex_that_the_board_lacks() -> None:
    with TemporaryJournal() as journal:
        short = replace(ANCIENTS, settings={"odd_row_hexes": 12})
        hands = HexHands(short, FIELD, {"phase": "battle", "side": "roman"}, journal=journal)
        shot = {"type": "shoot", "actor": "r-bow", "target": "c-light"}
        ruling = page_of(hands).post("/api/match/act", json={"action": shot}).json["ruling"]
        cells = cells_on(card_at(journal, int(ruling["evidence"].rpartition("/")[2])))
    assert (len(cells), "M1" in cells, "M2" in cells, "L2" in cells) == (113, True, False, True)


@pytest.mark.ci
def test_the_sections_shown_are_those_the_rules_go_by_where_nobody_knows_who_sits_where() -> None:
    level = {"r-med": ("roman", "auxilia", "D4", {}), "c-heavy": ("carthaginian", "heavy_infantry", "M4", {})}
    hands = HexHands(ANCIENTS, level, {"phase": "order", "side": "carthaginian"})
    page = page_of(hands)
    [overlay] = page.get("/api/view").json["board"]["overlays"]
    assert "M4" in overlay["layers"][0]["cells"]  # the left flank of those who sit at the far edge
    order = {"type": "order", "units": ["c-heavy"], "section": "left", "number": 1}
    assert hands.session.board_position().ruled(order).verdict == "allowed"


def test_a_unit_seen_to_go_back_before_flags_retreats() -> None:
    counters = {**FIELD, "c-light": ("carthaginian", "light_infantry", "D6", {"blocks": 4, "flags": 1})}
    hands = HexHands(ANCIENTS, counters, {"phase": "battle", "side": "roman"})
    page = page_of(hands)
    hands.move(c_light="D7")
    assert seen_of(page) == [({"type": "retreat", "actor": "c-light", "to": "D7"}, "in")]
