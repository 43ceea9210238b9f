"""Nonsense that a table may send, in entries with true seals: no page of the hall fails by it, nor another's season."""

import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from seasons import finished, seated

from referee.club.guests import GuestList
from referee.club.record import Club
from referee.club.results import Results
from referee.journal.entry import GENESIS, Entry, payload_text, sealed
from web.hall.app import create_hall_app
from web.hall.door import HallDoor
from web.hall.news import HallNews

NUMBERS = st.sampled_from([0, -1, 2**53, 10**30, 1e300, -1e300, 5e-324]) | st.floats(-1e4, 1e4)
RUBBISH = st.recursive(
    NUMBERS | st.none() | st.booleans() | st.sampled_from(["", "x", "9" * 5000, "a\x00b", "us"]),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.sampled_from(["us", "x", ""]), below, max_size=2),
    max_leaves=6,
)
SHOT: dict[str, Any] = {"rig": "r", "counter": 1, "side": "us", "at": "",
        "speed_m_s": [5, 0.1], "energy_mj": [9, 1],
        "cocked_s": 2, "gates_us": [1, 2], "misfire": False}  # fmt: skip
SETTLED: dict[str, Any] = {
    "rig": "r",
    "counter": 1,
    "counts": True,
    "left": 3,
    "aim": [60, 80],
    "muzzle": [60, 5],
    "impact": [61, 79, 1],
}
PATHS = ("/", "/evening", "/season", "/season/player/1", "/season/player/2", "/season/table?name=Table 1",
         "/season/table?name=Odd", "/season/army?name=us-army")  # fmt: skip
Told = tuple[str, dict[str, Any]]


@st.composite
def shots(draw: st.DrawFn) -> list[Told]:
    """Draw entries of a cannon's shots with numbers that nobody measured; in half of them one is no number at all."""
    told: list[Told] = []
    for counter in range(1, draw(st.integers(1, 10)) + 1):
        for kind, usual in (("shot", SHOT), ("shot_settled", SETTLED)):
            measured = [key for key, value in usual.items() if not isinstance(value, str | bool) and key != "counter"]
            odd = draw(st.lists(st.sampled_from(measured), max_size=3, unique=True))
            numbers = {key: draw(numbers_like(usual[key])) for key in odd}
            told.append((kind, {**usual, **numbers, "counter": counter}))
    if draw(st.booleans()):
        _, odd_one = draw(st.sampled_from(told))
        odd_one[draw(st.sampled_from(sorted(odd_one)))] = draw(RUBBISH)
    return told


def numbers_like(usual: Any) -> st.SearchStrategy[Any]:
    """Return numbers in the shape of what is usual."""
    return st.lists(NUMBERS, min_size=len(usual), max_size=len(usual)) if isinstance(usual, list) else NUMBERS


@st.composite
def altered(draw: st.DrawFn, entries: Sequence[Entry]) -> list[Told]:
    """Draw a match's entries of which one holds rubbish somewhere."""
    told = [(entry.kind, entry.payload) for entry in entries]
    within: Any = told[draw(st.integers(0, len(told) - 1))][1]
    while True:
        keys = sorted(within) if isinstance(within, dict) else range(len(within))
        key = draw(st.sampled_from(keys))
        if not isinstance(within[key], dict | list) or not within[key] or draw(st.integers(0, 3)) == 0:
            within[key] = draw(RUBBISH)
            return told
        within = within[key]


class Hall:
    """A copy of a club's database with a season in it, whose newest table, Odd, sends whatever it likes."""

    def __init__(self, usual: Path, folder: Path) -> None:
        self._where = folder / "odd.sqlite"
        shutil.copy(usual, self._where)

    def need_pages(self, entries: Sequence[Entry], told: Sequence[Told]) -> None:
        """Let Odd send this, and open every page."""
        with Club(self._where) as club:
            door = HallDoor(GuestList(club), lambda: 0.0, lambda: "http://127.0.0.1/")
            app = create_hall_app(club, HallNews(club), door=door)
            key, odd = door.guests.invite("table", "Odd"), resealed(entries, told)
            body = {"match": odd[0].seal, "entries": [asdict(entry) for entry in odd]}
            head = {"Authorization": f"Bearer {key}"}
            answer = app.test_client().post("/api/table/entries", json=body, headers=head)
            assert answer.status_code in (200, 400), answer.get_data(as_text=True)
            Results(club).refresh()
            need_pages(app.test_client())


def need_pages(client: FlaskClient) -> None:
    for path in PATHS:
        for api in ("", "/api"):
            if path == "/" and api:
                continue
            answer = client.get(api + path)
            assert answer.status_code == 200 or (api, path) == ("/api", "/evening"), (
                path,
                answer.get_data(as_text=True),
            )
            assert not answer.is_json or payload_text({"": answer.json}), path


def resealed(entries: Sequence[Entry], told: Sequence[Told]) -> list[Entry]:
    """Return these with true seals, at the times of a true match and a day later."""
    made: list[Entry] = []
    for number, (kind, payload) in enumerate(told, start=1):
        version = next((entry.version for entry in entries if entry.kind == kind), 2 if kind == "shot_settled" else 1)
        time = f"2026-11-22T12:00:{number:02}.000+00:00"
        made.append(sealed(number, time, kind, version, payload_text(payload), made[-1].seal if made else GENESIS))
    return made


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Entry]]:
    """The database of a club with a season, and the entries of a match in it."""
    folder = tmp_path_factory.mktemp("usual")
    with Club(folder / "club.sqlite") as club:
        for number, winner in enumerate(("us", "de", "us", None), start=1):
            seated(club, finished(club, folder, number, (5, 6), winner), "Anna", "Bruno")
        Results(club).refresh()
        entries = list(club.journal(club.matches()[-1].match).entries())
    return folder / "club.sqlite", entries


RARELY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)


def opened(entries: Sequence[Entry], data: st.DataObject) -> Told:
    """Return how a match begins; in one of three not as any does."""
    usual = entries[0].payload
    more = {} if data.draw(st.integers(0, 2)) else {data.draw(st.sampled_from(sorted(usual))): data.draw(RUBBISH)}
    return "opened", {**usual, **more}


@pytest.mark.ci
@pytest.mark.timeout(1800)
@RARELY
@given(st.data())
def test_a_cannon_that_fires_nonsense(usual: tuple[Path, list[Entry]], tmp_path: Path, data: st.DataObject) -> None:
    where, entries = usual
    Hall(where, tmp_path).need_pages(entries, [opened(entries, data), *data.draw(shots())])


@pytest.mark.ci
@pytest.mark.timeout(1800)
@RARELY
@given(st.data())
def test_a_match_with_nonsense_in_an_entry(
    usual: tuple[Path, list[Entry]], tmp_path: Path, data: st.DataObject
) -> None:
    where, entries = usual
    Hall(where, tmp_path).need_pages(entries, data.draw(altered(entries)))


def test_a_cannon_of_a_game_that_is_none(usual: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    where, entries = usual
    for game in ("x", "", "chess" * 20):
        told = [("opened", {**entries[0].payload, "game": game}), ("shot", SHOT), ("shot_settled", SETTLED)]
        Hall(where, tmp_path).need_pages(entries, told)


def test_a_die_of_five_thousand_figures(usual: tuple[Path, list[Entry]], tmp_path: Path) -> None:
    where, entries = usual
    told = [(entry.kind, entry.payload) for entry in entries]
    told[2][1]["dice"] = ["9" * 5000]
    Hall(where, tmp_path).need_pages(entries, told)
