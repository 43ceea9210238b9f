"""The firmware's memory of shots: whatever byte the power goes at, nothing kept is lost and no number used twice."""

import ctypes
from dataclasses import dataclass, field

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hardware.lines import crc16_ccitt_false

SLOTS = 28
MEMORY = 1024
WORN: dict[int, bytes] = {}  # memories after so many starts


class Shot(ctypes.Structure):
    _fields_ = [
        ("number", ctypes.c_uint32), ("boot", ctypes.c_uint16), ("uptime_s", ctypes.c_uint32),
        ("release_us", ctypes.c_uint32), ("cocked_ms", ctypes.c_uint32), ("sensors", ctypes.c_uint32 * 3),
        ("flags", ctypes.c_uint8), ("lost", ctypes.c_uint16),
    ]  # fmt: skip

    def contents(self) -> tuple:
        return (self.number, self.boot, self.uptime_s, self.release_us, self.cocked_ms, *self.sensors, self.flags)


class Store(ctypes.Structure):
    _fields_ = [
        ("rig", ctypes.c_uint16), ("boot", ctypes.c_uint16), ("shots", ctypes.c_uint32), ("lost", ctypes.c_uint16),
    ]  # fmt: skip


@dataclass
class Rig:
    """The firmware's store on a memory in which power may go, and what must be true of it."""

    pure: ctypes.CDLL
    kept: dict[int, tuple] = field(default_factory=dict)  # wholly written
    perhaps: tuple | None = None  # the one whose writing the power cut
    acknowledged: set[int] = field(default_factory=set)
    boots: int = 0

    def __post_init__(self) -> None:
        self.pure.the_store.restype = ctypes.POINTER(Store)
        for name in "store_was_cocked", "store_next_pending", "store_add":
            getattr(self.pure, name).restype = ctypes.c_bool
        self.memory = (ctypes.c_uint8 * MEMORY).in_dll(self.pure, "memory")

    @property
    def store(self) -> Store:
        return self.pure.the_store().contents

    def start(self, cut: tuple[int, int] = (-1, 0)) -> bool:
        """Start; whether power lasted."""
        self.pure.power_goes_after(*cut)
        self.pure.store_open(ctypes.c_uint16(0x3F2A))
        if self.pure.power_is_gone():
            return False
        assert self.boots < self.store.boot <= self.boots + 2  # one that was cut short may or may not be counted
        self.boots = self.store.boot
        return True

    def cock(self, cut: tuple[int, int] = (-1, 0)) -> None:
        self.pure.power_goes_after(*cut)
        self.pure.store_mark_cocked()

    def shoot(self, values: tuple[int, ...], cut: tuple[int, int] = (-1, 0)) -> None:
        shot = Shot(0, 0, *values[:3], (ctypes.c_uint32 * 3)(*values[3:6]), values[6], 0)
        self.pure.power_goes_after(*cut)
        self.pure.store_add(ctypes.byref(shot))
        if self.pure.power_is_gone():
            self.perhaps = shot.contents()
        else:
            self.kept[shot.number] = shot.contents()

    def acknowledge(self, number: int, cut: tuple[int, int] = (-1, 0)) -> None:
        self.pure.power_goes_after(*cut)
        self.pure.store_acknowledge(ctypes.c_uint32(number))
        if not self.pure.power_is_gone():
            self.acknowledged.add(number)

    def pending(self) -> dict[int, tuple]:
        found, shot, number = {}, Shot(), 0
        while self.pure.store_next_pending(ctypes.c_uint32(number), ctypes.byref(shot)):
            found[shot.number] = shot.contents()
            number = shot.number + 1
        return found

    def check(self) -> None:
        """After a start: what was kept is there unless acknowledged or crowded out; what was half written is not."""
        pending = self.pending()
        last = max(self.kept, default=0)
        if self.perhaps is not None and pending.get(self.perhaps[0]) == self.perhaps:
            self.kept[self.perhaps[0]] = self.perhaps  # its last byte happened to come out right
            last = self.perhaps[0]
        assert self.store.shots == last
        making_room = last + (self.perhaps is not None and self.perhaps[0] > last) - SLOTS
        wanted = {n for n in self.kept if n > making_room and n not in self.acknowledged}
        self.perhaps = None
        assert wanted <= set(pending) <= {n for n in self.kept if n > last - SLOTS}
        assert all(pending[number] == self.kept[number] for number in pending)
        self.acknowledged -= set(pending)  # an acknowledgement cut short: the shot is sent again


VALUES = st.tuples(
    st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1),
    st.integers(0, 2**24 - 1), st.integers(0, 2**24 - 1), st.integers(0, 2**24 - 1), st.integers(0, 31),
)  # fmt: skip
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("shoot"), VALUES),
        st.tuples(st.just("shoot"), VALUES),
        st.tuples(st.just("acknowledge"), st.integers(0, 30)),
        st.tuples(st.just("cock"), st.none()),
        st.tuples(st.just("cut"), st.tuples(st.integers(1, 33), st.integers(0, 255))),
    ),
    max_size=60,
)


def blank(pure: ctypes.CDLL, filling: bytes = b"\xff" * MEMORY) -> Rig:
    rig = Rig(pure)
    pure.power_goes_after(-1, 0)
    rig.memory[:] = filling
    assert rig.start()
    return rig


@pytest.mark.ci
@given(STEPS, st.integers(1, 40))
def test_whatever_byte_the_power_goes_at_nothing_kept_is_lost(pure: ctypes.CDLL, steps: list, shift: int):
    rig = blank(pure)
    for _ in range(shift):  # so that the ring is somewhere
        rig.shoot((1, 2, 3, 4, 5, 6, 0))
        rig.acknowledge(rig.store.shots)
    cut = (-1, 0)
    for what, value in steps:
        if what == "cut":
            cut = value
            continue
        if what == "shoot":
            rig.shoot(value, cut)
        elif what == "acknowledge":
            rig.acknowledge(max(rig.store.shots - value, 1), cut)
        else:
            rig.cock(cut)
        if pure.power_is_gone():
            while not rig.start(cut if cut[0] < 4 else (-1, 0)):
                cut = (-1, 0)
            rig.check()
        cut = (-1, 0)
    rig.start()
    rig.check()


def test_the_oldest_makes_room_and_is_counted(pure: ctypes.CDLL):
    rig = blank(pure)
    for _ in range(SLOTS + 3):
        rig.shoot((1, 2, 3, 4, 5, 6, 0))
    assert rig.store.lost == 3
    assert sorted(rig.pending()) == list(range(4, SLOTS + 4))
    rig.start()
    assert rig.store.lost == 3
    assert pure.store_pending() == SLOTS


@pytest.mark.parametrize("shots", [59, 60, 90, 165, 195, 256, 300, 1792 + 165])
def test_a_slot_never_used_for_acknowledging_acknowledges_nothing(pure: ctypes.CDLL, shots: int):
    rig = blank(pure)
    for _ in range(shots):
        rig.shoot((1, 2, 3, 4, 5, 6, 0))
    rig.start()
    assert sorted(rig.pending()) == list(range(shots - SLOTS + 1, shots + 1))
    assert not pure.store_was_cocked()


@pytest.mark.parametrize("older", [0, 1, SLOTS, 9 * SLOTS + 5, 64 * SLOTS])
def test_a_cocking_is_remembered_for_the_next_shot_only(pure: ctypes.CDLL, older: int):
    rig = blank(pure)
    for _ in range(older):
        rig.cock()
        rig.shoot((1, 2, 3, 4, 5, 6, 0))
    rig.start()
    assert not pure.store_was_cocked()
    rig.cock()
    rig.start()
    assert pure.store_was_cocked()
    rig.shoot((1, 2, 3, 4, 5, 6, 0))
    assert not pure.store_was_cocked()


@pytest.mark.ci
@pytest.mark.parametrize("starts", [65_533, 65_534, 65_535])
@given(cuts=st.lists(st.tuples(st.integers(1, 4), st.integers(0, 255)) | st.none(), min_size=3, max_size=20))
def test_after_start_65535_comes_start_1_whatever_byte_the_power_goes_at(pure: ctypes.CDLL, starts: int, cuts: list):
    rig = blank(pure)
    if starts not in WORN:
        if earlier := [worn for worn in WORN if worn < starts]:
            rig.memory[:] = WORN[max(earlier)]
            pure.store_open(ctypes.c_uint16(0x3F2A))
        while rig.store.boot < starts:
            pure.store_open(ctypes.c_uint16(0x3F2A))
        WORN[starts] = bytes(rig.memory)
    rig.memory[:] = WORN[starts]
    before = starts
    for cut in cuts:
        pure.power_goes_after(*(cut or (-1, 0)))
        pure.store_open(ctypes.c_uint16(0x3F2A))
        if pure.power_is_gone():
            continue  # before it could say its number to anybody
        assert 0 < rig.store.boot <= 65_535
        assert (rig.store.boot - before) % 65_535 in range(1, 2 + len(cuts))  # never one that was said before
        before = rig.store.boot


def test_a_rig_that_stuck_at_65535_counts_on(pure: ctypes.CDLL):
    """Older firmware wrote 65535 into one cell after the other."""
    rig = blank(pure)
    cell = (65_535).to_bytes(2, "little") + crc16_ccitt_false(b"\xff\xff").to_bytes(2, "little")
    rig.memory[28 * 34 : 28 * 34 + 32] = cell * 8
    boots = []
    for _ in range(20):
        pure.store_open(ctypes.c_uint16(0x3F2A))
        boots.append(rig.store.boot)
    assert boots == list(range(1, 21))


@given(st.binary(min_size=MEMORY, max_size=MEMORY))
def test_what_another_program_left_in_the_memory_is_no_shot(pure: ctypes.CDLL, left: bytes):
    # A count of starts has a CRC of 16 bits: one strange memory in 8,000 holds one by chance, which does no harm.
    cells = [left[at : at + 4] for at in range(28 * 34, 28 * 34 + 32, 4)]
    assume(not any(crc16_ccitt_false(cell[:2]).to_bytes(2, "little") == cell[2:] for cell in cells))
    rig = blank(pure, left)
    assert rig.store.shots == 0
    assert rig.pending() == {}


@pytest.mark.ci
def test_no_cell_is_written_more_often_than_once_in_a_round_of_the_ring(pure: ctypes.CDLL):
    rig = blank(pure)
    rounds, writes = 20, [0] * MEMORY
    for shot in range(rounds * SLOTS):
        for act in (rig.cock, lambda: rig.shoot((1, 2, 3, 4, 5, 6, 0)), lambda n=shot + 1: rig.acknowledge(n)):
            before = bytes(rig.memory)
            act()
            writes = [w + (a != b) for w, a, b in zip(writes, before, rig.memory, strict=True)]
    assert max(writes) == rounds
