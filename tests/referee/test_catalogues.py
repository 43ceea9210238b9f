"""Catalogues as files: how they are read, written and brought up to the English, and that each key has its words."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from packages import PACKAGES

from referee.words import translation
from referee.words.catalogue import refresh, refreshed, written
from referee.words.languages import LANGUAGES
from referee.words.po import Entry, read_entries, read_file
from referee.words.translation import say, section
from web.pages import for_scripts

ROOT = Path(__file__).parents[2]
PUT_TOGETHER = (
    "no stand named {name} on the table; there are: ",
    " {listed} is on the roster twice; each stand needs its own",
)
"""Parts of failures that the program puts together."""


@pytest.mark.ci
def test_a_failure_says_what_the_program_raises() -> None:
    """Or it could not be found by its English, and would not be said in Italian."""
    trees = [ast.parse(file.read_bytes()) for name in PACKAGES for file in (ROOT / name).rglob("*.py")]
    constants = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    unknown = {said.form() for said in section("failures", "en").values()} - constants
    assert {sentence for sentence in unknown if not any(part in sentence for part in PUT_TOGETHER)} == set()


@pytest.mark.ci
def test_what_the_program_says_by_key_has_words() -> None:
    """A key as it stands in the code, or the part of it before its first place."""
    keys, asked = translation.words("", "en"), set()
    for file in (file for name in ("referee", "web", "cli") for file in (ROOT / name).rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "say":
                asked |= set(written_keys(call.args[0]))
    assert len(asked) > 50
    assert {(key, whole) for key, whole in asked if not (key in keys if whole else begins(key, keys))} == set()


def begins(start: str, keys: Iterable[str]) -> bool:
    return any(key.startswith(start) for key in keys)


def written_keys(node: ast.expr) -> Iterator[tuple[str, bool]]:
    if isinstance(node, ast.IfExp):
        yield from (*written_keys(node.body), *written_keys(node.orelse))
    elif isinstance(node, ast.Constant):
        yield str(node.value), True
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        yield str(node.values[0].value), False


def test_new_english_comes_in_empty_and_changed_english_is_said_on_and_marked(tmp_path: Path) -> None:
    path = tmp_path / "words.po"
    hit, new = Entry("outcomes.hit", ("Hit.",)), Entry("outcomes.new", ("{count} hit.", "{count} hits."), counts=True)
    path.write_text(written("it", [Entry(hit.key, ("Colpito.",), english=("Hit!",), notes=("Mario",))]), "utf-8")
    assert refresh(path, [hit, new], "it") == [
        "look at again: outcomes.hit: Hit.", "to translate: outcomes.new: {count} hit. / {count} hits.",
    ]  # fmt: skip
    marked, empty = read_file(path)
    assert marked == Entry(hit.key, ("Colpito.",), False, ("Hit.",), "Hit!", True, ("Mario",))
    assert empty == Entry(new.key, ("", ""), True, new.forms)
    assert refresh(path, [hit, new], "it")[0] == "look at again: outcomes.hit: Hit.", (
        "until somebody takes off the mark"
    )
    path.write_text(path.read_text("utf-8").replace("#, fuzzy\n", ""), "utf-8")
    assert refresh(path, [hit], "it") == []
    assert read_file(path) == [Entry(hit.key, ("Colpito.",), english=("Hit.",), notes=("Mario",))]


POEDIT = r"""
msgid ""
msgstr ""
"Language: it\n"

#. Hit, and
#: a.py:3
#, fuzzy, python-format
#| msgid "Hit \"it\""
msgid "outcomes.hit"
msgstr ""
"Colpito,\n"
"e \"fuori\""

#~ msgid "gone"
#~ msgstr "via"
"""


def test_a_file_from_an_editor_reads_alike() -> None:
    """Poedit puts empty lines between entries, breaks long ones, and keeps what is gone."""
    hit = Entry("outcomes.hit", ('Colpito,\ne "fuori"',), False, ("Hit, and",), 'Hit "it"', True)
    assert list(read_entries(POEDIT)) == [hit]


POLISH = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"
msgid "squares.board_left"
msgid_plural "squares.board_left"
msgstr[0] "zostało {count} pole"
msgstr[1] "zostały {count} pola"
msgstr[2] "zostało {count} pól"
"""


def test_a_language_has_as_many_plurals_as_its_grammar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.words.languages.LANGUAGES", (*LANGUAGES, "pl"))
    found, path = translation.files, tmp_path / "page_board.po"
    monkeypatch.setattr(
        translation, "files", lambda game, language: [path] if language == "pl" else found(game, language)
    )
    path.write_text(POLISH, "utf-8")
    said = {count: say("squares.board_left", "pl", count=count) for count in (0, 1, 2, 5, 12, 22, 25)}
    assert said == {
        0: "zostało 0 pól", 1: "zostało 1 pole", 2: "zostały 2 pola", 5: "zostało 5 pól", 12: "zostało 12 pól",
        22: "zostały 22 pola", 25: "zostało 25 pól",
    }  # fmt: skip
    assert for_scripts(translation.words("", "pl")["squares.board_left"], "pl") == {
        "one": "zostało {count} pole", "few": "zostały {count} pola", "many": "zostało {count} pól",
        "other": "zostało {count} pól",
    }  # fmt: skip
    assert say("chart.frees", "pl", count=1) == "frees 1", "without a translation: English, by its own grammar"
    entries = refreshed(read_file(path), [Entry("new", ("1 base", "{count} bases"), counts=True)], "pl")
    assert entries[0].forms == ("", "", "")
    assert "nplurals=3" in written("pl", entries)


def test_an_italian_card_is_a_cartoncino_everywhere() -> None:
    """Carta is the paper it is printed on; a player who reads both looks for two things."""
    entries = [entry for path in translation.files("", "it") for entry in read_file(path)]
    assert any("cartoncini" in form for entry in entries for form in entry.forms)
    assert [entry.key for entry in entries for form in entry.forms if re.search(r"\bcarte\b", form)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_is_left_out_by_words_that_name_no_other(language: str) -> None:
    """The heights and the check share them."""
    assert say("setup.step_check", language).lower() not in say("setup.check_skip", language).lower()
