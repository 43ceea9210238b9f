"""The firmware's reader and writer of lines against the host's: the same bytes, the same meaning."""

import ctypes

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rig_messages import MESSAGES, RIG_IDS

from hardware.lines import MOST_HOST_BYTES, Line, crc16_arc, crc16_ccitt_false, encode
from hardware.messages import AskClock, AskHello, KeepShot, Refusal, SetLimit
from hardware.parser import Parser

HOST_MESSAGES = st.one_of(
    st.just(AskHello()),
    st.builds(KeepShot, RIG_IDS, st.integers(1, 2**32 - 1)),
    st.builds(AskClock, st.integers(0, 65_535)),
    st.builds(SetLimit, st.integers(0, 3600)),
)
KINDS = [None, AskHello, KeepShot, AskClock, SetLimit, *Refusal]


class Taken(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_uint32), ("has_sequence", ctypes.c_uint32), ("sequence", ctypes.c_uint32),
        ("number", ctypes.c_uint32), ("rig", ctypes.c_char * 16),
    ]  # fmt: skip


def taken_by_c(pure: ctypes.CDLL, data: bytes) -> list[tuple]:
    room = (Taken * 200)()
    found = pure.take_bytes(data, len(data), room, 200)
    return [told(KINDS[t.kind], t.sequence if t.has_sequence else None, t.number, t.rig.decode()) for t in room[:found]]


def told(kind: object, sequence: int | None, number: int = 0, rig: str = "") -> tuple:
    if isinstance(kind, Refusal):
        return kind, sequence
    return kind, sequence, number, rig


def taken_by_python(data: bytes) -> list[tuple]:
    found = []
    for item in Parser(MOST_HOST_BYTES).feed(data):
        if not isinstance(item, Line):
            found.append(told(item.reason, item.sequence))
            continue
        match item.message:
            case KeepShot(rig=rig, number=number):
                found.append(told(KeepShot, item.sequence, number, rig))
            case AskClock(nonce=number) | SetLimit(limit_s=number):
                found.append(told(type(item.message), item.sequence, number))
            case AskHello():
                found.append(told(AskHello, item.sequence))
            case _:  # a rig's own words: a rig knows no such kind
                found.append(told(Refusal.KIND, item.sequence))
    return found


def signed(body: bytes, *, checked: bool = False) -> bytes:
    if checked:
        body += b" %04X" % crc16_arc(body)
    return b"$%s*%04X\n" % (body, crc16_ccitt_false(body))


BODIES = st.lists(
    st.one_of(
        st.sampled_from([b"1", b"2", b"0", b"255", b"256", b"00", b"ACK", b"HELLO?", b"CLOCK?", b"LIMIT", b"R-3F2A"]),
        st.sampled_from([b"", b"-", b"-5", b"65535", b"65536", b"3600", b"3601", b"4294967295", b"4294967296", b"a*b"]),
        st.integers(0, 10**11).map(lambda n: b"%d" % n),
        st.text("!#%&()AZaz09-~", min_size=1, max_size=14).map(str.encode),
    ),
    max_size=8,
).map(b" ".join)
LINES = st.one_of(
    st.tuples(HOST_MESSAGES, st.integers(0, 255)).map(lambda m: encode(*m)),
    st.builds(signed, BODIES, checked=st.booleans()),
    st.builds(lambda b, checked: signed(b"1 7 " + b, checked=checked), BODIES, checked=st.booleans()),
    st.builds(lambda rig, n: signed(b"1 7 ACK %s %s" % (rig.encode(), str(n).encode()), checked=True),
              st.text("AZ09-a", max_size=13), st.integers(0, 2**33)),
    st.binary(max_size=80),
)  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """Lines one after the other, some bytes of them changed, dropped or doubled."""
    data = bytearray(b"".join(draw(st.lists(LINES, max_size=5))))
    for _ in range(draw(st.integers(0, 3)) if data else 0):
        at = draw(st.integers(0, len(data) - 1))
        data[at : at + draw(st.integers(0, 1))] = draw(st.binary(max_size=2) | st.sampled_from([b"$", b"\n", b"\r\n"]))
        if not data:
            break
    return bytes(data)


@pytest.mark.ci
@given(spoilt())
def test_the_rig_reads_any_bytes_as_the_hosts_parser_does(pure: ctypes.CDLL, data: bytes):
    assert taken_by_c(pure, data) == taken_by_python(data)


@given(HOST_MESSAGES, st.integers(0, 255))
def test_the_rig_understands_all_that_the_host_says(pure: ctypes.CDLL, message: object, sequence: int):
    (taken,) = taken_by_c(pure, encode(message, sequence))
    assert taken[:2] == (type(message), sequence)


@pytest.mark.ci
@given(MESSAGES, st.integers(0, 255))
def test_the_rig_writes_every_line_as_the_host_would(pure: ctypes.CDLL, message: object, sequence: int):
    line = encode(message, sequence)
    checked = line.split(b"*")[0].split(b" ")[2] in {b"SHOT", b"ACK"}
    _, _, kind, *words = line[1:].split(b"*")[0].split(b" ")
    words = words[:-1] if checked else words
    # Half of the numbers by the writer of numbers, the rest as words.
    as_numbers = [len(word) % 2 == 0 and word.isdigit() and b"%d" % int(word) == word for word in words]
    texts = (ctypes.c_char_p * max(len(words), 1))(*(None if n else w for n, w in zip(as_numbers, words, strict=True)))
    numbers = (ctypes.c_uint32 * max(len(words), 1))(
        *(int(w) if n else 0 for n, w in zip(as_numbers, words, strict=True))
    )
    room = ctypes.create_string_buffer(200)
    length = pure.make_line(ctypes.c_uint8(sequence), kind, len(words), texts, numbers, int(checked), room)
    assert room.raw[:length] == line


@given(st.integers(0, 2**47), st.integers(0, 2**32 - 1))
def test_stamps_are_the_arithmetic_they_stand_for(pure: ctypes.CDLL, ticks: int, span: int):
    pure.us_of.restype = pure.seconds_of.restype = ctypes.c_uint32
    pure.ticks_between.restype = pure.ms_between.restype = ctypes.c_uint32
    at, later = ctypes.c_uint64(ticks), ctypes.c_uint64(ticks + span)
    assert pure.us_of(at) == ticks // 2 % 2**32
    assert abs(pure.seconds_of(at) - ticks / 2_000_000) <= 1.0
    assert pure.ticks_between(at, later) == span
    assert pure.ms_between(at, later) == min(span // 2000, 86_400_000)
