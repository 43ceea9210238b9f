"""Rigs are found as they are plugged in, one link each, and know what the others have kept."""

import queue
import threading
from types import SimpleNamespace

import pytest

from hardware.events import RigEvent, RigFound, RigLost, ShotTimed
from hardware.rigs import RigPort, Rigs, likely_rigs
from hardware.seen_shots import KeptShot
from hardware.virtual_memory import VirtualMemory
from hardware.virtual_rig import VirtualRig


def port(url: str) -> RigPort:
    return RigPort(url, "CH340", "1A86:7523")


def until(happened: "queue.Queue[RigEvent]", kind: type) -> RigEvent:
    while not isinstance(event := happened.get(timeout=20.0), kind):
        pass
    return event


def test_two_rigs_one_a_side():
    happened: queue.Queue[RigEvent] = queue.Queue()
    with (
        VirtualRig("R-A") as one,
        VirtualRig("R-B") as other,
        Rigs(happened.put, happened.put, urls=(one.url, other.url), sides={"R-A": "blue", "R-B": "red"}) as rigs,
    ):
        found = {event.hello.rig for event in (until(happened, RigFound), until(happened, RigFound))}
        assert found == {"R-A", "R-B"}
        assert {hello.rig for hello in rigs.here().values()} == found
        for rig in (one, other):
            rig.cock()
            rig.fire()
        sides = {event.shot.rig: event.side for event in (until(happened, ShotTimed), until(happened, ShotTimed))}
        assert sides == {"R-A": "blue", "R-B": "red"}


@pytest.mark.ci
def test_a_rig_that_comes_back_at_another_port_counts_no_shot_twice():
    happened: queue.Queue[RigEvent] = queue.Queue()
    memory, plugged = VirtualMemory("R-A"), []
    rigs = Rigs(happened.put, happened.put, find=lambda: [port(url) for url in plugged], kept=[KeptShot("R-A", 1)])
    with VirtualRig(memory=memory) as rig:
        plugged.append(rig.url)
        rigs.look()
        until(happened, RigFound)
        for _ in range(2):  # the first was kept before
            rig.cock()
            rig.fire()
        first = until(happened, ShotTimed)
        assert first.shot.number == 2
        plugged.clear()
        rigs.look()
        assert rigs.here() == {}
        assert until(happened, RigLost).why == "it was unplugged"
    with VirtualRig(memory=memory) as rig:
        plugged.append(rig.url)
        rigs.look()
        rig.cock()
        rig.fire()
        assert until(happened, ShotTimed).shot.number == 3
        rigs.close()


def test_it_looks_again_by_itself():
    looked = threading.Semaphore(0)

    def find() -> list[RigPort]:
        looked.release()
        return []

    with Rigs(print, print, find=find, look_every_s=0.01):
        assert looked.acquire(timeout=10.0)
        assert looked.acquire(timeout=10.0)


def test_a_named_port_that_is_not_there_yet_is_tried():
    happened: queue.Queue[RigEvent] = queue.Queue()
    with Rigs(happened.put, happened.put, urls=("/dev/no-such-port",)):
        assert until(happened, RigLost).why == "there is no such port"


def test_ports_of_the_usual_makers_are_likely():
    def comports() -> list[SimpleNamespace]:
        return [
            SimpleNamespace(device="/dev/ttyUSB1", vid=0x1A86, pid=0x7523),
            SimpleNamespace(device="/dev/ttyACM0", vid=0x2341, pid=0x0043),
            SimpleNamespace(device="/dev/ttyUSB0", vid=0x046D, pid=1),
            SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None),
        ]

    assert likely_rigs(comports) == [
        RigPort("/dev/ttyACM0", "Arduino", "2341:0043"),
        RigPort("/dev/ttyUSB1", "CH340", "1A86:7523"),
    ]
