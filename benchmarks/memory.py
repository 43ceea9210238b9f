"""How much memory a running match holds, and whether it grows: RSS over time, its slope and its peak.

    python benchmarks/memory.py [--game ambush | --source FOLDER] [--minutes 10] [--load] [--every 5]

Starts `vedette demo`, or `vedette serve FOLDER --source FOLDER/pictures`, in a process of its own and reads
/proc/PID/smaps_rollup (Linux). Quiet: one page is open, that is an event stream, the view for every change and two
pictures a second at most. With --load 16 more threads ask for everything that is drawn or computed, and a referee
declares, throws and takes back. The slope is Theil and Sen's: the median of the slopes of all pairs of readings after
the warm-up, the first three tenths; growth that ends is no leak, so the last half's slope stands beside it.
"""

import argparse
import http.client
import itertools
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import numpy as np

LANGUAGES = ("en", "it", "es")
THREADS = 16
WARM_UP = 0.3
"""The share of the readings that counts for no slope."""


class Client:
    """One connection that is opened again when it was closed; counts what it got."""

    def __init__(self, port: int) -> None:
        self.port, self.answers, self.failed = port, 0, Counter[str]()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, path: str, body: dict | None = None) -> tuple[int, bytes]:
        """Return status and body; 0 where the server did not answer."""
        try:
            data = None if body is None else json.dumps(body)
            headers = {} if body is None else {"Content-Type": "application/json"}
            self._connection.request("GET" if body is None else "POST", path, data, headers)
            answer = self._connection.getresponse()
            got = answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self.failed["no answer"] += 1
            return 0, b""
        self.answers += 1
        if got[0] >= 500:
            self.failed[f"{got[0]} {path.partition('?')[0]}"] += 1
        return got

    def view(self) -> dict:
        """Return the page's view; {} where there is none."""
        status, body = self.ask("/api/view")
        return json.loads(body) if status == 200 else {}


class Crowd:
    """The clients of one run, each in a thread of its own, until ``stop``."""

    def __init__(self, port: int, *, load: bool) -> None:
        self.port, self.stop = port, threading.Event()
        self.clients: list[Client] = []
        work = [self.page, *([self.referee, *[self.stranger] * THREADS] if load else [])]
        self.threads = [threading.Thread(target=one, args=(k,), daemon=True) for k, one in enumerate(work)]
        self.cards: list[int] = []
        self.acts = 0

    def client(self) -> Client:
        """Return a new client."""
        self.clients.append(Client(self.port))
        return self.clients[-1]

    def page(self, _seed: int) -> None:
        """Do what an open page does."""
        asking, shown_s = self.client(), 0.0
        while not self.stop.is_set():
            events = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                events.request("GET", "/api/events")
                stream = events.getresponse()
                while not self.stop.is_set() and (line := stream.readline()):
                    if line.startswith(b"data: "):
                        asking.ask("/api/view")
                        if time.monotonic() - shown_s >= 0.5:
                            asking.ask(f"/api/picture.jpg?v={json.loads(line[6:])['picture']}")
                            shown_s = time.monotonic()
            except (OSError, http.client.HTTPException):
                self.stop.wait(1.0)

    def referee(self, seed: int) -> None:
        """Declare, throw, take back, for ever."""
        asking, dice = self.client(), random.Random(seed)
        while not self.stop.is_set():
            view = asking.view()
            stands = [stand for stand in view.get("stands", ()) if not stand["fallen"]]
            mine = [stand["name"] for stand in stands if stand["side"] == view["turn"]["side"]]
            others = [stand["name"] for stand in stands if stand["side"] != view["turn"]["side"]]
            if not mine or not others:
                self.stop.wait(1.0)
                continue
            for _ in range(6):
                self.act(asking, "declare", {"actor": dice.choice(mine), "target": dice.choice(others)})
                thrown = 0
                while thrown < 6 and self.act(asking, "throw"):
                    thrown += 1
                for _ in range(thrown):
                    self.act(asking, "undo")
                self.act(asking, "withdraw")
            self.act(asking, "end-turn")
            if dice.random() < 0.5:
                self.act(asking, "undo")
            status, body = asking.ask("/api/evidence")
            if status == 200:
                self.cards = [card["entry"] for card in json.loads(body)["cards"]]
            self.stop.wait(0.2)

    def act(self, asking: Client, name: str, body: dict[str, str] | None = None) -> bool:
        """Act, and say whether it was taken."""
        status, _ = asking.ask(f"/api/match/{name}", body or {})
        self.acts += status == 200
        return status == 200

    def stranger(self, seed: int) -> None:
        """Ask for whatever costs something."""
        asking, dice = self.client(), random.Random(seed)
        names: list[str] = []
        while not self.stop.is_set():
            names = names or [stand["name"] for stand in asking.view().get("stands", ())]
            card = dice.choice(self.cards) if self.cards else None
            plain = ["/api/picture.jpg", "/api/view", "/api/watch", "/", "/watch", "/api/journal", "/evidence",
                     "/passport", "/api/passport", "/passport.pdf", "/api/terrain", "/journal"]  # fmt: skip
            drawn = [f"/evidence/{card}{end}" for end in (".png", ".pdf", "/table.jpg", "")] if card else []
            what = dice.choice([*plain, *drawn, f"/api/journal/{card or 1}", "ruled"])
            if what == "ruled" and names:
                asking.ask(f"/api/{dice.choice(('may', 'reach'))}/{dice.choice(names)}".replace(" ", "%20"))
            elif what != "ruled":
                asking.ask(f"{what}?lang={dice.choice(LANGUAGES)}")
            self.stop.wait(0.05)


def read_kb(pid: int) -> dict[str, int]:
    """Return Rss and Anonymous of a process in kB."""
    lines = (line.split() for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    return {words[0].rstrip(":"): int(words[1]) for words in lines}


def slope_mb_h(times_s: list[float], values_mb: list[float]) -> float:
    """Return Theil and Sen's slope in MB an hour."""
    if len(times_s) < 2:
        return float("nan")
    pairs = itertools.combinations(zip(times_s, values_mb, strict=True), 2)
    return float(np.median([(b - a) / (t - s) for (s, a), (t, b) in pairs])) * 3600


def command_of(given: argparse.Namespace) -> list[str]:
    """Return the command that is measured."""
    vedette = [sys.executable, "-m", "cli.main"]
    common = ["--no-browser", "--port", str(given.port)]
    if given.source is not None:
        return [*vedette, "serve", str(given.source), "--source", str(given.source / "pictures"), *common]
    return [*vedette, "demo", "--game", given.game, *common]


def main() -> int:
    """Serve, let the clients loose, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="ambush")
    parser.add_argument("--source", type=Path, help="a match's folder, with its pictures in FOLDER/pictures")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--load", action="store_true")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two readings")
    parser.add_argument("--port", type=int, default=8790)
    given = parser.parse_args()
    with subprocess.Popen(command_of(given), stdout=subprocess.DEVNULL, env=dict(os.environ)) as server:
        crowd = Crowd(given.port, load=given.load)
        try:
            return measure(given, server, crowd)
        finally:
            crowd.stop.set()
            server.terminate()


def measure(given: argparse.Namespace, server: subprocess.Popen[bytes], crowd: Crowd) -> int:
    """Read the memory until the time is over; print the table."""
    first = Client(given.port)
    while server.poll() is None and first.ask("/api/view")[0] != 200:
        time.sleep(0.2)
    began_s = time.monotonic()
    for thread in crowd.threads:
        thread.start()
    times, rss, anonymous = [], [], []
    while server.poll() is None and time.monotonic() - began_s < 60 * given.minutes:
        read = read_kb(server.pid)
        times.append(time.monotonic() - began_s)
        rss.append(read["Rss"] / 1024)
        anonymous.append(read["Anonymous"] / 1024)
        print(f"\r{times[-1] / 60:5.1f} of {given.minutes:g} minutes, {rss[-1]:.0f} MB", end="", file=sys.stderr)
        time.sleep(given.every)
    print(file=sys.stderr)
    ended = server.poll()
    crowd.stop.set()
    what = f"{given.source or given.game}, {'under load' if given.load else 'quiet'}, {times[-1] / 60:.1f} minutes"
    print(f"## {what}")
    minutes = [int(np.searchsorted(times, 60 * k)) for k in range(int(times[-1] / 60) + 1)]
    print("RSS in MB, a minute each: " + " ".join(f"{rss[k]:.0f}" for k in minutes))
    warm, half = int(len(times) * WARM_UP), len(times) // 2
    print(
        f"first {rss[0]:.0f} MB, after the warm-up {rss[warm]:.0f}, last {rss[-1]:.0f}, peak {max(rss):.0f}; "
        f"of it anonymous {anonymous[-1]:.0f}; slope {slope_mb_h(times[warm:], rss[warm:]):+.0f} MB/h, "
        f"of the last half {slope_mb_h(times[half:], rss[half:]):+.0f} MB/h"
    )
    failed = sum((one.failed for one in crowd.clients), Counter[str]())
    print(f"answers {sum(one.answers for one in crowd.clients)}, acts {crowd.acts}, failed {dict(failed)}")
    if ended is not None:
        print(f"THE SERVER ENDED with status {ended}")
    return 0 if ended is None else 1


if __name__ == "__main__":
    sys.exit(main())
