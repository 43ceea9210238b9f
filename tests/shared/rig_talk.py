"""A conversation of the host's with a rig that is written out by hand."""

from hardware.conversation import Conversation
from hardware.events import RigEvent, ShotTimed
from hardware.lines import Line, encode
from hardware.messages import AskClock, ClockReading, Hello, LeverState, Message, Sensor, ShotSensed
from hardware.parser import Parser
from hardware.seen_shots import SeenShots

HELLO = Hello("R-1", "1.0", 3, 10, 0, 0, 60, frozenset({Sensor.GATE_1, Sensor.GATE_2}), LeverState.RELEASED)
SHOT = ShotSensed("R-1", 11, 3, 100, 100_000_000, 2000, 9000, 23_000, None)


class Talk:
    """A conversation, the time, and a rig whose clock stood at 0 when the host's stood at 0."""

    def __init__(self, seen: SeenShots | None = None, limit_s: int | None = None) -> None:
        self.seen = seen or SeenShots()
        self.host = Conversation("port", self.seen, {"R-1": "blue"}.get, limit_s)
        self.now_s, self.sequence = 98.8, 0
        self.host.opened(self.now_s)
        self.now_s = 99.0

    def say(self, *messages: Message) -> list[RigEvent]:
        data = b""
        for message in messages:
            data += encode(message, self.sequence)
            self.sequence = (self.sequence + 1) % 256
        return self.host.receive(data, self.now_s)

    def heard(self) -> list[Message]:
        found = Parser().feed(self.host.outgoing())
        assert all(isinstance(line, Line) for line in found)
        return [line.message for line in found if isinstance(line, Line)]

    def wait(self, seconds: float) -> list[RigEvent]:
        self.now_s += seconds
        return self.host.tick(self.now_s)

    def answer(self, boot: int = 3) -> list[RigEvent]:
        """Answer every question about the clock, at once."""
        asked = [message for message in self.heard() if isinstance(message, AskClock)]
        us = round(self.now_s * 1e6)
        return self.say(*(ClockReading("R-1", ask.nonce, boot, int(self.now_s), us) for ask in asked))

    def meet(self, hello: Hello = HELLO) -> list[RigEvent]:
        events = self.say(hello)
        for _ in range(5):
            events += self.answer(hello.boot)
            events += self.wait(0.1)
        return events + self.answer(hello.boot)


def shots_in(events: list[RigEvent]) -> list[ShotSensed]:
    return [event.shot for event in events if isinstance(event, ShotTimed)]
