"""`vedette army`: bases from men and guns."""

import json

import pytest
from click.testing import CliRunner

from cli.army import command

PICKETT = ("--strength", "5472", "--guns", "18", "--brigade", "Armistead=1950", "--brigade", "Kemper=1634",
           "--brigade", "Garnett=1459")  # fmt: skip


def test_picketts_division_is_as_the_book_has_it() -> None:
    said = json.loads(CliRunner().invoke(command, [*PICKETT, "--json"]).output)
    assert said == {
        "infantry": 25,
        "batteries": 2,
        "brigades": [
            {"name": "Armistead", "bases": 10},
            {"name": "Kemper", "bases": 8},
            {"name": "Garnett", "bases": 7},
        ],
    }


def test_both_figures_are_printed() -> None:
    lines = CliRunner().invoke(command, [*PICKETT]).output.splitlines()
    assert lines[0] == "25 bases of infantry, 2 batteries (a base is 200 men)"
    assert [line.split() for line in lines[3:]] == [
        ["Armistead", "1950", "10", "9"], ["Kemper", "1634", "8", "7"], ["Garnett", "1459", "7", "6"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "words"),
    [(("--brigade", "Kemper"), "expected NAME=MEN"), (("--brigade", "Kemper=9000"), "the whole force only 5472")],
)
def test_what_cannot_be_is_said(options: tuple[str, str], words: str) -> None:
    ran = CliRunner().invoke(command, ["--strength", "5472", *options])
    assert words in str(ran.exception)
