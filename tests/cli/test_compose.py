"""The club's containers: what compose.club.yaml starts is started here without any, and the hall shows the table."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml
from postgres import Cluster

FILE = Path(__file__).parents[2] / "compose.club.yaml"
DATABASE = "postgresql://vedette:vedette@127.0.0.1:5432/club"


@pytest.fixture
def services() -> dict[str, dict]:
    return yaml.safe_load(FILE.read_text("utf-8"))["services"]


def test_the_database_is_for_this_computer_only(services: dict[str, dict]) -> None:
    database = services["database"]
    assert all(port.startswith("127.0.0.1:") for port in database["ports"])
    made = {key: database["environment"][f"POSTGRES_{key}"] for key in ("USER", "PASSWORD", "DB")}
    assert "postgresql://{USER}:{PASSWORD}@127.0.0.1:5432/{DB}".format(**made) == DATABASE
    assert services["hall"]["environment"]["VEDETTE_CLUB"] == DATABASE
    assert DATABASE in services["table"]["command"]


def free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


@pytest.fixture
def running(services: dict[str, dict], postgres: Cluster, tmp_path: Path) -> Iterator[str]:
    """The hall and the table as the file starts them, on other ports and another database; give the hall's address."""
    where, hall = postgres.new(), free_port()
    changed = {DATABASE: where, "8470": hall, "8480": free_port()}
    with ExitStack() as kept:
        for name in ("hall", "table"):
            words = [changed.get(word, word) for word in services[name]["command"]]
            told = {key: changed.get(text, text) for key, text in services[name].get("environment", {}).items()}
            process = kept.enter_context(
                subprocess.Popen(
                    [sys.executable, "-u", "-m", "cli.main", *words],
                    env={**os.environ, "XDG_DATA_HOME": str(tmp_path), **told}, stdout=subprocess.PIPE,
                )
            )  # fmt: skip
            kept.callback(process.terminate)
            assert process.stdout is not None
            assert b"http://" in process.stdout.readline()
        yield f"http://127.0.0.1:{hall}"


@pytest.mark.ci
def test_what_it_starts_is_a_hall_that_shows_a_table(running: str) -> None:
    with urlopen(f"{running}/api/events", timeout=60) as events:  # the hall says when something has come in
        while not (tables := hall(running)):
            assert events.readline()
    (table,) = tables
    assert (table["place"], table["game"]) == ("Table 1", "Ambush")


def hall(address: str) -> list[dict]:
    with urlopen(f"{address}/api/hall", timeout=60) as answer:
        return json.load(answer)["tables"]
