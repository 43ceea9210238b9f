"""A page's scripts as one script, and its styles as one sheet: a page asks for two files, not for a hundred.

The files stay as they are written: each module becomes a function that is run once, in the order in which a browser
would run it, and gives what it exports. Imports and exports begin a line and are named; nothing else is understood.
"""

import hashlib
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from flask import url_for

STATIC = Path(__file__).parent / "static"
KINDS = {".js": "text/javascript", ".css": "text/css"}
MOST_KEPT = 64
_named: set[str] = set()
_lock = threading.Lock()
_NAME = re.compile(r"[a-z0-9]+(/[a-z0-9]+)*")
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Several files as one: its text, what it is, and a mark that changes with the text."""

    text: str
    mimetype: str
    mark: str


def bundle_url(stems: Sequence[str], kind: str) -> str:
    """Return the address of files of one kind (".js", ".css") as one; where the files change, it changes too."""
    name = "+".join(stems) + kind
    with _lock:
        _named.add(name)
    return url_for("static", filename=name, v=bundle(name).mark)


def named_bundle(name: str) -> Bundle:
    """Return what a page has named; raises LookupError for anything else, so that no stranger makes it work."""
    with _lock:
        if name not in _named:
            raise LookupError(name)
    return bundle(name)


@lru_cache(MOST_KEPT)
def bundle(name: str) -> Bundle:
    """Return the files that a name asks for; raises LookupError where one of them is not there."""
    kind = PurePosixPath(name).suffix
    stems = name.removesuffix(kind).split("+")
    if kind not in KINDS or not all(_NAME.fullmatch(stem) for stem in stems):
        raise LookupError(name)
    files = [f"{stem}{kind}" for stem in dict.fromkeys(stems)]
    if not all((STATIC / file).is_file() for file in files):
        raise LookupError(name)
    text = _script(files) if kind == ".js" else "\n".join(_read(file) for file in files)
    return Bundle(text, KINDS[kind], hashlib.sha256(text.encode()).hexdigest()[:16])


def _script(entries: Sequence[str]) -> str:
    modules: dict[str, str] = {}
    for entry in entries:
        _add(entry, modules)
    names = {file: f"module{number}" for number, file in enumerate(modules)}
    return "\n".join(_function(file, text, names) for file, text in modules.items())


def _add(file: str, modules: dict[str, str]) -> None:
    """Add a module after all that it imports; no module imports itself by way of others (eslint's no-cycle)."""
    if file not in modules:
        text = _read(file)
        for found in _IMPORT.finditer(text):
            _add(_beside(file, found[2]), modules)
        modules[file] = text


def _function(file: str, text: str, names: dict[str, str]) -> str:
    def taken(found: re.Match[str]) -> str:
        what = re.sub(r"(\w+) as (\w+)", r"\1: \2", found[1] or "")
        return f"const {{{what}}} = {names[_beside(file, found[2])]};" if what else ""

    exports = _EXPORT.findall(text)
    body = _EXPORT.sub("", _IMPORT.sub(taken, text))
    if (other := _OTHER.search(body)) is not None:
        raise ValueError(f"{file}: written otherwise than a bundle understands: {other[0]}")
    return f"const {names[file]} = (() => {{ // {file}\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();"


def _beside(file: str, path: str) -> str:
    return (STATIC / file).parent.joinpath(path).resolve().relative_to(STATIC.resolve()).as_posix()


def _read(file: str) -> str:
    return (STATIC / file).read_text("utf-8")
