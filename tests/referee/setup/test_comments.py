"""A set-up's file that is written anew: it says what is new, and keeps its owner's comments."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.setup.comments import with_comments
from referee.setup.folder import SetUp
from referee.setup.small_files import SourceFile
from simulation.rehearsal.demos import demo_scene
from table.notation.toml import inline, quote

OLD = """# Friday's table, at Anna's.
camera = "0"   # the one on the left arm
width_px = 1920

# Paper of the club.
[paper]
size = "A4" # never Letter

[[stand]]
marker = 3
name = "Red" # lost its flag
x = 1.0

# The old guard.
[[stand]]
marker = 4
name = "Blue"
x = 2.0
"""


def test_comments_stay_where_the_same_thing_is_said() -> None:
    new = 'camera = "1"\nwidth_px = 1920\n[paper]\nsize = "A4"\nbar = 198.5\n'
    new += '[[stand]]\nmarker = 4\nname = "Blue"\nx = 2.5\n'
    text = with_comments(OLD, new)
    assert tomllib.loads(text) == tomllib.loads(new)
    for kept in (
        "# Friday's table, at Anna's.\n",
        'camera = "1"   # the one on the left arm\n',
        "# Paper of the club.\n[paper]\n",
        'size = "A4" # never Letter\n',
    ):
        assert kept in text
    assert "Red" not in text


def test_what_is_as_before_is_left_byte_for_byte() -> None:
    plain = "\n".join(line.split("#")[0].rstrip() for line in OLD.splitlines())
    assert with_comments(OLD, plain) == OLD


@pytest.mark.parametrize("broken", ["camera = ", "[[stand]]\n[stand]\n", "a = 1\na = 2\n"])
def test_a_file_that_cannot_be_read_is_written_anew(broken: str) -> None:
    assert with_comments(broken, "a = 1\n") == "a = 1\n"


def test_a_file_with_comments_of_the_program_is_written_anew() -> None:
    assert with_comments("# rms 0.2 px\na = 1 # mine\n", "# rms 0.1 px\na = 1\n") == "# rms 0.1 px\na = 1\n"


File = tuple[dict[str, object], dict[str, list[dict[str, object]]]]
words = st.sampled_from(["name", "marker", "x", "y", "state"])
values = st.integers(-3, 3) | st.sampled_from(["", "a", "#", '"']) | st.floats(-2, 2) | st.booleans()
plain = st.dictionaries(words, values | st.lists(st.integers(0, 3), max_size=2), max_size=4)
files = st.tuples(plain, st.dictionaries(st.sampled_from(["stand", "piece"]), st.lists(plain, max_size=3), max_size=2))


def written(file: File, comment: str) -> str:
    lines = [f"{key} = {inline(value)}{comment}" for key, value in file[0].items()]
    for key, tables in file[1].items():
        for table in tables:
            lines += [comment, f"[[{key}]]{comment}", *(f"{quote(k)} = {inline(v)}" for k, v in table.items())]
    return "\n".join([*lines, ""])


@pytest.mark.ci
@given(files, files)
def test_it_always_says_what_is_new(old: File, new: File) -> None:
    assert tomllib.loads(with_comments(written(old, " # mine"), written(new, ""))) == tomllib.loads(written(new, ""))


def test_a_set_up_keeps_them(tmp_path: Path) -> None:
    setup = SetUp(tmp_path)
    (tmp_path / "privacy.toml").write_text('# Asked for by the school.\npicture = "players"\n', "utf-8")
    privacy = setup.privacy
    assert privacy is not None
    setup.privacy = privacy.model_copy(update={"picture": "referee"})
    assert (tmp_path / "privacy.toml").read_text("utf-8").startswith('# Asked for by the school.\npicture = "referee"')


def test_a_file_that_is_no_text_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "source.toml").write_bytes(b"\xff\xfe#")
    setup = SetUp(tmp_path)
    setup.source = SourceFile(camera="0")
    assert setup.source == SourceFile(camera="0")


def test_a_table_without_terrain_that_gets_some_is_no_longer_called_so(tmp_path: Path) -> None:
    setup = SetUp(tmp_path)
    setup.terrain = ()
    assert (tmp_path / "terrain.toml").read_text("utf-8") == "# no terrain\n"
    setup.terrain = demo_scene("ambush").pieces
    assert "# no terrain" not in (tmp_path / "terrain.toml").read_text("utf-8")
