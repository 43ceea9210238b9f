"""What can be done in the session, through the API."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.ruling_view import ruling_view
from rules.ruling import Check, Ruling
from web.match_session import MatchSession
from web.view import view_of

ACTS = ("declare", "throw", "decide", "undo", "withdraw", "end-turn")


def act(page: FlaskClient, name: str, **body: Any) -> dict[str, Any]:
    answer = page.post(f"/api/match/{name}", json=body)
    assert answer.status_code == 200, answer.get_json()
    view: dict[str, Any] = answer.get_json()
    return view


def refused(page: FlaskClient, name: str, status: int, **body: Any) -> str:
    answer = page.post(f"/api/match/{name}", json=body)
    assert answer.status_code == status
    line = answer.get_json()["error"]
    assert isinstance(line, str)
    assert "\n" not in line
    return line


def stand(view: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(s for s in view["stands"] if s["name"] == name)
    return found


@pytest.mark.parametrize(
    ("target", "tone", "word", "clause"),
    [
        ("Weber", "in", "IN RANGE", "A2.3"),
        ("Brandt", "close", "TOO CLOSE TO CALL", "A2.3"),
        ("Krause", "out", "OUT OF RANGE", "A2.3"),
        ("Vogel", "out", "NO LINE OF SIGHT", "A3.1"),
        ("Lehmann", "in", "IN RANGE", "A2.3"),
        ("Huber", "out", "NOT ALLOWED", "A3.2"),
    ],
)
def test_the_battle_opens_on_every_kind_of_argument(
    page: FlaskClient, target: str, tone: str, word: str, clause: str
) -> None:
    ruling = act(page, "declare", actor="Miller", target=target)["ruling"]
    assert (ruling["tone"], ruling["word"]) == (tone, word)
    assert ruling["checks"][0]["clause"] == clause, "what decided stands first"
    assert ruling["checks"][0]["decides"]
    assert ruling["measured_only"] is None


def test_the_number_has_its_plus_minus_and_limit(page: FlaskClient) -> None:
    number = act(page, "declare", actor="Miller", target="Weber")["ruling"]["number"]
    # Two stands of sigma 0.015 an axis: 1.96 * 0.015 * sqrt(2) = 0.042.
    assert number == {"measured": "47.30", "of": "cm of 50", "plus_minus": "±0.04", "limit": "50"}


def test_cover_is_worth_a_pip_and_says_so(page: FlaskClient) -> None:
    ruling = act(page, "declare", actor="Miller", target="Lehmann")["ruling"]
    assert "5, 6" in ruling["needs"]["sentence"]
    assert any(check["clause"] == "A3.4" and check["modifies"] for check in ruling["checks"])


@pytest.mark.ci
def test_a_hit_removes_and_firing_reveals(page: FlaskClient) -> None:
    act(page, "declare", actor="Miller", target="Weber")
    view = act(page, "throw", dice=[4])
    assert view["ruling"]["needs"]["clause"] == "A2.6"
    assert not stand(view, "Weber")["fallen"]
    view = act(page, "throw", dice=[3])
    assert view["ruling"]["confirmed"]
    assert view["ruling"]["outcome"] == "Weber is hit and removed."
    assert stand(view, "Weber")["fallen"]
    assert stand(view, "Miller")["fired"]
    assert stand(view, "Miller")["revealed"]
    view = act(page, "undo")
    assert not stand(view, "Weber")["fallen"]
    assert view["ruling"]["needs"]["clause"] == "A2.6"


def test_the_session_rolls_its_own_die(page: FlaskClient, dice: Any) -> None:
    dice.next = [2]
    act(page, "declare", actor="Miller", target="Weber")
    view = act(page, "throw")
    assert view["ruling"]["dice"][0]["given"] == [2]
    assert view["ruling"]["outcome"] == "Miller misses Weber."


def test_the_referee_decides_and_it_is_marked(page: FlaskClient) -> None:
    view = act(page, "declare", actor="Miller", target="Brandt")
    assert view["ruling"]["undecided"]["clause"] == "A2.3"
    assert 2.5 < view["ruling"]["undecided"]["percent_in"] < 97.5
    view = act(page, "decide", clause="A2.3", passed=True)
    assert view["ruling"]["tone"] == "in"
    assert view["ruling"]["needs"] is not None
    assert next(c for c in view["ruling"]["checks"] if c["clause"] == "A2.3")["by_referee"]


def test_the_other_side_is_only_measured(page: FlaskClient) -> None:
    view = act(page, "declare", actor="Weber", target="Rossi")
    assert "turn of the Americans" in view["ruling"]["measured_only"]
    assert "measured, not played" in refused(page, "throw", 409, dice=[6])
    act(page, "withdraw")
    view = act(page, "end-turn")
    assert view["turn"] == {"number": 3, "side": "de", "title": "Germans"}
    assert act(page, "declare", actor="Weber", target="Rossi")["ruling"]["measured_only"] is None


def test_a_vehicle_does_not_shoot_a_rifle(page: FlaskClient) -> None:
    ruling = act(page, "declare", actor="Lucky", target="Krause")["ruling"]
    assert ruling["word"] == "NOT ALLOWED"


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "body", "status", "says"),
    [
        ("declare", {"actor": "Miller"}, 400, "target"),
        ("declare", {"actor": "Miller", "target": "Nobody"}, 404, "Nobody"),
        ("declare", {"actor": "Miller", "target": "Miller"}, 400, "other than the shooter"),
        ("declare", {"actor": "Miller", "target": "Weber", "verb": "nuke"}, 400, "verb"),
        ("declare", {"actor": ["Miller"], "target": "Weber"}, 400, "actor"),
        ("declare", {"actor": "M" * 81, "target": "Weber"}, 400, "actor"),
        ("throw", {"dice": [7]}, 400, "dice.0"),
        ("throw", {"dice": [True]}, 400, "dice.0"),
        ("throw", {"dice": [3.5]}, 400, "dice.0"),
        ("throw", {"dice": [1] * 21}, 400, "dice"),
        ("throw", {"dice": [3]}, 409, "nothing is declared"),
        ("decide", {"clause": "A2.3", "passed": "yes"}, 400, "passed"),
        ("decide", {"clause": "A2.3", "passed": True}, 409, "nothing is declared"),
        ("undo", {}, 409, "nothing to undo"),
        ("undo", {"all": True}, 400, "all"),
    ],
)
def test_what_makes_no_sense_is_one_clear_line(
    page: FlaskClient, name: str, body: dict[str, Any], status: int, says: str
) -> None:
    assert says in refused(page, name, status, **body)


@pytest.mark.first(14)
@pytest.mark.ci
@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("body", ["", "[]", "{", "null", '"x"', "\x00", "[" * 5000])
def test_junk_is_a_400(page: FlaskClient, name: str, body: str) -> None:
    answer = page.post(f"/api/match/{name}", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert "JSON object" in answer.get_json()["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
BODIES = st.dictionaries(st.sampled_from(["actor", "target", "dice", "clause", "passed", "x"]), JSON, max_size=4)


@pytest.mark.ci
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(ACTS), BODIES)
def test_nothing_sent_is_a_bug(page: FlaskClient, dice: Any, name: str, body: dict[str, Any]) -> None:
    dice.next = [1]
    answer = page.post(f"/api/match/{name}", json=body)
    assert answer.status_code in (200, 400, 404, 409)


def test_a_bug_is_not_shown(page: FlaskClient, session: MatchSession, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_what: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(session, "act", broken)
    answer = page.post("/api/match/undo", json={})
    assert answer.status_code == 500
    assert "secret" not in answer.get_data(as_text=True)
    assert "bug of Vedette" in answer.get_json()["error"]


@pytest.mark.ci
def test_two_phones_enter_one_die_once(page: FlaskClient) -> None:
    seen = act(page, "declare", actor="Miller", target="Weber")["acts"]
    act(page, "throw", dice=[4], seen=seen)
    assert "quicker" in refused(page, "throw", 409, dice=[4], seen=seen)
    view = page.get("/api/view").get_json()
    assert [thrown["given"] for thrown in view["ruling"]["dice"]] == [[4]]


def test_nobody_is_asked_about_what_changes_nothing() -> None:
    far = Check("A2.3", "range", "failed", 60.0, 50.0, "cm", 0.02, 0.0)
    close = Check("A3.1", "sight", "close", 0.01, 0.0, "cm", 0.02, 0.6, detail={"piece": "wall"})
    assert ruling_view(Ruling("ambush", "shoot", "refused", (far, close))).undecided is None
    asked = ruling_view(Ruling("ambush", "shoot", "too_close", (close,))).undecided
    assert asked is not None
    assert (asked.clause, asked.percent_in) == ("A3.1", 60)


@pytest.mark.ci
def test_what_is_worth_trying_follows_turn_and_shots(page: FlaskClient) -> None:
    def tried(view: dict[str, Any]) -> set[str]:
        return {suggestion["actor"] for suggestion in view["suggestions"]}

    act(page, "declare", actor="Miller", target="Weber")
    view = act(page, "throw", dice=[1])
    assert "Miller" not in tried(view)
    assert tried(view) >= {"Rossi", "Harris"}
    view = act(page, "end-turn")
    assert tried(view) == {"Huber", "Lehmann", "Brandt"}
    assert view["invitation"].startswith("It is the turn of the Germans")


def test_the_card_says_who_was_not_seen_and_who_has_moved(page: FlaskClient, session: MatchSession) -> None:
    assert act(page, "declare", actor="Miller", target="Weber")["ruling"]["last_seen"] is None
    session.publish(replace(session.observation, unseen=frozenset({"Weber"}), walked=(("Miller", 3.0),)))
    view = act(page, "declare", actor="Miller", target="Weber")
    assert view["ruling"]["last_seen"].startswith("Weber was not seen when this was declared")
    assert any("moved 3.0 cm" in check["sentence"] for check in view["ruling"]["checks"])


def test_what_was_taken_back_is_named_while_figures_walk(session: MatchSession, page: FlaskClient) -> None:
    act(page, "declare", actor="Miller", target="Weber")
    act(page, "throw", dice=[1])
    named = act(page, "undo")["taken_back"]
    session._match.walk("Miller", 3.0, None)
    assert named is not None
    assert view_of(session, "en").taken_back == named
    assert act(page, "redo")["taken_back"] is None
