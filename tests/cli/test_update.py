"""What `vedette update` says of a clone, with and without a network, and how copies of each kind are updated."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli import update
from cli.main import main

BEFORE = """# Changelog

## [Unreleased]

- *Roster*: `one` thing. More of it.
- Another
  one ([a page](x.md)): so.
"""
AFTER = BEFORE.replace("- *Roster*", "- The newest thing.\n- *Roster*")


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", "-C", folder, *who, *words], check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of tmp_path/origin that Vedette runs from."""
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    origin.mkdir()
    git(origin, "init")
    commit(origin, BEFORE)
    git(tmp_path, "clone", str(origin), str(clone))
    monkeypatch.setattr(update, "ROOT", clone)
    monkeypatch.setattr(update, "CONTAINER", tmp_path / "none")
    monkeypatch.setattr(update, "UNITS", tmp_path)
    return clone


def commit(folder: Path, changes: str) -> None:
    (folder / "CHANGELOG.md").write_text(changes)
    git(folder, "add", ".")
    git(folder, "commit", "-m", "x")


def asked(*words: str) -> tuple[int, str]:
    told = CliRunner().invoke(main, ["update", *words])
    return told.exit_code, told.output


def test_entries_are_told_by_their_first_sentence() -> None:
    assert update.entries(BEFORE) == ["Roster: one thing", "Another one (a page): so"]
    assert update.entries("- Heights hold (500 before; 82 too. Yes); more.") == [
        "Heights hold (500 before; 82 too. Yes)"
    ]


def test_a_branch_that_follows_no_other_is_told_as_that(clone: Path) -> None:
    git(clone, "checkout", "-b", "mine")
    status, told = asked("--check")
    assert status == 2
    assert told.endswith("this copy is on the branch mine, which follows no other: there is nowhere to ask\n")


def test_it_says_what_is_new_in_it_and_asks_nobody(clone: Path, tmp_path: Path) -> None:
    (tmp_path / "origin").rename(tmp_path / "gone")
    status, told = asked()
    assert status == 0
    assert told.splitlines()[1:4] == ["New in it:", "  - Roster: one thing", "  - Another one (a page): so"]
    assert told.endswith(f"To update: cd {clone} && git pull && python3 start.py vedette update\n")


def test_it_asks_where_it_came_from_only_when_told(clone: Path, tmp_path: Path) -> None:
    assert asked("--check")[1].endswith("There is nothing newer.\n")
    commit(tmp_path / "origin", AFTER)
    assert "Not here yet (1 commits):\n  - The newest thing\nTo update: cd" in asked("--check")[1]
    (tmp_path / "origin").rename(tmp_path / "gone")
    status, told = asked("--check")
    assert status == 2
    assert "cannot be asked; is there a network?" in told.splitlines()[-1]


def test_each_kind_of_copy_is_updated_in_its_way(clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = f'{{"url": "{clone.as_uri()}", "dir_info": {{}}}}'
    assert update.clone_of(tmp_path, noted) == clone
    assert update.clone_of(tmp_path, None) is None
    monkeypatch.setattr(update, "ROOT", tmp_path)
    monkeypatch.setattr(update.sys, "prefix", "/home/x/.local/share/uv/tools/vedette")
    assert update.update_commands(clone) == f"cd {clone} && git pull && uv tool install --force ."
    (tmp_path / "vedette.service").touch()
    assert update.update_commands(clone).endswith(" && sudo systemctl restart vedette.service")
    monkeypatch.setattr(update, "CONTAINER", tmp_path)
    assert "docker compose up" in update.update_commands(None)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_what_completes(shell: str) -> None:
    told = CliRunner().invoke(main, ["completion", shell])
    assert told.exit_code == 0
    assert "_VEDETTE_COMPLETE" in told.stdout
    assert shell in told.stdout


@pytest.mark.ci
def test_commands_are_completed_without_importing_any() -> None:
    code = "import atexit, sys; from cli.main import main; atexit.register(lambda: print('cv2' in sys.modules)); main()"
    told = subprocess.run(
        [update.sys.executable, "-c", code], check=True, capture_output=True, text=True,
        env={**update.os.environ, "_VEDETTE_COMPLETE": "bash_complete", "COMP_WORDS": "vedette ca", "COMP_CWORD": "1"},
    )  # fmt: skip
    assert told.stdout.split() == ["plain,capture", "plain,calibrate", "False"]
