"""The house's own rules: no file too long, every command the documents name exists, every file travels."""

import re
import tomllib
from pathlib import Path

import click
import pytest
from packages import PACKAGES

from cli.main import main

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/rules").glob("*.md"))]
MOST_LINES = 400
MOST_CSS_LINES = 4500


def python_files() -> list[Path]:
    folders = (*PACKAGES, "tests", "benchmarks")
    return [ROOT / "start.py", *(file for folder in folders for file in (ROOT / folder).rglob("*.py"))]


def test_no_python_file_is_too_long():
    lengths = {str(f.relative_to(ROOT)): len(f.read_text(encoding="utf-8").splitlines()) for f in python_files()}
    assert len(lengths) > 50
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_tests_are_no_packages():
    """An `__init__.py` in tests/table would shadow the package `table`."""
    assert list((ROOT / "tests").rglob("__init__.py")) == []


def commands_in(text: str) -> list[list[str]]:
    """The words of every `vedette ...` in code: fenced lines (joined over a trailing backslash) and backticks."""
    fenced = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    lines = [line for block in fenced for line in block.replace("\\\n", " ").splitlines()]
    lines += re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    found = [re.match(r"\s*(?:\$ )?(?:python3 start\.py )?vedette((?: [^#]*)?)", line) for line in lines]
    return [match[1].split() for match in found if match]


def explain(words: list[str]) -> str | None:
    """What is wrong with a command line of the documents: an unknown command or option; None if all is well."""
    context, command = click.Context(main), main
    options = {option for parameter in command.params for option in parameter.opts}
    for word in words:
        if isinstance(command, click.Group) and not word.startswith("-"):
            following = command.get_command(context, word)
            if following is None:
                return None if re.search(r"[|.A-Z]", word) else f"no command {word}"
            command, context = following, click.Context(following)
            options = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        elif word.startswith("--") and word.split("=")[0] not in options | {"--version", "--help"}:
            return f"no option {word}"
    return None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_in_the_documents_exists(document: Path):
    commands = commands_in(document.read_text(encoding="utf-8"))
    assert {" ".join(words): wrong for words in commands if (wrong := explain(words))} == {}


def test_the_page_of_commands_has_every_command():
    named = {words[0] for words in commands_in((ROOT / "docs/commands.md").read_text(encoding="utf-8")) if words}
    assert set(main.list_commands(click.Context(main))) <= named


def test_the_readme_is_short_and_the_index_leads_to_every_page():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 900
    index = set(re.findall(r"\]\(([\w-]+\.md)\)", (ROOT / "docs/index.md").read_text(encoding="utf-8")))
    assert {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"} == index


def test_a_wrong_command_in_a_document_would_be_found():
    text = (
        "```sh\nvedette meazure x.jpg \\\n  --table t.toml\nvedette measure x.jpg --tabel t\n```\nand `vedette shoot`"
    )
    assert [explain(words) for words in commands_in(text)] == [
        "no command meazure", "no option --tabel", "no command shoot",
    ]  # fmt: skip


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_in_the_documents_lead_somewhere(document: Path):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (document.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_locks_are_exact_and_name_no_host(lock: str):
    text = (ROOT / lock).read_text(encoding="utf-8")
    body = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    pins = [line for line in body if not line.startswith(" ")]
    assert all(re.match(r"[\w.-]+==[^ ]+( ; .+)? \\$", pin) for pin in pins)
    assert "://" not in text
    assert "find-links" not in text


def test_the_lock_has_everything_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    asked = {"requirements.lock": project["project"]["dependencies"] + groups["build"]}
    asked["requirements-dev.lock"] = asked["requirements.lock"] + groups["dev"]
    for lock, requirements in asked.items():
        text = (ROOT / lock).read_text(encoding="utf-8")
        pinned = dict(re.findall(r"^([\w.-]+)==([^ ]+)", text, re.MULTILINE))
        names = [re.split(r"[^\w.-]", requirement, maxsplit=1)[0] for requirement in requirements]
        assert [name for name in names if name not in pinned] == []
    run, dev = (
        dict(re.findall(r"^([\w.-]+)==([^ ]+)", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        for lock in asked
    )
    assert {name: dev.get(name) for name in run} == run


def test_the_style_sheets_are_short_and_colours_have_names():
    sheets = (ROOT / "web/static").rglob("*.css")
    css = {str(sheet.relative_to(ROOT)): sheet.read_text(encoding="utf-8") for sheet in sheets}
    assert sum(len(sheet.splitlines()) for sheet in css.values()) <= MOST_CSS_LINES
    assert {name: len(sheet.splitlines()) for name, sheet in css.items() if len(sheet.splitlines()) > MOST_LINES} == {}
    raw = {name: re.findall(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\(", sheet) for name, sheet in css.items()}
    assert len(raw.pop("web/static/tokens.css")) > 50
    assert {name: colours for name, colours in raw.items() if colours} == {}
