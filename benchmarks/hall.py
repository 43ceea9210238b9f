"""How soon a ruling at a table, and a call of a referee, is seen in the hall: tables, spectators, six referees.

    python benchmarks/hall.py [--tables 4 12 24] [--cameras off on] [--spectators 200] [--seconds 30] [--every 4]

PostgreSQL, the hall and each table are processes of their own (benchmarks/hall_table.py): a table has its journal, its
match and its relay, which sends by the table's link to the hall, and where cameras are on its film, which is looked at
once a second. A spectator is a page: it hears events and asks for the page anew, at most every 0.4 s, and less often
where that takes long.
"""

import argparse
import asyncio
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.synchronize import Barrier
from pathlib import Path

import cv2
import numpy as np
from serving_client import Client, LostError

sys.path.append(str(Path(__file__).parents[1] / "tests" / "shared"))
from hall_table import SIZE_PX, Film, begin_together, film_of, play
from postgres import Cluster, programs

from referee.club.guests import GuestList, guest_link
from referee.club.record import Club

PAUSE_S, TIMES_TAKEN = 0.4, 2  # between two looks of a page, as web/static/follow.js has it
BLOCKS, BLOCK_S = 5, 6.0
REFEREES = 6
FORKED = multiprocessing.get_context("fork")  # tables share the film, and what they have imported
WANTED_MS, CALL_MS = 500.0, 1000.0


class Watcher:
    """A spectator whose client reads what the page says, and writes down when it first said it."""

    def __init__(self, port: int) -> None:
        self._stream, self._client = Client(port), Client(port)
        self.seen: dict[tuple[str, str], float] = {}
        self.pictured: set[str] = set()  # tables of which it had a picture, and read that it is still
        self.touched: set[str] = set()  # tables of which it read that something moved there

    async def watch(self) -> None:
        async for _ in self._stream.events():
            answer = await self._client.get("/api/hall")
            now = time.monotonic()
            for table in answer.data()["tables"]:
                self.seen.setdefault((table["place"], table["at"]), now)
                if table["still"] and table["picture"]:
                    self.pictured.add(table["place"])
                elif table["status"] and not table["still"]:
                    self.touched.add(table["place"])


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


def played(
    tables: int, spectators: int, seconds: float, every_s: float, cluster: Cluster, film: Film | None
) -> tuple[str, str]:
    """Let tables play before a hall; return a row of how soon it was seen, and one of the cameras."""
    ready = FORKED.Barrier(tables + 1)
    with tempfile.TemporaryDirectory(prefix="vedette-") as name, all_at_once(tables, ready) as processes:
        folder, club = Path(name), cluster.new()
        process, port = hall(club, folder)
        with Club(club) as opened_club:
            guests, address = GuestList(opened_club), f"http://127.0.0.1:{port}/"
            links = [guest_link(address, guests.invite("table", f"Table {k}")) for k in (*range(tables), 100)]
            names = [guest_link(address, guests.invite("referee", f"Referee {k}")) for k in range(REFEREES)]
        referees = [Referee(port, k, link) for k, link in enumerate(names)]
        playing = [processes.submit(play, k, folder, links[k], every_s, seconds, film) for k in range(tables)]
        ready.wait()
        watcher, asked = asyncio.run(watched(port, spectators, referees, time.monotonic() + seconds + 3))
        all_played = [table.result() for table in playing]
        confirmed = {(table.place, at): s for table in all_played for at, s in table.confirmed.items()}
        late = [1000 * (watcher.seen[key] - s) for key, s in confirmed.items() if key in watcher.seen]
        called = {(table.place, number): s for table in all_played for number, s in table.called.items()}
        heard = [1000 * (one.seen[key] - s) for one in referees for key, s in called.items() if key in one.seen]
        sending, alone = _alternating(processes, folder, links[-1], every_s, film)
        process.terminate()
        process.wait(20)
    ratio = np.percentile(sending, 95) / np.percentile(alone, 95)
    took = [1000 * s for table in all_played for s in table.took_s]
    row = (
        f"| {tables} | {'off' if film is None else 'on'} | {spectators} | {len(confirmed)} "
        f"| {len(confirmed) - len(late)} | {told(late, 50, 95, 100)} | {len(heard)} / {len(called) * REFEREES} "
        f"| {told(heard, 95, 100)} | {1000 * statistics.median(asked):.0f} | {told(took, 95)} | {ratio:.2f} |"
    )
    looks = [1000 * s for table in all_played for s in table.look_cpu_s]
    share = 100 * sum(table.cpu_s for table in all_played) / tables / seconds
    which, due = ("off", 0) if film is None else ("on", tables * int(seconds))
    cameras = (
        f"| {tables} | {which} | {len(looks)} / {due} | {told(looks, 50, 95, 100)} | {share:.1f} "
        f"| {len(watcher.pictured)} | {len(watcher.touched)} | {os.getloadavg()[0]:.1f} |"
    )
    return row, cameras


def all_at_once(tables: int, ready: Barrier) -> Executor:
    """Return a process for each table, which begins to play when all are ready."""
    return ProcessPoolExecutor(tables, FORKED, begin_together, (ready,))


def told(ms: Sequence[float], *shares: float) -> str:
    """Return these percentiles as cells of a row."""
    return " | ".join(f"{np.percentile(ms, share):.0f}" if ms else "-" for share in shares)


def _alternating(
    processes: Executor, folder: Path, link: str, every_s: float, film: Film | None
) -> tuple[list[float], list[float]]:
    """Return how long the acts of a table take that has nobody beside it, with a club and without, by turns."""
    took: tuple[list[float], list[float]] = ([], [])
    for turn in range(BLOCKS):
        for which, club in enumerate((link, None)):
            place = folder / f"{turn} {which}"
            table = processes.submit(play, 100, place, club, every_s / 40, BLOCK_S, film, alone=True)
            took[which].extend(table.result().took_s)
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[4, 12, 24])
    parser.add_argument("--cameras", choices=("off", "on"), nargs="+", default=["off", "on"])
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=4, help="seconds between two acts of a table")
    args = parser.parse_args()
    binaries = programs()
    if binaries is None:
        print("skipped: no PostgreSQL here")
        return
    cv2.setNumThreads(1)
    film = None
    if "on" in args.cameras:
        with ProcessPoolExecutor(1, FORKED) as apart:  # the eye has threads, which a process that forks must not have
            film = apart.submit(film_of, "ambush").result()
    print(f"Load before: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores.\n")
    cameras = []
    cluster = Cluster(binaries)
    try:
        print(
            "| tables | cameras | spectators | acts | overtaken | seen, ms | p95 | most | calls seen | p95 | most "
            "| a page ms | an act, p95 | act, with / without |"
        )
        print(f"|{'---|' * 14}", flush=True)
        for tables in args.tables:
            for which in args.cameras:
                shown = film if which == "on" else None
                row, looks = played(tables, args.spectators, args.seconds, args.every, cluster, shown)
                print(row, flush=True)
                cameras.append(looks)
    finally:
        cluster.remove()
    if film is not None:
        print(
            f"\nCameras: {len(film.pictures)} pictures of {SIZE_PX[0]} x {SIZE_PX[1]} as JPEG, of a made-up table with "
            f"{len(film.scene.roster.entries)} stands; each table looks at one a second, a hand moves a stand every "
            f"{len(film.pictures) // 2} s. Not 4K: in a hall each table has a computer, here all share this one."
        )
    print("\n| tables | cameras | looks | processor ms a look | p95 | most | a table, % of a core ", end="")
    print(f"| shown still | moving | load after |\n|{'---|' * 10}")
    print(*cameras, sep="\n")
    print(
        f"\nWanted: a ruling seen within {WANTED_MS:.0f} ms (p95), a call by each of {REFEREES} referees within "
        f"{CALL_MS:.0f} ms; an act with a club at most 1.1 of one without. Load after: {os.getloadavg()[0]:.1f}."
    )


if __name__ == "__main__":
    main()
