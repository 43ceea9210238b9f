"""A journal that is away, or has no mirror for now: what the page says of it, and to whom it says no host."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kept_session import client_of, session_of
from postgres import Cluster

from referee.journal.mirrored_journal import MirroredJournal
from referee.journal.store import Journal

READ = [
    "/api/journal", "/api/journal/1", "/evidence/2", "/evidence", "/passport", "/passport.pdf", "/journal/export.jsonl",
    "/journal", "/api/view",
]  # fmt: skip
SHOT = {"actor": "Miller", "target": "Weber"}


@pytest.fixture
def stopped(postgres: Cluster) -> Iterator[FlaskClient]:
    """A match whose database has just gone away."""
    url = postgres.new().replace("postgres@", "postgres:geheim@") + "&sslpassword=geheim"
    with Journal(url, write=True) as journal:
        client = client_of(session_of(journal))
        assert client.post("/api/match/declare", json=SHOT).status_code == 200
        postgres.stop("immediate")
        try:
            yield client
        finally:
            postgres.start()


@pytest.mark.ci
def test_a_database_that_is_away_is_503_and_its_address_stays_at_the_terminal(
    stopped: FlaskClient, postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    answers = {path: stopped.get(path) for path in READ}
    answers["declare"] = stopped.post("/api/match/declare", json=SHOT)
    answers["end-turn"] = stopped.post("/api/match/end-turn", json={})
    assert {answer.status_code for answer in answers.values()} == {200, 503}
    assert {path for path, answer in answers.items() if answer.status_code == 200} <= {"/journal", "/api/view"}
    for path, answer in answers.items():
        for secret in ("postgres", "geheim", str(postgres.folder), "socket"):
            assert secret not in answer.text, path
    assert "the journal cannot be read now" in answers["/api/journal"].get_json()["error"]
    assert "nothing has happened" in answers["end-turn"].get_json()["error"]
    assert str(postgres.folder) in caplog.text
    assert "geheim" not in caplog.text


def test_the_page_says_that_the_mirror_is_not_written_and_that_it_is_again(tmp_path: Path) -> None:
    file = tmp_path / "mirror.jsonl"
    with MirroredJournal(tmp_path / "match.sqlite", str(file)) as journal:
        client = client_of(session_of(journal))
        said = []
        for act in range(4):
            if act == 1:
                file.write_text(file.read_text() + "a stranger's line\n")
            assert client.post("/api/match/end-turn", json={}).status_code == 200
            said.append(client.get("/api/view", headers={"Accept-Language": "en"}).get_json()["journal"]["trouble"])
    assert said[0] is None
    assert "its mirror, is not being written" in said[1]
    assert said[2] == said[1]
    assert said[3] is None
