"""The PIN: few tries, waits that grow, and no way to guess it."""

import pytest

from web.doors.pin import (
    DIGITS,
    FIRST_WAIT_S,
    LONGEST_WAIT_S,
    ONE_MORE_EACH_S,
    TRIES,
    TRIES_AT_ONCE,
    Pin,
)
from web.errors import Refused

EVENING_S = 6 * 3600.0


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pin(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Pin:
    monkeypatch.setattr("web.doors.pin.HASHED_BY", "scrypt:256:8:1")  # a thousand guesses are made
    return Pin(clock, draw=lambda _: 4711)


def refused(pin: Pin, typed: str, address: str = "10.0.0.2", *, invited: bool = False) -> tuple[int, str]:
    with pytest.raises(Refused) as told:
        pin.check(typed, address, invited=invited)
    return told.value.status, str(told.value)


def test_the_right_pin_comes_in_with_its_leading_zeros(pin: Pin) -> None:
    assert pin.renew() == "004711"
    pin.check("004711", "10.0.0.2")
    assert refused(pin, "4711")[0] == 403


def test_after_five_wrong_ones_the_address_waits_and_longer_each_time(pin: Pin, clock: Clock) -> None:
    said = [refused(pin, "000000") for _ in range(TRIES)]
    assert said[0] == (403, "wrong PIN: 4 more tries, then a wait")
    assert said[-2] == (403, "wrong PIN: 1 more try, then a wait")
    assert said[-1] == (429, f"too many wrong PINs: wait {FIRST_WAIT_S:.0f} s")
    assert refused(pin, "004711") == (429, "too many wrong PINs: wait 30 s")  # not even the right one
    clock.now_s = FIRST_WAIT_S
    assert refused(pin, "000000") == (429, "too many wrong PINs: wait 60 s")
    clock.now_s += 60
    pin.check("004711", "10.0.0.2")
    assert refused(pin, "000000")[0] == 403  # who came in begins anew


def test_the_wait_has_an_end(pin: Pin, clock: Clock) -> None:
    for _ in range(20):
        clock.now_s += LONGEST_WAIT_S
        refused(pin, "000000")
    clock.now_s += LONGEST_WAIT_S
    pin.check("004711", "10.0.0.2")


def test_forty_wrong_ones_from_eight_addresses_lock_nobody_else_out(pin: Pin) -> None:
    for number in range(40):
        refused(pin, "000000", f"10.0.1.{number % 8}")
    pin.check("004711", "10.0.2.1")


def test_who_has_the_referee_s_code_or_came_in_before_is_not_locked_out_by_strangers(pin: Pin) -> None:
    pin.check("004711", "10.0.2.1")
    for number in range(TRIES_AT_ONCE):
        assert refused(pin, "000000", f"10.0.1.{number}")[0] == 403
    status, said = refused(pin, "004711", "10.0.3.1")
    assert (status, "the referee's code on the page Invite" in said, "60 s" in said) == (429, True, True)
    pin.check("004711", "10.0.3.1", invited=True)
    pin.check("004711", "10.0.2.1")
    for number in range(20, 20 + TRIES_AT_ONCE):  # from other addresses, with a code that got about
        refused(pin, "000000", f"10.0.2.{number}", invited=True)
    assert refused(pin, "004711", "10.0.4.1", invited=True)[0] == 429, "nor has a code tries without end"


def test_a_new_pin_gives_no_tries_back(pin: Pin) -> None:
    for number in range(TRIES_AT_ONCE):
        refused(pin, "000000", f"10.0.1.{number}")
    new = pin.renew()
    assert refused(pin, new, "10.0.3.1")[0] == 429


@pytest.mark.prove
@pytest.mark.parametrize("invited", [False, True])
def test_two_hundred_addresses_guess_it_in_an_evening_once_in_a_thousand_times_at_most(
    pin: Pin, clock: Clock, invited: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They try every twenty seconds, and each whenever it may; a new PIN is drawn each hour."""
    judged = 0

    def counted(_hash: str, _typed: str) -> bool:
        nonlocal judged
        judged += 1
        return False  # scrypt is slow on purpose

    monkeypatch.setattr("web.doors.pin.check_password_hash", counted)
    renewed = 0
    while clock.now_s < EVENING_S:
        for number in range(200):
            refused(pin, "000000", f"10.0.1.{number}", invited=invited)
        clock.now_s += 20
        if clock.now_s // 3600 > renewed:
            renewed += 1
            pin.renew()
    assert judged <= TRIES_AT_ONCE + EVENING_S / ONE_MORE_EACH_S == 400
    assert 2 * judged / 10**DIGITS < 1 / 1000, "strangers, and those apart"


@pytest.mark.parametrize("typed", ["", "04711", "\ud800", "x" * 40, "004711 "])
def test_strange_pins_are_wrong_pins(pin: Pin, typed: str) -> None:
    assert refused(pin, typed)[0] == 403
