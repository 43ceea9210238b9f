"""Frames of TUIO 2.0, read by python-osc as a visualiser would."""

import math
import socket
from collections.abc import Iterator

import pytest
from pythonosc.osc_bundle import OscBundle
from pythonosc.osc_message import OscMessage

from table.errors import BadInput
from table.snapshot import Snapshot
from table.stand import Stand
from web.visualiser import PORT, Tuio, Visualiser, read_receiver


def table(*stands: tuple[str, float, float, float]) -> Snapshot:
    return Snapshot(120, 100, tuple(Stand(n, n[:2], "soldier", x, y, deg, 2.0, 1.6) for n, x, y, deg in stands))


def messages(packets: list[bytes]) -> list[OscMessage]:
    return [message for packet in packets for message in OscBundle(packet)]


def told(packets: list[bytes], address: str) -> list[list]:
    return [message.params for message in messages(packets) if message.address == address]


@pytest.fixture
def tuio() -> Tuio:
    return Tuio({"us": 0, "de": 1}, {"us-1": 7, "de-1": 9})


def test_each_stand_is_a_token_at_its_share_of_the_table(tuio: Tuio) -> None:
    packets = tuio.frame(table(("us-1", 30.0, 25.0, 90.0), ("de-1", 120.0, 100.0, -45.0)))
    ((frame, _, size, source),) = told(packets, "/tuio2/frm")
    assert (frame, size >> 16, size & 0xFFFF, source) == (1, 1200, 1000, "vedette")
    one, other = told(packets, "/tuio2/tok")
    assert one == pytest.approx([1, 0, 7, 0.25, 0.75, math.radians(270)])
    assert other == pytest.approx([2, 1, 9, 1.0, 0.0, math.radians(45)])
    assert told(packets, "/tuio2/sym") == [[1, 0, 7, "vedette", "us-1"], [2, 1, 9, "vedette", "de-1"]]
    assert told(packets, "/tuio2/alv") == [[1, 2]]


def test_a_number_stays_with_its_stand_and_is_never_given_again(tuio: Tuio) -> None:
    tuio.frame(table(("us-1", 1, 1, 0), ("de-1", 2, 2, 0)))
    assert told(tuio.frame(table(("de-1", 3, 3, 0))), "/tuio2/alv") == [[2]]
    again = tuio.frame(table(("us-1", 1, 1, 0), ("de-1", 3, 3, 0)))
    assert told(again, "/tuio2/alv") == [[2, 3]]
    assert told(again, "/tuio2/frm")[0][0] == 3


def test_a_large_army_comes_in_packets_that_no_network_cuts(tuio: Tuio) -> None:
    packets = tuio.frame(table(*((f"us-{k}", float(k % 100), 5.0, 0.0) for k in range(120))))
    assert max(map(len, packets)) <= 1400
    assert [params[0] for params in told(packets, "/tuio2/frm")] == [1] * len(packets)
    assert len(told(packets, "/tuio2/tok")) == 120
    assert told(packets, "/tuio2/alv") == [list(range(1, 121))]


def test_an_empty_table_is_told_too(tuio: Tuio) -> None:
    assert told(tuio.frame(table()), "/tuio2/alv") == [[]]


@pytest.fixture
def inlet() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
        opened.bind(("127.0.0.1", 0))
        opened.settimeout(20)
        yield opened


def test_a_visualiser_hears_of_every_change_and_of_rest(tuio: Tuio, inlet: socket.socket) -> None:
    now = [table(("us-1", 30.0, 25.0, 90.0))]
    telling = Visualiser(inlet.getsockname(), tuio, lambda: now[0])
    telling.start()
    first = told([inlet.recv(2000)], "/tuio2/tok")[0][3]
    again = told([inlet.recv(2000)], "/tuio2/tok")[0][3]
    now[0] = table(("us-1", 60.0, 25.0, 90.0))
    while (moved := told([inlet.recv(2000)], "/tuio2/tok")[0][3]) == first:
        pass
    telling.close()
    assert (first, again, moved) == (0.25, 0.25, 0.5)


@pytest.mark.parametrize(
    ("said", "read"), [("wall.local", ("wall.local", PORT)), ("10.0.0.7:3334", ("10.0.0.7", 3334))]
)
def test_who_is_told_is_named_by_host_and_port(said: str, read: tuple[str, int]) -> None:
    assert read_receiver(said) == read


@pytest.mark.parametrize("said", ["", ":3333", "wall:x", "wall:0", "wall:70000"])
def test_who_cannot_be_told_is_said(said: str) -> None:
    with pytest.raises(BadInput, match="HOST:PORT"):
        read_receiver(said)
