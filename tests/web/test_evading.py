"""Close combat of Ancients on the page: who is asked whether he evades, when, and what follows the dice."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hex_session import ANCIENTS, Counter, HexHands

from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.replay_check import differences
from referee.journal.store import Journal, TemporaryJournal
from web.app import create_app
from web.doors.door import Door
from web.roles import Role

PLACE = {"HTTP_HOST": "127.0.0.1:8470"}
WITH_BOOK = replace(ANCIENTS, settings={"book": "example"})
LINE: Mapping[str, Counter] = {
    "heavy": ("roman", "heavy_infantry", "F4", {"ordered": True}),
    "band": ("roman", "warriors", "J4", {"ordered": True}),
    "light": ("carthaginian", "light_infantry", "F5", {}),
    "foe": ("carthaginian", "auxilia", "J5", {}),
    "chief": ("carthaginian", "leader", "C9", {"retreats": 1}),
}
BATTLE = {"phase": "battle", "side": "roman", "orders": 2, "card_played": True}
CLOSE = {"type": "close", "actor": "heavy", "target": "light"}
GREEN, BLUE, RED, LEADER, FLAG, SWORD = range(1, 7)


class Seat(Door):
    """A door that takes everybody for one side's player."""

    def __init__(self, side: str) -> None:
        super().__init__({side: side.capitalize()}, lambda: 0.0)
        self.side = side

    def who(self) -> Role:
        return Role("player", self.side, self.side.capitalize())


def opened(
    *left_out: str, book: bool = True, more: Mapping[str, Counter] | None = None, journal: Journal | None = None
) -> FlaskClient:
    dice: list[int] = []
    counters = {name: counter for name, counter in {**LINE, **(more or {})}.items() if name not in left_out}
    hands = HexHands(WITH_BOOK if book else ANCIENTS, counters, BATTLE, lambda: dice.pop(0), journal)
    page = create_app(hands.session).test_client()
    page.environ_base.update(PLACE)
    page.hands, page.dice = hands, dice  # type: ignore[attr-defined]
    return page


def post(page: FlaskClient, address: str, **body: Any) -> Any:
    return page.post(f"/api/match/{address}", json=body)


def question(page: FlaskClient) -> Any:
    return page.get("/api/view").json["ruling"]["question"]


def goings(page: FlaskClient, name: str) -> dict[str, list[str]]:
    told = page.post("/api/board/choose", json={"actor": name}).json
    return {option["cell"]: option["notes"] for option in told["options"]}


def thrown(page: FlaskClient, *faces: int) -> Any:
    page.dice[:] = faces  # type: ignore[attr-defined]
    return post(page, "throw", many=len(faces))


def test_the_side_attacked_is_asked_before_a_die_falls() -> None:
    page = opened("chief")
    assert post(page, "act", action=CLOSE).json["ruling"]["question"]["said"] is None
    assert question(page)["sentence"] == "Carthaginians: does light evade? You are asked before the dice fall."
    refused = post(page, "throw", dice=["green"])
    assert (refused.status_code, refused.json["error"]) == (409, "whether light evades is said before the dice fall")
    assert post(page, "answer", evades=False).json["ruling"]["question"]["said"] is False
    assert post(page, "answer", evades=True).json["ruling"]["question"]["said"] is True
    view = thrown(page, GREEN, SWORD, FLAG, LEADER, BLUE).json
    assert view["ruling"]["question"] is None
    assert view["ruling"]["confirmed"]
    assert [e["sentence"] for e in view["ruling"]["effects"]][1:] == [
        "blocks light loses: 1; left: 3", "light evades and goes back, hexes: 2",
    ]  # fmt: skip
    assert post(page, "answer", evades=False).status_code == 409


@pytest.mark.ci
def test_once_a_die_has_fallen_the_answer_stands() -> None:
    page = opened("chief")
    post(page, "act", action=CLOSE)
    post(page, "answer", evades=False)
    assert thrown(page, GREEN).json["ruling"]["question"] is None
    assert post(page, "answer", evades=True).status_code == 409
    for face in (BLUE, BLUE, BLUE, BLUE):
        thrown(page, face)
    view = page.get("/api/view").json["ruling"]
    assert view["needs"]["sentence"].startswith("light")  # it stands, and battles back


def test_each_player_answers_for_his_own_side() -> None:
    page = opened("chief")
    session = page.hands.session  # type: ignore[attr-defined]
    seats = {side: create_app(session, door=Seat(side)).test_client() for side in ("roman", "carthaginian")}
    for seat in seats.values():
        seat.environ_base.update(PLACE)
    assert post(seats["carthaginian"], "act", action=CLOSE).status_code == 403
    assert post(seats["roman"], "act", action=CLOSE).status_code == 200
    assert post(seats["roman"], "answer", evades=False).status_code == 403
    assert post(seats["carthaginian"], "answer", evades=True).status_code == 200
    assert post(seats["carthaginian"], "throw", dice=["green"]).status_code == 403
    assert post(seats["roman"], "throw", dice=["green"]).status_code == 200


def test_nobody_is_asked_who_cannot_evade() -> None:
    page = opened("chief")
    post(page, "act", action={**CLOSE, "actor": "band", "target": "foe"})
    assert question(page) is None
    assert post(page, "answer", evades=True).status_code == 409
    assert thrown(page, RED).status_code == 200


@pytest.mark.ci
def test_who_evades_goes_back_before_anything_else_and_nobody_follows() -> None:
    page = opened("chief", more={"friend": ("carthaginian", "auxilia", "E6", {})})
    post(page, "act", action=CLOSE)
    post(page, "answer", evades=True)
    thrown(page, BLUE, BLUE, BLUE, BLUE, BLUE)
    post(page, "withdraw")
    board = page.get("/api/view").json["board"]
    assert (board["ready"], board["phase"]["now"]) == (["light"], "Must go back first: light. Tap, then the hex.")
    assert not board["acts"][0]["allowed"]
    assert goings(page, "light") == {"F7": ["retreat"], "G7": ["retreat"]}  # E6 is held: round it
    assert goings(page, "heavy") == {}
    back = {"type": "retreat", "actor": "light", "to": "F7"}
    assert post(page, "act", action=back).json["ruling"]["title"] == "light → F7"
    assert post(page, "confirm").status_code == 200
    view = post(page, "withdraw").json
    assert view["board"]["soldiers"]["light"]["cell"] == "F7"
    assert (view["board"]["ready"], view["board"]["acts"][0]["allowed"]) == (["band"], True)
    assert post(page, "undo").json["board"]["soldiers"]["light"]["cell"] == "F5"


@pytest.mark.ci
def test_momentum_is_shown_into_the_emptied_hex_and_brings_a_bonus_battle() -> None:
    page = opened("chief", "light", more={"next": ("carthaginian", "auxilia", "J6", {})})
    post(page, "act", action={**CLOSE, "actor": "band", "target": "foe"})
    thrown(page, FLAG, RED, RED, RED)
    post(page, "withdraw")
    assert goings(page, "foe") == {"I6": ["retreat"]}
    post(page, "act", action={"type": "retreat", "actor": "foe", "to": "I6"})
    post(page, "confirm")
    view = post(page, "withdraw").json
    assert view["board"]["phase"]["now"].startswith("May advance now: band.")
    assert view["board"]["ready"] == ["band"]
    assert goings(page, "band") == {"J5": ["advance", "battle"]}
    post(page, "act", action={"type": "advance", "actor": "band", "to": "J5"})
    assert post(page, "confirm").status_code == 200
    view = post(page, "withdraw").json
    assert view["board"]["soldiers"]["band"]["cell"] == "J5"
    targets = page.post("/api/board/choose", json={"actor": "band"}).json["targets"]
    assert {t["name"]: t["ways"][0]["allowed"] for t in targets} == {"foe": True, "next": True}
    assert goings(page, "band") == {}


@pytest.mark.ci
def test_momentum_lapses_when_another_unit_battles() -> None:
    page = opened("chief")
    post(page, "act", action={**CLOSE, "actor": "band", "target": "foe"})
    thrown(page, GREEN, GREEN, GREEN, GREEN)  # nobody is left of it
    post(page, "withdraw")
    assert goings(page, "band") == {"J5": ["advance", "battle"]}
    post(page, "act", action=CLOSE)
    post(page, "answer", evades=True)
    view = thrown(page, BLUE, BLUE, BLUE, BLUE, BLUE).json
    assert "band does not advance any more" in [e["sentence"] for e in view["ruling"]["effects"]]
    post(page, "withdraw")
    assert goings(page, "band") == {}


def test_a_leader_leaves_over_his_own_edge() -> None:
    page = opened()
    told = page.post("/api/board/choose", json={"actor": "chief"}).json
    [over] = [act for act in told["acts"] if act["action"].get("off")]
    assert over["sentence"] == "The leader leaves the board over his own edge"
    assert post(page, "act", action=over["action"]).status_code == 200
    assert post(page, "confirm").status_code == 200
    view = post(page, "withdraw").json
    assert view["board"]["tally"][1]["numbers"] == {"banners": 0, "units": 2, "leaders": 0, "blocks": 8}
    assert view["board"]["tally"][0]["numbers"]["banners"] == 0


@pytest.mark.ci
def test_without_the_owners_book_who_won_follows_into_a_hex_that_was_emptied() -> None:
    page = opened("chief", book=False)
    assert goings(page, "band") == {cell: ["retreat"] for cell in goings(page, "band")}
    for _ in range(4):
        page.post("/api/board/do", json={"action": {"type": "lose", "actor": "foe", "blocks": 1}})
        post(page, "withdraw")
    assert goings(page, "band") == {"J5": ["advance"]}
    assert goings(page, "heavy")["F3"] == ["retreat"]  # beside an enemy: thrown back, for all that Vedette knows
    post(page, "act", action={"type": "advance", "actor": "band", "to": "J5"})
    assert post(page, "confirm").status_code == 200
    assert post(page, "withdraw").json["board"]["soldiers"]["band"]["cell"] == "J5"


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_the_question_is_asked_in_every_language(language: str) -> None:
    page = opened("chief")
    page.set_cookie("vedette_language", language)
    asked = post(page, "act", action=CLOSE).json["ruling"]["question"]
    told = [asked["sentence"], asked["waits"], *(answer["text"] for answer in asked["answers"])]
    assert len(set(told)) == 4
    assert all("{" not in text and text for text in told)


@pytest.mark.ci
def test_the_journal_has_what_was_answered_and_plays_it_again() -> None:
    with TemporaryJournal() as journal:
        page = opened("chief", journal=journal)
        post(page, "act", action=CLOSE)
        assert post(page, "answer", evades=True).json["ruling"]["title"] == "heavy: close with light, who evades"
        thrown(page, GREEN, BLUE, BLUE, BLUE, BLUE)
        post(page, "withdraw")
        post(page, "act", action={"type": "retreat", "actor": "light", "to": "F7"})
        post(page, "confirm")
        told = [entry["text"] for entry in page.get("/api/journal").json["entries"]]
        assert any("heavy: close with light, who evades" in text for text in told)
        assert check_journal(journal.entries()).faults == ()
        assert list(differences(journal)) == []
        assert point_at(journal).state == page.hands.session.memory()  # type: ignore[attr-defined]
