"""The appliance: what systemd is given, and what install, status and remove say and do."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import appliance, appliance_units
from cli.appliance_units import NAME, SERVICE, unit_texts
from cli.main import main
from table.errors import BadInput
from web.network import lan_names, page_at

GIVEN = (
    Path("/opt/a b/vedette"),
    ["serve", "--port", "80", 'rtsp://u:1%2$"x@c/1'],
    "club",
    ["video"],
    Path("/etc/v/pin"),
)


def test_words_reach_vedette_as_they_were_given() -> None:
    text = unit_texts(*GIVEN)[SERVICE]
    command = re.search("^ExecStart=(.*)$", text, re.MULTILINE)
    assert command is not None
    assert command[1] == (
        r'"/opt/a b/vedette" "serve" "--port" "80" "rtsp://u:1%%2$$\"x@c/1" --pin-file ${CREDENTIALS_DIRECTORY}/pin'
    )
    assert {"User=club", "SupplementaryGroups=video", "LoadCredential=pin:/etc/v/pin"} <= set(text.splitlines())
    assert "$" not in text.replace(command[1], "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    program = tmp_path / "a b" / "vedette"
    program.parent.mkdir()
    program.touch(mode=0o755)
    units = unit_texts(program, *GIVEN[1:])
    for name, text in units.items():
        (tmp_path / name).write_text(text)
    verify = [
        "systemd-analyze",
        "verify",
        "--man=no",
        "--recursive-errors=no",
        *(str(tmp_path / name) for name in units),
    ]
    done = subprocess.run(verify, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "vedette" in line]) == (0, [])
    (tmp_path / SERVICE).write_text(units[SERVICE].replace("Restart=always", "Restart=perhaps"))
    done = subprocess.run(verify, capture_output=True, text=True, check=False, timeout=60)
    assert "perhaps" in done.stderr, "it would have been told"


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A computer with systemd whose root calls by sudo, in tmp_path; return what is run on it."""
    ran: list[str] = []

    def run(words: Sequence[str], check: bool = True) -> int:
        ran.append(" ".join(words))
        return 0

    for module in (appliance, appliance_units):
        monkeypatch.setattr(module, "UNITS", tmp_path)
    monkeypatch.setattr(appliance, "PIN", tmp_path / "vedette" / "pin")
    monkeypatch.setattr(appliance, "RUNS_SYSTEMD", tmp_path)
    monkeypatch.setattr(appliance.os, "geteuid", lambda: 0)
    monkeypatch.setattr(appliance, "_run", run)
    monkeypatch.setattr(appliance, "_warm", lambda person: ran.append(f"warm {person.name}"))
    monkeypatch.setattr(appliance, "lan_address", lambda: "192.168.1.7")
    monkeypatch.setenv("SUDO_USER", "nobody")
    return ran


def asked(*words: str) -> Result:
    return CliRunner().invoke(main, ["appliance", *words])


def test_it_is_installed_told_and_taken_away(computer: list[str], tmp_path: Path) -> None:
    told = asked("install", "--port", "8479", str(tmp_path))
    assert told.exit_code == 0, told.output
    assert "http://vedette.local:8479/ or http://192.168.1.7:8479/" in told.stdout
    pin = (tmp_path / "vedette" / "pin").read_text().strip()
    assert re.fullmatch(r"\d{6}", pin)
    assert f"PIN: {pin}" in told.stdout
    assert (tmp_path / "vedette" / "pin").stat().st_mode & 0o777 == 0o600
    assert "User=nobody" in (tmp_path / SERVICE).read_text()
    assert computer == [
        "warm nobody", "systemctl daemon-reload", f"systemctl enable {SERVICE} {NAME}",
        f"systemctl restart {SERVICE} {NAME}",
    ]  # fmt: skip
    assert "Vedette runs. http://vedette.local:8479/" in asked("status").stdout
    assert f"PIN: {pin}" in asked("install", "--port", "8479").stdout  # it stays
    assert f"systemctl stop {SERVICE}" in computer  # or it would hold its own port
    assert asked("remove").exit_code == 0
    assert list(tmp_path.iterdir()) == []
    assert asked("status").exit_code == 2


def test_a_computer_is_the_clubs_hall(computer: list[str], tmp_path: Path) -> None:
    told = asked("install", "--hall", 'postgresql://umpire:a$"b@db/club', "--port", "8479")
    assert told.exit_code == 0, told.output
    unit = (tmp_path / SERVICE).read_text()
    assert '"club" "serve" "--lan" "--no-browser" "--port" "8479"\n' in unit
    assert "--pin-file" not in unit
    assert "a$" not in unit, "everybody may read a unit"
    kept = tmp_path / "vedette" / "secrets"
    assert f"EnvironmentFile=-{kept}" in unit
    assert kept.read_text() == 'VEDETTE_CLUB="postgresql://umpire:a$\\"b@db/club"\n'
    assert kept.stat().st_mode & 0o777 == 0o600
    assert "warm nobody" not in computer
    assert "--hall is a computer of its own" in asked("install", "--hall", "club.sqlite", "--camera", "0").stderr
    assert asked("remove").exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_table_at_a_club_sends_by_its_link(computer: list[str], tmp_path: Path) -> None:
    link = "http://hall.local:8470/in/abcdefghijklmnop1234"
    assert asked("install", "--club", link).exit_code == 0
    assert link not in (tmp_path / SERVICE).read_text()
    assert (tmp_path / "vedette" / "secrets").read_text() == f'VEDETTE_TABLE_LINK="{link}"\n'
    assert asked("install").exit_code == 0
    assert not (tmp_path / "vedette" / "secrets").exists()
    wrong = asked("install", "--club", "hall.local")
    assert (wrong.exit_code, "whole link" in wrong.stderr) == (2, True)


def test_the_page_answers_to_its_name_and_is_typed_without_port_80() -> None:
    assert "vedette.local" in lan_names()
    assert page_at("vedette.local", 80) == "http://vedette.local/"
    assert page_at("vedette.local", 8470) == "http://vedette.local:8470/"


def test_a_dry_run_only_prints(computer: list[str], tmp_path: Path) -> None:
    told = asked("install", "--dry-run")
    assert told.exit_code == 0
    assert f"# {tmp_path / SERVICE}" in told.stdout
    assert "$ systemctl enable" in told.stdout
    assert (computer, list(tmp_path.iterdir())) == ([], [])


@pytest.mark.parametrize(
    ("user", "words", "said"),
    [
        ("root", [], "say with --user who Vedette runs as; it must not be root"),
        ("nobody", ["--user", "no such"], "nobody is called no such here"),
    ],
)
def test_who_it_may_not_run_as(
    computer, monkeypatch: pytest.MonkeyPatch, user: str, words: list[str], said: str
) -> None:
    monkeypatch.setenv("SUDO_USER", user)
    told = asked("install", *words)
    assert (told.exit_code, computer) == (2, [])
    assert said in told.stderr


def test_others_are_told_the_way(computer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(appliance.os, "geteuid", lambda: 1000)
    assert "`sudo " in asked("install").stderr
    monkeypatch.setattr(appliance, "RUNS_SYSTEMD", tmp_path / "none")
    assert "docs/appliance.md" in asked("remove").stderr
    assert computer == []


def test_who_may_not_run_the_program_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(appliance.subprocess, "run", refused)
    with pytest.raises(BadInput, match=r"club may not run .*: install Vedette where everybody may read it"):
        appliance._warm(appliance.Person("club", 1001, 1001, Path("/home/club")))


def test_what_else_is_wrong_is_said_before_who_it_runs_as(
    computer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SUDO_USER", "root")
    match = tmp_path / "match.toml"
    match.write_text("game = ", "utf-8")
    assert "no camera was named" in asked("install", "--camera", " ").stderr
    assert "match.toml" in asked("install", str(match)).stderr
    monkeypatch.setattr(appliance, "RUNS_SYSTEMD", tmp_path / "none")
    assert "not run by systemd" in asked("install").stderr
    assert "must not be root" in asked("install", "--dry-run").stderr
    assert computer == []
