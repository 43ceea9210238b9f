"""Numbers that are none are refused at the command line: no comparison tells nan from a number in a range."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from click.types import FloatParamType

from cli.finite import Finite, FiniteRange
from cli.main import main
from cli.wrong_use import WrongUse


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


@pytest.mark.parametrize(("said", "meant"), [("167,5", 167.5), (",5", 0.5), ("2.4", 2.4), ("-1,25", -1.25)])
def test_a_comma_before_decimals_is_one(said: str, meant: float) -> None:
    assert Finite().convert(said, None, None) == meant


@pytest.mark.parametrize("said", ["1,200", "1.200,5", "1,2,3", ","])
def test_a_comma_that_may_part_thousands_is_asked_about(said: str) -> None:
    with pytest.raises(WrongUse, match=r"no number|write 1200 or 1\.2"):
        Finite().convert(said, None, None)


def test_every_length_on_the_command_line_takes_a_comma(tmp_path: Path) -> None:
    args = ["sheets", "charuco", "--square-cm", "2,4", "--marker-cm", "1,8", "--out", str(tmp_path / "board.pdf")]
    assert "squares of 2.4 cm" in CliRunner().invoke(main, args).stdout
    args = ["sheets", "frame", "--table", "120,5x100", "--out", str(tmp_path / "cards.pdf")]
    assert CliRunner().invoke(main, args).exit_code == 0
    plain = [
        f"{' '.join(path)} {option.opts[0]}"
        for path, command in commands_of(main)
        for option in command.params
        if isinstance(option.type, FloatParamType) and not isinstance(option.type, FiniteRange)
    ]
    assert plain == []


def commands_of(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command with the words it is called by."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands_of(command, (*path, name))
        else:
            yield (*path, name), command
