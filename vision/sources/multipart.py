"""MJPEG over HTTP: a stream of bytes to its pictures, whatever a camera makes of multipart/x-mixed-replace."""

import re
from dataclasses import dataclass
from email.message import Message

MOST_BYTES = 64_000_000  # a part larger than this is no picture
_HEAD_BYTES = 4096
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,9})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_STAMP = re.compile(rb"^x-timestamp:[ \t]*(\d{1,12}(?:\.\d{1,9})?)[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_HEAD_END = re.compile(rb"\r?\n\r?\n")


class NoMultipart(Exception):  # noqa: N818
    """The bytes are no pictures in parts; its text says more where there is more to say."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its bytes, and the sender's stamp in seconds where it gives one."""

    data: bytes
    stamp_s: float | None


def boundary_of(headers: Message) -> bytes | None:
    """Return what divides the parts, its two dashes before it; None where the headers do not tell."""
    told = headers.get_param("boundary")
    text = told if isinstance(told, str) else ""
    # Many cameras count the delimiter's two dashes as part of their boundary, and then write them once only.
    name = text.strip('"').lstrip("-").encode("latin-1", "ignore")
    return b"--" + name if name else None


class PartReader:
    """Cuts a stream of bytes into parts, by their Content-Length where it is right, else at the next boundary."""

    def __init__(self, boundary: bytes | None) -> None:
        self._boundary = boundary
        self._held = bytearray()
        self._searched = 0

    def feed(self, data: bytes) -> list[Part]:
        """Take some more bytes and return the parts that are whole now; raises NoMultipart for a stream of others."""
        self._held += data
        parts = []
        while (part := self._next()) is not None:
            parts.append(part)
        if len(self._held) > MOST_BYTES:
            raise NoMultipart
        return parts

    def _next(self) -> Part | None:
        start = self._start()
        if start is None:
            return None
        head_end = _HEAD_END.search(self._held, start, start + _HEAD_BYTES)
        if head_end is None:
            if len(self._held) - start > _HEAD_BYTES:
                raise NoMultipart
            return None
        assert self._boundary is not None
        head, body = bytes(self._held[start : head_end.start()]), head_end.end()
        end = self._told_end(head, body)
        if end is None:
            end = self._held.find(self._boundary, max(body, self._searched))
            if end < 0:
                self._searched = max(body, len(self._held) - len(self._boundary))
                return None
        elif end < 0:
            return None
        stamp = _STAMP.search(head)
        with memoryview(self._held) as held:
            part = Part(bytes(held[body:end]), float(stamp[1]) if stamp else None)
        del self._held[:end]
        self._searched = 0
        return part

    def _start(self) -> int | None:
        """Return where the head of the next part begins, dropping what lies before its boundary."""
        if self._boundary is None:
            first = re.search(rb"^--[ \t]*([^\r\n]{1,200}?)[ \t]*\r?\n", self._held[:_HEAD_BYTES], re.MULTILINE)
            if first is None:
                if len(self._held) > _HEAD_BYTES:
                    raise NoMultipart
                return None
            self._boundary = b"--" + first[1].lstrip(b"-")
        at = self._held.find(self._boundary)
        if at < 0:
            del self._held[: max(0, len(self._held) - len(self._boundary))]
            return None
        return at + len(self._boundary)

    def _told_end(self, head: bytes, body: int) -> int | None:
        """Return where the part ends by its Content-Length; -1: not all there yet; None: not told, or told wrongly."""
        told = _LENGTH.search(head)
        if told is None or int(told[1]) == 0:
            return None
        if int(told[1]) > MOST_BYTES:
            raise NoMultipart(f"it announces a picture of {int(told[1]) // 1_000_000} MB")
        end = body + int(told[1])
        if len(self._held) < end:
            return -1
        return end if self._held[end - 2 : end] == b"\xff\xd9" else None
