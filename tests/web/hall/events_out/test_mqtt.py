"""MQTT against a real mosquitto: a table's state is kept there, its events pass by, Home Assistant finds it."""

import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from referee.club.record import Club
from referee.journal.entry import Entry
from table.errors import BadInput
from web.hall.events_out.mqtt import STATUS, MqttBroker, topic_part
from web.hall.events_out.publisher import Publisher

PROGRAM = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
WAIT_S = 20


class Mosquitto:
    """A broker of the tests' own, that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.file = folder / "mosquitto.conf"
        self.file.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n", encoding="utf-8")
        self.start()

    def start(self) -> None:
        assert PROGRAM is not None
        self.process = subprocess.Popen(
            [PROGRAM, "-c", str(self.file), "-v"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        while "running" not in (line := self.process.stderr.readline()):
            assert line, "mosquitto did not start"

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(WAIT_S)
        assert self.process.stderr is not None
        self.process.stderr.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    if PROGRAM is None:
        pytest.skip("no mosquitto here (Debian: apt-get install mosquitto)")
    running = Mosquitto(tmp_path)
    yield running
    if running.process.poll() is None:
        running.stop()


class Subscriber:
    """Somebody who hears everything that the broker has."""

    def __init__(self, broker: Mosquitto) -> None:
        self.got: Queue[MQTTMessage] = Queue()
        ready: Queue[bool] = Queue()
        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.on_message = lambda _c, _u, message: self.got.put(message)
        self.client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self.client.on_subscribe = lambda *_: ready.put(True)
        self.client.connect("127.0.0.1", broker.port)
        self.client.loop_start()
        ready.get(timeout=WAIT_S)

    def until(self, topic: str) -> MQTTMessage:
        """Return the next message with that topic."""
        while (message := self.got.get(timeout=WAIT_S)).topic != topic:
            pass
        return message

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def begun(club: Club, broker: Mosquitto) -> Publisher:
    publisher = Publisher(club, MqttBroker(f"mqtt://127.0.0.1:{broker.port}"))
    assert publisher.send()
    return publisher


@pytest.mark.ci
def test_a_tables_state_is_kept_and_home_assistant_finds_it(
    club: Club, broker: Mosquitto, entries: list[Entry]
) -> None:
    publisher = begun(club, broker)
    here = Subscriber(broker)
    club.take("Table 3", entries)
    assert publisher.send()
    events = [json.loads(here.until("vedette/Table 3/event").payload) for _ in entries]
    assert [event["id"] for event in events] == [entry.seal for entry in entries]
    here.close()
    late = Subscriber(broker)
    kept = {message.topic: message for message in (late.got.get(timeout=WAIT_S) for _ in range(4))}
    late.close()
    assert kept[STATUS].payload == b"online"
    state = json.loads(kept["vedette/Table 3/state"].payload)
    assert (state["place"], state["game"], state["turn"]) == ("Table 3", "Ambush", events[-1]["table"]["turn"])
    (turn,) = (json.loads(kept[topic].payload) for topic in kept if topic.endswith("/turn/config"))
    assert turn["state_topic"] == "vedette/Table 3/state"
    assert turn["value_template"] == "{{ value_json.turn[:255] }}"
    assert (turn["availability_topic"], turn["device"]["name"]) == (STATUS, "Table 3")
    publisher.close()


@pytest.mark.ci
def test_a_broker_that_stops_is_told_later(club: Club, broker: Mosquitto, entries: list[Entry]) -> None:
    publisher = begun(club, broker)
    number = club.take("Table 3", entries[:2]).match
    assert publisher.send()
    broker.stop()
    club.take("Table 3", entries[2:4], number)
    assert not publisher.send()
    assert publisher.is_away
    broker.start()
    here = Subscriber(broker)
    assert publisher.send()
    heard = [json.loads(here.until("vedette/Table 3/event").payload)["number"] for _ in range(2)]
    assert heard == [3, 4]
    publisher.close()
    assert here.until(STATUS).payload == b"offline"
    here.close()


def test_a_tables_name_is_one_part_of_a_topic() -> None:
    assert topic_part("Tavolo 3/a + b #1 100%") == "Tavolo 3%2Fa %2B b %231 100%25"


@pytest.mark.parametrize("url", ["http://x", "mqtt://", "x"])
def test_what_is_no_broker_is_said(url: str) -> None:
    with pytest.raises(BadInput, match="mqtt://"):
        MqttBroker(url)


def test_nobody_hears_the_password() -> None:
    assert MqttBroker("mqtts://me:word@broker.lan").name == "mqtts://broker.lan:8883"
