"""The clients of bench_serving: pages that watch and pages that play, in a process of their own.

Each watching page does what a browser does: one stream of events; for every event that tells of a change, the view;
for a new picture, the picture, two a second at most and one at a time. Prints one JSON object at the end.
"""

import http.client
import json
import sys
import threading
import time
from dataclasses import dataclass, field

PICTURE_EVERY_S = 0.5
SHOT: dict[str, object] = {"actor": "Miller", "target": "Weber"}
ROUND: tuple[tuple[str, dict[str, object], float], ...] = (
    ("declare", SHOT, 1.5), ("throw", {"dice": [5]}, 1.5), ("throw", {"dice": [6]}, 5.0), ("undo", {}, 1.5),
    ("undo", {}, 5.0), ("withdraw", {}, 1.5),
)  # fmt: skip
"""A referee's acts and how long each is looked at: while a hand lifts a figure, or puts it back, the table changes."""


@dataclass
class Told:
    """What arrived: (acts, when) of each new view, (table version, when), pictures, views, failures."""

    acts: list[tuple[int, float]] = field(default_factory=list)
    tables: list[tuple[int, float]] = field(default_factory=list)
    pictures: int = 0
    skipped: int = 0
    bytes_read: int = 0
    failures: int = 0


class Page(threading.Thread):
    """One watching page."""

    def __init__(self, port: int, until_s: float) -> None:
        super().__init__(daemon=True)
        self.port, self.until_s, self.told = port, until_s, Told()

    def run(self) -> None:
        while time.monotonic() < self.until_s:
            try:
                self._watch()
            except OSError:
                self.told.failures += 1
                time.sleep(0.5)

    def _watch(self) -> None:
        events = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        events.request("GET", "/api/events")
        stream = events.getresponse()
        table = picture = acts = 0
        shown_s = 0.0
        while time.monotonic() < self.until_s:
            line = stream.readline()
            if not line.startswith(b"data: "):
                if not line:
                    return
                continue
            versions = json.loads(line[6:])
            if versions["table"] != table:
                view = json.loads(self._get(asking, "/api/view"))
                now_s, table = time.monotonic(), view["versions"]["table"]
                self.told.tables.append((table, now_s))
                if view["acts"] != acts:
                    acts = view["acts"]
                    self.told.acts.append((acts, now_s))
            if versions["picture"] != picture and time.monotonic() - shown_s >= PICTURE_EVERY_S:
                self._get(asking, f"/api/picture.jpg?v={versions['picture']}")
                shown_s = time.monotonic()
                self.told.pictures += 1
                self.told.skipped += max(versions["picture"] - picture - 1, 0) if picture else 0
                picture = versions["picture"]

    def _get(self, connection: http.client.HTTPConnection, path: str) -> bytes:
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        self.told.bytes_read += len(body)
        if answer.status != 200:
            self.told.failures += 1
        return body


def play(port: int, until_s: float, done: list[tuple[int, float]]) -> None:
    """Shoot, let the hand take the figure, and take it back; note when each act was sent and what number it got."""
    both = [http.client.HTTPConnection("127.0.0.1", port, timeout=30) for _ in range(2)]

    def act(name: str, body: dict[str, object]) -> None:
        connection = both[len(done) % 2]  # the two referees take turns
        sent_s = time.monotonic()
        connection.request("POST", f"/api/match/{name}", json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        told = json.loads(answer.read())
        if answer.status == 200:
            done.append((told["acts"], sent_s))

    while time.monotonic() < until_s:
        for name, body, pause_s in ROUND:
            act(name, body)
            time.sleep(pause_s)


def main() -> None:
    """Run the clients: port, seconds, watching pages, referees."""
    port, seconds, watching, referees = (int(word) for word in sys.argv[1:5])
    until_s = time.monotonic() + seconds
    pages = [Page(port, until_s) for _ in range(watching + referees)]
    for page in pages:
        page.start()
    done: list[tuple[int, float]] = []
    playing = [threading.Thread(target=play, args=(port, until_s, done), daemon=True)]
    for player in playing:
        player.start()
    time.sleep(max(0.0, until_s - time.monotonic()) + 1)
    print(json.dumps({"acts": done, "pages": [vars(page.told) for page in pages]}))


if __name__ == "__main__":
    main()
