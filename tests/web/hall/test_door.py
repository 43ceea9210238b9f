"""Who comes into the hall as what: by a link, by its PIN, at its computer; and nobody by anything else."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from referee.club.guests import GuestList
from referee.club.record import Club
from web.hall.app import create_hall_app
from web.hall.door import HallDoor
from web.hall.news import HallNews
from web.roles import READING, least_role

Come = Callable[..., FlaskClient]
HOST = "192.168.7.5"
HERE, STRANGER, OTHER = "127.0.0.1", "192.168.7.20", "192.168.7.21"


def role(client: FlaskClient) -> tuple[str, str]:
    told = client.get("/api/door").get_json()
    return told["role"], told["name"]


def invited(client: FlaskClient, role: str, name: str) -> str:
    answer = client.post("/api/door/invite", json={"role": role, "name": name})
    assert answer.status_code == 200, answer.get_json()
    return str(answer.get_json()["link"])


def test_this_computer_is_the_organiser_and_the_network_watches(come: Come) -> None:
    assert role(come(HERE)) == ("organiser", "")
    assert role(come(STRANGER)) == ("spectator", "")
    assert come(STRANGER).get("/").status_code == 200
    assert come(STRANGER).get("/join").status_code == 403
    assert come(HERE).get("/join").status_code == 200


def test_in_an_empty_hall_the_organiser_is_led_to_invite_the_tables(come: Come) -> None:
    link = '<a class="tool main" href="/join">'
    assert link in come(HERE).get("/").get_data(as_text=True)
    assert link not in come(STRANGER).get("/").get_data(as_text=True)


@pytest.mark.parametrize("kind", ["organiser", "referee", "player", "spectator"])
def test_a_link_makes_a_guest_and_lets_nobody_in_once_revoked(come: Come, kind: str) -> None:
    organiser, guest, late = come(HERE), come(STRANGER), come(OTHER)
    path = invited(organiser, kind, "  Anna   Rossi ").removeprefix(f"http://{HOST}:8470")
    assert guest.get(path).status_code == 302
    assert role(guest) == (kind, "Anna Rossi")
    assert "Anna Rossi" in organiser.get("/join").get_data(as_text=True)
    assert organiser.post("/api/door/revoke", json={"role": kind, "name": "Anna Rossi"}).status_code == 200
    assert role(guest) == ("spectator", "")
    assert late.get(path).status_code == 404
    again = organiser.post("/api/door/revoke", json={"role": kind, "name": "Anna Rossi"})
    assert (again.status_code, again.get_json()["error"]) == (404, "Anna Rossi has no link that could be revoked")


def test_a_new_link_for_the_same_name_takes_the_place_of_the_old_one(come: Come) -> None:
    organiser, guest, other = come(HERE), come(STRANGER), come(OTHER)
    first, second = (invited(organiser, "referee", "Anna") for _ in range(2))
    assert guest.get(first.removeprefix(f"http://{HOST}:8470")).status_code == 404
    assert other.get(second.removeprefix(f"http://{HOST}:8470")).status_code == 302
    assert role(other) == ("referee", "Anna")


def test_a_guest_is_known_to_a_hall_that_starts_again(come: Come, club: Club) -> None:
    guest = come(STRANGER, "referee", "Anna")
    cookie = guest.get_cookie("vedette", domain="localhost")
    assert cookie is not None
    assert cookie.http_only
    again = create_hall_app(club, HallNews(club), ("localhost",)).test_client()
    again.environ_base["REMOTE_ADDR"] = STRANGER
    again.set_cookie("vedette", cookie.value)
    assert role(again) == ("referee", "Anna")
    assert again.post("/api/door/leave", json={}).status_code == 200
    assert role(again) == ("spectator", "")


def test_the_link_printed_at_the_start_counts_until_the_next(come: Come, club: Club) -> None:
    guests = GuestList(club)
    first, second = guests.print_organisers(), guests.print_organisers()
    assert come(STRANGER).get(f"/in/{first}").status_code == 404
    phone = come(STRANGER)
    assert phone.get(f"/in/{second}").status_code == 302
    assert role(phone) == ("organiser", "")
    assert phone.post("/api/door/revoke", json={"role": "organiser", "name": ""}).status_code == 200
    assert role(phone) == ("spectator", "")


def test_the_database_has_no_link(come: Come, club: Club) -> None:
    link = invited(come(HERE), "referee", "Anna")
    with club.reading() as connection:
        kept = connection.execute(text("SELECT * FROM club_guest")).all()
    assert len(kept) == 1
    assert link.rpartition("/")[2] not in str(kept)


def test_a_tables_link_is_for_no_browser(come: Come) -> None:
    link = invited(come(HERE), "table", "Table 3")
    browser = come(STRANGER)
    shown = browser.get(link.removeprefix(f"http://{HOST}:8470"))
    assert shown.status_code == 200
    assert f"--club {link}" in shown.get_data(as_text=True)
    assert role(browser) == ("spectator", "")
    browser.set_cookie("vedette", link.rpartition("/")[2])
    assert role(browser) == ("spectator", "")


def test_with_a_pin_nobody_looks_before_he_has_typed_it(come: Come) -> None:
    organiser, watching = come(HERE), come(STRANGER)
    assert watching.get("/api/hall").status_code == 200
    pin = organiser.post("/api/door/hall-pin", json={"wanted": True}).get_json()["pin"]
    for path in ("/api/hall", "/api/versions", "/api/events", "/api/openapi.json", "/join.svg"):
        assert watching.get(path).status_code == 403, path
    assert 'id="pin-form"' in watching.get("/").get_data(as_text=True)
    with watching.get("/static/icon.svg") as icon:
        assert icon.status_code == 200
    assert watching.post("/api/door/pin", json={"pin": "nope"}).status_code == 403
    assert watching.post("/api/door/pin", json={"pin": pin}).status_code == 200
    assert watching.get("/api/hall").status_code == 200
    assert 'id="tables"' in watching.get("/").get_data(as_text=True)
    assert come(OTHER, "referee").get("/api/hall").status_code == 200  # a guest needs none
    organiser.post("/api/door/hall-pin", json={"wanted": True})
    assert watching.get("/api/hall").status_code == 403
    organiser.post("/api/door/hall-pin", json={"wanted": False})
    assert watching.get("/api/hall").status_code == 200


def test_a_hall_that_starts_again_asks_for_the_same_pin(come: Come, club: Club) -> None:
    pin = come(HERE).post("/api/door/hall-pin", json={"wanted": True}).get_json()["pin"]
    again = create_hall_app(club, HallNews(club), ("localhost",)).test_client()
    again.environ_base["REMOTE_ADDR"] = STRANGER
    assert again.get("/api/hall").status_code == 403
    assert again.post("/api/door/pin", json={"pin": pin}).status_code == 200
    assert again.get("/api/hall").status_code == 200


def test_the_pin_is_not_guessed(come: Come) -> None:
    come(HERE).post("/api/door/hall-pin", json={"wanted": True})
    answers = [come(STRANGER).post("/api/door/pin", json={"pin": f"no {k}"}) for k in range(7)]
    assert [answer.status_code for answer in answers] == [403] * 4 + [429] * 3


def test_no_act_is_open_to_who_only_watches(app: Flask, come: Come) -> None:
    open_to_all = {"doors.pin", "doors.leave"}
    acts = [rule for rule in app.url_map.iter_rules() if (rule.methods or set()) - {*READING}]
    assert len(acts) > 4
    for k, rule in enumerate(acts):
        for method in (rule.methods or set()) - {*READING}:
            if rule.endpoint in open_to_all:
                continue
            for kind in (None, "player", "spectator"):
                if kind is None or least_role(app.view_functions[rule.endpoint], method) not in ("player", "spectator"):
                    client = come(f"192.168.7.{20 + k}", kind, f"{k}")
                    answer = client.open(rule.rule.replace("<", "").replace(">", ""), method=method, json={})
                    assert answer.status_code == 403, (rule.rule, kind)


@pytest.mark.parametrize("kind", ["referee", "player", "spectator"])
def test_only_the_organiser_invites_and_revokes(come: Come, kind: str, door: HallDoor) -> None:
    guest = come(STRANGER, kind, "Bob")
    for path, body in (
        ("invite", {"role": "organiser", "name": "Bob"}), ("revoke", {"role": kind, "name": "Bob"}),
        ("hall-pin", {"wanted": True}),
    ):  # fmt: skip
        assert guest.post(f"/api/door/{path}", json=body).status_code == 403
    assert guest.get("/join").status_code == 403
    assert [(one.role, one.name) for one in door.guests.everybody()] == [(kind, "Bob")]
    assert door.pinned is None


@pytest.mark.parametrize(
    "body",
    [{}, {"role": "king", "name": "x"}, {"role": "referee", "name": " "}, {"role": "referee", "name": "x" * 81},
     {"role": "referee", "name": "a\u0000b"}, {"role": "referee", "name": 7}, {"role": "table", "name": "x", "to": 1}],
)  # fmt: skip
def test_an_odd_invitation_is_refused_in_words(come: Come, body: dict[str, object]) -> None:
    answer = come(HERE).post("/api/door/invite", json=body)
    assert answer.status_code == 400
    assert answer.get_json()["error"]


def test_another_site_does_not_act_for_the_organiser(come: Come, door: HallDoor) -> None:
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        for address, kind in ((HERE, None), (STRANGER, "organiser")):
            client = come(address, kind)
            body = {"role": "organiser", "name": "Eve"}
            assert client.post("/api/door/invite", json=body, headers=headers).status_code == 403
    form = come(HERE).post("/api/door/invite", data={"role": "organiser", "name": "Eve"})
    assert form.status_code == 415
    assert "Eve" not in str(door.guests.everybody())
