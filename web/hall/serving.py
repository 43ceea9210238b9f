"""Serving the hall: its database, its news and its page, opened together and let go together."""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from referee.club.guests import GuestList
from referee.club.http_hall import MOST_BYTES
from referee.club.record import Club
from referee.club.results import ResultsThread
from referee.club.season import Seasons
from table.errors import BadInput, VedetteError
from web.hall.app import create_hall_app
from web.hall.door import HallDoor
from web.hall.events_out.event import Receiver
from web.hall.events_out.mqtt import MqttBroker
from web.hall.events_out.publisher import Publisher
from web.hall.events_out.webhook import Webhook
from web.hall.news import HallNews
from web.hall.positions import Positions
from web.hall.view import newest_of
from web.network import hosts_of, page_at, place_of
from web.serve import Server, open_port


def receivers_of(webhooks: Sequence[str], secret: str | None, broker: str | None) -> list[Receiver]:
    """Return who is told of events; raises BadInput."""
    if webhooks and not secret:
        raise BadInput("webhooks are signed: give a secret of your own in VEDETTE_WEBHOOK_SECRET")
    receivers: list[Receiver] = [Webhook(url, secret or "") for url in webhooks]
    return [*receivers, MqttBroker(broker)] if broker else receivers


@contextmanager
def serve_hall(
    where: str, port: int | None, *, lan: bool = False, behind: str | None = None, receivers: Sequence[Receiver] = ()
) -> Iterator[str]:
    """Serve the hall of a club's database, and give the page's address at this computer; raises BadInput.

    ``lan`` and ``behind`` say who else finds it (web/network.py); ``receivers`` are told of every event.
    """
    logging.getLogger("waitress").setLevel(logging.ERROR)
    with Club(where) as club:
        listening = open_port("0.0.0.0" if lan else "127.0.0.1", port)
        port, news, guests = int(listening.getsockname()[1]), HallNews(club), GuestList(club)
        here, proxied = page_at("127.0.0.1", port), behind is not None
        door = HallDoor(guests, time.monotonic, lambda: place_of(port, lan=lan, behind=behind), proxied=proxied)
        guests.keep_setting("address", door.place() or here)
        seasons, positions = Seasons(club), Positions(club)
        publishers = [Publisher(club, receiver, positions=positions) for receiver in receivers]
        with suppress(VedetteError):
            positions.read(newest_of(club))  # or who looks first would wait for it
        app = create_hall_app(club, news, hosts_of(lan=lan, behind=behind), door, publishers, seasons, positions)
        server = Server(app, listening, news.close, proxied=proxied, longest=MOST_BYTES)
        results = ResultsThread(club, seasons)
        news.start()
        results.start()
        server.start()
        for publisher in publishers:
            publisher.start()
        try:
            yield here
        finally:
            server.close()
            for publisher in publishers:
                publisher.close()
            results.close()
