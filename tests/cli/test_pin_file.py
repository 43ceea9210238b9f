"""The referee's PIN out of a file, the same at every start."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cli.page_server import Serving, serving_options
from web.doors.door import Door
from web.errors import Refused


def told(tmp_path: Path, *words: str) -> tuple[str, Door]:
    """Return what is printed of a page that has these options, and its door."""
    door = Door({}, lambda: 0.0, lambda: "http://192.168.1.7/")

    @click.command()
    @serving_options(lan="")
    def command(serving: Serving) -> None:
        serving.invite(door)

    done = CliRunner().invoke(command, words)
    return done.output + str(done.exception or ""), door


@pytest.mark.ci
def test_the_pin_that_a_file_holds_opens_and_is_not_printed(tmp_path: Path) -> None:
    (tmp_path / "pin").write_text("271828\n")
    said, door = told(tmp_path, "--pin-file", str(tmp_path / "pin"))
    door.pin.check("271828", "192.168.1.9")
    with pytest.raises(Refused):
        door.pin.check("271829", "192.168.1.9")
    assert "PIN: the one you chose" in said
    assert "271828" not in said


@pytest.mark.parametrize("pin", ["", "12345", "secret", "123456 7"])
def test_a_pin_that_is_guessed_too_soon_is_refused(pin: str, tmp_path: Path) -> None:
    (tmp_path / "pin").write_text(pin)
    assert "pin: the referee's PIN is six digits or more" in told(tmp_path, "--pin-file", str(tmp_path / "pin"))[0]
