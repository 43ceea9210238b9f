"""SQLite's write-ahead log, read as it will be after a kill: frame by frame, as far as its checksums hold."""

from dataclasses import dataclass
from functools import cache
from typing import IO

import numpy as np
from numpy.typing import NDArray

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
