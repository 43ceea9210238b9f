"""Serving the hall: its database, its news and its page, opened together and let go together."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from referee.club.guests import GuestList
from referee.club.http_hall import MOST_BYTES
from referee.club.record import Club
from web.hall.app import create_hall_app
from web.hall.door import HallDoor
from web.hall.news import HallNews
from web.network import hosts_of, page_at, place_of
from web.serve import Server, open_port


@contextmanager
def serve_hall(where: str, port: int | None, *, lan: bool = False, behind: str | None = None) -> Iterator[str]:
    """Serve the hall of a club's database, and give the page's address at this computer; raises BadInput.

    ``lan`` and ``behind`` say who else finds it (web/network.py).
    """
    logging.getLogger("waitress").setLevel(logging.ERROR)
    with Club(where) as club:
        listening = open_port("0.0.0.0" if lan else "127.0.0.1", port)
        port, news, guests = int(listening.getsockname()[1]), HallNews(club), GuestList(club)
        here, proxied = page_at("127.0.0.1", port), behind is not None
        door = HallDoor(guests, time.monotonic, lambda: place_of(port, lan=lan, behind=behind), proxied=proxied)
        guests.keep_setting("address", door.place() or here)
        app = create_hall_app(club, news, hosts_of(lan=lan, behind=behind), door)
        server = Server(app, listening, news.close, proxied=proxied, longest=MOST_BYTES)
        news.start()
        server.start()
        try:
            yield here
        finally:
            server.close()
