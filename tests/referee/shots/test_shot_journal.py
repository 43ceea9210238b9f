"""Shots in the journal: each once, also after a restart; ammunition by confirmed shots; verify, export and replay."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from journals import begin, play
from lucky import shot

from referee.journal.entry_sentences import entry_said
from referee.journal.export import as_lines
from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.payloads import Aimed, Ammunition, Frame
from referee.journal.replay_check import differences
from referee.journal.store import Journal
from referee.match.match import Match
from referee.match.state import NotNow
from referee.shots.record import ShotKey
from referee.shots.shot_journal import ShotBook, Shots, shots_in


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[Journal, Match]]:
    journal, match = begin(tmp_path / "match.sqlite")
    yield journal, match
    journal.close()


def book_of(played: tuple[Journal, Match]) -> ShotBook:
    journal, match = played
    return ShotBook(match.note, shots_in(journal))


def test_a_shot_comes_back_from_the_journal_as_it_went_in(played: tuple[Journal, Match]) -> None:
    book, fired = book_of(played), shot(3, faults=("double_trigger",), plate_us=650_000.0)
    assert book.take(fired)
    settled = replace(
        fired, counts=True, left=41, casualties=9, before=Frame(sha256="a" * 64), after=Frame(sha256="b" * 64),
        muzzle=(22.0, -4.0), aim=(22.0, 60.0), impact=(23.5, 61.0), impact_sigma_cm=0.1,
    )  # fmt: skip
    book.settle(settled)
    assert list(shots_in(played[0])) == list(book) == [replace(settled, entry=2)]


def test_a_shot_counts_once_however_often_it_is_sent(played: tuple[Journal, Match]) -> None:
    book = book_of(played)
    assert [book.take(shot(n)) for n in (1, 2, 1, 2, 3)] == [True, True, False, False, True]
    again = book_of(played)  # the program was started anew
    assert [again.take(shot(n)) for n in (3, 1, 4)] == [False, False, True]
    assert again.take(shot(4, rig="rig-b"))
    assert [record.key for record in shots_in(played[0])] == [
        ("rig-a", 1), ("rig-a", 2), ("rig-a", 3), ("rig-a", 4), ("rig-b", 4),
    ]  # fmt: skip


def test_a_number_used_again_for_another_shot_is_not_written(played: tuple[Journal, Match]) -> None:
    book = book_of(played)
    book.take(shot(1))
    assert not book.take(shot(1, gates_us=(2000.0, 7000.0), boot=1))
    assert not book.take(shot(1, boot=7))
    assert len(list(shots_in(played[0]))) == 1


def test_only_confirmed_shots_cost_a_shell(played: tuple[Journal, Match]) -> None:
    book = book_of(played)
    for number in range(1, 6):
        book.take(shot(number, misfire=number == 2, side="us" if number < 5 else "de"))
    assert book.left("us", 50) == 50
    assert book.settle(replace(shot(1), counts=True), 50).left == 49
    assert book.settle(replace(shot(2, misfire=True), counts=False), 50).left == 49
    assert book.settle(replace(shot(3), counts=False), 50).left == 49  # the lever was let go without a shell
    assert book.settle(replace(shot(3), counts=True), 50).left == 48  # a later word
    assert book.settle(replace(shot(3), counts=True, casualties=4), 50).left == 48  # it is the same shell
    assert (book.left("us", 50), book.left("de", 50)) == (48, 50)
    with pytest.raises(NotNow, match="no shot 99 of rig-a"):
        book.settle(replace(shot(99), counts=True))


def test_a_misfire_that_the_referee_saw_fly_costs_a_shell(played: tuple[Journal, Match]) -> None:
    book = book_of(played)
    book.take(shot(1, misfire=True))
    settled = book.settle(replace(shot(1, misfire=True), counts=True), 10)
    assert (settled.left, settled.fired, settled.misfired) == (9, True, False)


def test_the_referee_sets_the_shells(played: tuple[Journal, Match]) -> None:
    book = book_of(played)
    for number in (1, 2):
        book.take(shot(number))
    book.settle(replace(shot(1), counts=True), 3)
    book.keep(Ammunition(side="us", left=20, why="a box was found"))
    assert book.left("us", 3) == 20
    assert book.settle(replace(shot(2), counts=True), 3).left == 20  # it had flown when the referee counted
    book.take(shot(3))
    assert book.settle(replace(shot(3), counts=True), 3).left == 19
    assert shots_in(played[0]).left("us", 3) == 19
    book.keep(Ammunition(side="us", left=0))
    book.take(shot(4))
    assert book.settle(replace(shot(4), counts=True), 3).left == 0  # never less than none


@pytest.mark.ci
@given(st.lists(st.tuples(st.integers(1, 6), st.sampled_from(["shot", "counts", "not", "set"])), max_size=30))
def test_shells_left_are_those_of_a_plain_count(told: list[tuple[int, str]]) -> None:
    """Against a count kept by hand: a word starts anew, what was sensed before it is in it."""
    sequence = 0

    def write(draft: object) -> int:
        nonlocal sequence
        sequence += 1
        return sequence

    book = ShotBook(write, Shots())
    said, sensed, counted, since = 10, dict[int, int](), set[int](), 0
    for step, (number, what) in enumerate(told, start=1):
        if what == "set":
            book.keep(Ammunition(side="us", left=number))
            said, since = number, step
        elif what == "shot":
            book.take(shot(number))
            sensed.setdefault(number, step)
        elif number in sensed:
            book.settle(replace(shot(number), counts=what == "counts"), 10)
            (counted.add if what == "counts" else counted.discard)(number)
        assert book.left("us", 10) == max(0, said - sum(sensed[n] > since for n in counted))


def test_an_aim_holds_for_the_shots_after_it(played: tuple[Journal, Match]) -> None:
    journal, match = played
    book = book_of(played)
    book.take(shot(1))
    match.note(Aimed(side="us", aim=(22.0, 60.0), said="G-44", muzzle=(22.0, -4.0)))
    match.note(Aimed(side="de", aim=(9.0, 9.0)))
    for number in (2, 3):
        book_of(played).take(shot(number))
    match.note(Aimed(side="us"))
    book_of(played).take(shot(4))
    book_of(played).settle(replace(shot(2), counts=True))  # who settles need not know of the aim
    book_of(played).settle(replace(shot(3), counts=True, aim=(20.0, 50.0)))  # or knows better
    found = shots_in(journal)
    assert [record.aim for record in found] == [None, (22.0, 60.0), (20.0, 50.0), None]
    assert found[ShotKey("rig-a", 2)].muzzle == (22.0, -4.0)
    assert (found.aim_of("us"), found.aim_of("de"), found.aim_of("fr")) == ("", "", "")
    assert [entry_said("ambush", entry) for entry in journal.entries() if entry.kind == "aimed"] == [
        "Americans: the aim is at G-44.", "Germans: the aim is at 9, 9 cm.",
        "Americans: it is no longer said where the aim is.",
    ]  # fmt: skip


@pytest.mark.ci
def test_shots_change_nothing_of_the_match_and_stand_when_it_is_undone(played: tuple[Journal, Match]) -> None:
    journal, match = played
    book = book_of(played)
    play(match)
    before = point_at(journal).state
    book.take(shot(1))
    book.settle(replace(shot(1), counts=True), 5)
    assert point_at(journal).state == before
    match.undo()  # the end of the turn
    match.undo()
    assert shots_in(journal).left("us", 5) == 4
    match.declare("Moore", "Krause")
    match.throw([1], confirm=True)
    assert list(differences(journal)) == []
    assert point_at(journal).state == point_at(journal, stored=False).state
    report = check_journal(journal.entries())
    assert report.faults == ()
    assert len(list(as_lines(journal, "jsonl"))) == report.entries


def test_what_the_entries_say(played: tuple[Journal, Match]) -> None:
    journal, _ = played
    book = book_of(played)
    book.take(shot(1))
    book.take(shot(2, misfire=True, speed_m_s=None))
    book.settle(replace(shot(1), counts=True, casualties=2), 40)
    book.settle(replace(shot(2, misfire=True), counts=False), 40)
    book.keep(Ammunition(side="us", left=12, why="agreed"))
    assert [entry_said("ambush", entry) for entry in journal.entries(2)] == [
        "Americans: shot 1 of rig-a, 10.00 m/s ±0.11.",
        "Americans: shot 2 of rig-a, a misfire.",
        "Shot 1 of rig-a counts, shells left: 39, what fell is in entry 2.",
        "Shot 2 of rig-a does not count, shells left: 39.",
        "Americans: shells left: 12, says the referee (agreed).",
    ]
    assert entry_said("ambush", journal.at(2), language="it") == "Americani: tiro 1 di rig-a, 10,00 m/s ±0,11."
    assert entry_said("ambush", journal.at(4), language="es").startswith(
        "El disparo 1 de rig-a cuenta, proyectiles restantes: 39"
    )
