"""A roster whose sides are nations: its stands fight for the side of their nation, and keep whose they are (R2.1)."""

from pathlib import Path

import pytest

from referee.setup.folder import SetUp
from referee.setup.ready import all_stands
from referee.words.translation import say_text
from rules.rommel.counters import nation_of
from table.errors import BadFile

STAND = """
[[stand]]
marker = {}
name = "c{}"
side = "{}"
kind = "infantry"
width_cm = 2
depth_cm = 2
mount = {{height_cm = 0.2, size_cm = 1}}
"""


def setup_of(folder: Path, *sides: str, more: str = "") -> SetUp:
    """Return a set-up with a counter of each of these sides."""
    (folder / "match.toml").write_text(f'game = "rommel"\nsettings = {{map = "practice"}}\n{more}')
    (folder / "roster.toml").write_text("".join(STAND.format(n, n, side) for n, side in enumerate(sides)))
    return SetUp(folder)


def sides_of(setup: SetUp) -> list[tuple[str, str | None]]:
    assert setup.roster is not None
    return [(stand.side, nation_of(stand)) for stand in all_stands(setup.roster).stands]


def test_several_nations_fight_on_one_side(tmp_path: Path) -> None:
    setup = setup_of(tmp_path, "german", "Italians", "british", "Free French", "axis")
    assert sides_of(setup) == [
        ("axis", "german"), ("axis", "italian"), ("allied", "british"), ("allied", "free_french"), ("axis", None),
    ]  # fmt: skip
    assert setup.match is not None
    assert [side.name for side in setup.match.sides] == ["allied", "axis"]
    assert setup.match.info().known["table"]["side"] == "allied"


def test_nations_are_of_the_sides_that_the_match_file_names(tmp_path: Path) -> None:
    named = '[side.british]\ntitle = "Eighth Army"\n[side.german]\ntitle = "Afrika Korps"\n'
    setup = setup_of(tmp_path, "german", "italian", "british", "greek", more=named)
    assert sides_of(setup) == [("german", None), ("german", "italian"), ("british", None), ("british", "greek")]


def test_one_nation_against_another_stays_as_it_was_written(tmp_path: Path) -> None:
    setup = setup_of(tmp_path, "german", "british")
    assert [side for side, _ in sides_of(setup)] == ["german", "british"]
    assert setup.match is not None
    assert {side.name for side in setup.match.sides} == {"german", "british"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "expected axis (german, italian) or allied (british, commonwealth, greek, free_french), got 'vichy'"),
        ("it", "ci si aspetta axis (german, italian) o allied (british, commonwealth, greek, free_french)"),
        ("es", "se espera axis (german, italian) o allied (british, commonwealth, greek, free_french)"),
    ],
)
def test_a_nation_of_neither_side_is_told_which_belong_to_which(tmp_path: Path, language: str, said: str) -> None:
    setup = setup_of(tmp_path, "german", "british", "vichy")
    with pytest.raises(BadFile) as wrong:
        _ = setup.roster
    line = say_text(wrong.value.template, language, **wrong.value.values)
    assert line.startswith("roster.toml: stand[3].side: ")
    assert said in line
