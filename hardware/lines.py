"""One line of the rig's protocol with its two checks, to and from a message (docs/rig-protocol.md, A line)."""

import re
from binascii import crc_hqx
from dataclasses import dataclass

from hardware.kinds import BYTE, HOST_KINDS, RIG_KINDS, NotAWord, Number
from hardware.messages import Flag, Message, Refusal, ShotSensed

VERSION = "1"
MOST_RIG_BYTES, MOST_HOST_BYTES = 128, 64  # with `$` and line feed

_FRAMED = re.compile(rb"\$([!-#%-)+-~]+(?: [!-#%-)+-~]+)*)\*([0-9A-F]{4})")
_CHECK = re.compile(r"[0-9A-F]{4}", re.ASCII)
_SEQUENCE = Number(0, BYTE)
_BY_WORD = {kind.word: kind for kind in (*RIG_KINDS, *HOST_KINDS)}
_BY_MESSAGE = {kind.message: kind for kind in (*RIG_KINDS, *HOST_KINDS)}


def crc16_ccitt_false(data: bytes) -> int:
    """Return CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF): 0x29B1 for `123456789`."""
    return crc_hqx(data, 0xFFFF)


def crc16_arc(data: bytes) -> int:
    """Return CRC-16/ARC (polynomial 0x8005 from the low bit, start 0): 0xBB3D for `123456789`."""
    rest = 0
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (0xA001 if rest & 1 else 0)
    return rest


class BadLine(ValueError):  # noqa: N818
    """A line that is no message: why, what is wrong in a few words, and its sequence number if it could be trusted."""

    def __init__(self, reason: Refusal, wrong: str, sequence: int | None = None) -> None:
        super().__init__(wrong)
        self.reason = reason
        self.sequence = sequence


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was read: its sequence number (0-255) and its message."""

    sequence: int
    message: Message


def encode(message: Message, sequence: int) -> bytes:
    """Return the line of a message, line feed included; ValueError if a value is out of its range."""
    kind = _BY_MESSAGE[type(message)]
    words = [word.write(getattr(message, name)) for name, word in kind.words]
    body = " ".join([VERSION, _SEQUENCE.write(sequence), kind.word, *words]).encode("ascii")
    _refuse_times_that_cannot_be(message, sequence)
    if kind.checked:
        body += b" %04X" % crc16_arc(body)
    return b"$%s*%04X\n" % (body, crc16_ccitt_false(body))


def decode(line: bytes) -> Line:
    """Return the message of a line from `$` to its last digit, without the line end, or raise BadLine."""
    if not (framed := _FRAMED.fullmatch(line)):
        raise BadLine(Refusal.FORM, "not of the form $BODY*HHHH")
    body = framed[1]
    if crc16_ccitt_false(body) != int(framed[2], 16):
        raise BadLine(Refusal.CRC, "the CRC does not fit")
    version, *rest = body.decode("ascii").split(" ")
    if version != VERSION:
        raise BadLine(Refusal.VERSION, f"version {version[:8]}, not {VERSION}")
    if len(rest) < 2:
        raise BadLine(Refusal.FORM, "no sequence number or no kind")
    try:
        sequence = _SEQUENCE.read(rest[0])
    except NotAWord as wrong:
        raise BadLine(Refusal.FORM, f"sequence: {wrong}") from None
    assert sequence is not None
    return Line(sequence, _message_of(body, rest[1], rest[2:], sequence))


def _message_of(body: bytes, word: str, words: list[str], sequence: int) -> Message:
    if (kind := _BY_WORD.get(word)) is None:
        raise BadLine(Refusal.KIND, f"no kind {word[:12]}", sequence)
    if len(words) != len(kind.words) + kind.checked:
        wanted = len(kind.words) + kind.checked
        raise BadLine(Refusal.FORM, f"{word} has {wanted} words, got {len(words)}", sequence)
    if kind.checked:
        check = words[-1]
        if not _CHECK.fullmatch(check) or crc16_arc(body[: -len(check) - 1]) != int(check, 16):
            raise BadLine(Refusal.CHECK, "the second check does not fit", sequence)
    try:
        values = {name: reader.read(text) for (name, reader), text in zip(kind.words, words, strict=False)}
        message = kind.message(**values)
        _refuse_times_that_cannot_be(message, sequence)
    except NotAWord as wrong:
        raise BadLine(Refusal.FORM, f"{word}: {wrong}", sequence) from None
    return message


def _refuse_times_that_cannot_be(message: Message, sequence: int) -> None:
    """A misfire passed no gate; of what happened while the power was off the rig knows no time (NotAWord)."""
    if not isinstance(message, ShotSensed):
        return
    gates = message.gate_1_half_us, message.gate_2_half_us
    if message.misfire and gates != (None, None):
        raise NotAWord(f"line {sequence} is a misfire (M) with gate times")
    others = message.plate_half_us, message.cocked_ms
    if Flag.POWER_LOST in message.flags and (*gates, *others) != (None,) * 4:
        raise NotAWord(f"line {sequence} says that power was lost (P), and yet has times of gates, plate or cocking")
