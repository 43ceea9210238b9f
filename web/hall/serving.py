"""Serving the hall: its database, its news and its page, opened together and let go together."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from referee.club.record import Club
from web.app import LOCAL_HOSTS
from web.hall.app import create_hall_app
from web.hall.news import HallNews
from web.network import OwnNames, lan_page
from web.serve import Server, open_port


@contextmanager
def serve_hall(where: str, port: int | None, *, lan: bool = False) -> Iterator[str]:
    """Serve the hall of a club's database, and give the page's address; raises BadInput."""
    logging.getLogger("waitress").setLevel(logging.ERROR)
    with Club(where) as club:
        listening = open_port("0.0.0.0" if lan else "127.0.0.1", port)
        news = HallNews(club)
        app = create_hall_app(club, news, OwnNames(*LOCAL_HOSTS, lan=lan))
        server = Server(app, listening, news.close)
        news.start()
        server.start()
        try:
            yield (lan_page(server.port) if lan else None) or f"http://127.0.0.1:{server.port}/"
        finally:
            server.close()
