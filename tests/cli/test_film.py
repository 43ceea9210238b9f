"""`vedette film`."""

import json
import resource
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from journals import begin, played
from PIL import Image, ImageSequence

import cli.film
from cli.main import main


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return played(tmp_path)


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["film", *map(str, args)], env={"VEDETTE_LANG": "en"})


@pytest.mark.ci
def test_a_film_is_written(file: Path, tmp_path: Path) -> None:
    done = run(file, "--out", tmp_path / "evening.gif", "--seconds", 10, "--json")
    told = json.loads(done.output)
    assert (told["frames"], told["fps"], told["rulings"]) == (100, 10, [5])
    assert told["bytes"] == (tmp_path / "evening.gif").stat().st_size
    with Image.open(tmp_path / "evening.gif") as film:
        assert len(list(ImageSequence.Iterator(film))) > 10


@pytest.mark.ci
def test_what_it_says(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.film, "pictures_of", lambda *_: iter([(Image.new("RGB", (960, 960)), 100)]))
    done = run(file, "--out", tmp_path / "evening.gif", "--seconds", 10)
    assert done.output == f"{tmp_path / 'evening.gif'}: 10 s, 1 ruling, 0.0 MB\n"


@pytest.mark.parametrize(
    ("out", "said"),
    [("evening.avi", "a film is .mp4, .gif, .webm"), ("none/evening.gif", "cannot be written"), ("", "is a directory")],
)
def test_a_film_that_cannot_be_written(file: Path, tmp_path: Path, out: str, said: str) -> None:
    done = run(file, "--out", tmp_path / out)
    assert (done.exit_code, said in done.output) == (2, True)


def test_no_encoder(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.film.writing.find_spec", lambda _: None)
    done = run(file, "--out", tmp_path / "evening.mp4")
    assert (done.exit_code, "pip install 'vedette[film]'" in done.output) == (2, True)


@pytest.mark.ci
def test_a_full_disk_leaves_nothing(file: Path, tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
    try:
        done = run(file, "--out", tmp_path / "evening.gif", "--seconds", 10)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (done.exit_code, "cannot be written (File too large)" in done.output) == (2, True)
    assert [found.name for found in tmp_path.iterdir() if "evening" in found.name] == []


def test_nothing_to_film(tmp_path: Path) -> None:
    journal, _ = begin(tmp_path / "match.sqlite")
    journal.close()
    done = run(tmp_path / "match.sqlite", "--out", tmp_path / "evening.gif")
    assert (done.exit_code, "nothing was ruled yet" in done.output) == (2, True)
    assert run(tmp_path / "none.sqlite").exit_code == 2
