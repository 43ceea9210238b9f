"""Whatever a command refuses is said in the reader's language: each text has its words in every catalogue."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from referee.words.languages import WHOLE
from referee.words.po import read_file
from referee.words.translation import files

ROOT = Path(__file__).parents[2]
READ_BY_PEOPLE = ("cli", "calibration", "vision", "referee", "hardware", "simulation", "table", "rules", "web")
FOR_PROGRAMS = ("web/bodies.py", "web/setup/bodies.py")
"""What a request's body lacks is told to whoever wrote the program that sent it."""
ERRORS = {"BadInput", "VedetteError", "WrongUse", "Remark"}
OF_CLICK = {"UsageError", "BadParameter", "ClickException", "BadOptionUsage"}
ONLY_PLACES = {"{reason}", "{reason} ({why})"}


def trees(folders: tuple[str, ...], names: set[str]) -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules in which any of the names stands, with where: to parse the others takes most of the time."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            if any(name in text for name in names):
                yield f"{path.relative_to(ROOT)}", ast.parse(text)


def name_of(call: ast.AST) -> str:
    func = call.func if isinstance(call, ast.Call) else None
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def raised(folders: tuple[str, ...]) -> Iterator[tuple[str, ast.expr]]:
    """Yield the first argument of every error and remark that is made, with where."""
    for where, tree in trees(folders, ERRORS):
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and name_of(call) in ERRORS and call.args:
                yield f"{where}:{call.lineno}", call.args[0]


def test_every_error_has_its_words_in_every_catalogue() -> None:
    templates = {node.value: where for where, node in raised(READ_BY_PEOPLE)
                 if isinstance(node, ast.Constant) and isinstance(node.value, str)}  # fmt: skip
    assert sum(where.startswith("cli/") for where in templates.values()) > 60
    for language in WHOLE:
        entries = [entry for path in files("", language) for entry in read_file(path) if entry.filled]
        said = {english for entry in entries for english in (entry.english or entry.forms)}
        unsaid = {text: where for text, where in templates.items() if text not in said | ONLY_PLACES}
        assert unsaid == {}, language


def test_no_error_is_put_together_before_its_language_is_known() -> None:
    put_together = [where for where, node in raised(READ_BY_PEOPLE) if isinstance(node, ast.JoinedStr | ast.BinOp)
                    and not where.startswith(FOR_PROGRAMS)]  # fmt: skip
    asked = OF_CLICK | {"fail"}
    of_click = [f"{where}:{call.lineno}" for where, tree in trees(("cli",), asked) for call in ast.walk(tree)
                if isinstance(call, ast.Call) and name_of(call) in asked]  # fmt: skip
    assert put_together + of_click == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "vedette sheets markers: --ids: '0-x': write ids like 0-39 or 1,5,7-9 "
               "(see `vedette sheets markers --help`)"),
        ("it", "vedette sheets markers: --ids: '0-x': scrivi i numeri come 0-39 o 1,5,7-9 "
               "(vedi `vedette sheets markers --help`)"),
        ("es", "vedette sheets markers: --ids: '0-x': escribe los números como 0-39 o 1,5,7-9 "
               "(mira `vedette sheets markers --help`)"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_said_in_the_language_of_the_computer(language: str, said: str) -> None:
    asked = CliRunner(env={"LC_ALL": f"{language}_XX.UTF-8", "VEDETTE_LANG": None})
    result = asked.invoke(main, ["sheets", "markers", "--ids", "0-x", "--out", "x.pdf"])
    assert (result.exit_code, result.stderr) == (2, f"{said}\n")


def test_what_is_wrong_within_something_else_is_said_in_the_language_too(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"")
    asked = CliRunner(env={"VEDETTE_LANG": "it"})
    result = asked.invoke(main, ["markers", str(tmp_path / "a.jpg"), "--dictionary", "4x4_50"])
    assert result.stderr.startswith(f"vedette: {tmp_path / 'a.jpg'}: il file è vuoto")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("rule", "vedette rule: Manca l'argomento 'FILE'. (vedi `vedette rule --help`)"),
        ("rig --port", "vedette: L'opzione '--port' vuole un valore. (vedi `vedette --help`)"),
        ("army --strength x", "vedette army: Valore sbagliato per '--strength': 'x' non è un numero intero. "
                              "(vedi `vedette army --help`)"),
        ("rule --xyzzy", "vedette rule: L'opzione '--xyzzy' non esiste. (vedi `vedette rule --help`)"),
        ("rule --lan", "vedette rule: L'opzione '--lan' non esiste. Intendevi '--lang'? (vedi `vedette rule --help`)"),
        ("frobnicate", "vedette: Il comando 'frobnicate' non esiste. (vedi `vedette --help`)"),
        ("shoot", "vedette: Il comando 'shoot' non esiste. Intendevi 'shot'? (vedi `vedette --help`)"),
    ],
)  # fmt: skip
def test_what_click_refuses_is_said_in_the_language_too(words: str, said: str) -> None:
    assert CliRunner(env={"VEDETTE_LANG": "it"}).invoke(main, words.split()).stderr == f"{said}\n"
    if words == "rule":
        assert CliRunner(env={"VEDETTE_LANG": "es"}).invoke(main, ["rule", "--lang", "it"]).stderr == f"{said}\n"
