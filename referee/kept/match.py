"""A match kept and restored: the files of its set-up and its journal, without pictures and without passwords."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.files import filling, read_text
from referee.journal.mirrored_journal import Mirror, rebuild
from referee.journal.store import Journal
from referee.kept.archive import CHANGED, LARGE, MOST_BYTES, KeptList, read_archive, write_archive
from referee.setup.comments import with_comments
from referee.setup.folder import HEIGHTS, MATCH, NAMED, SetUp
from referee.setup.match_file import format_match, parse_match
from referee.setup.small_files import format_toml
from table.errors import BadInput
from vision.sources.reasons import without_secrets

JOURNAL = "journal.db"
TEXTS = (
    "match",
    "source",
    "privacy",
    "sheets",
    "frame",
    "camera",
    "table",
    "check",
    "heights",
    "terrain",
    "roster",
    "scenario",
)
PARTS = (*(f"{which}.toml" for which in TEXTS), HEIGHTS, JOURNAL)
ENDING = ".vedette"


def keep_match(setup: SetUp, record: Mirror | None, out: Path, kept: str) -> KeptList:
    """Keep a set-up's files in one, with what ``record``, its journal, holds now; return what is in it.

    ``kept`` is the time, UTC. Somebody may be writing the journal: entries are only added, so those that are there are
    the match as it was at one moment. Raises BadInput where there is no match, or its record was changed.
    """
    match = setup.match
    if match is None:
        raise BadInput("{path}: no such file", path=setup.folder / setup.name)
    parts = dict(_files_of(setup))
    if record is not None and record.head is not None:
        parts[JOURNAL] = _journal_of(record)
    listed = KeptList(vedette=version("vedette"), game=match.game, title=match.title, kept=kept)
    return write_archive(out, listed, parts)


def keep_folder(setup: SetUp, out: Path, kept: str, journal: str | None = None) -> KeptList:
    """Keep a set-up whose journal is in its folder, or elsewhere: a file or the URL of a database."""
    if journal is None and not setup.journal.is_file():
        return keep_match(setup, None, out, kept)
    with Journal(journal or setup.journal) as record:
        return keep_match(setup, record, out, kept)


def restore_match(data: bytes, file: str, folder: Path) -> KeptList:
    """Write a kept match into a new folder, all of it or nothing; return what was in it.

    Raises BadInput, by the name of the ``file``, for one that is damaged, foreign or newer; and where there is
    something in the folder already.
    """
    listed, parts = read_archive(data, file, PARTS)
    _need_own(parts, file)
    journal = parts.pop(JOURNAL, None)
    with filling(folder) as beside:
        for name, part in parts.items():
            (beside / name).write_bytes(part)
        if journal is not None:
            _write_journal(journal, file, beside / JOURNAL)
    return listed


def _files_of(setup: SetUp) -> Iterator[tuple[str, bytes]]:
    for which in TEXTS:
        name = setup.name if which == "match" else setup.named(which)
        if (setup.folder / name).is_file():
            with suppress(BadInput):  # what cannot be read is no loss: its step asks for it again
                yield f"{which}.toml", _text_of(setup, which, read_text(setup.folder / name)).encode()
    heights = setup.folder / HEIGHTS
    if heights.is_file():
        yield HEIGHTS, heights.read_bytes()


def _text_of(setup: SetUp, which: str, text: str) -> str:
    """Return what a file says, without a camera's password, and with the files of match.toml beside it."""
    source = setup.source if which == "source" else None
    if source is not None and without_secrets(source.camera) != source.camera:
        return format_toml(source.model_copy(update={"camera": without_secrets(source.camera)}))
    if which == MATCH.partition(".")[0]:
        match = parse_match(text, setup.name)
        beside = replace(match, frame="frame.toml", table="table.toml", roster="roster.toml", terrain="terrain.toml")
        return text if beside == match else with_comments(text, format_match(beside))
    return text


def _journal_of(record: Mirror) -> bytes:
    """Return a copy of a journal as it is now, every entry with its seal; raises BadInput where one was changed."""
    with TemporaryDirectory(prefix="vedette-") as folder:
        copy = Path(folder, JOURNAL)
        _, wrong = rebuild(record, str(copy))
        if wrong is not None:
            raise BadInput(
                "{name}: {wrong}; `vedette journal rebuild` saves what came before that, keep it with --journal",
                name=record.name, wrong=wrong,
            )  # fmt: skip
        return copy.read_bytes()


def _need_own(parts: Mapping[str, bytes], file: str) -> None:
    """Raise BadInput where there is no match, it names files elsewhere, or heights are larger than any table's."""
    try:
        match = parse_match(parts[MATCH].decode("utf-8-sig"), f"{file}: {MATCH}")
    except (KeyError, UnicodeDecodeError):
        raise BadInput("{file}: there is no match in it", file=file) from None
    elsewhere = next((getattr(match, key) for key in NAMED if getattr(match, key) != f"{key}.toml"), None)
    if elsewhere is not None:  # whoever saved a step of it would write there
        raise BadInput("{file}: its match names {name}, a file elsewhere: nothing was restored", file=file,
                       name=repr(elsewhere[:60]))  # fmt: skip
    with suppress(zipfile.BadZipFile), zipfile.ZipFile(io.BytesIO(parts.get(HEIGHTS, b""))) as heights:
        if sum(one.file_size for one in heights.infolist()) > MOST_BYTES:
            raise BadInput(LARGE, file=file, most=MOST_BYTES // 1_000_000)


def _write_journal(data: bytes, file: str, to: Path) -> None:
    """Write a journal anew, entry by entry: a stranger's database may hold more than entries."""
    with TemporaryDirectory(prefix="vedette-") as folder:
        given = Path(folder, JOURNAL)
        given.write_bytes(data)
        try:
            with Journal(given) as record:
                _, wrong = rebuild(record, str(to))
        except BadInput:
            wrong = "there is no journal in it"
    if wrong is not None:
        raise BadInput(CHANGED, file=file, name=JOURNAL)
    to.with_name(f"{JOURNAL}.lock").unlink(missing_ok=True)
