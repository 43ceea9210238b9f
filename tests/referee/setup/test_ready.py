"""What stops a match before it begins: one line that names the file and the key."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.setup.folder import SetUp
from referee.setup.ready import check_picture, check_ready
from referee.setup.shelf import Shelf, setup_at
from table.errors import BadInput
from table.roster import Entry, Roster


def by_hand(done: SetUp, text: str, name: str = "friday night.toml") -> SetUp:
    """Return a match file written by hand, elsewhere, that names the files of a set-up."""
    folder = done.folder.parent / "elsewhere"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return SetUp(folder, name)


SHORT = 'game = "ambush"\ntable = "../match/table.toml"\nroster = "{}/roster.toml"\n'


def test_a_match_file_has_any_name_and_place(done: SetUp) -> None:
    setup = by_hand(done, SHORT.format(done.folder) + "[side.us]\nstarted = 9\n")
    check_ready(setup)
    match = setup.match
    assert match is not None
    assert setup.roster == done.roster  # by an absolute path, and the table by a relative one
    assert setup.table is not None
    assert setup.frame is None
    assert match.info().known == {"us": {"started": 9}}
    assert [(side.name, side.title) for side in match.sides] == [("us", "Americans"), ("de", "Germans")]
    assert setup.journal.name == "friday night.journal.db"
    shelf = Shelf(done.folder.parent / "shelf")
    known_id = shelf.add(setup.place)
    assert (shelf.get(known_id).name, shelf.add(setup.place)) == (setup.name, known_id)
    assert setup_at(done.folder / "match.toml").place == done.folder


def test_sides_that_the_match_file_does_not_name_are_the_roster_s(done: SetUp) -> None:
    assert done.roster is not None
    names = {"us": "red", "de": "blue"}
    done.roster = Roster(tuple(replace(entry, side=names[entry.side]) for entry in done.roster.entries))
    setup = by_hand(done, SHORT.format(done.folder))
    assert setup.match is not None
    assert [(side.name, side.title) for side in setup.match.sides] == [("red", "Red"), ("blue", "Blue")]
    setup = by_hand(done, SHORT.format(done.folder) + '[side.blue]\ntitle = "The Blues"\n')
    assert setup.match is not None
    assert [side.title for side in setup.match.sides] == ["The Blues", "Red"]


def with_first(done: SetUp, **changed: object) -> None:
    assert done.roster is not None
    first, *rest = done.roster.entries
    fields = {name: getattr(first, name) for name in Entry.__slots__}
    done.roster = Roster((Entry(**{**fields, **changed}), *rest))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"marker": 240}, r"stand\[1\].marker: expected a marker of its own, got 240, which is the frame's"),
        ({"marker": 250}, r"stand\[1\].marker: expected a marker of 4x4_250, 0 to 249, got 250"),
        ({"kind": "wizard"}, r"stand\[1\].kind: expected soldier, .* got 'wizard'"),
        ({"side": "it"}, r"stand\[1\].side: expected us or de, the sides of match.toml, got 'it'"),
    ],
)
def test_a_roster_nobody_can_play_with(done: SetUp, changed: dict[str, object], said: str) -> None:
    match = done.match
    assert match is not None
    done.match = match
    with_first(done, **changed)
    with pytest.raises(BadInput, match=f"^roster.toml: {said}"):
        check_ready(done)


@pytest.mark.parametrize("key", ["table", "roster", "terrain"])
def test_a_file_that_is_named_must_be_there(done: SetUp, key: str) -> None:
    setup = by_hand(done, f'game = "ambush"\n{key} = "gone.toml"\n')
    with pytest.raises(BadInput, match=f"^friday night.toml: {key}: expected a file that is there, got 'gone.toml'"):
        check_ready(setup)


def test_pictures_of_another_size(done: SetUp) -> None:
    check_picture(done, (1920, 1080))
    with pytest.raises(
        BadInput, match=r"^table.toml was found in pictures of 1920 x 1080 px, and the camera gives 640"
    ):
        check_picture(done, (640, 480))


def test_a_passing_set_up_is_on_no_list(done: SetUp, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    known_id = shelf.add(done.folder, lasting=False)
    assert shelf.get(known_id).folder == done.folder
    assert shelf.all() == ()
