"""The dice of a journal: whose, and which were taken back."""

from pathlib import Path

import pytest
from journals import begin, play
from lucky import throw_many

from referee.journal.payloads import Thrown, draft
from referee.luck.passport import Die, dice_in

SIDES = ("us", "de")


def test_dice_with_the_sides_they_were_thrown_for(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    with journal:
        play(match)  # a hit (5) and its damage (6), rolled by the target; a miss (1) undone and done again
        dice = dice_in(journal, SIDES)
    assert dice.taken_back == ()
    assert [(die.face, die.by, die.side) for die in dice.stand] == [
        (5, "table", "us"), (6, "table", "de"), (1, "table", "us"),
    ]  # fmt: skip
    assert [die.entry for die in dice.stand] == [3, 4, 7]


def test_dice_that_were_taken_back_are_told_apart(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    with journal:
        match.declare("Miller", "Weber")
        match.throw([1], confirm=True, by="vedette")
        match.undo()
        match.throw([2], confirm=True, by="vedette")
        match.undo()
        match.throw([4])
        match.throw([6], confirm=True)
        dice = dice_in(journal, SIDES)
    assert [(die.face, die.by) for die in dice.stand] == [(4, "table"), (6, "table")]
    assert [(die.face, die.by) for die in dice.taken_back] == [(1, "vedette"), (2, "vedette")]


def test_dice_still_on_the_card_have_no_side_yet(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    with journal:
        match.declare("Miller", "Weber")
        match.throw([5])
        assert dice_in(journal, SIDES).stand == (Die(5, "table", None, 3),)
        journal.append(draft(Thrown(dice=["flag", 3], by="vedette")))
        assert [die.face for die in dice_in(journal, SIDES).stand] == [5, "flag", 3]


@pytest.mark.parametrize("pairs", [[], [(5, 6), (1, 1), (3, 2)]])
def test_as_many_dice_as_the_rulings_had(tmp_path: Path, pairs: list[tuple[int, int]]) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    with journal:
        throw_many(match, pairs[:1])
        found = dice_in(journal, SIDES).stand
    assert [die.face for die in found] == [face for pair in pairs[:1] for face in pair]
