"""The files of a set-up: what is written is read back, and the shelf finds them by id only."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seen_text import seen

from referee.setup.bases import entry_of, mount_kind, mount_of, usual_bases
from referee.setup.folder import SetUp
from referee.setup.match_file import MatchFile, format_match, new_match, parse_match
from referee.setup.shelf import Shelf
from referee.setup.small_files import CheckFile, Distance, SheetsFile, SourceFile, format_toml
from rules.game import Side
from rules.registry import game_names
from table.errors import BadFile, BadInput
from table.notation.roster_file import format_roster, parse_roster
from table.notation.toml import parse_toml
from table.roster import Roster

words = seen(1, 20).filter(lambda text: text.strip() == text)


@pytest.mark.ci
@given(title=words, names=st.lists(words, min_size=2, max_size=2, unique=True), turn=st.integers(1, 99))
def test_match_toml_is_read_back(title: str, names: list[str], turn: int) -> None:
    sides = tuple(Side(name, name + "s", name + "ish") for name in names)
    match = MatchFile(
        game="ambush", title=title, language="it", units="in", turn=turn, sides=sides, roster="other.toml",
        settings={"measure": "edge", "terrain": {"road": {"crossing": "none", "blocks": "no", "cover": "nobody"}}},
    )  # fmt: skip
    assert parse_match(format_match(match)) == match


def test_match_toml_may_be_short() -> None:
    match = parse_match('game = "yankee"\n')
    assert [side.name for side in match.sides] == ["union", "confederate"]
    assert match.info().verb == "fire"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('game = "chess"', "game"),
        ('game = "ambush"\nlanguage = "xx"', "language"),
        ('game = "ambush"\n[side.us]\n[side.de]\n[side.it]\n', "side"),
        ('game = "ambush"\n[side.us]\nstarts = 8', "side.us.starts"),
        ('game = "ambush"\n[side.us]\nstarted = "8"', "side.us.started"),
        ('game = "ambush"\n[side.us]\nstarted = 0', "side.us.started"),
        ('game = "ambush"\n[side.us]\nelite = 1', "side.us.elite"),
        ('game = "yankee"\n[side.union]\nbrigades = {A = -1}', "side.union.brigades.A"),
        ('game = "ambush"\n[settings]\nmeasure = "corner"', "settings.measure"),
        ('game = "ambush"\ncamera = "0"', "camera"),
    ],
)
def test_a_wrong_match_toml_names_its_key(text: str, key: str) -> None:
    with pytest.raises(BadFile) as raised:
        parse_match(text)
    assert raised.value.key == key


def test_the_small_files_are_read_back() -> None:
    sheets = SheetsFile(paper="Letter", bar_mm=199.2, marker_cm=1.5, markers=64, columns=9, rows=7)
    assert parse_toml(format_toml(sheets), SheetsFile, "sheets.toml") == sheets
    for source in (SourceFile.of("0"), SourceFile.of("rtsp://camera/1", (3840, 2160))):
        assert parse_toml(format_toml(source), SourceFile, "source.toml") == source
    between = {"true_cm": 98.5, "measured_cm": 98.53, "sigma_cm": 0.012, "between": "two markers"}
    check = CheckFile(table="abc", distance=(Distance(start=(1.5, 2), end=(100, 2), **between),))
    assert parse_toml(format_toml(check), CheckFile, "check.toml") == check


def test_an_empty_roster_and_no_terrain_are_files_too(tmp_path: Path) -> None:
    setup = SetUp(tmp_path)
    setup.roster, setup.terrain = Roster(), ()
    assert (setup.roster, setup.terrain) == (Roster(), ())


def test_a_roster_is_read_in_the_words_of_the_matchs_game(tmp_path: Path) -> None:
    def roster(words: str) -> Roster | None:
        base = 'marker = 1\nname = "n"\nside = "union"\nkind = "infantry"\nwidth_cm = 2.5\ndepth_cm = 2'
        (tmp_path / "roster.toml").write_text(f"[[stand]]\n{base}\nmount = {{size_cm = 2}}\nstate = {{{words}}}")
        return SetUp(tmp_path).roster

    assert roster('qualty = "elite"') is not None, "before anybody has said which game is played"
    (tmp_path / "match.toml").write_text('game = "yankee"')
    right = roster('quality = "veteran", brigade = "A", home = "Maine"')
    assert right is not None
    assert right.entries[0].state == {"quality": "veteran", "brigade": "A", "home": "Maine"}
    with pytest.raises(BadFile, match=r"roster\.toml: stand\[1\]\.state\.qualty: .*\(is it misspelt\?\)"):
        roster('qualty = "veteran"')
    with pytest.raises(BadFile, match=r"stand\[1\]\.state\.fatigue: expected a whole number of 0 or more"):
        roster('fatigue = "much"')


def test_nothing_is_written_half(tmp_path: Path) -> None:
    setup = SetUp(tmp_path / "gone" / "deeper")
    setup.match = new_match("ambush", "x")
    assert [file.name for file in setup.folder.iterdir()] == ["match.toml"]


def test_the_shelf_knows_by_id_only(tmp_path: Path) -> None:
    ids = (f"{k:010x}" for k in itertools.count())
    shelf = Shelf(tmp_path / "shelf", lambda: next(ids))
    known_id, setup = shelf.new()
    setup.match = new_match("ambush", "Friday")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    other = shelf.add(elsewhere)
    assert shelf.add(elsewhere) == other
    again = Shelf(tmp_path / "shelf")
    assert {(known.id, known.title) for known in again.all()} == {(known_id, "Friday"), (other, "")}
    assert again.get(known_id).folder == setup.folder
    for wrong in ("", "..", "../elsewhere", str(elsewhere), "known.json", known_id + "/"):
        with pytest.raises(BadInput):
            again.get(wrong)
    elsewhere.rmdir()
    assert [known.id for known in again.all()] == [known_id]
    with pytest.raises(BadInput):
        again.get(other)


def test_a_shelf_with_a_spoilt_list_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "known.json").write_text("[1, 2", encoding="utf-8")
    assert Shelf(tmp_path).all() == ()


@pytest.mark.parametrize("game", game_names())
def test_usual_bases_fit_the_game_and_the_file(game: str) -> None:
    bases = usual_bases(game)
    assert bases
    entries = [
        entry_of(k, base.kind, "us", base.kind, "", (base.width_cm, base.depth_cm), base.mount, 2.0)
        for k, base in enumerate(bases)
    ]
    assert [mount_kind(entry) for entry in entries] == [base.mount for base in bases]
    assert parse_roster(format_roster(Roster(tuple(entries)))).entries == tuple(entries)


def test_a_mount_of_ones_own_is_kept() -> None:
    own = entry_of(1, "a", "us", "soldier", "", (2.0, 1.6), "tail", 2.0)
    own = type(own)(**{**{f: getattr(own, f) for f in own.__dataclass_fields__}, "mount": mount_of("tail", 9.0, 1.0)})
    assert mount_kind(own) == "own"
    renamed = entry_of(1, "b", "de", "soldier", "", (2.5, 1.6), "own", 2.0, own)
    assert (renamed.name, renamed.side, renamed.width_cm, renamed.mount) == ("b", "de", 2.5, own.mount)
