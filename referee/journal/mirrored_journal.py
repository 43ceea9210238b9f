"""A journal and its mirror kept alike: what was confirmed is in both, or the referee is told that it is in one."""

import logging
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import IO, Self

from referee.journal.entry import GENESIS, Draft, Entry
from referee.journal.errors import MIRROR_BEHIND, Unread, WriterTaken
from referee.journal.export import entry_in, entry_line
from referee.journal.payloads import Payload
from referee.journal.reader import PAGE, JournalReader, batches
from referee.journal.store import Journal, utc_now
from referee.journal.writer_lock import FileLock, lock_file
from table.errors import BadFile, BadInput, VedetteError, Wanted

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
            raise BadInput("{file}: cannot be opened ({reason})", file=file, reason=error.strerror) from None
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


log = logging.getLogger(__name__)

Mirror = TextMirror | Journal
"""What takes a copy of a journal's entries, and gives them back: a text file, or a journal in another database."""
MOST_WAITS = 16
"""After a failure 1, 2, 4 and at most so many acts pass until a mirror is tried again: to fail may take it seconds."""


class MirroredJournal(Journal):
    """A journal whose every entry is written to a mirror too before an act is answered.

    Where the mirror fails the match goes on, for the journal is whole: ``trouble`` says so until it has caught up.
    """

    def __init__(self, where: str | Path, mirror: str, *, now: Callable[[], str] = utc_now) -> None:
        """Open both to write; raises BadInput where the mirror has more than the journal, or is another match's."""
        self._place, self._waits, self._wait = mirror, 0, 0
        self._mirror: Mirror | None = None
        super().__init__(where, write=True, now=now)
        try:
            if self.file is not None and "://" not in mirror and Path(mirror).absolute() == self.file:
                raise BadInput(
                    "{mirror}: a mirror is another file than the journal, best on another disk", mirror=mirror
                )
            self._catch_up()
        except OSError as error:
            self.close()
            raise BadInput(
                "{path}: cannot be written ({reason})", path=mirror, reason=error.strerror or error
            ) from None
        except BaseException:
            self.close()
            raise
        self._say(None)

    def close(self) -> None:
        """Let go of both."""
        self._drop()
        super().close()

    def append(self, *written: Payload | Draft, after: str | None = None) -> Entry:
        """Add entries to both; raises Overtaken and NotSaved for the journal only."""
        entry = super().append(*written, after=after)
        with self._mutex:
            self._follow()
        return entry

    def _follow(self) -> None:
        if self._wait > 0:
            self._wait -= 1
            return
        try:
            self._catch_up()
        except (OSError, VedetteError) as error:
            self._drop()
            self._waits = self._wait = min(2 * self._waits or 1, MOST_WAITS)
            if self.trouble is None:
                log.error("the mirror is not written: %s; the journal goes on, and the mirror is tried again", error)
            self._say(MIRROR_BEHIND)
            return
        if self.trouble is not None:
            log.warning("the mirror has caught up")
            self._say(None)
        self._waits = 0

    def _catch_up(self) -> None:
        """Copy what the journal has and the mirror has not, read from the journal as anybody reads it."""
        if self._mirror is None:
            self._mirror = open_mirror(self._place, write=True)
            self._need_same(self._mirror)
        done = self._mirror.head.sequence if self._mirror.head is not None else 0
        last = self.head.sequence if self.head is not None else 0
        while done < last:
            entries = list(self.entries(done + 1, min(done + PAGE, last)))
            if not entries or not all(entry.is_sound for entry in entries):
                raise BadInput(
                    "{name}: entry {entry} cannot be copied: it is missing or was altered",
                    name=self.name, entry=done + 1,
                )  # fmt: skip
            self._mirror.copy(entries)
            done = entries[-1].sequence

    def _need_same(self, mirror: Mirror) -> None:
        """Raise BadInput for a mirror that this journal's entries do not follow on."""
        copied, head = mirror.head, self.head
        if copied is None:
            return
        if head is None or copied.sequence > head.sequence:
            last = f"ends at entry {head.sequence}" if head is not None else "is empty"
            raise BadInput(
                "{name} {last}, and its mirror {mirror} at entry {entry}: the journal has lost something, or this "
                "is another match's mirror. To build the journal again: vedette journal rebuild {mirror} --out "
                "NEW",
                name=self.name, last=Wanted(last), mirror=mirror.name, entry=copied.sequence,
            )  # fmt: skip
        if self.at(copied.sequence).seal != copied.seal:
            raise BadInput(
                "{mirror}: the mirror of another match than {name}: name another, or a new file",
                mirror=mirror.name, name=self.name,
            )  # fmt: skip

    def _drop(self) -> None:
        mirror, self._mirror = self._mirror, None
        if mirror is not None:
            with suppress(OSError, VedetteError):
                mirror.close()

    def _say(self, trouble: str | None) -> None:
        self.trouble = trouble
        if isinstance(self._lock, FileLock):
            self._lock.watch.mirrored = trouble is None


def journal_to_write(where: str | Path, mirror: str | None) -> Journal:
    """Return a journal opened to write, with its mirror where there is to be one."""
    return Journal(where, write=True) if mirror is None else MirroredJournal(where, mirror)


def open_mirror(where: str, *, write: bool = False) -> Mirror:
    """Return a journal or the mirror of one: a text file, unless it is a URL or, to read, anything else."""
    text = "://" not in where and (write or is_mirror(Path(where)))
    return TextMirror(Path(where), write=write) if text else Journal(where, write=write)


def rebuild(record: TextMirror | JournalReader, new: str) -> tuple[int, str | None]:
    """Write a new journal from a mirror, or from a damaged journal, up to the first entry that is not sound.

    Returns how many entries there are, and what is wrong with the next, if anything. Raises BadInput where the new
    journal is not new, or there is nothing to write.
    """
    wrong: str | None = None

    def sound() -> Iterator[Entry]:
        nonlocal wrong
        previous, number = GENESIS, 0
        try:
            for entry in record.entries():
                number += 1
                if (entry.sequence, entry.previous) != (number, previous) or not entry.is_sound:
                    wrong = f"entry {number} is missing or was altered"
                    return
                yield entry
                previous = entry.seal
        except Unread as error:
            wrong = str(error)

    entries = sound()
    first = next(entries, None)
    if first is None:
        raise BadInput(
            "{name}: there is nothing to build a journal from ({wrong})",
            name=record.name, wrong=Wanted(wrong or "it is empty"),
        )  # fmt: skip
    with Journal(new, write=True) as journal:
        if journal.head is not None:
            raise BadInput(
                "{journal}: there is a journal already; name a new file or an empty database", journal=journal.name
            )
        for batch in batches(chain([first], entries)):
            journal.copy(batch)
        return (journal.head.sequence if journal.head is not None else 0), wrong
