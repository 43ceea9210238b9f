"""The link at a real pseudo-terminal: cables cut at random, and what it costs while nothing happens.

    python benchmarks/rig_pty.py [CUTS] [IDLE_SECONDS] [SEED]

Shots are fired all the while, also with the cable out; afterwards every one must have been written down once. Then a
process that does nothing but hold the link open is measured (user and system time) while the rig is idle.
"""

import random
import subprocess
import sys
import threading
import time

from hardware.events import RigEvent, ShotTimed
from hardware.link import RigLink
from hardware.virtual_rig import VirtualRig

CUTS, IDLE_S, SEED = 50, 30.0, 1
MOST_IDLE, MOST_ERROR_S = 0.02, 1 / 30
_CHILD = """
import resource, sys, threading
from hardware.link import RigLink
found, stop = [], threading.Event()
link = RigLink(sys.argv[1], found.append, found.append)
thread = threading.Thread(target=link.run, args=(stop,))
thread.start()
stop.wait(2.0)
assert found, "no rig"
def used():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
before = used()
stop.wait(float(sys.argv[2]))
print(used() - before)
stop.set()
link.interrupt()
thread.join()
"""


def cut_at_random(cuts: int, seed: int) -> tuple[list[float], list[ShotTimed], VirtualRig]:
    """Return the true moments of the shots, what was written down, and the rig, which is closed."""
    dice = random.Random(seed)
    kept: list[ShotTimed] = []
    enough, stop = threading.Event(), threading.Event()
    fired_s: list[float] = []

    def keep(shot: ShotTimed) -> None:
        kept.append(shot)
        if len(kept) >= len(fired_s):
            enough.set()

    with VirtualRig(drift_ppm=dice.uniform(-4000, 4000), seed=seed) as rig:
        told: list[RigEvent] = []
        link = RigLink(rig.url, keep, told.append)
        thread = threading.Thread(target=link.run, args=(stop,))
        thread.start()
        for _ in range(cuts):
            time.sleep(dice.uniform(0.1, 1.0))
            fire(rig, fired_s)
            time.sleep(dice.uniform(0.0, 0.2))  # in the middle of a line, of an answer, of nothing
            rig.cut()
            if dice.random() < 0.5:
                fire(rig, fired_s)
            time.sleep(dice.uniform(0.05, 0.3))
            rig.mend()
        enough.clear()
        fire(rig, fired_s)
        enough.wait(30.0)
        stop.set()
        link.interrupt()
        thread.join()
        time.sleep(0.3)
    return fired_s, kept, rig


def fire(rig: VirtualRig, fired_s: list[float]) -> None:
    rig.cock()
    fired_s.append(rig.fire())


def idle_share(seconds: float) -> float:
    """Return which share of one core a process takes that holds the link open."""
    with VirtualRig() as rig:
        done = subprocess.run(
            [sys.executable, "-c", _CHILD, rig.url, str(seconds)], capture_output=True, text=True, check=True
        )
    return float(done.stdout) / seconds


def main() -> None:
    words = [float(word) for word in sys.argv[1:]]
    cuts, seconds, seed = (*words, *(CUTS, IDLE_S, SEED)[len(words) :])
    fired_s, kept, rig = cut_at_random(int(cuts), int(seed))
    numbers = [event.shot.number for event in kept]
    lost, doubled = len(set(range(1, len(fired_s) + 1)) - set(numbers)), len(numbers) - len(set(numbers))
    errors_s = sorted(
        abs(event.released.s - fired_s[event.shot.number - 1]) for event in kept if event.released is not None
    )
    print(f"{cuts:g} cuts of a pseudo-terminal: {len(fired_s)} shots fired, {len(kept)} written down, {lost} lost, "
          f"{doubled} doubled, {len(rig.memory.pending)} still with the rig")  # fmt: skip
    print(f"  sent again: {sum(event.resent for event in kept)}")
    print(f"  error in time: median {1000 * errors_s[len(errors_s) // 2]:.2f} ms, most {1000 * errors_s[-1]:.2f} ms; "
          f"without a time: {len(kept) - len(errors_s)}")  # fmt: skip
    share = idle_share(seconds)
    print(f"idle for {seconds:g} s: {100 * share:.2f} % of one core")
    sys.exit(bool(lost or doubled or errors_s[-1] > MOST_ERROR_S or share >= MOST_IDLE))


if __name__ == "__main__":
    main()
