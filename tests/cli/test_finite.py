"""Numbers that are none are refused at the command line: no comparison tells nan from a number in a range."""

import pytest
from click.testing import CliRunner

from cli.main import main


@pytest.mark.parametrize("value", ["nan", "-nan", "inf", "-1", "1e-320x"])
@pytest.mark.parametrize(
    "words",
    [
        ("doctor", "--film", "film", "--rate"),
        ("doctor", "--film", "film", "--marker-cm"),
        ("capture", "--camera", "sim:", "--out", "film", "--film"),
        ("capture", "--camera", "sim:", "--out", "film", "--every"),
        ("rig", "--virtual", "--seconds"),
        ("rig", "--virtual", "--gate-mm"),
        ("serve", "--camera", "sim:", "--every"),
    ],
)
def test_what_is_no_number_of_its_range_is_said_in_one_line(words, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, [*words, value])
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert f" {words[-1]}: {value} is no number" in line or f"Invalid value for '{words[-1]}'" in line
    assert list(tmp_path.iterdir()) == []
