"""How the page holds a full club: 50 spectators and 2 referees at the demo, on this machine.

    python benchmarks/bench_serving.py [--minutes 5] [--spectators 50]

The server, its loop with the synthetic camera and the clients share the machine's cores: what is measured is the whole.
Prints a table for docs/serving.md: a ruling's way from the tap to every page, a change's way from the camera's picture
to every page, the server's memory, and what was left out.
"""

import argparse
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np

from referee.live import Look
from referee.rehearsal.ambush import ambush_scene
from referee.rehearsal.clock import WallClock
from referee.rehearsal.loop import FRAME_S, Listener
from web.app import create_app
from web.serve import Server, open_port
from web.stage import set_stage

CLIENTS = Path(__file__).with_name("serving_clients.py")


def rss_mb() -> float:
    """Return this process' memory in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


def ms(values: list[float], share: float) -> str:
    """Return a percentile in ms."""
    return f"{1000 * float(np.percentile(values, share)):.0f}" if values else "-"


def main() -> int:
    """Serve, let the clients loose, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--spectators", type=int, default=50)
    given = parser.parse_args()

    stage = set_stage(ambush_scene(), WallClock(), lambda: 4)
    server = Server(create_app(stage.desk), open_port("127.0.0.1", 0), stage.desk.close)
    server.start()
    published: dict[int, float] = {}
    looks: list[float] = []
    began_s = time.monotonic() - stage.loop.clock.now_s()

    def publish(look: Look) -> None:
        # Look.time_s is when the picture was taken, by the loop's clock.
        before = stage.desk.versions.table
        stage.desk.publish(look)
        looks.append(time.monotonic())
        if stage.desk.versions.table != before:
            published[stage.desk.versions.table] = began_s + look.time_s

    stop = threading.Event()
    listener = Listener(publish, stage.desk.memory, stage.desk.quiet)
    loop = threading.Thread(target=stage.loop.run, args=(listener, stop), daemon=True)
    loop.start()
    seconds = round(60 * given.minutes)
    command = [sys.executable, str(CLIENTS), str(server.port), str(seconds), str(given.spectators), "2"]
    memory = [rss_mb()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as clients:
        while clients.poll() is None and clients.stdout is not None:
            if len(memory) > 1 and time.monotonic() - looks[-1] > 30:
                break
            memory.append(rss_mb())
            time.sleep(1)
            if time.monotonic() - began_s > seconds + 60:
                break
        told = json.loads(clients.stdout.read())  # type: ignore[union-attr]
    stop.set()
    loop.join(timeout=5)
    server.close()
    report(given.spectators, seconds, told, published, looks, memory)
    return 0


def report(
    spectators: int, seconds: int, told: dict[str, list], published: dict[int, float], looks: list[float],
    memory: list[float],
) -> None:  # fmt: skip
    """Print the table."""
    pages, sent = told["pages"], dict(told["acts"])
    rulings = [when - sent[acts] for page in pages for acts, when in page["acts"] if acts in sent]
    changes = [when - published[table] for page in pages for table, when in page["tables"] if table in published]
    gaps = np.diff(looks)
    seen = sum(len([1 for acts, _ in page["acts"] if acts in sent]) for page in pages)
    print(f"| {spectators} spectators, 2 referees, {seconds} s, {len(sent)} acts | p50 | p95 | worst |")
    print("|---|---|---|---|")
    for name, times in (
        ("a ruling, from the tap to a page", rulings),
        ("a change of the table, from the camera's picture to a page", changes),
        (f"from one look to the next (wanted {1000 * FRAME_S:.0f} ms)", list(gaps)),
    ):
        print(f"| {name} | {ms(times, 50)} ms | {ms(times, 95)} ms | {ms(times, 100)} ms |")
    print()
    print(f"Rulings shown: {seen} of {len(sent) * len(pages)} (a page that was slow goes to the newest at once).")
    shown, skipped, failures = (sum(page[key] for page in pages) for key in ("pictures", "skipped", "failures"))
    print(f"Pictures shown: {shown}, left out for newer ones: {skipped}. Failures: {failures}.")
    print(f"Sent: {sum(page['bytes_read'] for page in pages) / 1e6:.0f} MB. ", end="")
    print(
        f"The server's memory: {memory[0]:.0f} MB before, {max(memory):.0f} MB at most, {memory[-1]:.0f} MB at the end."
    )


if __name__ == "__main__":
    sys.exit(main())
