"""Any bytes, in any pieces: never an exception, never a message that was not said."""

import sys
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from rig_messages import LINES, SHOTS

from hardware.lines import MOST_HOST_BYTES, MOST_RIG_BYTES, Line, crc16_arc, crc16_ccitt_false, encode
from hardware.messages import Flag, KeepShot, Lever, LeverState, Refusal, ShotSensed
from hardware.parser import Parser, Reject

SHOT = ShotSensed("R-3F2A", 42, 12, 158, 158003344, 66783, 9044, 23712, None)
LINE = encode(SHOT, 7)
NOISE = st.binary(max_size=40).map(lambda noise: noise.replace(b"$", b"#"))


def whole(data: bytes) -> list[Line | Reject]:
    return Parser().feed(data)


def with_crc(body: bytes) -> bytes:
    return b"$%s*%04X\n" % (body, crc16_ccitt_false(body))


def test_the_two_checks_are_the_catalogue_s():
    assert crc16_ccitt_false(b"123456789") == 0x29B1
    assert crc16_arc(b"123456789") == 0xBB3D
    assert crc16_ccitt_false(b"") == 0xFFFF


@given(LINES)
def test_what_was_written_is_read(line):
    message, sequence = line
    data = encode(message, sequence)
    assert whole(data) == [Line(sequence, message)]
    assert len(data) <= MOST_RIG_BYTES
    if isinstance(message, KeepShot):
        assert len(data) <= MOST_HOST_BYTES


@pytest.mark.ci
@given(st.lists(LINES, max_size=6), st.lists(NOISE, min_size=7, max_size=7))
def test_noise_between_lines_hides_none(lines, noises):
    data = noises[0]
    for line, noise in zip(lines, noises[1:], strict=False):
        data += encode(*line) + noise
    assert [(line.message, line.sequence) for line in whole(data)] == lines


@given(st.binary(max_size=400) | st.text(alphabet="$*1 SHOTACK0123ABCD\r\n-", max_size=400).map(str.encode), st.data())
def test_any_bytes_in_any_pieces_are_the_same_as_whole(data: bytes, draw):
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(data)), max_size=8)))
    parser, pieces = Parser(), []
    for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        pieces += parser.feed(data[begin:end])
    assert pieces == whole(data)
    single = Parser()
    assert [found for byte in data for found in single.feed(bytes([byte]))] == pieces


@pytest.mark.ci
@given(st.lists(LINES, min_size=1, max_size=5), st.data())
def test_lines_in_any_pieces_are_the_same_as_whole(lines, draw):
    data = b"".join(encode(*line) for line in lines)
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(data)), max_size=8)))
    parser, pieces = Parser(), []
    for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        pieces += parser.feed(data[begin:end])
    assert [(line.message, line.sequence) for line in pieces] == lines


@pytest.mark.ci
@given(SHOTS, st.integers(0, 255), st.data())
def test_up_to_three_wrong_bits_are_always_found(shot, sequence, draw):
    data = bytearray(encode(shot, sequence))
    last = data.rindex(b"*") - 1
    for bit in draw.draw(st.sets(st.integers(8, last * 8 + 7), min_size=1, max_size=3)):
        data[bit // 8] ^= 1 << bit % 8
    assert [found for found in whole(bytes(data)) if isinstance(found, Line)] == []


@pytest.mark.ci
@given(SHOTS, st.binary(min_size=1, max_size=6), st.data())
def test_bytes_that_are_put_in_taken_out_or_replaced_make_no_other_shot(shot, strange, draw):
    data = encode(shot, 9)
    at = draw.draw(st.integers(0, len(data)))
    cut = draw.draw(st.integers(0, 6))
    spoilt = whole(data[:at] + strange + data[at + cut :])
    assert {found.message for found in spoilt if isinstance(found, Line)} <= {shot}


@pytest.mark.ci
@given(SHOTS, st.data())
def test_a_line_that_is_cut_off_is_none(shot, draw):
    data = encode(shot, 9)
    end = draw.draw(st.integers(0, len(data) - 1))
    assert whole(data[:end]) == []
    follower = whole(data[:end] + data)
    assert [found.message for found in follower if isinstance(found, Line)] == [shot]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (LINE.replace(b"42", b"43"), Refusal.CRC),
        (LINE[:-1].lower() + b"\n", Refusal.FORM),  # `$`, but the CRC in small letters
        (b"$*FFFF\n", Refusal.FORM),
        (b"$1 0 HELLO?*6A70 \n", Refusal.FORM),
        (b"$1 0 HELLO?*6A70\r\r\n", Refusal.FORM),
        (b"$\n", Refusal.FORM),
        (b"$" + b"x" * 200 + b"\n", Refusal.LONG),
        (with_crc(b"1"), Refusal.FORM),
        (with_crc(b"1 0"), Refusal.FORM),
        (with_crc(b"1  0 HELLO?"), Refusal.FORM),
        (with_crc(b"2 0 HELLO?"), Refusal.VERSION),
        (with_crc(b"1 256 HELLO?"), Refusal.FORM),
        (with_crc(b"1 00 HELLO?"), Refusal.FORM),
        (with_crc(b"1 -0 HELLO?"), Refusal.FORM),
        (with_crc(b"1 0 hello?"), Refusal.KIND),
        (with_crc(b"1 0 HELLO? x"), Refusal.FORM),
        (with_crc(b"1 0 CLOCK? 65536"), Refusal.FORM),
        (with_crc(b"1 0 CLOCK? 99999999999999999999"), Refusal.FORM),
        (with_crc(b"1 0 LEVER R-1 OPEN 5"), Refusal.FORM),
        (with_crc(b"1 0 LEVER r-1 COCKED 5"), Refusal.FORM),
        (with_crc("1 0 LEVER R-1 COCKED ٥".encode()), Refusal.FORM),  # a digit, but not one of ours
        (with_crc(b"1 0 ACK R-1 5 0000"), Refusal.CHECK),
        (with_crc(b"1 0 ACK R-1 5"), Refusal.FORM),
        (with_crc(b"1 0 HELLO R-1 1 1 0 0 0 60 21 COCKED"), Refusal.FORM),  # letters out of order
        (with_crc(b"1 0 HELLO R-1 1 1 0 0 0 60 11 COCKED"), Refusal.FORM),
    ],
)
def test_a_bad_line_says_why(data: bytes, reason: Refusal):
    (found,) = whole(data)
    assert isinstance(found, Reject)
    assert found.reason is reason
    assert found.text.isprintable()


def test_a_misfire_has_no_gate_times():
    with pytest.raises(ValueError, match="misfire"):
        encode(ShotSensed("R-1", 1, 1, 1, 1, 1, 5, None, None, frozenset({Flag.MISFIRE})), 0)
    body = b"1 0 SHOT R-1 1 1 1 1 1 5 - - M"
    (found,) = whole(with_crc(body + b" %04X" % crc16_arc(body)))
    assert isinstance(found, Reject)
    assert found.reason is Refusal.FORM


FLAGS = ["".join(letters) for count in range(7) for letters in combinations("DGHMPR", count)]


def read_shot(flags: str, cocked_ms: str = "-", gate_1: str = "-", gate_2: str = "-", plate: str = "-") -> object:
    body = f"1 0 SHOT R-1 1 1 1 1 {cocked_ms} {gate_1} {gate_2} {plate} {flags or '-'}".encode()
    (found,) = whole(with_crc(body + b" %04X" % crc16_arc(body)))
    return found


@pytest.mark.parametrize("flags", FLAGS)
def test_a_shot_without_gate_times_is_taken_whatever_it_says_of_itself(flags: str):
    """A misfire above all: both gates say `-`."""
    found = read_shot(flags)
    assert isinstance(found, Line)
    assert isinstance(found.message, ShotSensed)
    assert found.message.misfire == ("M" in flags)


@pytest.mark.parametrize("place", ["cocked_ms", "gate_1", "gate_2", "plate"])
@pytest.mark.parametrize("flags", [flags for flags in FLAGS if "P" in flags])
def test_a_shot_whose_power_was_lost_has_no_times(flags: str, place: str):
    found = read_shot(flags, **{place: "5"})
    assert isinstance(found, Reject)
    assert found.reason is Refusal.FORM
    if place == "plate":
        assert "power was lost" in found.wrong
    shot = replace(SHOT, flags=frozenset({Flag.POWER_LOST}))
    with pytest.raises(ValueError, match="power was lost"):
        encode(shot, 0)


@pytest.mark.parametrize("value", [-1, 2**32, None])
def test_a_value_out_of_range_is_not_written(value):
    with pytest.raises(ValueError, match="expected a number"):
        encode(Lever("R-1", LeverState.COCKED, value), 0)


def test_memory_is_bounded_and_noise_is_counted():
    parser = Parser()
    found = []
    for _ in range(200):
        found += parser.feed(b"$" + b"x" * 5000)
    assert {reject.reason for reject in found} == {Refusal.LONG}
    assert len(found) == 200
    assert sys.getsizeof(parser._held) < 2 * MOST_RIG_BYTES
    assert parser.ignored == 200 * (5001 - MOST_RIG_BYTES)


@pytest.mark.ci
@example(b"$\xff\x00")
@given(st.binary(max_size=200))
def test_what_is_shown_of_a_reject_is_short_and_printable(data: bytes):
    (found,) = whole(b"$" + data.translate(None, b"$\n") + b"\n")
    assume(isinstance(found, Reject))  # Hypothesis tries bytes of these files, too, and there are whole lines in them
    assert len(found.text) <= 160
    assert found.text.isprintable()


def test_a_port_opened_anew_forgets_half_a_line():
    parser = Parser()
    parser.feed(LINE[:20])
    parser.reset()
    assert parser.feed(LINE) == [Line(7, SHOT)]
