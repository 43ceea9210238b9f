"""A page's files as one: what each page asks for is there, runs in the right order, and is kept by browsers."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import web.bundle
from web.application import Application
from web.bundle import bundle, bundle_url

ROOT = Path(__file__).parents[2]


@pytest.fixture
def client() -> FlaskClient:
    app = Application("web")
    return app.test_client()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A static folder of the test's own."""
    monkeypatch.setattr(web.bundle, "STATIC", tmp_path)
    (tmp_path / "far").mkdir()
    return tmp_path


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Let no test find what another bundled."""
    bundle.cache_clear()
    yield
    bundle.cache_clear()


def run(text: str) -> str:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here")
    done = subprocess.run([node, "--input-type=module"], input=text, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.ci
def test_modules_run_once_and_after_what_they_import(folder: Path) -> None:
    (folder / "a.js").write_text('import "./far/b.js";\nimport { two as three, Four } from "./c.js";\n'
                                 "console.log('a', three(), new Four().five, typeof two);\n")  # fmt: skip
    (folder / "far" / "b.js").write_text('import {\n  two,\n} from "../c.js";\n\nconst own = 1;\n'
                                         "console.log('b', two() + own);\n")  # fmt: skip
    (folder / "c.js").write_text("console.log('c');\nconst own = 2;\nexport function two() {\n  return own;\n}\n"
                                 "export class Four {\n  five = 5;\n}\nexport const six = 6;\n")  # fmt: skip
    (folder / "d.js").write_text('import { six } from "./c.js";\nconsole.log("d", six);\n')
    assert run(bundle("a+d.js").text).split("\n") == ["c", "b 3", "a 2 5 undefined", "d 6", ""]


@pytest.mark.parametrize("line", ['export * from "./b.js";', "export default 3;", 'import b from "./b.js";'])
def test_what_it_does_not_understand_it_refuses(folder: Path, line: str) -> None:
    (folder / "a.js").write_text(f"{line}\n")
    (folder / "b.js").write_text("export const b = 1;\n")
    with pytest.raises(ValueError, match=r"a\.js: written otherwise than a bundle understands: "):
        bundle("a+b.js")


def test_styles_follow_one_another_and_a_changed_file_has_another_address(folder: Path) -> None:
    (folder / "a.css").write_text("a {}\n")
    (folder / "far" / "b.css").write_text("b {}\n")
    first = bundle("a+far/b.css")
    assert re.findall(r"\w (?=\{)", first.text) == ["a ", "b "]
    (folder / "a.css").write_text("a { top: 0; }\n")
    assert bundle("a+far/b.css") == first  # a server's files do not change while it runs
    bundle.cache_clear()
    assert bundle("a+far/b.css").mark != first.mark


def test_every_template_names_files_that_can_be_one() -> None:
    asked = 0
    for template in (ROOT / "web" / "templates").rglob("*.html"):
        for what, listed in re.findall(r"set (?:own_)?(styles|scripts) = \[([^\]]*)\]", template.read_text("utf-8")):
            stems = re.findall(r'"([^"]+)"', listed)
            assert bundle("+".join(["nav", *stems]) + {"styles": ".css", "scripts": ".js"}[what]).text
            asked += 1
    assert asked > 20


def test_a_browser_keeps_what_it_was_told_by_its_mark_and_asks_again_for_anything_else(client: FlaskClient) -> None:
    with client.application.test_request_context():
        address = bundle_url(["nav", "page"], ".js")
    kept = client.get(address)
    assert (kept.status_code, kept.mimetype) == (200, "text/javascript")
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cache-Control" not in client.get("/static/nav+page.js?v=0").headers


def test_no_stranger_has_files_put_together_that_no_page_has_named(client: FlaskClient) -> None:
    assert bundle("nav+nav+page.js").text
    assert client.get("/static/nav+nav+page.js").status_code == 404


@pytest.mark.parametrize("name", ["nav+nowhere.js", "nav+../app.py", "nav+../app.js", "nav+page.css.js", "+.js", "a+"])
def test_what_is_not_there_is_not_found(client: FlaskClient, name: str) -> None:
    with pytest.raises(LookupError):
        bundle(name)
    assert client.get(f"/static/{name}").status_code == 404
