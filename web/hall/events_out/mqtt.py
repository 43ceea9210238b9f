"""MQTT: each table's state and events go to a broker, where Home Assistant finds the tables by itself."""

import json
import re
import ssl
import time
import zlib
from urllib.parse import unquote, urlsplit

from paho.mqtt.client import Client, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion

from table.errors import BadInput
from web.answers import adapter_of
from web.hall.events_out.event import ClubEvent, ReceiverAway
from web.hall.view import HallTable

STATUS = "vedette/hall"
"""``online``, or ``offline`` by the broker's own word when the hall is gone."""
ANSWER_S = 10.0
_PORTS = {"mqtt": 1883, "mqtts": 8883}
_SENSORS = {"turn": ("Turn", "mdi:sword-cross"), "last": ("Last event", "mdi:dice-5")}
_MOST_STATE = 255  # letters, of a state in Home Assistant


class MqttBroker:
    """A broker: ``vedette/PLACE/state`` (kept there) is how a table is now, ``vedette/PLACE/event`` what happened."""

    def __init__(self, url: str) -> None:
        """Take mqtt://[USER:PASSWORD@]HOST[:PORT], or mqtts:// with TLS; raises BadInput."""
        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname:
            raise BadInput("{url}: a broker's address begins with mqtt:// or mqtts://", url=url)
        self._host, self._port = parts.hostname, parts.port or _PORTS[parts.scheme]
        self.name = f"{parts.scheme}://{self._host}:{self._port}"
        self._login = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
        self._tls = parts.scheme == "mqtts"
        self._client: Client | None = None
        self._announced: set[str] = set()

    def send(self, event: ClubEvent) -> None:
        """Send it and the table's state; raises ReceiverAway unless the broker says that it has them."""
        client = self._connected()
        topic = f"vedette/{topic_part(event.place)}"
        said = [] if event.place in self._announced else _announce(client, event, topic)
        state, what = adapter_of(HallTable).dump_json(event.table), adapter_of(ClubEvent).dump_json(event)
        said.append(client.publish(f"{topic}/state", state, 1, retain=True))
        said.append(client.publish(f"{topic}/event", what, 1))
        until_s = time.monotonic() + ANSWER_S
        try:
            for one in said:
                one.wait_for_publish(max(0.0, until_s - time.monotonic()))
        except (RuntimeError, ValueError):  # not connected any more; too much is waiting
            raise self._away() from None
        if not all(one.is_published() for one in said):
            raise self._away()
        self._announced.add(event.place)

    def close(self) -> None:
        """Say that the hall is gone, and let go."""
        if self._client is not None:
            self._client.publish(STATUS, "offline", qos=1, retain=True)
            self._client.disconnect()
        self._drop()

    def _connected(self) -> Client:
        if self._client is not None and self._client.is_connected():
            return self._client
        self._drop()
        client = Client(CallbackAPIVersion.VERSION2)
        if self._login:
            client.username_pw_set(*self._login)
        if self._tls:
            client.tls_set_context(ssl.create_default_context())
        client.will_set(STATUS, "offline", qos=1, retain=True)
        try:
            client.connect(self._host, self._port, keepalive=30)
        except OSError:
            raise self._away() from None
        client.loop_start()
        self._client = client
        client.publish(STATUS, "online", qos=1, retain=True)
        return client

    def _away(self) -> ReceiverAway:
        self._drop()
        return ReceiverAway("no answer ({why})", why=self.name)

    def _drop(self) -> None:
        """Let go of a connection: what it has not sent is sent again by the next."""
        client, self._client = self._client, None
        if client is not None:
            client.loop_stop()
        self._announced.clear()


def _announce(client: Client, event: ClubEvent, topic: str) -> list[MQTTMessageInfo]:
    """Tell Home Assistant of a table: a device with two sensors."""
    number = f"vedette_{_slug(event.place)}"
    device = {"identifiers": [number], "name": event.place, "manufacturer": "Vedette", "model": event.table.game}
    return [
        client.publish(
            f"homeassistant/sensor/{number}/{key}/config",
            json.dumps({
                "name": name, "unique_id": f"{number}_{key}", "icon": icon, "device": device,
                "state_topic": f"{topic}/state", "json_attributes_topic": f"{topic}/state",
                "value_template": f"{{{{ value_json.{key}[:{_MOST_STATE}] }}}}", "availability_topic": STATUS,
            }), 1, retain=True,
        )
        for key, (name, icon) in _SENSORS.items()
    ]  # fmt: skip


def topic_part(place: str) -> str:
    """Return a table's name as a part of a topic: what means something there is written as in a web address."""
    return re.sub(r"[+#/%\x00]", lambda sign: f"%{ord(sign[0]):02X}", place)


def _slug(place: str) -> str:
    """Return a table's name as Home Assistant takes it; names that differ in signs only stay apart."""
    return f"{re.sub('[^a-z0-9]+', '_', place.lower()).strip('_')}_{zlib.crc32(place.encode()):08x}"
