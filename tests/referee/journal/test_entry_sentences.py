"""Entries as sentences."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from journals import begin, play

from referee.journal.entry import sealed
from referee.journal.entry_sentences import deed, entry_said, entry_sentence
from referee.journal.payloads import Appealed, Decided, Note, draft
from referee.journal.store import Journal
from referee.match.match import Match
from referee.putting_back.notes import DECLINED, ENDED
from referee.shots.record import ANSWERED, PROPOSED

FELL = [
    ["Bruno", "red", "E5", True, 0.9, "direct", 0.9, False],
    ["Anna", "red", None, True, 0.9, "direct", 0.9, False],
    ["Carla", "red", "C3", False, 0.9, "direct", 0.9, False],
]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[Journal, Match]]:
    journal, match = begin(tmp_path / "match.sqlite")
    play(match)
    yield journal, match
    journal.close()


@pytest.mark.parametrize(
    ("language", "declared", "begins"),
    [
        ("en", "Declared. Begin the battle.", "Begin the battle. Begins: 1/95th Rifles."),
        ("it", "Dichiarato. Inizio della battaglia.", "Inizio della battaglia. Comincia: 1/95th Rifles."),
        ("es", "Declarado. Comienzo de la batalla.", "Comienzo de la batalla. Empieza: 1/95th Rifles."),
    ],
)
def test_sides_are_called_as_the_match_calls_them(tmp_path: Path, language: str, declared: str, begins: str) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    match.declare_action({"type": "start"})
    match.throw([2])
    match.throw([5], confirm=True)
    titles = {"us": "1/95th Rifles", "de": "2/9e Léger"}
    said = [entry_said("ambush", entry, titles=titles, language=language) for entry in journal.entries()]
    assert (said[1], said[-1]) == (declared, begins)
    journal.close()


def test_a_turn_reads_like_this(played: tuple[Journal, Match]) -> None:
    said = [entry_said("ambush", entry) for entry in played[0].entries()]
    assert said == [
        "Ambush: a test.",
        "Declared. Miller: shoot at Weber.",
        "On the table fell 5.",
        "On the table fell 6.",
        "Miller: shoot at Weber. Weber is hit and removed. Miller has fired; Miller has given away where he is; "
        "Weber is removed.",
        "Declared. Moore: shoot at Krause.",
        "On the table fell 1.",
        "Moore: shoot at Krause. Moore misses Krause. Moore has fired; Moore has given away where he is.",
        "Taken back: the throw (as after entry 6).",
        "Done again: the throw (as after entry 8).",
        "End of the turn.",
    ]


def test_a_brief_line_ends_with_the_outcome(played: tuple[Journal, Match]) -> None:
    assert entry_said("ambush", played[0].at(5), brief=True) == "Miller: shoot at Weber. Weber is hit and removed."
    assert entry_said("ambush", played[0].at(11), brief=True) == "End of the turn."


def test_it_speaks_the_readers_language(played: tuple[Journal, Match]) -> None:
    assert entry_sentence("ambush", played[0].at(2), language="it") == "Dichiarato. Miller: tirare su Weber"
    assert entry_sentence("ambush", played[0].at(9), language="es").startswith("Deshecho: ")


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (Decided(check="A5.2:range:Weber", passed=True), "The referee on A5.2: yes"),
        (Decided(check="A5.2", passed=False), "The referee on A5.2: no"),
        (Note(about="mode", text="reveal"), "From now on: declare first, then reveal"),
        (Note(about=ENDED, data={"back": 3, "left": []}), "All put back: 3"),
        (Note(about=DECLINED, data={"stands": ["Miller", "Moore"]}), "Moved on purpose: Miller, Moore"),
        (Note(about="weather", text="fog"), "weather: fog"),
        (Note(about=PROPOSED, data={"casualties": FELL}), "The camera saw fall: E5, Anna"),
        (Note(about=ANSWERED, text="confirmed"), "The referee has confirmed the shot"),
        (Note(about=ANSWERED, text="dismissed"), "The referee lets the shot count for nothing"),
        (
            Appealed(of=5, settings={"cover_cm": 2.0}, ruling={}),
            "Appeal against entry 5: a piece covers who is within 2 cm of it",
        ),
    ],
)  # fmt: skip
def test_other_kinds(tmp_path: Path, payload: Decided | Note | Appealed, said: str) -> None:
    with Journal(tmp_path / "other.sqlite", write=True) as journal:
        assert entry_sentence("ambush", journal.append(draft(payload))) == said


def test_an_amended_ruling_tells_why(played: tuple[Journal, Match]) -> None:
    journal, _ = played
    ruled = journal.at(5)
    amended = {**ruled.payload, "amended": "a stray shot", "effects": []}
    said = entry_sentence("ambush", journal.append(("confirmed", ruled.version, amended)))
    assert said == "Miller: shoot at Weber. Amended by the referee (a stray shot):"


def test_an_action_without_anybody_is_said_too() -> None:
    assert deed("ambush", {"type": "end_turn"}) == "End the turn"
    assert deed("ambush", {"type": "mount", "actor": "Miller", "vehicle": "Lucky"}) == "Miller: get into Lucky"
    assert deed("ambush", {"type": "end_turn", "side": "us"}) == "Americans: end the turn"


def test_what_cannot_be_read_is_said_to_be_so() -> None:
    strange = sealed(7, "2026-11-21T12:00:00.000+00:00", "from the future", 1, "{}", "0" * 64)
    assert entry_said("ambush", strange) == "This entry cannot be read."
