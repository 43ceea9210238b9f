"""Where a journal is, and what is said of a place where none can be."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from journals import begin, play
from postgres import Cluster
from sqlalchemy import event
from sqlalchemy.exc import DatabaseError

from cli.main import main
from referee.journal.engines import engine_of, name_of, url_of
from referee.journal.errors import Unread
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from table.errors import BadFile, BadInput

NOTE = ("note", 1, {"about": "test", "text": "", "data": {}})


@pytest.mark.parametrize("name", ["match.sqlite", "a b?c#d%20e=.sqlite", "Überfall →.db", r"C:\Users\me\match.sqlite"])
def test_any_name_of_a_file_will_do(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal(name, write=True) as journal:
        journal.append(NOTE)
        monkeypatch.chdir("/")  # a journal stays where it was opened
        journal.append(NOTE)
    assert (tmp_path / name).is_file()
    with Journal(tmp_path / name) as again:
        assert len(list(again.entries())) == 2


def test_a_url_of_sqlite_is_its_file(tmp_path: Path) -> None:
    assert url_of(f"sqlite:///{tmp_path}/match.sqlite").database == str(tmp_path / "match.sqlite")


@pytest.mark.parametrize(
    "url", ["mysql://here/match", "sqlite://", "sqlite:///:memory:", "http://here", "://", "a://b:c/d"]
)
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(BadInput, match="a journal is a file, or postgresql://"):
        Journal(url)


@pytest.mark.ci
def test_a_server_that_is_away_is_given_up_after_ten_seconds() -> None:
    pytest.importorskip("psycopg")
    engine, told = engine_of(url_of("postgresql://me@here/match"), write=True), {}

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, _args: object, given: dict[str, object]) -> None:
        told.update(given)
        raise ConnectionError

    with pytest.raises(ConnectionError):
        engine.connect()
    assert (told["connect_timeout"], told["tcp_user_timeout"]) == (10, 10_000)  # seconds, milliseconds


def test_a_password_is_never_told() -> None:
    for url in (
        "postgres://me:secret@here/match",
        "postgres://me:secret@here/match?password=secret&sslpassword=secret",
    ):
        assert name_of(url_of(url)) == "postgresql+psycopg://me:***@here/match"


def test_without_the_driver_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("referee.journal.engines.DRIVER", "psycopg_that_is_not_there")
    with pytest.raises(SystemExit) as stopped:
        main(["journal", "verify", "postgresql://here/match"])
    (line,) = capsys.readouterr().err.splitlines()
    assert stopped.value.code == 2
    assert '-m pip install "psycopg[binary]' in line


def test_where_no_file_can_be_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot be written \(No such file"):
        Journal(tmp_path / "no" / "folder" / "match.sqlite", write=True)
    with pytest.raises(BadFile, match="unable to open"):
        Journal(tmp_path, write=True)


@pytest.mark.ci
def test_a_database_without_a_journal_is_said_to_be_one(postgres: Cluster, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="a database without one"):
        Journal(postgres.new())
    (tmp_path / "empty.sqlite").touch()
    with pytest.raises(BadFile, match="a database without one"):
        Journal(tmp_path / "empty.sqlite")
    with pytest.raises(Unread, match="does not exist"):
        Journal(postgres.url("nowhere"))


def test_who_reads_cannot_write(where: str | Path) -> None:
    with Journal(where, write=True) as journal:
        journal.append(NOTE)
    with Journal(where) as reader:
        with pytest.raises(BadInput, match="opened to read"):
            reader.append(NOTE)
        with pytest.raises(BadInput, match="opened to read"):
            reader.store_fold(1, "{}")
        with reader._engine.connect() as raw, pytest.raises(DatabaseError, match=r"read-?only"):
            raw.exec_driver_sql("DELETE FROM fold")


def test_a_url_with_a_schema_is_another_journal(postgres: Cluster) -> None:
    url = postgres.new()
    with Journal(url, write=True) as plain:
        plain.append(NOTE)
        with plain._engine.begin() as connection:
            connection.exec_driver_sql("CREATE SCHEMA seven")
        with Journal(f"{url}&options=-csearch_path%3Dseven", write=True) as seven:
            assert seven.head is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
def test_a_journal_is_read_where_nothing_may_be_written(tmp_path: Path, killed: bool) -> None:
    """On a stick that is locked, in another's folder: closed, or with its newest entries beside it still."""
    file = tmp_path / "match.sqlite"
    journal, match = begin(file)
    play(match)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not killed:
            journal.close()
        for part in ("", "-wal") if killed else ("",):
            shutil.copy(f"{file}{part}", folder)
            (folder / f"match.sqlite{part}").chmod(0o444)
        folder.chmod(0o555)
        os.seteuid(65534)
        try:
            with Journal(folder / "match.sqlite") as reader:
                report = check_journal(reader.entries())
            listed = sorted(path.name for path in folder.iterdir())
        finally:
            os.seteuid(0)
    assert (report.entries, report.faults, report.head) == (journal.head.sequence, (), journal.head.seal)  # type: ignore[union-attr]
    assert listed == (["match.sqlite", "match.sqlite-wal"] if killed else ["match.sqlite"])
    journal.close()


def test_windows_keeps_its_letters() -> None:
    if sys.platform == "win32":
        assert url_of(r"C:\match.sqlite").database == r"C:\match.sqlite"
    assert url_of(r"C:\match.sqlite").get_backend_name() == "sqlite"
