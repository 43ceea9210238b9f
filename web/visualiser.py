"""The table for visualisers: where each stand is, by TUIO 2.0 over UDP, as projectors and light shows read it."""

import itertools
import math
import socket
import struct
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Self

from referee.background import Background
from table.errors import BadInput
from table.roster import Roster
from table.snapshot import Snapshot

if TYPE_CHECKING:
    from web.match_session import MatchSession

PORT = 3333
"""TUIO's own."""
LOOK_S, AGAIN_S = 0.1, 1.0
"""The table is looked at so often; one at rest is told again all the same, for a packet may be lost."""
_MOST_BYTES = 1400  # of a packet, that no network cuts in two
_NOW = 1  # OSC's time for: at once
_FORMATS = {"i": "i", "f": "f", "t": "Q"}
_BUNDLE = b"#bundle\0" + struct.pack(">Q", _NOW)


def read_receiver(said: str) -> tuple[str, int]:
    """Return the host and port of HOST[:PORT]; raises BadInput."""
    host, _, port = said.rpartition(":") if said.count(":") == 1 else (said, "", str(PORT))
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise BadInput("--tuio {text}: expected HOST or HOST:PORT", text=said)
    return host, int(port)


class Tuio:
    """Frames of TUIO 2.0: each stand a token, with its number for as long as it stands on the table.

    Places are shares of the table from its far left corner, angles clockwise in radians, as TUIO has them; ``sides``
    numbers each side as a user, ``markers`` are the stands' marker ids. Names go as symbols.
    """

    def __init__(self, sides: Mapping[str, int], markers: Mapping[str, int]) -> None:
        self._sides, self._markers = sides, markers
        self._numbers: dict[str, int] = {}
        self._next, self._frames = itertools.count(1), itertools.count(1)

    def frame(self, table: Snapshot) -> list[bytes]:
        """Return the packets that tell of a table; the last one says who stands on it."""
        here = {stand.name for stand in table.stands}
        self._numbers = {name: number for name, number in self._numbers.items() if name in here}
        new = [stand.name for stand in table.stands if stand.name not in self._numbers]
        self._numbers.update(zip(new, self._next, strict=False))
        size_mm = (round(10 * table.width_cm) & 0xFFFF) << 16 | round(10 * table.depth_cm) & 0xFFFF
        begin = _message("/tuio2/frm", ("i", next(self._frames)), ("t", _NOW), ("i", size_mm), ("s", "vedette"))
        messages = []
        for stand in table.stands:
            number, marker = self._numbers[stand.name], self._markers.get(stand.name, 0)
            whose = ("i", number), ("i", self._sides.get(stand.side, 0)), ("i", marker)
            at = ("f", stand.x / table.width_cm), ("f", 1 - stand.y / table.depth_cm)
            messages.append(_message("/tuio2/tok", *whose, *at, ("f", math.radians(-stand.heading_deg % 360))))
            messages.append(_message("/tuio2/sym", *whose, ("s", "vedette"), ("s", stand.name)))
        alive = _message("/tuio2/alv", *(("i", number) for number in sorted(self._numbers.values())))
        return _packets(begin, messages, alive)


class Visualiser(Background):
    """A thread that tells a visualiser where stands are; nobody there, and nothing happens."""

    def __init__(self, address: tuple[str, int], tuio: Tuio, table: Callable[[], Snapshot]) -> None:
        super().__init__("vedette-tuio")
        self._address, self._tuio, self._table = address, tuio, table

    @classmethod
    def of(cls, session: "MatchSession", roster: Roster | None, address: tuple[str, int]) -> Self:
        """Return one that tells of a match; its sides are users 0, 1, ..."""
        sides = {side.name: number for number, side in enumerate(session.info.sides)}
        markers = {entry.name: entry.marker for entry in (roster.entries if roster is not None else ())}
        return cls(address, Tuio(sides, markers), lambda: session.observation.table)

    def work(self) -> None:
        """Tell of the table ten times a second, of one at rest once."""
        last, since_s = None, 0.0
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outlet:
            while not self.stop.wait(LOOK_S):
                table = self._table()
                since_s += LOOK_S
                if table is last and since_s < AGAIN_S:
                    continue
                last, since_s = table, 0.0
                for packet in self._tuio.frame(table):
                    try:
                        outlet.sendto(packet, self._address)
                    except OSError:  # no such host now, no network: the next frame may find it
                        break


def _packets(begin: bytes, messages: list[bytes], alive: bytes) -> list[bytes]:
    """Return bundles of one frame that no network cuts in two."""
    packets, bundle = [], _BUNDLE + begin
    for message in (*messages, alive):
        if len(bundle) + len(message) > _MOST_BYTES and len(bundle) > len(_BUNDLE + begin):
            packets.append(bundle)
            bundle = _BUNDLE + begin
        bundle += message
    return [*packets, bundle]


def _message(address: str, *values: tuple[str, int | float | str]) -> bytes:
    """Return a message of OSC 1.0 as a part of a bundle; python-osc, which would do, knows no time as an argument."""
    types = "," + "".join(kind for kind, _ in values)
    parts = [_text(address), _text(types)]
    parts += [
        _text(value) if isinstance(value, str) else struct.pack(f">{_FORMATS[kind]}", value) for kind, value in values
    ]
    message = b"".join(parts)
    return struct.pack(">i", len(message)) + message


def _text(words: str) -> bytes:
    written = words.encode() + b"\0"
    return written + b"\0" * (-len(written) % 4)
