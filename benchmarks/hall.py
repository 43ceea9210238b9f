"""How soon a ruling at a table, and a call of a referee, is seen in the hall: tables, spectators, six referees.

    python benchmarks/hall.py [--tables 4 12 24] [--spectators 200] [--seconds 30] [--every 4]

PostgreSQL and the hall are processes of their own; tables are threads of this one, each with its journal, its match and
its relay, which sends by the table's link to the hall; without a camera. A spectator is a page: it hears events and
asks for the page anew, at most every 0.4 s, and less often where that takes long.
"""

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
from serving_client import Client, LostError

sys.path.append(str(Path(__file__).parents[1] / "tests" / "shared"))
from journals import SIDES, TABLE
from postgres import Cluster, programs

from referee.club.calls import call_note
from referee.club.guests import GuestList, guest_link
from referee.club.record import Club
from referee.club.relay import OutboxRelay
from referee.journal.history import opened
from referee.journal.store import Journal
from referee.match.match import Match
from rules.registry import rule
from rules.state import State

PAUSE_S, TIMES_TAKEN = 0.4, 2  # between two looks of a page, as web/static/follow.js has it
BLOCKS, BLOCK_S = 5, 6.0
REFEREES, CALLS_EVERY = 6, 6  # each sixth act is followed by a call
WANTED_MS, CALL_MS = 500.0, 1000.0


class Table(threading.Thread):
    """A table that ends a turn now and then, and writes down when each was confirmed and how long that took."""

    def __init__(self, number: int, folder: Path, club: str | None, every_s: float, until_s: float) -> None:
        super().__init__(daemon=True)
        folder.mkdir(exist_ok=True)
        self.place, self._folder, self._club = f"Table {number}", folder, club
        self._every_s, self._until_s, self._dice = every_s, until_s, random.Random(number)
        self.confirmed: dict[str, float] = {}  # by the entry's time
        self.called: dict[int, float] = {}  # by the entry's number
        self.took_s: list[float] = []

    def run(self) -> None:
        with Journal(self._folder / f"{self.place}.sqlite", write=True) as journal:
            journal.append(opened("ambush", self.place, {}, State(SIDES), self.place))
            match = Match(journal, TABLE, rule)
            relay = None if self._club is None else OutboxRelay(journal, self._club, "")
            if relay is not None:
                relay.start()
            while True:
                pause_s = self._every_s * self._dice.uniform(0.5, 1.5)
                if time.monotonic() + pause_s > self._until_s:  # not all at once at the end
                    break
                time.sleep(pause_s)
                start = time.monotonic()
                match.end_turn()
                end = time.monotonic()
                self.took_s.append(end - start)
                self.confirmed[journal.head.time] = end
                if len(self.took_s) % CALLS_EVERY == 0:
                    self.called[match.note(call_note("", None))] = time.monotonic()
            time.sleep(max(0.0, self._until_s - time.monotonic()))  # its last act is sent as any other
            if relay is not None:
                relay.close()


class Watcher:
    """A spectator whose client reads what the page says, and writes down when it first said it."""

    def __init__(self, port: int) -> None:
        self._stream, self._client = Client(port), Client(port)
        self.seen: dict[tuple[str, str], float] = {}

    async def watch(self) -> None:
        async for _ in self._stream.events():
            answer = await self._client.get("/api/hall")
            now = time.monotonic()
            for table in answer.data()["tables"]:
                self.seen.setdefault((table["place"], table["at"]), now)


class Referee:
    """A referee whose phone reads the calls that are open, and writes down when it first had each."""

    def __init__(self, port: int, number: int, link: str) -> None:
        source = f"127.0.1.{2 + number}"
        self._stream, self._client, self._link = Client(port, source), Client(port, source), link
        self.seen: dict[tuple[str, int], float] = {}

    async def watch(self) -> None:
        await self._client.get("/" + self._link.partition("://")[2].partition("/")[2])  # comes in
        self._stream.cookies = self._client.cookies
        async for _ in self._stream.events():
            answer = await self._client.get("/api/calls")
            now = time.monotonic()
            for call in answer.data()["calls"]:
                self.seen.setdefault((call["place"], call["number"]), now)


async def spectator(port: int, number: int, asked: list[float]) -> None:
    """Watch as a page does, from an address of its own, and write down how long each answer took."""
    source = f"127.0.0.{2 + number % 200}"
    stream, client = Client(port, source), Client(port, source)
    with suppress(asyncio.CancelledError):
        async for _ in stream.events():
            start = time.monotonic()
            await client.get("/")
            asked.append(time.monotonic() - start)
            await asyncio.sleep(max(PAUSE_S, TIMES_TAKEN * asked[-1]))


async def watched(port: int, spectators: int, referees: list[Referee], until_s: float) -> tuple[Watcher, list[float]]:
    """Watch until then; return what the watcher saw, and how long the spectators' answers took."""
    watcher, asked = Watcher(port), []
    tasks = [asyncio.create_task(one.watch()) for one in (watcher, *referees)]
    tasks += [asyncio.create_task(spectator(port, number, asked)) for number in range(spectators)]
    await asyncio.sleep(until_s - time.monotonic())
    failed = [task.exception() for task in tasks if task.done() and not task.cancelled()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if failed:
        raise LostError(f"{len(failed)} of {len(tasks)} lost the hall: {failed[0]}")
    return watcher, asked


def hall(club: str, folder: Path) -> tuple[subprocess.Popen[str], int]:
    """Begin the hall's own process and return it with its port."""
    command = [sys.executable, "-u", "-m", "cli.main", "club", "serve", "--no-browser", "--database", club]
    with (folder / "hall.log").open("w") as told:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=told, text=True)
    assert process.stdout is not None
    return process, int(process.stdout.readline().split("://127.0.0.1:")[1].split("/")[0])


def played(tables: int, spectators: int, seconds: float, every_s: float, cluster: Cluster) -> None:
    """Let tables play before a hall, and print how soon it was seen."""
    with tempfile.TemporaryDirectory(prefix="vedette-") as name:
        folder, club = Path(name), cluster.new()
        process, port = hall(club, folder)
        with Club(club) as opened_club:
            guests, address = GuestList(opened_club), f"http://127.0.0.1:{port}/"
            links = [guest_link(address, guests.invite("table", f"Table {k}")) for k in (*range(tables), 100)]
            names = [guest_link(address, guests.invite("referee", f"Referee {k}")) for k in range(REFEREES)]
        referees = [Referee(port, k, link) for k, link in enumerate(names)]
        until_s = time.monotonic() + seconds
        playing = [Table(k, folder, links[k], every_s, until_s) for k in range(tables)]
        for table in playing:
            table.start()
        watcher, asked = asyncio.run(watched(port, spectators, referees, until_s + 3))
        for table in playing:
            table.join()
        confirmed = {(table.place, at): s for table in playing for at, s in table.confirmed.items()}
        late = [1000 * (watcher.seen[key] - s) for key, s in confirmed.items() if key in watcher.seen]
        called = {(table.place, number): s for table in playing for number, s in table.called.items()}
        heard = [1000 * (one.seen[key] - s) for one in referees for key, s in called.items() if key in one.seen]
        sending, alone = _alternating(folder, links[-1], every_s)
        process.terminate()
        process.wait(20)
    p50, p95 = np.percentile(late, [50, 95])
    ratio = np.percentile(sending, 95) / np.percentile(alone, 95)
    calls = f"{len(heard)} / {len(called) * REFEREES} | {np.percentile(heard, 95):.0f} | {max(heard):.0f}"
    print(
        f"| {tables} | {spectators} | {len(confirmed)} | {len(confirmed) - len(late)} | {p50:.0f} | {p95:.0f} "
        f"| {max(late):.0f} | {calls} | {1000 * statistics.median(asked):.0f} | {ratio:.2f} |",
        flush=True,
    )


def _alternating(folder: Path, link: str, every_s: float) -> tuple[list[float], list[float]]:
    """Return how long the acts of a table take that has nobody beside it, with a club and without, by turns."""
    took: tuple[list[float], list[float]] = ([], [])
    for turn in range(BLOCKS):
        for which, club in enumerate((link, None)):
            table = Table(100, folder / f"{turn} {which}", club, every_s / 40, time.monotonic() + BLOCK_S)
            table.start()
            table.join()
            took[which].extend(table.took_s)
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[4, 12, 24])
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=4, help="seconds between two acts of a table")
    args = parser.parse_args()
    binaries = programs()
    if binaries is None:
        print("skipped: no PostgreSQL here")
        return
    cluster = Cluster(binaries)
    try:
        print(
            "| tables | spectators | acts | overtaken | seen, ms | p95 | most | calls seen | p95 | most "
            "| a page ms | act, with / without |"
        )
        print(f"|{'---|' * 12}", flush=True)
        for tables in args.tables:
            played(tables, args.spectators, args.seconds, args.every, cluster)
    finally:
        cluster.remove()
    print(
        f"\nWanted: a ruling seen within {WANTED_MS:.0f} ms (p95), a call by each of {REFEREES} referees within "
        f"{CALL_MS:.0f} ms; an act with a club at most 1.1 of one without."
    )


if __name__ == "__main__":
    main()
