"""A way of one's own choice on hexes: from hex to hex, what each leg costs and risks; only what the rules allow."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from hex_session import DESERT, ROMMEL, HexHands

from web.app import create_app

DAY = {"turn": 3, "weather": "fair", "subturn": 0, "side": "allied"}
FLAK = {**DESERT, "it-flak": ("axis", "mixed", "P3", {"nation": "italian", "combat": 2, "movement": 4})}


def page_in(phase: str, **more: Any) -> tuple[FlaskClient, HexHands]:
    hands = HexHands(ROMMEL, FLAK, {**DAY, "phase": phase, **more})
    page = create_app(hands.session).test_client()
    page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    return page, hands


def chosen(page: FlaskClient, **body: Any) -> dict[str, Any]:
    answer = page.post("/api/board/choose", json=body)
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


def test_a_way_leads_by_the_hexes_that_were_tapped() -> None:
    page, hands = page_in("ground_move")
    assert chosen(page, actor="br-tank")["steers"]
    told = chosen(page, actor="br-tank", via=["L10", "N9"])
    course = told["course"]
    assert course["path"][:1] + course["path"][-1:] == ["L8", "N9"]
    assert "L10" in course["path"]
    assert [(leg["to"], leg["cost"], leg["spent"]) for leg in course["legs"]] == [("L10", 2, 2), ("N9", 2, 4)]
    assert (course["total"], course["allowed"]) == ("hexes: 4 of 6", True)
    now = hands.session.board_position()
    assert told["options"]
    for option in told["options"]:
        assert option["path"][: len(course["path"])] == course["path"]
        assert len(set(option["path"])) == len(option["path"])
        ruled = now.ruled(option["action"])
        used = next(check for check in ruled.checks if check.key == "hexes_used")
        assert (ruled.verdict, used.measured) == ("allowed", option["cost"]), option
    view = page.post("/api/match/act", json={"action": course["action"]}).json
    assert view["ruling"]["verdict"] == "allowed"


@pytest.mark.ci
@pytest.mark.parametrize("via", [["A1"], ["L10", "L10"], ["L10", "nonsense"], ["K9"], 5])
def test_a_way_by_a_hex_it_cannot_reach_is_none(via: Any) -> None:
    page, _ = page_in("ground_move")
    answer = page.post("/api/board/choose", json={"actor": "br-tank", "via": via})
    assert (answer.status_code, bool(answer.json["error"])) == (400, True)


def test_a_way_ends_in_an_enemys_zone_and_says_whose() -> None:
    page, _ = page_in("ground_move")
    told = chosen(page, actor="br-tank", via=["K8", "J8"])
    assert told["options"] == []
    assert told["course"]["legs"][-1]["said"] == "1 hex, stops in the zone of control of de-inf"


@pytest.mark.ci
def test_a_leg_says_which_mines_it_clears() -> None:
    counters = {**DESERT, "br-inf-2": ("allied", "infantry", "J10", DESERT["br-inf-2"][3])}
    hands = HexHands(ROMMEL, counters, {**DAY, "phase": "ground_move"})
    page = create_app(hands.session).test_client()
    page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    legs = chosen(page, actor="br-inf-2", via=["J11", "I11"])["course"]["legs"]
    assert [leg["said"] for leg in legs] == ["1 hex", "1 hex, clears mines: I11"]


@pytest.mark.ci
def test_a_leg_says_which_guns_fire_and_each_fires_once() -> None:
    page, _ = page_in("air_move", subturn=1)
    past = chosen(page, actor="br-air", via=["P6", "N4"])["course"]["legs"]
    assert [leg["said"] for leg in past] == ["3 hexes, it-flak fires at it on R5", "3 hexes"]
    course = chosen(page, actor="br-air", via=["P6", "N4"], holds=["it-flak"])["course"]
    assert [leg["said"] for leg in course["legs"]] == ["3 hexes", "3 hexes"]
    assert [gun["name"] for gun in course["guns"]] == ["it-flak"]
    ruling = page.post("/api/match/act", json={"action": course["action"]}).json["ruling"]
    assert (ruling["verdict"], ruling["needs"]) == ("allowed", None)  # no shot is thrown for
    told = chosen(page, actor="br-air")
    risky = {option["cell"] for option in told["options"] if "flak" in option["notes"]}
    assert "Q3" in risky
    assert "T8" not in risky


def test_an_aircraft_that_lands_or_a_counter_that_is_placed_has_no_way() -> None:
    page, _ = page_in("landing")
    told = chosen(page, actor="br-air")
    assert (told["steers"], told["course"]) == (False, None)


@pytest.mark.ci
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_whatever_a_way_leads_by_the_rules_allow_what_follows_at_that_cost(side: str) -> None:
    """Mines by halves, roads, zones: every hex that is still lit after any first leg is one the rules allow."""
    page, hands = page_in("ground_move", side=side)
    now, tried = hands.session.board_position(), 0
    for name in page.get("/api/view").json["board"]["ready"]:
        for first in chosen(page, actor=name)["options"][::5]:
            told = chosen(page, actor=name, via=[first["cell"]])
            assert told["course"]["allowed"], first
            assert sum(leg["cost"] for leg in told["course"]["legs"]) == first["cost"]
            for option in told["options"][::4]:
                ruled = now.ruled(option["action"])
                used = next(check for check in ruled.checks if check.key == "hexes_used")
                assert (ruled.verdict, used.measured) == ("allowed", option["cost"]), option
                tried += 1
    assert tried > 40


def refusal(page: FlaskClient, **body: Any) -> tuple[str, str, list[str]]:
    told = chosen(page, **body)["refusal"]
    return told["clause"], told["sentence"], told["path"]


def test_a_hex_too_far_is_refused_for_that_however_straight_the_way_is_closed() -> None:
    """R4.1, not R4.2: the counter beside it stands on the straight line, not in its way."""
    counters = {**DESERT, "br-sup-2": ("allied", "supply", "N7", DESERT["br-supply"][3])}
    hands = HexHands(ROMMEL, counters, {**DAY, "phase": "ground_move"})
    page = create_app(hands.session).test_client()
    page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    clause, sentence, path = refusal(page, actor="br-supply", to="N1")
    assert clause == "R4.1"
    assert sentence.startswith(f"Hexes br-supply uses: {len(path) - 1}; ")
    assert (path[0], path[-1]) == ("N8", "N1")
    assert "N7" not in path


@pytest.mark.parametrize("to", ["A1", "F7"])
def test_a_hex_that_no_way_reaches_is_too_far_whatever_stands_before_it(to: str) -> None:
    """R4.1, not R4.7 or R4.4: mines and enemies' zones divide the map, but 4 hexes are too many for 3 in any case."""
    page, _ = page_in("ground_move")
    clause, sentence, _ = refusal(page, actor="br-inf-1", to=to)
    assert clause == "R4.1"
    assert sentence.endswith("; 3 at most.")


def test_what_is_refused_goes_on_from_the_legs_that_were_tapped() -> None:
    page, _ = page_in("ground_move")
    first = chosen(page, actor="br-supply")["options"][0]["cell"]
    _, _, path = refusal(page, actor="br-supply", via=[first], to="A1")
    assert path[1] == first


def test_a_hex_that_somebody_holds_is_refused_for_him() -> None:
    page, _ = page_in("ground_move")
    clause, sentence, path = refusal(page, actor="br-supply", to="N6")
    assert (clause, path[-1]) == ("R4.3", "N6")
    assert sentence.startswith("Br-flak stands on N6")


def test_an_aircraft_is_not_put_down_in_the_desert() -> None:
    page, _ = page_in("landing")
    assert refusal(page, actor="br-air", to="P5")[0] == "R6.4"


def test_a_way_that_is_none_is_named_in_a_short_sentence() -> None:
    page, _ = page_in("ground_move")
    answer = page.post("/api/match/act", json={"action": {"type": "move", "actor": "br-tank", "path": "A1"}})
    assert answer.status_code == 400
    assert answer.json["error"].startswith("action.path: ")
    assert len(answer.json["error"]) < 100
