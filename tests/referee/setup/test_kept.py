"""A match kept in one file and restored elsewhere: it goes on where it was; and files that a stranger made."""

import hashlib
import io
import sqlite3
import stat
import struct
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from journals import TABLE, begin, play
from matches import match_at

from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from referee.kept import archive
from referee.kept.archive import LIST
from referee.kept.match import JOURNAL, keep_folder, keep_match, restore_match
from referee.setup.folder import SetUp
from referee.setup.small_files import CheckFile, Distance, SourceFile
from referee.setup.steps import playable, steps_of
from table.errors import BadInput

NOON = "2026-11-27T12:00:00+00:00"


@pytest.fixture
def kept(done: SetUp, tmp_path: Path) -> Path:
    """A set-up with a match under way, in one file."""
    journal, match = begin(done.journal)
    play(match)
    journal.close()
    keep_folder(done, tmp_path / "friday.vedette", NOON)
    return tmp_path / "friday.vedette"


def restored(kept: Path, folder: Path) -> SetUp:
    restore_match(kept.read_bytes(), kept.name, folder)
    return SetUp(folder)


@pytest.mark.ci
def test_a_kept_match_goes_on_exactly_where_it_was(done: SetUp, tmp_path: Path) -> None:
    """It is kept while it is played: by the journal that is being written."""
    journal, match = begin(done.journal)
    play(match)
    listed = keep_match(done, journal, tmp_path / "friday.vedette", NOON)
    assert (listed.game, listed.title, listed.kept) == ("ambush", "At the farm", NOON)
    head, point = journal.head, point_at(journal)
    match.declare("Krause", "Moore")  # what comes later is not in it, and the running match is none the worse
    journal.close()

    again = restored(tmp_path / "friday.vedette", tmp_path / "elsewhere")
    assert head is not None
    with Journal(again.journal, write=True) as taken_up:
        report = check_journal(taken_up.entries(), head.seal)
        assert (report.faults, report.entries, report.head) == ((), head.sequence, head.seal)
        assert point_at(taken_up) == point
        at_home = match_at(TABLE, journal=taken_up)
        at_home.declare("Krause", "Moore")
        with Journal(done.journal) as home:
            assert [entry.text for entry in taken_up.entries()] == [entry.text for entry in home.entries()]
    assert [step.state for step in steps_of(again)] == [step.state for step in steps_of(done)]
    assert playable(again)
    assert (again.match, again.roster, again.frame) == (done.match, done.roster, done.frame)


def test_the_restored_files_are_those_of_the_set_up(done: SetUp, tmp_path: Path) -> None:
    """Lens and table to the byte, so that a table that was checked stays checked."""
    distance = Distance(start=(0, 0), end=(9, 0), true_cm=9, measured_cm=9, sigma_cm=0.1)
    done.terrain, done.check = (), CheckFile(table=done.fingerprint(), distance=(distance,))
    (done.folder / "match.toml").write_text("# ours\n" + (done.folder / "match.toml").read_text())
    keep_folder(done, tmp_path / "friday.vedette", NOON)
    again = restored(tmp_path / "friday.vedette", tmp_path / "elsewhere")
    for name in ("match", "camera", "table", "check", "roster", "terrain", "frame", "sheets", "source"):
        assert (again.folder / f"{name}.toml").read_bytes() == (done.folder / f"{name}.toml").read_bytes(), name
    assert not again.journal.exists()
    assert not list(tmp_path.glob(".*"))


@pytest.mark.ci
def test_a_match_file_with_files_elsewhere_becomes_one_folder(done: SetUp, tmp_path: Path) -> None:
    (tmp_path / "desk").mkdir()
    text = f'game = "ambush"\ntitle = "Friday"\ntable = "{done.folder}/table.toml"\nroster = "../match/roster.toml"\n'
    (tmp_path / "desk" / "friday night.toml").write_text(text)
    setup = SetUp(tmp_path / "desk", "friday night.toml")
    journal, match = begin(setup.journal)
    play(match)
    journal.close()
    keep_folder(setup, tmp_path / "friday.vedette", NOON)
    again = restored(tmp_path / "friday.vedette", tmp_path / "elsewhere")
    assert (again.roster, again.missing()) == (done.roster, None)
    assert again.table is not None
    with Journal(again.journal) as kept, Journal(setup.journal) as ours:
        assert list(kept.entries()) == list(ours.entries())


def test_neither_passwords_nor_pictures_are_given_away(done: SetUp, tmp_path: Path) -> None:
    done.source = SourceFile.of("rtsp://club:secret@192.168.1.20/live", (1920, 1080))
    done.keep_table_picture(b"a picture")
    done.add_lens_picture(b"a picture", ".jpg")
    keep_folder(done, tmp_path / "friday.vedette", NOON)
    with zipfile.ZipFile(tmp_path / "friday.vedette") as opened:
        assert not [name for name in opened.namelist() if not name.endswith(".toml")]
        assert all(b"secret" not in opened.read(name) for name in opened.namelist())
    source = restored(tmp_path / "friday.vedette", tmp_path / "elsewhere").source
    assert source == SourceFile.of("rtsp://192.168.1.20/live", (1920, 1080))


def test_a_record_that_was_changed_is_not_kept(done: SetUp, tmp_path: Path) -> None:
    journal, match = begin(done.journal)
    play(match)
    journal.close()
    with closing(sqlite3.connect(done.journal)) as raw, raw:
        raw.execute("DROP TRIGGER entry_no_update")
        raw.execute("UPDATE entry SET text = replace(text, '[5]', '[6]') WHERE kind = 'thrown'")
    with pytest.raises(BadInput, match="entry 3 is missing or was altered"):
        keep_folder(done, tmp_path / "friday.vedette", NOON)
    assert not (tmp_path / "friday.vedette").exists()


def test_a_folder_without_a_match_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        keep_folder(SetUp(tmp_path), tmp_path / "friday.vedette", NOON)


@pytest.mark.ci
def test_a_folder_with_something_in_it_is_left_alone(kept: Path, tmp_path: Path) -> None:
    full, empty = tmp_path / "full", tmp_path / "empty"
    full.mkdir()
    empty.mkdir()
    (full / "mine.txt").write_text("mine")
    with pytest.raises(BadInput, match="there is something already"):
        restored(kept, full)
    assert [file.name for file in full.iterdir()] == ["mine.txt"]
    assert playable(restored(kept, empty))


def parts_of(kept: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(kept) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zipped(parts: dict[str, bytes], *, listed: bool = True, **more: bytes) -> bytes:
    """Return an archive as a stranger writes it; ``listed``: its list tells the truth of what is in it."""
    parts = {**parts, **more}
    if listed:
        head = parts[LIST].decode().partition("[[file]]")[0]
        told = [
            f'[[file]]\nname = "{name}"\nsize = {len(data)}\nsha256 = "{hashlib.sha256(data).hexdigest()}"\n'
            for name, data in parts.items() if name != LIST
        ]  # fmt: skip
        parts[LIST] = (head + "\n".join(told)).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in parts.items():
            opened.writestr(name, data)
    return out.getvalue()


def with_link(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as opened:
        for name, data in parts.items():
            opened.writestr(name, data)
        link = zipfile.ZipInfo("terrain.toml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        opened.writestr(link, "/etc/passwd")
    return out.getvalue()


def with_two(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as opened:
        for name, data in parts.items():
            opened.writestr(name, data)
        with pytest.warns(UserWarning, match="Duplicate"):
            opened.writestr("match.toml", b"")
    return out.getvalue()


def with_a_million_names(data: bytes) -> bytes:
    return data[:-22] + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, 60_000_000, 0, 0)


def with_journal(parts: dict[str, bytes], tmp_path: Path, sql: str) -> bytes:
    """Return an archive whose journal somebody has changed, and listed as it is now."""
    file = tmp_path / "changed.db"
    file.write_bytes(parts[JOURNAL])
    raw = sqlite3.connect(file)
    raw.executescript(sql)
    raw.close()
    return zipped(parts, **{JOURNAL: file.read_bytes()})


ALTERED = """DROP TRIGGER entry_no_update; UPDATE entry SET text = replace(text, '[5]', '[6]') WHERE kind = 'thrown';"""
Hostile = Callable[[dict[str, bytes], bytes, Path], bytes]
HOSTILE: dict[str, tuple[Hostile, str]] = {
    "a name outside": (lambda parts, *_: zipped(parts, **{"../../evil.toml": b"x"}), "no file of a kept match"),
    "an absolute name": (lambda parts, *_: zipped(parts, **{"/tmp/evil.toml": b"x"}), "no file of a kept match"),
    "an unknown file": (lambda parts, *_: zipped(parts, **{"evil.py": b"x"}), "evil.py.*no file of a kept match"),
    "a link": (lambda parts, *_: with_link(parts), "terrain.toml.*no file of a kept match"),
    "two of a name": (lambda parts, *_: with_two(parts), "match.toml.*no file of a kept match"),
    "a bomb": (lambda parts, *_: zipped(parts, **{"heights.npz": bytes(3_000_000)}), "more than 1 MB"),
    "a bomb in the heights": (
        lambda parts, *_: zipped(parts, **{"heights.npz": zipped({"heights.npy": bytes(3_000_000)}, listed=False)}),
        "more than 1 MB",
    ),
    "many names": (lambda _, data, __: with_a_million_names(data), "not all of it is there"),
    "a wrong hash": (lambda parts, *_: zipped(parts, listed=False, **{"roster.toml": b"#"}), "roster.toml.*not as it"),
    "a file that is not listed": (
        lambda parts, *_: zipped(parts, listed=False, **{"privacy.toml": b"#"}), "privacy.toml.*not as it",
    ),
    "a file that is gone": (
        lambda parts, *_: zipped({n: d for n, d in parts.items() if n != "table.toml"},
                                 listed=False), "table.toml.*not as it",
    ),
    "a newer Vedette's": (
        lambda parts, *_: zipped(parts, **{LIST: parts[LIST].replace(b"form = 1", b"form = 2\nmore = 1")}),
        "a newer Vedette",
    ),
    "no list": (lambda parts, *_: zipped({"match.toml": parts["match.toml"]}, listed=False), "not all of it is there"),
    "half of it": (lambda _, data, __: data[: len(data) // 2], "not all of it is there"),
    "a byte that fell over": (
        lambda _, data, __: data[:400] + bytes([data[400] ^ 1]) + data[401:], "not all of it is there|not as it was",
    ),
    "nothing": (lambda *_: b"", "not all of it is there"),
    "a picture": (lambda *_: b"\xff\xd8\xff" * 999, "not all of it is there"),
    "another zip": (lambda *_: zipped({"a.txt": b"x"}, listed=False), "a.txt.*no file of a kept match"),
    "no match": (
        lambda parts, *_: zipped({n: d for n, d in parts.items() if n != "match.toml"}), "there is no match in it",
    ),
    "a match that names files elsewhere": (
        lambda parts, *_: zipped(parts, **{"match.toml": b'game = "ambush"\nroster = "../../.profile"\n'}),
        "names '../../.profile'",
    ),
    "a match of no game": (lambda parts, *_: zipped(parts, **{"match.toml": b'game = "chess"\n'}), "game: expected"),
    "a record that is none": (lambda parts, *_: zipped(parts, **{JOURNAL: b"none"}), "journal.db.*not as it was kept"),
    "a record that was changed": (
        lambda parts, _, tmp: with_journal(parts, tmp, ALTERED), "journal.db.*not as it was kept",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_what_a_stranger_made_is_said_and_leaves_nothing(
    what: str, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 1_000_000)
    monkeypatch.setattr("referee.kept.match.MOST_BYTES", 1_000_000)
    made, said = HOSTILE[what]
    data = made(parts_of(kept), kept.read_bytes(), tmp_path)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(BadInput, match=said) as wrong:
        restore_match(data, "friday.vedette", tmp_path / "elsewhere")
    assert str(wrong.value).startswith("friday.vedette: ")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.ci
def test_any_byte_that_fell_over_is_noticed_or_of_no_matter(kept: Path, tmp_path: Path) -> None:
    """Either it is refused in words, or what is restored is what was kept: nothing in between, and no traceback."""
    data, chance = bytearray(kept.read_bytes()), np.random.default_rng(7)
    whole = parts_of(kept)
    for number, at in enumerate(chance.integers(0, len(data), 150)):
        spoilt = bytearray(data)
        spoilt[at] ^= int(chance.integers(1, 256))
        folder = tmp_path / f"try-{number}"
        try:
            restore_match(bytes(spoilt), "friday.vedette", folder)
        except BadInput:
            assert not folder.exists()
        else:
            texts = {file.name: file.read_bytes() for file in folder.glob("*.toml")}
            assert texts == {name: part for name, part in whole.items() if name in texts}


def test_what_is_beside_the_entries_in_a_stranger_s_record_stays_there(kept: Path, tmp_path: Path) -> None:
    """A database may hold triggers and views: only its entries are taken over, into one of our own."""
    data = with_journal(parts_of(kept), tmp_path, "CREATE TABLE evil (a); CREATE VIEW worse AS SELECT * FROM evil;")
    restore_match(data, "friday.vedette", tmp_path / "elsewhere")
    with closing(sqlite3.connect(tmp_path / "elsewhere" / JOURNAL)) as raw, raw:
        names = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
    assert "entry" in names
    assert not names & {"evil", "worse"}
