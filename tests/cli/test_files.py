"""Files people name: missing, misspelt, saved by a Windows editor."""

from pathlib import Path

import pytest

from referee.files import read_text
from table.errors import BadInput
from table.notation.frame_file import parse_frame
from table.notation.roster_file import parse_roster

FRAME = "width_cm = 120\ndepth_cm = 100\n"


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig"])
def test_windows_editors_mark_does_not_matter(tmp_path: Path, coding: str):
    file = tmp_path / "frame.toml"
    file.write_text(FRAME, encoding=coding)
    assert parse_frame(read_text(file), str(file)).width_cm == 120


def test_nor_does_it_in_text_that_came_another_way():
    assert parse_frame("\ufeff" + FRAME).depth_cm == 100
    assert parse_roster("\ufeff").entries == ()


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-be"])
def test_utf_16_is_named(tmp_path: Path, coding: str):
    file = tmp_path / "frame.toml"
    file.write_bytes((b"\xfe\xff" if coding == "utf-16-be" else b"") + FRAME.encode(coding))
    with pytest.raises(BadInput, match="UTF-16: save it as UTF-8"):
        read_text(file)


def test_a_missing_file_gets_a_guess(tmp_path: Path):
    (tmp_path / "roster.toml").touch()
    (tmp_path / "roster.txt").touch()
    with pytest.raises(BadInput, match=r"rooster\.toml: no such file; did you mean .*roster\.toml\?"):
        read_text(tmp_path / "rooster.toml")
    with pytest.raises(BadInput, match=r"quite-else\.toml: no such file in .*" + tmp_path.name):
        read_text(tmp_path / "quite-else.toml")
    with pytest.raises(BadInput, match=r"the folder .*nowhere is not there either"):
        read_text(tmp_path / "nowhere" / "roster.toml")
    with pytest.raises(BadInput, match="this is a folder; name a file in it"):
        read_text(tmp_path)
