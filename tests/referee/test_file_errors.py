"""What is wrong in a file is said in the reader's language: what should stand there, and what does."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.words.translation import say_text, wanted_said
from table.errors import BadFile, BadInput
from table.notation.roster_file import parse_roster
from table.notation.snapshot_line import parse_snapshot
from table.notation.terrain_file import parse_terrain

ROOT = Path(__file__).parents[2]
READ_BY = ("table", "rules", "referee/setup", "cli")
"""Where the files of a match are read: its roster, board, terrain, settings, battle."""
ENGLISH = re.compile(r"\b(the|of|or|for|with|either|such|beside|its|one|more|least|name|names)\b")
"""Words by which a text is still in English."""


def written(node: ast.expr) -> Iterator[str]:
    """Yield what an argument says, with X for what is put in."""
    if isinstance(node, ast.IfExp):
        yield from (*written(node.body), *written(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)


def assigned(name: str, tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what a name is given, alone or among others, anywhere in a file."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                yield from (
                    v
                    for t, v in zip(target.elts, node.value.elts, strict=True)
                    if isinstance(t, ast.Name) and t.id == name
                )
            elif isinstance(target, ast.Name) and target.id == name:
                yield node.value


def expected() -> Iterator[tuple[str, str]]:
    """Yield every text that says what should stand in a file, with where the program says it."""
    for folder in READ_BY:
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "BadFile":
                    what = node.args[2]
                    for value in assigned(what.id, tree) if isinstance(what, ast.Name) else (what,):
                        for said in written(value):
                            yield said, f"{path.relative_to(ROOT)}:{node.lineno}"


@pytest.mark.ci
@pytest.mark.parametrize("language", ["it", "es"])
def test_whatever_should_stand_in_a_file_is_said_in_the_language(language: str) -> None:
    found = list(expected())
    assert len(found) > 120
    english = {said: where for said, where in found if ENGLISH.search(wanted_said(said, language))}
    assert english == {}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "roster.toml: stand[2].name: expected a name of its own, got 'r1' a second time"),
        ("it", "roster.toml: stand[2].name: ci si aspetta un nome suo; trovato: 'r1' una seconda volta"),
        ("es", "roster.toml: stand[2].name: se espera un nombre propio; encontrado: 'r1' por segunda vez"),
    ],
)
def test_a_name_given_twice_in_a_roster(language: str, said: str) -> None:
    base = "width_cm = 2\ndepth_cm = 2\nmount = {{height_cm = 1, size_cm = 1}}\n"
    stand = '[[stand]]\nmarker = {}\nname = "r1"\nside = "axis"\nkind = "tank"\n' + base
    with pytest.raises(BadFile) as wrong:
        parse_roster(stand.format(1) + stand.format(2), "roster.toml")
    assert say_text(wrong.value.template, language, **wrong.value.values) == said


def test_what_players_wrote_stays_as_they_wrote_it() -> None:
    assert wanted_said("one of infantry, a number", "it") == "uno fra infantry, a number"
    assert wanted_said("whatever nobody knows", "it") == "whatever nobody knows"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "t.toml: piece[1].polygon: ci si aspetta un poligono semplice; trovato: elemento 'a': i suoi bordi si "
               "incrociano o si toccano in (2, 2)"),
        ("es", "t.toml: piece[1].polygon: se espera un polígono simple; encontrado: elemento 'a': sus bordes se cruzan "
               "o se tocan en (2, 2)"),
    ],
)  # fmt: skip
def test_an_outline_that_crosses_itself_in_a_terrain_file(language: str, said: str) -> None:
    text = '[[piece]]\nname = "a"\nkind = "wood"\npolygon = [[0, 0], [4, 4], [4, 0], [0, 4]]\n'
    with pytest.raises(BadFile) as wrong:
        parse_terrain(text, "t.toml")
    assert say_text(wrong.value.template, language, **wrong.value.values) == said


LINES = ("table/notation/snapshot_line.py", "table/notation/case_lines.py", "table/notation/case_words.py")
IN_A_LINE = re.compile(r"\b(the|of|or|for|with|as|how|and|a|an|in|that|one)\b")
"""Words by which what a line should have is still in English; "x and y" within quotes or brackets are the player's."""


def wanted_of_a_line() -> Iterator[tuple[str, str]]:
    """Yield every text of several words that the readers of lines ask for, with where they do."""
    asks = {"Wrong", "exactly", "size", "point", "number", "expect", "word", "fail", "whole_pair"}
    for name in LINES:
        for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            for argument in node.args if called in asks else ():
                yield from ((said, f"{name}:{node.lineno}") for said in written(argument) if " " in said.strip())


@pytest.mark.ci
@pytest.mark.parametrize("language", ["it", "es"])
def test_whatever_should_stand_in_a_line_is_said_in_the_language(language: str) -> None:
    found = list(wanted_of_a_line())
    assert len(found) > 50
    own = {"it": {"a", "in"}, "es": {"a"}}[language]  # words of that language, too
    english = {
        said: where
        for said, where in found
        if wanted_said(said, language) == said or set(IN_A_LINE.findall(wanted_said(said, language))) - own
    }
    assert english == {}


@pytest.mark.parametrize(
    ("line", "language", "said"),
    [
        ("120x100; r1 us/soldier 20;30", "it",
         "riga del tavolo, carattere 26: ci si aspetta il posto della basetta come x,y, trovato ';30'"),
        ("120x100; r1 us/soldier 20,30 @", "es",
         "línea de la mesa, carácter 31: se espera una dirección en grados, hay el final"),
        ("120x100; wood w [0,0 4,4 4,0 0,4]", "it",
         "riga del tavolo, carattere 10: elemento 'w': i suoi bordi si incrociano o si toccano in (2, 2), "
         "trovato 'wood w [0,0 4,4 4,0 0,4]'"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_told_in_the_language(line: str, language: str, said: str) -> None:
    with pytest.raises(BadInput) as wrong:
        parse_snapshot(line)
    assert say_text(wrong.value.template, language, **wrong.value.values) == said
