"""Where a rig may be plugged in: serial ports of boards and USB chips that rigs are built with."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from serial.tools import list_ports

MAKERS = {
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x1A86: "CH340",
    0x0403: "FTDI",
    0x10C4: "CP210x",
    0x067B: "PL2303",
    0x1B4F: "SparkFun",
    0x239A: "Adafruit",
    0x16C0: "Teensy",
}


@dataclass(frozen=True, slots=True)
class RigPort:
    """A port at which a rig may answer: its device, what the chip is, its ids as in `1A86:7523`."""

    device: str
    chip: str
    ids: str


def likely_rigs(comports: Callable[[], Iterable[Any]] = list_ports.comports) -> list[RigPort]:
    """Return the ports whose USB maker is one that rigs are built with."""
    found = [
        RigPort(port.device, MAKERS[port.vid], f"{port.vid:04X}:{port.pid or 0:04X}")
        for port in comports()
        if port.vid in MAKERS
    ]
    return sorted(found, key=lambda port: port.device)
