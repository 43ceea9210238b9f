"""The mirror of a journal: a second copy of every entry, as lines of a text file or in another database."""

import os
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Self

from referee.journal.entry import Entry
from referee.journal.errors import WriterTaken
from referee.journal.export import entry_in, entry_line
from referee.journal.writer_lock import lock_file
from table.errors import BadFile, BadInput

BEGINS = b'{"sequence"'
LAST = 50
"""Among so many lines at the end one is whole: a line is torn where a disk was full or a program killed."""


class TextMirror:
    """A mirror in a text file: a line of JSON an entry, sealed and chained as in the journal, and only added to.

    A line that is no entry, as a kill or a full disk leaves one half written, is passed over and counted in ``torn``:
    the seals say whether anything is missing.
    """

    def __init__(self, file: Path, *, write: bool = False) -> None:
        """Open a mirror, and make it if it is to be written; raises BadInput, Taken where another program writes it."""
        self.file, self.name, self.torn = file, str(file), 0
        try:
            self._open: IO[bytes] = file.open("ab+" if write else "rb", buffering=0)
        except OSError as error:
            raise BadInput(f"{file}: cannot be opened ({error.strerror})") from None
        self._ends_whole = True
        try:
            if write:
                self._lock()
            self._size = os.fstat(self._open.fileno()).st_size
            if self._size and not is_mirror(file):
                raise BadFile(str(file), "", "the mirror of a journal, or a new file", "something else")
            self.head = self._newest()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lock(self) -> None:
        try:
            lock_file(self._open)
        except OSError:
            raise WriterTaken(f"{self.file}: another program is writing it; close that first") from None

    def entries(self, first: int = 1) -> Iterator[Entry]:
        """Yield the entries from a number on."""
        self.torn = 0
        with self.file.open("rb") as lines:
            for line in lines:
                entry = _entry_of(line)
                if entry is None:
                    self.torn += 1
                elif entry.sequence >= first:
                    yield entry

    def copy(self, entries: Sequence[Entry]) -> None:
        """Add entries in one write, on disk before this returns; raises OSError, also where the file is not ours."""
        data = b"".join(f"{entry_line(entry)}\n".encode() for entry in entries)
        self._need_own()
        if self._size and not self._ends_whole:
            data = b"\n" + data
        written = self._open.write(data)
        os.fsync(self._open.fileno())
        self._size += len(data)
        if written != len(data):
            raise OSError("the disk is full")
        self._need_own()
        self.head, self._ends_whole = entries[-1], True

    def _need_own(self) -> None:
        ours = os.fstat(self._open.fileno())
        there = self.file.stat() if self.file.exists() else None
        if there is None or not os.path.samestat(ours, there) or ours.st_size != self._size:
            raise OSError("it was deleted, replaced or changed by something else")

    def _newest(self) -> Entry | None:
        with self.file.open("rb") as lines:
            last = deque(lines, LAST)
        self._ends_whole = not last or last[-1].endswith(b"\n")
        return next((entry for entry in map(_entry_of, reversed(last)) if entry is not None), None)


def is_mirror(file: Path) -> bool:
    """Say whether there is a file that begins as a mirror does."""
    try:
        with file.open("rb") as there:
            begins = there.read(len(BEGINS))
    except OSError:
        return False
    return bool(begins) and BEGINS.startswith(begins)


def _entry_of(line: bytes) -> Entry | None:
    try:
        return entry_in(line.decode("utf-8"))
    except ValueError:
        return None
