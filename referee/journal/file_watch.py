"""The files that a journal in SQLite is made of, watched while it is written: are they there, whole, ours alone?"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from os import stat_result
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from referee.journal.engines import reading_sqlite
from referee.journal.entry import GENESIS, Entry
from referee.journal.errors import DAMAGED, DAMAGED_MIRRORED, GONE, MENDED, UNWRITTEN, NotSaved
from referee.journal.integrity import check_journal
from referee.journal.schema import ENTRY, entry_from, make_tables, newest, said_by

HEADER, FRAME = 32, 24
MAGIC = 0x377F0682  # and one more where the checksums are over big-endian words
MASK = 0xFFFFFFFF
AT_ONCE = 16

Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LogEnd:
    """Where a log ends: its header (every restart has another), so many frames with the last commit, the checksum."""

    header: bytes = b""
    frames: int = 0
    sums: Sums = (0, 0)


def end_of(log: IO[bytes], known: LogEnd | None = None, most: int | None = None) -> LogEnd:
    """Return the end of the last commit that a recovery would find, or the last within so many frames at ``most``.

    What a ``known`` end covers is not read again.
    """
    log.seek(0)
    header = log.read(HEADER)
    if len(header) < HEADER or int.from_bytes(header[:4], "big") & ~1 != MAGIC:
        return LogEnd()
    order = ">u4" if header[3] & 1 else "<u4"
    words = np.frombuffer(header[:24], order).astype(np.uint64)[None]
    sums = _carried((0, 0), _weights(24), _weighed(words)[0])
    if sums != _big(header[24:]):
        return LogEnd()
    end = known if known is not None and known.header == header else LogEnd(header, 0, sums)
    page = int.from_bytes(header[8:12], "big")
    log.seek(HEADER + end.frames * (FRAME + page))
    frames, sums = end.frames, end.sums
    while data := log.read(AT_ONCE * (FRAME + page)):
        whole = len(data) // (FRAME + page)
        rows = np.frombuffer(data, np.uint8, whole * (FRAME + page)).reshape(whole, FRAME + page)
        covered = np.ascontiguousarray(np.delete(rows, slice(8, FRAME), axis=1)).view(order).astype(np.uint64)
        for row, share in zip(rows, _weighed(covered), strict=True):
            sums, head = _carried(sums, _weights(8 + page), share), row[:FRAME].tobytes()
            if head[8:16] != header[16:24] or sums != _big(head[16:]) or frames == most:
                return end
            frames += 1
            if any(head[4:8]):  # a commit
                end = LogEnd(header, frames, sums)
    return end


def _big(data: bytes) -> Sums:
    return int.from_bytes(data[:4], "big"), int.from_bytes(data[4:8], "big")


@cache
def _weights(size: int) -> NDArray[np.uint64]:
    """Return what each word of so many bytes adds to the two sums; the first two rows are for the sums before them.

    SQLite adds two words a step, ``s += x + t`` and ``t += y + s``: linear, so all pages are weighed in one product.
    """
    a, b, c, d = 1, 0, 0, 1  # the step's matrix [[1, 1], [1, 2]] to the power of the steps that are left
    rows: list[Sums] = []
    for _ in range(size // 8):
        rows += [(b, d), (a + b & MASK, c + d & MASK)]  # the second word of a step, and the first: last to first
        a, b, c, d = a + b & MASK, a + 2 * b & MASK, c + d & MASK, c + 2 * d & MASK
    return np.array([(a, c), (b, d), *reversed(rows)], np.uint64)


def _weighed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    weights = _weights(4 * words.shape[1])[2:]
    shares: NDArray[np.uint64] = words @ weights & np.uint64(MASK)  # what is over 64 bits is a multiple of 2**32
    return shares


def _carried(sums: Sums, weights: NDArray[np.uint64], share: NDArray[np.uint64]) -> Sums:
    before = [sum(part * int(weight) for part, weight in zip(sums, weights[:2, n], strict=True)) for n in (0, 1)]
    return before[0] + int(share[0]) & MASK, before[1] + int(share[1]) & MASK


log = logging.getLogger(__name__)

ROLL = 16
"""So many older entries are read again before each act: those of a match of 2000 once in 125 acts."""
FOR_NOW = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_NOMEM")
Seen = tuple[object, ...]


class FileWatch:
    """The one connection that writes a journal, and its files: the database, ``-wal`` and ``-shm`` beside it.

    Nobody else may write them. So before an act they must be those that were left after the last one, by inode, size
    and times; where they are not, every page, seal and frame is read again. After an act its frames are read from the
    file as a recovery would, its entries through another connection. What is read is never a file that SQLite has
    locks on: to close one would drop them.
    """

    def __init__(self, file: Path, engine: Engine) -> None:
        self.file, self._engine = file, engine
        self._log_file, self._index = (file.with_name(file.name + end) for end in ("-wal", "-shm"))
        self._connection: Connection | None = None
        self._reader: Connection | None = None
        self._log: IO[bytes] | None = None
        self._damage: tuple[str, Seen] | None = None
        self.last: Entry | None = None
        """The newest entry that was read back."""
        self.mirrored = False

    def open(self) -> None:
        """Connect, make the tables that are not there, and take the files as they are."""
        try:
            self._connection, self._reader = self._engine.connect(), self._engine.connect()
            with self._connection.begin():
                self._connection.exec_driver_sql("BEGIN IMMEDIATE")
                make_tables(self._connection)
                self.last = self.last or newest(self._connection)
            self._log = self._log_file.open("rb", buffering=0)
            self._rolled, self._end = (GENESIS, 0), LogEnd()
            self._note()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the files."""
        if self._log is not None:
            self._log.close()
        for connection in (self._connection, self._reader):
            if connection is not None:
                connection.close()
        self._log = self._connection = self._reader = None

    @contextmanager
    def session(self) -> Iterator[Connection]:
        """Lend a transaction; raises NotSaved before it where a file is not as it was, after it where it is not in."""
        with _readable():
            self._need_whole()
        assert self._connection is not None
        rows = self._rows_written
        try:
            with self._connection.begin():
                self._connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield self._connection
        except SQLAlchemyError:
            with suppress(OSError):
                self._note()
            raise
        with _readable():
            self._need_written(rows != self._rows_written)

    @property
    def _rows_written(self) -> int:
        assert self._connection is not None
        return int(getattr(self._connection.connection.driver_connection, "total_changes", 0))

    def _need_whole(self) -> None:
        """Raise NotSaved where a file is gone, another's or damaged; mend what can be mended."""
        if self._log is None:  # it could not be opened again after it was mended
            self.open()
            self._need_all(self._noted)
        seen = self._seen()
        if self._damage is not None and self._damage[1] == seen:
            raise self._stopped(self._damage[0])
        self._need_files(seen)
        if seen != self._noted or self._damage is not None:
            self._need_all(seen)
            self._begin_again()  # what the connections have in memory is of the files as they were
        self._roll()

    def _need_files(self, seen: Seen) -> None:
        if seen[0] != self._noted[0]:
            raise NotSaved(GONE, str(self.file.parent), file=self.file.name)
        if seen[1:3] != self._noted[1:3]:
            self._mend(seen)

    def _need_written(self, changed: bool) -> None:
        """Raise NotSaved where what was just committed would not be there after a kill."""
        seen = self._seen()
        self._need_files(seen)
        before = self._end
        self._note()
        if changed and self._end == before:
            raise self._found("what was committed is not in the write-ahead log", seen)
        for entry in self._read(self.last.sequence if self.last else 0):
            if not entry.is_sound or entry.previous != (self.last.seal if self.last else GENESIS):
                raise self._found(f"entry {entry.sequence} is not read back as it was written", seen)
            self.last = entry

    def _need_all(self, seen: Seen) -> None:
        """Read everything again: something else than this program has touched a file."""
        self._need_log(seen)
        try:
            engine = reading_sqlite(self.file)
            try:
                with engine.connect() as fresh:
                    said = str(fresh.exec_driver_sql("PRAGMA quick_check(1)").scalar())
                    rows = fresh.execution_options(yield_per=500).execute(select(ENTRY).order_by(ENTRY.c.sequence))
                    report = check_journal(map(entry_from, rows), self.last.seal if self.last else None)
            finally:
                engine.dispose()
        except SQLAlchemyError as error:
            raise self._refused(error, seen) from None
        if said != "ok" or report.faults:
            fault = next(iter(report.faults), None)
            raise self._found(f"entry {fault.sequence}: {fault.what}" if fault else said, seen)
        self._damage = None

    def _need_log(self, seen: Seen) -> None:
        assert self._log is not None
        if self._end.frames and end_of(self._log, most=self._end.frames) != self._end:
            raise self._found("its write-ahead log is not the one that was written", seen)

    def _roll(self) -> None:
        """Read some older entries again, each in its turn: a disk may rot, and a clock may be too coarse."""
        seal, number = self._rolled
        rolled = self._read(number, ROLL)
        for entry in rolled:
            if not entry.is_sound or entry.previous != seal:
                raise self._found(f"entry {entry.sequence} was altered", self._seen())
            seal, number = entry.seal, entry.sequence
        self._rolled = (seal, number) if len(rolled) == ROLL else (GENESIS, 0)

    def _read(self, after: int, most: int | None = None) -> list[Entry]:
        """Return entries through a connection that has not written them: it reads them from the files."""
        wanted = select(ENTRY).where(ENTRY.c.sequence > after).order_by(ENTRY.c.sequence).limit(most)
        assert self._reader is not None
        try:
            with self._reader.begin():
                return [entry_from(row) for row in self._reader.execute(wanted)]
        except SQLAlchemyError as error:
            raise self._refused(error, self._seen()) from None

    def _mend(self, seen: Seen) -> None:
        """Write what an unlinked log still holds into the database, and begin again with files of the right names."""
        self._need_log(seen)
        assert self._connection is not None
        busy = self._connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
        self._connection.rollback()
        if busy:
            raise NotSaved(GONE, "somebody is reading it", file=self._log_file.name)
        files = (self.file, self._log_file, self._index)
        self._begin_again([files[n] for n in (1, 2) if seen[n] != self._noted[n]])
        self._need_all(self._noted)
        log.warning("%s or -shm was deleted or replaced; the journal is whole again", self._log_file)
        raise NotSaved(MENDED, file=self._log_file.name)

    def _begin_again(self, foreign: Sequence[Path] = ()) -> None:
        """Connect anew; what was laid in the place of our files goes aside: it must not be taken for a log."""
        self.close()
        self._engine.dispose()
        for file in foreign:
            with suppress(FileNotFoundError):
                file.replace(file.with_name(f"{file.name}.foreign"))
        self.open()

    def _refused(self, error: SQLAlchemyError, seen: Seen) -> NotSaved:
        """Return what SQLite's refusal to read means: for now only, or that a file is damaged."""
        if getattr(getattr(error, "orig", None), "sqlite_errorname", "").startswith(FOR_NOW):
            return NotSaved(UNWRITTEN, said_by(error))
        return self._found(said_by(error), seen)

    def _found(self, what: str, seen: Seen) -> NotSaved:
        """Remember damage until a file changes again."""
        self._damage = what, seen
        log.error("%s is damaged: %s", self.file, what)
        return self._stopped(what)

    def _stopped(self, what: str) -> NotSaved:
        return NotSaved(DAMAGED_MIRRORED if self.mirrored else DAMAGED, what, file=self.file.name)

    def _note(self) -> None:
        """Take the files as ours: called when nobody but this program can have written them."""
        assert self._log is not None
        self._end = end_of(self._log, self._end)
        self._noted = self._seen()

    def _seen(self) -> Seen:
        """Return which files there are, by inode, and as what the two that are written were last seen."""
        found = [_stat(file) for file in (self.file, self._log_file, self._index)]
        inodes = [None if told is None else (told.st_dev, told.st_ino) for told in found]
        # Not by st_ctime: SQLite run by root changes the owner of -wal whenever somebody opens it to read.
        written = [told and (told.st_size, told.st_mtime_ns) for told in found[:2]]
        return (*inodes, *written)


@contextmanager
def _readable() -> Iterator[None]:
    """Say of a file that cannot be looked at that nothing is saved."""
    try:
        yield
    except OSError as error:
        raise NotSaved(UNWRITTEN, str(error)) from None


def _stat(file: Path) -> stat_result | None:
    try:
        return file.stat()
    except FileNotFoundError:
        return None
