"""Every command of the fixed list exists, helps, and fails in one line."""

import errno
import os
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner, Result

import cli.main
from cli.main import main
from table.errors import BadFile

COMMANDS = [
    "board", "capture", "calibrate", "measure", "rule", "moves", "battle", "shot", "demo", "serve", "sheets", "army",
    "clauses", "dice", "journal", "evidence", "passport", "audit", "result", "rig", "doctor", "terrain", "markers",
    "legal", "film", "plan", "keep", "restore", "appliance",
    "update", "completion", "club",
]  # fmt: skip
SUBCOMMANDS = {
    "appliance": {"install", "remove", "status"},
    "calibrate": {"camera", "table"},
    "board": {"fit"},
    "sheets": {"markers", "frame", "charuco", "check", "hexes"},
    "journal": {"verify", "export", "replay", "rebuild"},
    "club": {
        "serve",
        "take",
        "list",
        "verify",
        "take-up",
        "backup",
        "restore",
        "invite",
        "person",
        "season",
        "results",
    },
}
# The shapes that are fixed: what must stand in each command's help.
SHAPES = {
    "capture": ["--camera", "--out", "--film"],
    "calibrate camera": ["--squares", "--square-cm", "--marker-cm", "--dictionary", "--out", "--report"],
    "board fit": ["--table", "--out", "--report", "--json"],
    "calibrate table": ["--camera", "--frame", "--out", "--survey", "--report"],
    "measure": ["--table", "--roster", "--json"],
    "markers": ["--dictionary", "--ids", "--json", "--out"],
    "rule": ["--json", "--settings", "--lang"],
    "battle": ["--until", "--json", "--lang"],
    "legal": ["--until", "--json", "--lang"],
    "shot": ["--table", "--roster", "--film", "--picture", "--json"],
    "demo": ["--port", "--no-browser", "--lan", "--game", "--mirror"],
    "club serve": ["--database", "--port", "--lan"],
    "club take": ["--database", "--place"],
    "serve": ["--camera", "--club", "--place", "--journal", "--mirror", "--port", "--lan"],
    "keep": ["--out", "--journal"],
    "restore": ["--out"],
    "sheets markers": ["--out"],
    "sheets frame": ["--out"],
    "sheets charuco": ["--out"],
    "sheets check": ["--out"],
    "doctor": ["--json", "--camera", "--film", "--dictionary", "--marker-cm", "--out"],
}


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def error_line(result: Result) -> str:
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_the_list_of_commands_is_whole():
    assert sorted(main.list_commands(click.Context(main))) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_loads_and_helps(name: str):
    result = run(name, "--help")
    assert result.exit_code == 0, result.output
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.help
    assert "\\u" not in result.output, "a sign for click that it does not know there"
    if name in SUBCOMMANDS:
        assert isinstance(command, click.Group)
        assert set(command.commands) >= SUBCOMMANDS[name]
        assert all(sub.help for sub in command.commands.values())


@pytest.mark.parametrize(("command", "options"), SHAPES.items())
def test_the_fixed_shapes_are_there(command: str, options: list[str]):
    text = run(*command.split(), "--help").output
    assert [option for option in options if option not in text] == []


@pytest.mark.ci
def test_help_lists_every_command_without_loading_any():
    code = "import sys; from cli.main import main; main(['--help'])"
    heavy = "import atexit, sys; atexit.register(lambda: print({'cv2', 'flask', 'shapely'} & set(sys.modules)));"
    done = subprocess.run([sys.executable, "-c", heavy + code], capture_output=True, text=True, check=True)
    assert all(f"  {name} " in done.stdout for name in COMMANDS)
    assert done.stdout.endswith("set()\n")


@pytest.mark.ci
def test_no_garbage_is_looked_for_among_the_modules_of_a_command():
    code = "import gc; from cli.main import main; gc.callbacks.append(lambda *_: print('looked')); main(['demo', '-h'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "--game" in done.stdout
    assert done.stdout.count("looked") < 10


def test_a_wrong_option_is_one_line_and_2():
    result = run("shot", "a", "b")
    assert result.exit_code == 2
    assert error_line(result) == "vedette shot: Missing option '--table'. (see `vedette shot --help`)"


def test_an_unknown_command_is_one_line_and_2():
    result = run("shoot")
    assert result.exit_code == 2
    assert "shoot" in error_line(result)


def test_version():
    assert run("--version").output.startswith("Vedette 0.")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path):
    """Put an exception into `vedette doctor`, and the log folder into tmp_path."""
    monkeypatch.setattr(cli.main, "user_log_dir", lambda *a, **k: str(tmp_path / "log"))

    def put(error: BaseException) -> None:
        def fail(*args: object, **named: object) -> None:
            raise error

        monkeypatch.setattr("cli.doctor.command.callback", fail)

    return put


def test_bad_input_is_one_line_and_2(broken):
    broken(BadFile("roster.toml", "stand[2].marker", "a whole number", "'x'"))
    result = run("doctor")
    assert result.exit_code == 2
    assert error_line(result) == "vedette: roster.toml: stand[2].marker: expected a whole number, got 'x'"


def test_a_file_error_is_said_in_the_language_that_is_asked_for(tmp_path):
    file = tmp_path / "none.cases"
    said = {lang: error_line(run("rule", str(file), "--lang", lang)) for lang in ("en", "it", "es")}
    assert said == {
        "en": f"vedette: {file}: no such file in {tmp_path}",
        "it": f"vedette: {file}: questo file non c'è in {tmp_path}",
        "es": f"vedette: {file}: no existe este archivo en {tmp_path}",
    }
    file.write_text("game ambush\nsetup two", "utf-8")
    assert "ci si aspetta" in error_line(run("rule", str(file), "--lang", "it"))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EFBIG])
def test_a_full_disk_is_no_bug_but_one_line_and_2(broken, tmp_path, number: int):
    broken(OSError(number, os.strerror(number), "/home/me/.cache/vedette"))
    result = run("doctor")
    assert result.exit_code == 2
    assert error_line(result).startswith("vedette: /home/me/.cache/vedette: the disk is full (")
    assert not (tmp_path / "log").exists()


def test_a_bug_is_one_line_and_1_with_its_traceback_in_a_file(broken, tmp_path):
    broken(ZeroDivisionError("seven"))
    result = run("doctor")
    assert result.exit_code == 1
    line = error_line(result)
    (kept,) = (tmp_path / "log").iterdir()
    assert "bug" in line
    assert str(kept) in line
    assert "ZeroDivisionError: seven" in kept.read_text(encoding="utf-8")
    assert "Traceback" not in result.output


def test_no_password_of_a_camera_is_written_to_the_file_of_a_bug(broken, tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["vedette", "serve", "--camera", "rtsp://me:secret@cam/x?pw=secret"])
    broken(ValueError("of 'http://me:pa/secret@cam/y'"))
    run("doctor")
    (kept,) = (tmp_path / "log").iterdir()
    told = kept.read_text(encoding="utf-8")
    assert told.startswith("vedette serve --camera rtsp://***\n")
    assert "ValueError: of 'http://***'" in told
    assert "secret" not in told


def test_a_bug_with_no_place_for_its_traceback_says_how_to_see_it(broken, tmp_path):
    (tmp_path / "log").write_text("a file where the folder should be", encoding="utf-8")
    broken(ZeroDivisionError("seven"))
    result = run("doctor")
    assert result.exit_code == 1
    assert "--debug" in error_line(result)


def test_debug_shows_the_traceback(broken):
    broken(ZeroDivisionError("seven"))
    result = run("--debug", "doctor")
    assert result.exit_code == 1
    assert "Traceback" in result.stderr


def test_ctrl_c_is_clean(broken):
    broken(KeyboardInterrupt())
    result = run("doctor")
    assert result.exit_code == 130
    assert result.output.strip() == ""


def test_letters_for_a_whole_number_are_said_in_words():
    result = run("serve", "--port", "abc")
    assert error_line(result) == (
        "vedette serve: Invalid value for '--port': 'abc' is not a valid whole number. (see `vedette serve --help`)"
    )


@pytest.mark.ci
def test_a_closed_pipe_is_quiet():
    shown = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "clauses", "ambush"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert shown.stdout is not None
    assert shown.stderr is not None
    shown.stdout.close()
    assert shown.stderr.read() == ""
    shown.stderr.close()
    assert shown.wait() == 0, "1 would be a bug of ours"


def test_a_command_that_is_nearly_one_is_named() -> None:
    done = CliRunner().invoke(main, ["docter"])
    assert (done.exit_code, done.stderr) == (
        2,
        "vedette: No such command 'docter'. Did you mean 'doctor'? (see `vedette --help`)\n",
    )
