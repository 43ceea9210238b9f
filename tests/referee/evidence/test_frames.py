"""Pictures are kept whole, found again by their hash, dropped oldest first, and never stop a ruling."""

import os
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import make_url

from referee.evidence import frames as module
from referee.evidence.frames import FrameFolder, NoFrame, frame_bytes, frames_of, kept_frame, read_limit
from referee.journal.payloads import Frame
from referee.journal.store import Journal
from table.errors import BadGeometry, BadInput

RECTANGLE = (0.0, 0.0, 10.0, 10.0)


def test_a_picture_is_found_by_the_hash_of_its_bytes(tmp_path: Path) -> None:
    folder = FrameFolder(tmp_path / "frames")
    name = folder.put(b"one")
    assert name == sha256(b"one").hexdigest()
    assert folder.get(name) == b"one"
    assert [file.name for file in folder.folder.iterdir()] == [f"{name}.jpg"]


def test_a_picture_that_was_altered_is_not_shown(tmp_path: Path) -> None:
    folder = FrameFolder(tmp_path)
    name = folder.put(b"one")
    (tmp_path / f"{name}.jpg").write_bytes(b"another")
    with pytest.raises(NoFrame, match="altered"):
        folder.get(name)
    assert folder.put(b"one") == name  # the camera still has it: it is put right
    assert folder.get(name) == b"one"


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "f" * 63, "f" * 64])
def test_what_is_no_hash_or_not_there_is_gone(tmp_path: Path, name: str) -> None:
    with pytest.raises(NoFrame, match="gone"):
        FrameFolder(tmp_path).get(name)


def test_the_oldest_go_but_neither_the_newest_nor_those_that_are_pinned(tmp_path: Path) -> None:
    folder = FrameFolder(tmp_path, limit_bytes=2500)
    names = []
    for k in range(4):
        data = bytes([k]) * 1000
        names.append(folder.put(data, pinned=names[:1]))
        os.utime(tmp_path / f"{names[-1]}.jpg", ns=(k, k))
    there = {file.stem for file in tmp_path.iterdir()}
    assert there == {names[0], names[3]}
    tiny = FrameFolder(tmp_path, limit_bytes=10)
    last = tiny.put(b"x" * 1000)
    assert {file.stem for file in tmp_path.iterdir()} == {last}


def test_what_a_killed_program_left_half_written_goes_first_when_room_is_needed(tmp_path: Path) -> None:
    half = tmp_path / f"{'a' * 64}.jpg.123.new"
    half.write_bytes(b"h" * 900)
    os.utime(half, ns=(1, 1))
    FrameFolder(tmp_path, limit_bytes=1000).put(b"x" * 500)
    assert not half.exists()


def test_a_full_disk_leaves_nothing_half_and_the_entry_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full)
    frame = kept_frame(FrameFolder(tmp_path), lambda: b"one", RECTANGLE)
    assert frame == Frame(sha256=sha256(b"one").hexdigest(), picture_cm=RECTANGLE, lost="No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_stops_no_ruling(tmp_path: Path) -> None:
    (tmp_path / "frames").write_text("a file is in the way")
    frame = kept_frame(FrameFolder(tmp_path / "frames"), lambda: b"one", RECTANGLE)
    assert frame is not None
    assert frame.lost


def test_a_picture_that_cannot_be_made_is_none() -> None:
    def broken() -> bytes:
        raise BadGeometry("no picture")

    assert kept_frame(FrameFolder(Path("nowhere")), broken, RECTANGLE) is None


def test_no_frame_and_no_folder_are_told_apart() -> None:
    with pytest.raises(NoFrame, match="none"):
        frame_bytes(None, None)
    with pytest.raises(NoFrame, match="gone"):
        frame_bytes(None, Frame(sha256="0" * 64))


def test_where_the_pictures_of_a_journal_are(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.sqlite", write=True) as journal:
        assert frames_of(journal).folder == tmp_path / "match.sqlite.frames"
        assert frames_of(journal, tmp_path / "other").folder == tmp_path / "other"
        journal.file = None
        journal.url = make_url("postgresql+psycopg://me:secret@host/battle")
        mine = frames_of(journal).folder
        journal.url = make_url("postgresql+psycopg://you:other@host/battle")
        assert frames_of(journal).folder == mine  # the same journal, whoever opens it
        journal.url = make_url("postgresql+psycopg://me:secret@host/another")
        assert frames_of(journal).folder != mine


def test_a_limit_holds_a_few_pictures() -> None:
    assert read_limit(500) == 500_000_000
    with pytest.raises(BadInput, match="5 MB"):
        read_limit(0)
