"""Every line in docs/rig-protocol.md is one that the parser takes, and the only spelling of its message."""

import re
from pathlib import Path

import pytest

from hardware.kinds import HOST_KINDS, RIG_KINDS
from hardware.lines import MOST_HOST_BYTES, Line, encode
from hardware.parser import Parser

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "rig-protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^    (rig|host) +(\$.*)$", DOCUMENT, re.MULTILINE)


def test_the_document_has_an_example_of_every_kind():
    kinds = {line.split()[2].split("*")[0] for _, line in EXAMPLES}
    assert kinds == {kind.word for kind in (*RIG_KINDS, *HOST_KINDS)}


@pytest.mark.parametrize(("speaker", "text"), EXAMPLES)
def test_an_example_is_read_and_written_again(speaker: str, text: str):
    (line,) = Parser().feed(f"{text}\r\n".encode("ascii"))
    assert isinstance(line, Line), line
    assert encode(line.message, line.sequence) == f"{text}\n".encode("ascii")
    assert isinstance(line.message, tuple(k.message for k in (RIG_KINDS if speaker == "rig" else HOST_KINDS)))


@pytest.mark.parametrize("speaker", ["rig", "host"])
def test_each_side_counts_its_lines(speaker: str):
    numbers = [int(text.split()[1]) for who, text in EXAMPLES if who == speaker]
    assert numbers == list(range(len(numbers)))


@pytest.mark.parametrize("kinds", [RIG_KINDS, HOST_KINDS], ids=["rig", "host"])
def test_every_word_is_in_the_tables(kinds):
    for kind in kinds:
        row = re.search(rf"^\| {re.escape(kind.word)} \|([A-Z0-9_ ]*)\|", DOCUMENT, re.MULTILINE)
        assert row, kind.word
        assert len(row[1].split()) == len(kind.words) + kind.checked, kind.word


def test_every_host_line_fits_the_buffer_that_the_document_promises():
    longest = b"$1 255 ACK ABCDEFGHIJKL 4294967295 FFFF*FFFF\r\n"
    assert len(longest) <= MOST_HOST_BYTES
