"""A battle written as a text, an act a line, is read again as the same acts, and plays again to the same end."""

from pathlib import Path

import pytest

from referee.result.notation import FIRST_LINE, notation_of, read_notation
from rules.cases import parse_battle
from rules.replay import replayed
from table.errors import BadFile

BATTLES = Path(__file__).parents[2] / "data/battles"
SHORT = sorted(BATTLES.glob("found/*.toml"))
LONG = (
    "ambush-the-hedge-at-saint-aubin.toml", "yankee-the-wall-below-herrs-ridge.toml",
    "hexes/ancients-the-dry-river.toml", "rommel/eleven-days.toml",
)  # fmt: skip


def again(file: Path) -> None:
    battle = parse_battle(file.read_text(encoding="utf-8"), file.name)
    text = notation_of(battle)
    read = read_notation(text, file.name)
    assert read.snapshot.stands == battle.snapshot.stands
    assert len(read.acts) == len(battle.acts) > 0
    for one, other in zip(read.acts, battle.acts, strict=True):
        assert (one.action, one.dice, one.decided, one.put, one.note) == (
            other.action, other.dice, other.decided, other.put, other.note
        )  # fmt: skip
    *_, last = replayed(read)
    *_, first = replayed(battle)
    assert last.state == first.state
    assert notation_of(read) == text


@pytest.mark.parametrize("file", SHORT, ids=lambda file: file.stem[:20])
def test_a_battle_is_read_as_it_was_written(file: Path) -> None:
    again(file)


@pytest.mark.prove
@pytest.mark.parametrize("name", LONG)
def test_a_whole_demo_battle_is_read_as_it_was_written(name: str) -> None:
    again(BATTLES / name)


def test_a_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(BadFile, match="line 2"):
        read_notation(f"{FIRST_LINE}\nnonsense\n")
    with pytest.raises(BadFile, match="line 1"):
        read_notation("game 1")
    with pytest.raises(BadFile, match="game"):
        read_notation(FIRST_LINE)
