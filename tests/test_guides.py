"""The code in the guides of docs/ can be read, and what it imports is there."""

import ast
import re
import textwrap
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
GUIDES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))
CODE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("guide", GUIDES)
def test_what_a_guide_imports_is_there(guide: str) -> None:
    gone = []
    for code in CODE.findall((ROOT / guide).read_text("utf-8")):
        for node in ast.walk(ast.parse(textwrap.dedent(code))):
            if not isinstance(node, ast.ImportFrom) or (node.module or "").partition(".")[0] not in OURS:
                continue
            module = import_module(node.module or "")
            gone += [
                f"{node.module}.{name.name}"
                for name in node.names
                if not hasattr(module, name.name) and find_spec(f"{node.module}.{name.name}") is None
            ]
    assert gone == []


def test_the_guides_have_code_to_hold() -> None:
    assert sum(len(CODE.findall((ROOT / guide).read_text("utf-8"))) for guide in GUIDES) > 5
