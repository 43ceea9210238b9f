"""The PIN: few tries, waits that grow, and an end to guessing."""

import pytest

from web.doors.pin import BLOCKED_AFTER, FIRST_WAIT_S, LONGEST_WAIT_S, TRIES, Pin
from web.failing import Refused


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pin(clock: Clock) -> Pin:
    return Pin(clock, draw=lambda _: 4711)


def refused(pin: Pin, typed: str, address: str = "10.0.0.2") -> tuple[int, str]:
    with pytest.raises(Refused) as told:
        pin.check(typed, address)
    return told.value.status, str(told.value)


def test_the_right_pin_comes_in_with_its_leading_zeros(pin: Pin) -> None:
    assert pin.renew() == "004711"
    pin.check("004711", "10.0.0.2")
    assert refused(pin, "4711")[0] == 403


def test_after_five_wrong_ones_the_address_waits_and_longer_each_time(pin: Pin, clock: Clock) -> None:
    said = [refused(pin, "000000") for _ in range(TRIES)]
    assert said[0] == (403, "wrong PIN: 4 more tries, then a wait")
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


def test_another_address_does_not_wait_but_many_cannot_guess_for_ever(pin: Pin) -> None:
    for number in range(BLOCKED_AFTER):
        assert refused(pin, "000000", f"10.0.1.{number}")[0] == 403
    status, said = refused(pin, "004711", "10.0.2.1")
    assert (status, "set a new one" in said) == (429, True)
    new = pin.renew()
    pin.check(new, "10.0.2.1")


@pytest.mark.parametrize("typed", ["", "０04711", "\ud800", "x" * 40, "004711 "])
def test_strange_pins_are_wrong_pins(pin: Pin, typed: str) -> None:
    assert refused(pin, typed)[0] == 403
