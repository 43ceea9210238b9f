"""Who may do what, and as whom one comes in."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from web.doors.door import Door
from web.doors.tickets import MOST_ALIKE
from web.roles import READING, least_role

Come = Callable[[str], FlaskClient]

HERE, STRANGER, OTHER = "127.0.0.1", "192.168.7.20", "192.168.7.21"
SHOT = {"actor": "Miller", "target": "Weber"}


def status(client: FlaskClient, path: str, body: object = None) -> int:
    return client.post(path, json={} if body is None else body).status_code


def role(client: FlaskClient) -> tuple[str, str | None]:
    told = client.get("/api/door").get_json()
    return told["role"], told["side"]


def test_this_computer_is_the_referee_and_the_network_watches(come: Come) -> None:
    assert role(come(HERE)) == ("referee", None)
    watching = come(STRANGER)
    assert role(watching) == ("spectator", None)
    assert watching.get("/api/view").status_code == 200
    assert status(watching, "/api/match/declare", SHOT) == 403
    assert watching.get("/").headers["Location"] == "/watch"


def test_no_act_is_open_to_who_only_watches(app: Flask, come: Come) -> None:
    """Every such route is refused before its body is looked at, but for the way in and out, the ruler and the film."""
    open_to_all = {"doors.pin", "doors.leave", "measure.ruler", "film.start"}
    acts = [rule for rule in app.url_map.iter_rules() if (rule.methods or set()) - {*READING}]
    assert len(acts) > 10
    for k, rule in enumerate(acts):
        if rule.endpoint in open_to_all:
            continue
        watching = come(f"192.168.7.{20 + k}")  # so many from one address would be a flood
        for method in (rule.methods or set()) - {*READING}:
            path = rule.rule.replace("<", "").replace(">", "")
            answer = watching.open(path, method=method, json={})
            assert answer.status_code == 403, (rule.rule, answer.get_json())
            assert least_role(app.view_functions[rule.endpoint], method) != "spectator"


def test_the_pin_makes_a_referee_and_a_new_pin_puts_nobody_out(come: Come, door: Door) -> None:
    client, pin = come(STRANGER), door.pin.renew()
    assert status(client, "/api/door/pin", {"pin": "nope"}) == 403
    assert status(client, "/api/door/pin", {"pin": pin}) == 200
    assert role(client) == ("referee", None)
    assert status(client, "/api/match/declare", SHOT) == 200
    assert status(come(HERE), "/api/door/renew", {"what": "pin"}) == 200
    assert role(client) == ("referee", None)
    assert status(come(OTHER), "/api/door/pin", {"pin": pin}) == 403


@pytest.mark.ci
def test_a_referee_who_is_in_stays_in_while_strangers_guess(come: Come, door: Door) -> None:
    client, pin = come(STRANGER), door.pin.renew()
    assert status(client, "/api/door/pin", {"pin": pin}) == 200
    for number in range(45):
        status(come(f"192.168.8.{number % 8}"), "/api/door/pin", {"pin": "nope"})
    assert role(client) == ("referee", None)
    code = come(HERE).get("/join").get_data(as_text=True).partition("pin?code=")[2].partition('"')[0]
    phone = come(OTHER)
    assert phone.get(f"/pin?code={code}").status_code == 200
    assert status(phone, "/api/door/pin", {"pin": pin, "code": code}) == 200


def test_everybody_is_put_out_but_who_asks_for_it(come: Come, door: Door) -> None:
    pin = door.pin.renew()
    mine, theirs, player = come(STRANGER), come(OTHER), come("192.168.7.22")
    for client in (mine, theirs):
        assert status(client, "/api/door/pin", {"pin": pin}) == 200
    player.get(f"/join/{door.invitations.token('us')}")
    assert status(player, "/api/door/renew", {"what": "tickets"}) == 403
    assert status(mine, "/api/door/renew", {"what": "tickets"}) == 200
    assert [role(client)[0] for client in (mine, theirs, player)] == ["referee", "spectator", "spectator"]
    assert status(theirs, "/api/door/pin", {"pin": pin}) == 200, "who knows the PIN comes in again"


@pytest.mark.ci
def test_a_link_makes_a_player_of_its_side_only(come: Come, door: Door) -> None:
    american, german = come(STRANGER), come(OTHER)
    assert american.get(f"/join/{door.invitations.token('us')}").status_code == 302
    assert german.get(f"/join/{door.invitations.token('de')}").status_code == 302
    assert role(american) == ("player", "us")
    answer = german.post("/api/match/declare", json=SHOT)
    assert (answer.status_code, answer.get_json()["error"]) == (403, "that is the other side's: you play the Germans")
    mixed = {"type": "move", "group": ["Weber", "Miller"], "path": [[0, 0], [1, 1]]}
    assert status(german, "/api/match/act", {"action": mixed}) == 403, "nobody leads the other side's stands"
    assert status(american, "/api/match/declare", SHOT) == 200
    for act, body in (("throw", {"dice": [5]}), ("withdraw", {}), ("end-turn", {})):
        assert status(german, f"/api/match/{act}", body) == 403, act
    assert status(german, "/api/match/declare", {"actor": "Weber", "target": "Miller"}) == 403  # not over their card
    assert status(american, "/api/match/throw", {"dice": [5]}) == 200
    assert status(american, "/api/match/undo") == 403
    assert status(american, "/api/match/end-turn", {"waive": True}) == 403, "only the referee waives what is owed"
    assert status(american, "/api/match/decide", {"clause": "A2.3", "passed": True}) == 403


def test_a_made_up_link_and_an_old_one_are_told_so(come: Come, door: Door) -> None:
    client, old = come(STRANGER), door.invitations.token("us")
    assert client.get("/join/guess").status_code == 404
    assert client.get(f"/join/{old}").status_code == 302
    door.renew_links()
    assert role(client) == ("spectator", None)
    assert client.get(f"/join/{old}").status_code == 404


def test_a_ticket_of_another_match_or_forged_is_worth_nothing(come: Come, app: Flask, door: Door) -> None:
    client = come(STRANGER)
    client.get(f"/join/{door.invitations.token('us')}")
    mine = client.get_cookie("vedette", domain="localhost") or next(iter(client._cookies.values()))
    head, _, rest = mine.value.partition(".")
    for forged in (head + "x." + rest, mine.value[:-1], "eyJ0aWNrZXQiOnsicm9sZSI6InJlZmVyZWUifX0.aaaa.bbbb", ""):
        stranger = come(OTHER)
        stranger.set_cookie("vedette", forged, domain=mine.domain)
        assert role(stranger) == ("spectator", None)
    referee = come(OTHER)
    assert status(referee, "/api/door/pin", {"pin": door.pin.renew()}) == 200
    door.seat({"us": "Americans", "de": "Germans"})
    assert role(client) == ("spectator", None)
    assert role(referee) == ("referee", None), "who leads the set-up leads the match"


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-Ip"])
def test_through_a_proxy_nobody_is_this_computer(come: Come, header: str) -> None:
    client = come(HERE)
    assert client.get("/api/door", headers={header: "for=127.0.0.1"}).get_json()["role"] == "spectator"


def test_what_the_pages_offer_is_what_the_role_may_open(come: Come) -> None:
    assert "/join" in come(HERE).get("/").get_data(as_text=True)
    assert 'href="/join"' not in come(STRANGER).get("/pin").get_data(as_text=True)
    assert come(STRANGER).get("/join").status_code == 403
    assert come(STRANGER).get("/join/us.svg").status_code == 403


def test_the_codes_lead_to_the_links(come: Come, door: Door) -> None:
    here = come(HERE)
    text = here.get("/join").get_data(as_text=True)
    assert door.invitations.token("us") in text
    assert b"<svg" in here.get("/join/us.svg").data
    assert here.get("/join/nobody.svg").status_code == 404
    new = here.post("/api/door/renew", json={"what": "links"}).get_json()["links"]
    assert new["us"].endswith(door.invitations.token("us"))
    assert new["us"] not in text


def test_leaving_gives_the_role_back(come: Come, door: Door) -> None:
    client = come(STRANGER)
    client.get(f"/join/{door.invitations.token('us')}")
    assert status(client, "/api/door/leave") == 200
    assert role(client) == ("spectator", None)


@pytest.mark.ci
def test_a_cookie_kept_back_is_worth_nothing_after_leaving(come: Come, door: Door) -> None:
    """Neither the referee's nor a player's; another device's is."""
    pin = door.pin.renew()
    mine, other = come(STRANGER), come(OTHER)
    for client in (mine, other):
        assert status(client, "/api/door/pin", {"pin": pin}) == 200
    kept = next(iter(mine._cookies.values()))
    assert status(mine, "/api/door/leave") == 200
    thief = come(STRANGER)
    thief.set_cookie("vedette", kept.value, domain=kept.domain)
    assert role(thief) == ("spectator", None)
    assert status(thief, "/api/match/declare", SHOT) == 403
    assert role(other) == ("referee", None)


@pytest.mark.ci
def test_the_list_of_tickets_stays_small_and_a_side_s_link_takes_no_place_from_the_referee(
    come: Come, door: Door
) -> None:
    referee, german = come(STRANGER), come(OTHER)
    assert status(referee, "/api/door/pin", {"pin": door.pin.renew()}) == 200
    german.get(f"/join/{door.invitations.token('de')}")
    for number in range(MOST_ALIKE + 20):
        come(f"192.168.9.{number}").get(f"/join/{door.invitations.token('us')}")
    assert (role(referee), role(german)) == (("referee", None), ("player", "de"))
    assert len(door.tickets._good) == MOST_ALIKE + 2
