"""The routes of games on hexes: what a counter may do, phases, dice with signs, who may do it, what makes no sense."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from hex_session import ANCIENTS, DESERT, FIELD, ROMMEL, HexHands
from PIL import Image

from referee.journal.export import as_lines
from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.replay_check import differences
from referee.journal.store import TemporaryJournal
from web.app import create_app
from web.doors.door import Door
from web.roles import Role

PLACE = {"HTTP_HOST": "127.0.0.1:8470"}
DAY = {"turn": 3, "weather": "fair", "subturn": 0, "side": "allied"}


class Dice:
    """A roller of indices, as they were told."""

    def __init__(self) -> None:
        self.next: list[int] = []

    def __call__(self) -> int:
        return self.next.pop(0)


@pytest.fixture
def journal() -> Iterator[TemporaryJournal]:
    with TemporaryJournal() as journal:
        yield journal


@pytest.fixture
def opened(journal: TemporaryJournal) -> Any:
    """Return what opens a match in a phase: a client with its ``hands`` and its ``dice``."""

    def opened(game: str, **table: Any) -> FlaskClient:
        dice = Dice()
        counters, info = (DESERT, ROMMEL) if game == "rommel" else (FIELD, ANCIENTS)
        hands = HexHands(info, counters, table, dice, journal)
        client = create_app(hands.session).test_client()
        client.environ_base.update(PLACE)
        client.hands, client.dice = hands, dice  # type: ignore[attr-defined]
        return client

    return opened


def chosen(page: FlaskClient, **body: Any) -> dict[str, Any]:
    answer = page.post("/api/board/choose", json=body)
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


def test_the_view_has_hexes_counters_phase_and_ground(opened: Any) -> None:
    page = opened("rommel", phase="ground_move", **DAY)
    board = page.get("/api/view").json["board"]
    assert (board["kind"], len(board["cells"]), len(board["shape"])) == ("hexes", 240, 6)
    assert board["soldiers"]["br-tank"]["face"] == {
        "symbol": "tank", "text": "5-6", "tone": "british", "stars": 2, "level": 1,
    }  # fmt: skip
    stack = [board["soldiers"][name] for name in ("br-inf-1", "de-air")]
    assert [(one["cell"], one["level"], one["stack"]) for one in stack] == [("J7", 0, 2), ("J7", 1, 2)]
    assert board["phase"]["name"] == "Allies move on the ground"
    assert board["acts"][0]["verb"] == "next"
    kinds = {one["cell"]: one["kinds"] for one in board["ground"]}
    assert kinds["H5"] == ["mines"]
    assert kinds["Q11"] == ["town", "road"]
    supply = next(one for one in board["overlays"] if one["key"] == "supply")
    assert supply["said"] == ["Allies, in supply: 6; out of supply: –", "Axis, in supply: 5; out of supply: –"]
    assert board["tally"][0]["numbers"] == {"counters": 6, "aircraft": 1, "combat": 14, "points": 0, "towns": 2}


@pytest.mark.ci
def test_every_hex_shown_is_one_the_rules_allow_and_a_refused_one_says_why(opened: Any) -> None:
    page = opened("rommel", phase="ground_move", **DAY)
    told = chosen(page, actor="br-tank")
    options = {option["cell"]: option for option in told["options"]}
    assert (options["K8"]["cost"], options["J8"]["notes"]) == (1, ["zoc"])
    for option in told["options"]:
        assert page.hands.session.board_position().ruled(option["action"]).verdict == "allowed", option
    refused = chosen(page, actor="br-tank", to="A1")["refusal"]
    assert refused["clause"].startswith("R4")
    assert refused["tone"] == "out"
    assert chosen(page, actor="br-tank", to="K8")["refusal"] is None


@pytest.mark.ci
def test_a_move_is_declared_with_labels_and_confirmed(opened: Any) -> None:
    page = opened("rommel", phase="ground_move", **DAY)
    way = next(o for o in chosen(page, actor="br-tank")["options"] if o["cell"] == "K8")["action"]
    view = page.post("/api/match/act", json={"action": way}).json
    assert (view["ruling"]["verdict"], view["ruling"]["title"]) == ("allowed", "br-tank: L8 → K8")
    view = page.post("/api/match/confirm", json={}).json
    assert view["board"]["soldiers"]["br-tank"]["cell"] == "K8"
    assert [one["name"] for one in view["board"]["todo"]] == ["br-tank"]  # nobody has moved it on the table yet
    entries = page.get("/api/journal").json["entries"]
    assert any("L8 → K8" in entry["text"] for entry in entries)
    page.post("/api/match/undo", json={})
    assert page.get("/api/view").json["board"]["soldiers"]["br-tank"]["cell"] == "L8"


def test_a_battle_grows_and_shows_sums_and_odds(opened: Any) -> None:
    page = opened("rommel", phase="combat", **DAY)
    told = chosen(page, actor="br-inf-1", targets=["de-inf"])
    assert told["battle"]["said"][0] == "3 against 8"
    assert "de-inf: doubled in the fortification" in told["battle"]["said"]
    both = chosen(page, actor="br-inf-1", targets=["de-inf", "it-inf"])["battle"]
    assert both["said"][0] == "3 against 8 + 2 = 10"
    assert both["action"] == {"type": "combat", "attackers": ["br-inf-1"], "targets": ["de-inf", "it-inf"]}
    assert both["allowed"]
    far = chosen(page, actor="br-inf-1", others=["br-gun"], targets=["it-inf"])["battle"]
    assert (far["allowed"], far["clause"]) == (False, "R5.1")


@pytest.mark.ci
def test_dice_of_the_game_are_asked_for_typed_in_and_rolled(opened: Any) -> None:
    page = opened("rommel", phase="combat", **DAY)
    battle = chosen(page, actor="br-inf-1", targets=["it-inf"])["battle"]
    needs = page.post("/api/match/act", json={"action": battle["action"]}).json["ruling"]["needs"]
    assert [each["face"] for each in needs["faces"]] == [2, 3, 4, 5]
    refused = page.post("/api/match/throw", json={"dice": [6]})
    assert refused.status_code == 400
    assert "6" in refused.json["error"]
    page.post("/api/match/throw", json={"dice": [5]})
    page.dice.next = [5]  # the fifth side shows a 4
    view = page.post("/api/match/throw", json={}).json
    assert [throw["given"] for throw in view["ruling"]["dice"]] == [[5], [4]]
    assert view["ruling"]["confirmed"]
    assert "it-inf" in [stand["name"] for stand in view["stands"] if stand["fallen"]]


@pytest.mark.ci
def test_weather_and_the_next_phase(opened: Any) -> None:
    page = opened("rommel", **{**DAY, "phase": "weather", "weather": None})
    acts = page.get("/api/view").json["board"]["acts"]
    assert [(act["verb"], act["allowed"]) for act in acts] == [("weather", True), ("next", False)]
    page.post("/api/match/act", json={"action": acts[0]["action"]})
    page.dice.next = [6]
    view = page.post("/api/match/throw", json={}).json
    assert view["board"]["phase"]["facts"][0].startswith("Rain")
    view = page.post("/api/board/do", json={"action": {"type": "next"}}).json
    assert view["board"]["phase"]["name"].startswith("air sub-turn 1 of 4")
    assert view["ruling"] is None  # the card is free for what comes


def test_orders_by_card_then_moves_only_of_those_ordered(opened: Any) -> None:
    page = opened("ancients", phase="order", side="roman")
    told = chosen(page, actor="r-bow")
    assert [one["name"] for one in told["gathered"]] == ["r-bow"]
    assert "r-aux" in told["helpers"]
    left = next(act for act in told["acts"] if act["action"].get("section") == "left")
    assert (left["allowed"], left["sentence"], left["at_once"]) == (True, "Left flank card (1)", True)
    right = next(act for act in told["acts"] if act["action"].get("section") == "right")
    assert (right["allowed"], right["clause"]) == (False, "C3.2")
    view = page.post("/api/board/do", json={"action": left["action"]}).json
    assert view["board"]["soldiers"]["r-bow"]["face"]["tags"] == ["ordered"]
    view = page.post("/api/board/do", json={"action": {"type": "next"}}).json
    assert view["board"]["ready"] == ["r-bow"]
    assert chosen(page, actor="r-bow")["options"]
    cavalry = chosen(page, actor="r-cav")
    assert cavalry["options"] == []
    assert [cavalry["acts"][0][key] for key in ("verb", "allowed", "clause")] == ["move", False, "C3.2"]


def test_where_a_unit_may_still_battle(opened: Any) -> None:
    page = opened("ancients", phase="move", side="roman")
    aux = {option["cost"]: option["notes"] for option in chosen(page, actor="r-aux")["options"]}
    assert (aux[1], aux[2]) == (["battle"], ["no_battle"])
    leader = {option["cell"]: option for option in chosen(page, actor="r-lead")["options"]}
    assert (leader["F3"]["kind"], leader["F3"]["notes"]) == ("join", ["join"])


def test_shooting_draws_the_line_and_takes_two_dice_with_signs(opened: Any) -> None:
    page = opened("ancients", phase="battle", side="roman")
    told = chosen(page, actor="r-bow")
    assert told["rings"][0]["label"] == "range 3"
    ways = {target["name"]: target["ways"][0] for target in told["targets"]}
    assert (ways["c-light"]["allowed"], ways["c-heavy"]["clause"]) == (True, "C10.1")
    ruling = page.post("/api/match/act", json={"action": ways["c-light"]["action"]}).json["ruling"]
    assert {shape["role"] for shape in ruling["geometry"]} == {"sight", "crossed"}
    assert (ruling["together"], ruling["needs"]["faces"][0]["said"]) == (2, "green")
    page.dice.next = [1, 5]
    view = page.post("/api/match/throw", json={"many": 2}).json
    assert [throw["said"] for throw in view["ruling"]["dice"]] == [["green"], ["flag"]]
    assert view["ruling"]["confirmed"]
    assert view["board"]["soldiers"]["c-light"]["face"]["pips"] == 3
    assert any("green, flag" in entry["text"] for entry in page.get("/api/journal").json["entries"])
    goings = chosen(page, actor="c-light")["options"]  # a flag drives it back
    assert goings
    assert {option["action"]["type"] for option in goings} == {"retreat"}


def test_more_dice_than_asked_for_are_not_rolled(opened: Any) -> None:
    page = opened("ancients", phase="battle", side="roman")
    page.post("/api/match/act", json={"action": {"type": "shoot", "actor": "r-bow", "target": "c-light"}})
    page.post("/api/match/throw", json={"dice": ["red"]})
    page.dice.next = [2, 2, 2]
    assert page.post("/api/match/throw", json={"many": 9}).json["ruling"]["confirmed"]
    assert page.dice.next == [2, 2]


def test_what_the_camera_saw_go_is_proposed_with_its_way(opened: Any) -> None:
    page = opened("rommel", phase="ground_move", **DAY)
    page.hands.move(br_tank="K8")
    seen = page.get("/api/view").json["board"]["seen"]
    assert (seen["readings"][0]["notation"], seen["readings"][0]["tone"]) == ("br-tank: L8 → K8", "in")
    view = page.post("/api/board/seen", json={"action": seen["readings"][0]["action"]}).json
    assert (view["ruling"]["confirmed"], view["board"]["todo"]) == (True, [])


def test_between_two_hexes_is_said_and_both_are_named(opened: Any) -> None:
    page = opened("ancients", phase="move", side="roman")
    page.hands.move((3.7, 0.0), r_cav="L3")
    counter = page.get("/api/view").json["board"]["soldiers"]["r-cav"]
    assert (counter["state"], set(counter["cells"]), counter["cell"]) == ("between", {"L3", "M3"}, "K3")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400), ({"actor": 5}, 400), ({"actor": "nobody"}, 404), ({"actor": "br-tank", "to": "Z99"}, 400),
        ({"actor": "br-tank", "to": "nonsense"}, 400), ({"actor": "br-tank", "targets": ["nobody"]}, 404),
        ({"actor": "br-tank", "others": "br-gun"}, 400), ({"actor": "br-tank", "more": 1}, 400),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_said(opened: Any, body: dict[str, Any], status: int) -> None:
    answer = opened("rommel", phase="ground_move", **DAY).post("/api/board/choose", json=body)
    assert (answer.status_code, bool(answer.json["error"])) == (status, True)


def test_the_other_sides_counters_are_looked_at_only(opened: Any) -> None:
    page = opened("rommel", phase="ground_move", **DAY)
    told = chosen(page, actor="de-tank")
    assert (told["options"], told["targets"]) == ([], [])
    assert told["facts"][0] == "combat 6, movement 7"


def test_what_the_weather_leaves_of_a_move_is_among_a_counters_facts(opened: Any) -> None:
    told = chosen(opened("rommel", phase="ground_move", **{**DAY, "weather": "rain"}), actor="de-tank")
    assert told["facts"][0] == "combat 6, movement 7, today 6"


@pytest.mark.parametrize(("game", "clauses"), [("ancients", ["C10.4"]), ("rommel", [])])
def test_on_a_board_it_is_asked_from_hex_to_hex(opened: Any, game: str, clauses: list[str]) -> None:
    ends = {"start": {"cell": "C3"}, "end": {"cell": "C6"}}
    found = opened(game).post("/api/measure/ruler", json=ends).json
    assert [(it["how"], it["said"]) for it in found["distances"]] == [("hexes", "3 hexes")]
    assert [check["clause"] for check in (found["sight"] or {"checks": ()})["checks"]] == clauses


@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_no_word_is_missing_in_any_language(opened: Any, language: str) -> None:
    page = opened("rommel", phase="combat", **DAY)
    page.set_cookie("vedette_language", language)
    assert page.get("/").status_code == 200
    told = chosen(page, actor="br-inf-1", targets=["it-inf"])
    assert all("{" not in said for said in [*told["facts"], *told["battle"]["said"]])


@pytest.mark.ci
def test_a_card_of_evidence_draws_the_line_and_the_hexes(opened: Any) -> None:
    page = opened("ancients", phase="battle", side="roman")
    shot = {"type": "shoot", "actor": "r-bow", "target": "c-light"}
    ruling = page.post("/api/match/act", json={"action": shot}).json["ruling"]
    page.post("/api/match/throw", json={"dice": ["flag", "sword"]})
    number = int(ruling["evidence"].rpartition("/")[2])
    told = page.get(f"/evidence/{number + 2}")
    assert told.status_code == 200
    assert "flag" in told.text
    picture = Image.open(io.BytesIO(page.get(f"/evidence/{number}.png").data)).convert("RGB")
    colours = picture.resize((400, round(400 * picture.height / picture.width))).getcolors(200_000)
    assert colours is not None
    yellow = sum(count for count, (r, g, b) in colours if r > 200 and g > 180 and b < 140)
    assert yellow > 200  # the hexes crossed are hatched
    assert page.get(f"/evidence/{number}.pdf").data.startswith(b"%PDF")


class Seat(Door):
    """A door that takes everybody for the Carthaginians' player."""

    def who(self) -> Role:
        return Role("player", "carthaginian", "Carthaginians")


def test_a_player_ends_no_phase_and_shoots_with_no_unit_of_the_other_side(opened: Any) -> None:
    session = opened("ancients", phase="battle", side="roman").hands.session
    theirs = create_app(session, door=Seat({"carthaginian": "Carthaginians"}, lambda: 0.0)).test_client()
    theirs.environ_base.update(PLACE)
    assert theirs.post("/api/board/choose", json={"actor": "r-bow"}).status_code == 200
    assert theirs.post("/api/board/do", json={"action": {"type": "next"}}).status_code == 403
    shot = {"type": "shoot", "actor": "r-bow", "target": "c-light"}
    assert theirs.post("/api/match/act", json={"action": shot}).status_code == 403
    assert theirs.post("/api/match/act", json={"action": {"type": "next"}}).status_code == 403


class AlliedSeat(Door):
    """A door that takes everybody for the Allies' player."""

    def who(self) -> Role:
        return Role("player", "allied", "Allies")


def test_a_player_lets_no_gun_of_the_other_side_keep_its_shot(opened: Any) -> None:
    session = opened("rommel", phase="air_move", **{**DAY, "subturn": 1}).hands.session
    theirs = create_app(session, door=AlliedSeat({"allied": "Allies"}, lambda: 0.0)).test_client()
    theirs.environ_base.update(PLACE)
    move = {"type": "move", "actor": "br-air", "path": ["R4", "R5"]}
    held = theirs.post("/api/match/act", json={"action": {**move, "holds": ["de-at"]}})
    assert held.status_code == 403, held.json
    assert theirs.post("/api/match/act", json={"action": move}).status_code == 200


@pytest.mark.ci
def test_the_journal_of_a_match_on_hexes_replays_exports_and_hears_an_appeal(opened: Any, journal: Any) -> None:
    page = opened("ancients", phase="order", side="roman")
    orders = {"type": "order", "units": ["r-bow", "r-cav"], "command": True}
    for action in (orders, {"type": "next"}):
        assert page.post("/api/board/do", json={"action": action}).status_code == 200
    for going in ("r-cav", "r-bow"):
        way = chosen(page, actor=going)["options"][0]["action"]
        page.post("/api/match/act", json={"action": way})
        page.post("/api/match/confirm", json={})
    page.post("/api/match/undo", json={})
    page.post("/api/match/withdraw", json={})
    page.post("/api/board/do", json={"action": {"type": "next"}})
    shot = {"type": "shoot", "actor": "r-bow", "target": "c-light"}
    ruling = page.post("/api/match/act", json={"action": shot}).json["ruling"]
    page.post("/api/match/throw", json={"dice": ["green", "sword"]})
    assert check_journal(journal.entries()).faults == ()
    assert list(differences(journal)) == []
    lines = list(as_lines(journal, "csv"))
    assert any("r-cav" in line for line in lines)
    memory = page.hands.session.memory()
    assert point_at(journal).state == memory
    number = int(ruling["evidence"].rpartition("/")[2])
    heard = page.post(f"/api/evidence/{number}/appeal", json={"settings": {"dice_still": 3}})
    assert heard.status_code == 200, heard.json
    assert page.get(f"/evidence/{number}").status_code == 200
    assert page.get("/journal").status_code == 200


@pytest.mark.ci
def test_a_match_of_rommel_goes_on_from_its_journal(opened: Any, journal: Any) -> None:
    page = opened("rommel", phase="combat", **DAY)
    page.post("/api/match/act", json={"action": {"type": "combat", "attackers": ["br-inf-1"], "targets": ["it-inf"]}})
    page.post("/api/match/throw", json={"dice": [2]})
    page.post("/api/match/throw", json={"dice": [2]})
    assert "it-inf" in page.hands.session.memory().fallen
    page.post("/api/board/do", json={"action": {"type": "next"}})
    assert list(differences(journal)) == []
    state = point_at(journal).state
    assert (state, "it-inf" in state.fallen) == (page.hands.session.memory(), True)
    sentences = [entry["text"] for entry in page.get("/api/journal").json["entries"]]
    assert any("br-inf-1 × it-inf" in said for said in sentences)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "L8: br-tank, British tanks"), ("it", "L8: br-tank, carri armati (britannici)"),
     ("es", "L8: br-tank, tanques (británicos)")],
)  # fmt: skip
def test_a_counter_is_called_by_its_nation_and_kind_in_every_language(opened: Any, language: str, said: str) -> None:
    page = opened("rommel", phase="ground_move", **DAY)
    page.set_cookie("vedette_language", language)
    assert chosen(page, actor="br-tank")["title"] == said


def test_a_bomber_has_bombed(opened: Any) -> None:
    page = opened("rommel", phase="air_fight", **{**DAY, "side": "axis", "subturn": 1})
    bomb = {"type": "bomb", "actor": "de-air", "target": "br-inf-1"}
    page.post("/api/match/act", json={"action": bomb})
    ruling = page.post("/api/match/throw", json={"dice": [2]}).json["ruling"]
    assert ruling["effects"][0]["sentence"] == "de-air has bombed"


@pytest.mark.ci
def test_sides_are_called_by_their_names(opened: Any) -> None:
    page = opened("rommel", phase="combat", **DAY)
    battle = {"type": "combat", "attackers": ["br-inf-1"], "targets": ["it-inf"]}
    needs = page.post("/api/match/act", json={"action": battle}).json["ruling"]["needs"]
    assert needs["sentence"].startswith("attack (Allies): die times")
    page.post("/api/match/throw", json={"dice": [5]})
    ruling = page.post("/api/match/throw", json={"dice": [2]}).json["ruling"]
    assert any("15 (Allies) against 4 (Axis): the attack succeeds" in check["sentence"] for check in ruling["checks"])
    page.post("/api/match/withdraw", json={})
    won = page.post("/api/board/do", json={"action": {"type": "victory"}}).json["ruling"]
    assert any(check["sentence"].endswith("taken: 0; 3 are needed") for check in won["checks"])
