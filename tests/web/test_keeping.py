"""What happens in the session is in the journal before the page shows it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kept_session import client_of, session_of

from referee.journal.errors import NotSaved
from referee.journal.history import opened, point_at
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from rules.state import State
from table.errors import BadInput

SHOT = {"actor": "Miller", "target": "Weber"}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "match.sqlite", write=True) as journal:
        yield journal


def act(client: FlaskClient, name: str, **body: object) -> int:
    return client.post(f"/api/match/{name}", json=body).status_code


def kinds(journal: Journal) -> list[str]:
    return [entry.kind for entry in journal.entries()]


@pytest.mark.ci
def test_a_shot_from_declaration_to_effect_is_written_down(journal: Journal) -> None:
    client = client_of(session_of(journal))
    assert act(client, "declare", **SHOT) == 200
    assert act(client, "throw", dice=[5]) == 200
    assert act(client, "throw") == 200  # Vedette's own die
    assert act(client, "undo") == 200
    assert act(client, "redo") == 200
    assert act(client, "end-turn") == 200
    assert kinds(journal) == [
        "opened", "declared", "thrown", "thrown", "confirmed", "undone", "redone", "turn_ended",
    ]  # fmt: skip
    assert [entry.payload["by"] for entry in journal.entries() if entry.kind == "thrown"] == ["table", "vedette"]
    assert check_journal(journal.entries()).faults == ()
    view = client.get("/api/view").get_json()
    head = journal.head
    assert head is not None
    assert view["journal"] == {"sequence": head.sequence, "seal": head.seal, "trouble": None}
    assert "Weber" in point_at(journal).state.fallen


def test_what_cannot_be_saved_does_not_happen_and_the_page_says_so(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(session_of(journal))
    act(client, "declare", **SHOT)
    act(client, "throw", dice=[5])

    def full(*_: object, **__: object) -> None:
        raise NotSaved("the journal could not be written (database or disk is full): nothing has happened")

    with monkeypatch.context() as patch:
        patch.setattr(journal, "append", full)
        answer = client.post("/api/match/throw", json={"dice": [6]})
        assert answer.status_code == 503
        assert "disk is full" in answer.get_json()["error"]
    view = client.get("/api/view").get_json()
    assert not view["ruling"]["confirmed"]
    assert view["owed"] == "throw"
    assert act(client, "throw", dice=[6]) == 200
    assert client.get("/api/view").get_json()["ruling"]["confirmed"]


@pytest.mark.ci
def test_a_match_goes_on_after_its_program_ended(tmp_path: Path) -> None:
    file = tmp_path / "match.sqlite"
    with Journal(file, write=True) as first:
        client = client_of(session_of(first))
        act(client, "declare", **SHOT)
        act(client, "throw", dice=[5])
        act(client, "throw", dice=[6])
        act(client, "end-turn")
    with Journal(file, write=True) as second:
        view = client_of(session_of(second)).get("/api/view").get_json()
    assert view["turn"]["side"] == "de"
    assert [stand["name"] for stand in view["stands"] if stand["fallen"]] == ["Weber"]


def test_the_journal_of_another_game_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.sqlite", write=True) as journal:
        journal.append(opened("yankee", "", {}, State(("n", "s")), "test"))
        with pytest.raises(BadInput, match="a match of yankee"):
            client_of(session_of(journal))
