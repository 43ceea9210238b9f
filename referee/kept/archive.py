"""The file that keeps a match: a zip of a few files with a list of them, read as if a stranger had made it."""

import io
import stat
import zipfile
import zlib
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from pydantic import Field

from referee.files import replacing
from referee.setup.small_files import format_toml
from table.errors import BadInput
from table.notation.toml import Strict, parse_toml, read_toml

FORM = 1
"""The form of the list: a Vedette that knows only older ones restores nothing rather than half."""
LIST = "kept.toml"
MOST_BYTES = 400_000_000
"""What all files of a match may have together: a journal of 2000 acts has some 30 MB."""
MOST_FILES = 40
_END, _END_BYTES, _MOST_NAMES = b"PK\x05\x06", 22, 16_384
_SPOILT = "{file}: this is no table that Vedette has kept, or not all of it is there: copy it again"
_FOREIGN = "{file}: {name} is in it, which is no file of a kept match: nothing was restored"
LARGE = "{file}: it has more than {most} MB: nothing was restored"
_NEWER = "{file}: a newer Vedette has kept it: update this one, then restore it"
CHANGED = "{file}: {name} in it is not as it was kept: copy it again"


class KeptPart(Strict):
    """One file of a kept match: its name, its size and its SHA-256 in hexadecimal."""

    name: str
    size: Annotated[int, Field(ge=0)]
    sha256: str


class KeptList(Strict):
    """kept.toml: which Vedette kept which match when (UTC), and its files."""

    form: int = FORM
    vedette: str
    game: str
    title: str
    kept: str
    file: tuple[KeptPart, ...] = ()


def write_archive(out: Path, listed: KeptList, parts: Mapping[str, bytes]) -> KeptList:
    """Write the files with their list, whole or not at all; return the list. Raises BadInput where that cannot be."""
    told = tuple(KeptPart(name=name, size=len(data), sha256=sha256(data).hexdigest()) for name, data in parts.items())
    listed = listed.model_copy(update={"file": told})
    try:
        with replacing(out) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in {LIST: format_toml(listed).encode(), **parts}.items():
                archive.writestr(name, data)
    except OSError as error:
        raise BadInput("{path}: cannot be written ({reason})", path=out, reason=error.strerror or error) from None
    return listed


def read_archive(data: bytes, file: str, known: Collection[str]) -> tuple[KeptList, dict[str, bytes]]:
    """Return the list and the files of a kept match, all of them sound and of names that are ``known``.

    Raises BadInput for anything else, by the name of the ``file``.
    """
    if len(data) > MOST_BYTES:
        raise BadInput(LARGE, file=file, most=MOST_BYTES // 1_000_000)
    end = data[-_END_BYTES:]
    # What zipfile would read is told at the end: a list of a million names is refused before it is read.
    if end[:4] != _END or int.from_bytes(end[10:12], "little") > MOST_FILES:
        raise BadInput(_SPOILT, file=file)
    if int.from_bytes(end[12:16], "little") > _MOST_NAMES or data[-_END_BYTES - 20 :][:4] == b"PK\x06\x07":
        raise BadInput(_SPOILT, file=file)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = archive.infolist()
            _need_known(inside, file, {LIST, *known})
            parts = {one.filename: archive.read(one) for one in inside}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError):
        raise BadInput(_SPOILT, file=file) from None
    return _listed(parts, file), parts


def _need_known(inside: Collection[zipfile.ZipInfo], file: str, known: Collection[str]) -> None:
    """Raise BadInput for a name that is not known or there twice, for a link, or for more bytes than a match has."""
    names = [one.filename for one in inside]
    for one in inside:
        kind = stat.S_IFMT(one.external_attr >> 16)
        if one.filename not in known or names.count(one.filename) > 1 or kind not in (0, stat.S_IFREG):
            raise BadInput(_FOREIGN, file=file, name=repr(one.filename[:60]))
        if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadInput(_SPOILT, file=file)
    if sum(one.file_size for one in inside) > MOST_BYTES:
        raise BadInput(LARGE, file=file, most=MOST_BYTES // 1_000_000)


def _listed(parts: dict[str, bytes], file: str) -> KeptList:
    """Take the list out of the files; raises BadInput where they are not those that it names."""
    try:
        text = parts.pop(LIST).decode()
        form = read_toml(text, LIST).get("form")
        if isinstance(form, int) and form > FORM:
            raise BadInput(_NEWER, file=file)
        listed = parse_toml(text, KeptList, f"{file}: {LIST}")
    except (KeyError, UnicodeDecodeError):
        raise BadInput(_SPOILT, file=file) from None
    told = {part.name: part for part in listed.file}
    for name in {*told, *parts}:
        data = parts.get(name)
        if data is None or name not in told or sha256(data).hexdigest() != told[name].sha256:
            raise BadInput(CHANGED, file=file, name=repr(name[:60]))
    return listed
