"""How soon the hall's pages open when a season has grown: 10,000 matches, 10^6 entries, on SQLite and PostgreSQL.

    python benchmarks/season_growth.py [--matches 10000] [--small 1000] [--entries 100] [--players 200]

Matches are the same one with other titles, each sealed as its own; what they came to is drawn, not worked out: how long
that takes a match is told apart. The hall is a process of its own. First is the page's first opening after the hall
began, later the median of ten; small is a club of a tenth, to tell how a page grows. (start) is how long the hall takes
to tell its address.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests" / "shared"))
from journals import TABLE, Ticking, play
from matches import match_at
from postgres import Cluster, programs
from sqlalchemy import insert

from referee.club.record import Club
from referee.club.results import Results
from referee.club.schema import ENTRY, MATCH, PLAYER, RESULT, SEAT
from referee.journal.entry import GENESIS, Entry, sealed
from referee.journal.reader import batches
from referee.journal.schema import row_of
from referee.journal.store import Journal

PAGES = (
    "/", "/season", "/api/season", "/season/player/1", "/api/season/player/1", "/season/army?name=Army+1", "/api/hall",
)  # fmt: skip
WANTED_MS = 300.0
AT_ONCE, MOST = 20, 20_000
FAIR = {"table": {str(face): 4 for face in range(1, 7)}, "vedette": {}}


def played(folder: Path, length: int) -> list[Entry]:
    """Return the entries of a match that is so long, and over."""
    with Journal(folder / "match.sqlite", write=True, now=Ticking()) as journal:
        match = match_at(TABLE, journal=journal)
        play(match)
        while journal.length < length - 1:
            match.end_turn()
        match.end("won", "us")
        return list(journal.entries())


def copied(entries: list[Entry], number: int) -> Iterator[Entry]:
    """Yield the entries of another match like that one, sealed as its own."""
    previous = GENESIS
    for entry in entries:
        text = entry.text.replace('"a test"', f'"Scenario {number % 30}"') if entry.sequence == 1 else entry.text
        clock = f"{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.{entry.sequence:03}"
        at = f"2026-{1 + number * 12 // MOST:02}-{1 + number % 28:02}T{clock}+00:00"
        made = sealed(entry.sequence, at, entry.kind, entry.version, text, previous)
        previous = made.seal
        yield made


def build(where: str, entries: list[Entry], matches: int, players: int) -> None:
    """Fill a club's database."""
    dice = random.Random(23)
    skill = [dice.gauss(0, 0.3) for _ in range(players)]
    with Club(where) as club:
        with club.writing() as connection:
            people = [{"player": k + 1, "name": f"Player {k + 1}"} for k in range(players)]
            connection.execute(insert(PLAYER), people)
        for numbers in batches(range(matches), AT_ONCE):
            rows: dict[str, list[dict[str, object]]] = {"match": [], "entry": [], "seat": [], "result": []}
            for number in numbers:
                chain = list(copied(entries, number))
                first, last = chain[0], chain[-1]
                rows["match"].append({
                    "match": first.seal, "place": f"Table {number % 24}", "game": "ambush",
                    "title": f"Scenario {number % 30}",
                    "opened": first.time, "length": last.sequence, "head": last.seal, "last": last.time,
                    "grown": number,
                })  # fmt: skip
                rows["entry"] += [{"match": first.seal, **row_of(entry)} for entry in chain]
                pair = dice.sample(range(players), 2)
                luck = [dice.gauss(0, 0.35) for _ in pair]
                score = skill[pair[0]] - skill[pair[1]] + 0.9 * (luck[0] - luck[1]) + dice.gauss(0, 0.25)
                for k, side in enumerate(("us", "de")):
                    army = f"Army {dice.randrange(20)}"
                    rows["seat"].append({"match": first.seal, "side": side, "player": pair[k] + 1, "army": army})
                    rows["result"].append({
                        "match": first.seal, "side": side, "length": last.sequence, "result": "won",
                        "won": (score > 0) == (k == 0), "score": score if k == 0 else -score, "expected": 0.5,
                        "gained": 0.5 + luck[k], "throws": 30, "untried": 0, "dice": json.dumps(FAIR),
                    })  # fmt: skip
            with club.writing() as connection:
                for table, name in ((MATCH, "match"), (ENTRY, "entry"), (SEAT, "seat"), (RESULT, "result")):
                    connection.execute(insert(table), rows[name])


def opened(port: int, path: str) -> float:
    """Return how many milliseconds a page took."""
    start = time.perf_counter()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=120) as answer:
        answer.read()
    return 1000 * (time.perf_counter() - start)


def times(where: str) -> dict[str, tuple[float, float]]:
    """Return for each page how long it took first, and later."""
    command = [sys.executable, "-u", "-m", "cli.main", "club", "serve", "--no-browser", "--database", where]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().split("://127.0.0.1:")[1].split("/")[0])
        ready = 1000 * (time.perf_counter() - start)
        try:
            opened(port, "/api/versions")  # the program itself is there
            return {"(start)": (ready, ready)} | {
                path: (opened(port, path), statistics.median(opened(port, path) for _ in range(10))) for path in PAGES
            }
        finally:
            process.terminate()


def listing(where: str) -> float:
    """Return how many milliseconds the list of matches took."""
    with Club(where) as club:
        start = time.perf_counter()
        club.matches()
        club.named(club.matches(1)[0].match[:8])
        return 1000 * (time.perf_counter() - start)


def report(name: str, places: dict[str, str]) -> bool:
    """Print a kind of database's times; say whether every page of the whole season opens soon enough."""
    small, whole = times(places["small"]), times(places["whole"])
    for path, (first, later) in whole.items():
        print(
            f"| {name} | {path} | {small[path][1]:.0f} | {first:.0f} | {later:.0f} | {later / small[path][1]:.1f} |",
            flush=True,
        )
    short, long = listing(places["small"]), listing(places["whole"])
    print(f"| {name} | club list | {short:.0f} | | {long:.0f} | {long / short:.1f} |")
    return all(later < WANTED_MS for path, (_, later) in whole.items() if path in PAGES)


def main() -> int:
    """Print everything; the status is 1 where a page is too slow."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--small", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=100)
    parser.add_argument("--players", type=int, default=200)
    given = parser.parse_args()
    binaries = programs()
    cluster = None if binaries is None else Cluster(binaries)
    good = True
    with tempfile.TemporaryDirectory(prefix="vedette-") as name:
        folder = Path(name)
        entries = played(folder, given.entries)
        with Club(folder / "one.sqlite") as club:
            club.take("Table 1", entries)
            start = time.perf_counter()
            Results(club).refresh()
            took = 1000 * (time.perf_counter() - start)
            print(f"What a match of {given.entries} entries and 2 throws came to is worked out in {took:.0f} ms.")
        print(
            f"{given.matches} matches of {given.entries} entries, {given.players} players; small: {given.small}; in ms."
        )
        print("| database | page | small | first | later | later / small |")
        print(f"|{'---|' * 6}", flush=True)
        try:
            for kind in ("SQLite", "PostgreSQL"):
                places = {}
                for size, count in (("small", given.small), ("whole", given.matches)):
                    if kind == "PostgreSQL":
                        if cluster is None:
                            print("PostgreSQL: skipped, there is none here")
                            return 1
                        places[size] = cluster.new()
                    else:
                        places[size] = str(folder / f"{size}.sqlite")
                    build(places[size], entries, count, given.players)
                good = report(kind, places) and good
        finally:
            if cluster is not None:
                cluster.remove()
    said = "It holds." if good else "It does not hold."
    print(f"\nWanted: each page within {WANTED_MS:.0f} ms, later. {said} First is as the hall begins.")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
