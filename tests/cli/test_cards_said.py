"""People read of cards round the table, as the sheet and the pages call them; "frame marker" is the code's name."""

import re
from pathlib import Path

import click
import pytest

from cli.main import main
from referee.words.po import read_file

ROOT = Path(__file__).parents[2]
CODE = re.compile(
    r"\bframe('s)? (marker|card)|marcator[ei] d(ella cornice|i bordo)|marcador(es)? de(l marco| borde)", re.IGNORECASE
)


@pytest.mark.parametrize("path", sorted((ROOT / "referee/words/locale").glob("*/*.po")), ids=lambda p: str(p)[-30:])
def test_sentences_say_cards(path: Path) -> None:
    told = [text for entry in read_file(path) for text in entry.forms if CODE.search(text)]
    assert told == []


def test_help_says_cards() -> None:
    def helps(command: click.Command) -> list[str]:
        options = [getattr(param, "help", None) or "" for param in command.params]
        within = command.commands.values() if isinstance(command, click.Group) else ()
        return [command.help or "", *options, *(text for one in within for text in helps(one))]

    assert [text for text in helps(main) if CODE.search(text)] == []


def test_docs_say_cards() -> None:
    docs = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    told = {path.name: CODE.findall(path.read_text("utf-8")) for path in docs if path.name != "glossary.md"}
    assert {name: found for name, found in told.items() if found} == {}
