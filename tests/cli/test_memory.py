"""Large buffers that many threads make and free go back to the system."""

import subprocess
import sys

import pytest

CHURN = """
import ctypes, random, sys, threading
from pathlib import Path

if sys.argv[1] == "give back":
    from cli.memory import give_back_memory
    give_back_memory()

def anonymous_mb():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous")) / 1024

def work(seed):
    dice, small = random.Random(seed), []
    for _ in range(40):
        pictures = [bytearray(dice.randrange(1_000_000, 9_000_000)) for _ in range(3)]
        small.append(bytearray(20_000))
        meeting.wait()
    kept.append(small)

kept, meeting = [], threading.Barrier(16)
before = anonymous_mb()
threads = [threading.Thread(target=work, args=(k,)) for k in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(anonymous_mb() - before)
"""


def held_mb(how: str) -> float:
    """Return what a process still holds after 16 threads made and freed 640 times three buffers of megabytes."""
    done = subprocess.run([sys.executable, "-c", CHURN, how], capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.prove
@pytest.mark.skipif(sys.platform != "linux", reason="only glibc keeps so much")
def test_buffers_that_threads_have_freed_go_back_to_the_system() -> None:
    assert held_mb("give back") < 40, "16 threads hold 13 MB of small things; the large ones are freed"


HOLES = """
import ctypes, sys
from pathlib import Path
import cli.memory

if sys.argv[1] == "trim":
    cli.memory.TRIM_S = 0.001
    cli.memory.give_back_memory()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, (ctypes.c_void_p,)
blocks = [libc.malloc(100_000) for _ in range(1000)]
for block in blocks: ctypes.memset(block, 1, 100_000)
kept = [blocks.pop(k) for k in range(len(blocks) - 1, -1, -50)]
for block in blocks: libc.free(block)
if sys.argv[1] == "begin late": cli.memory.give_back_memory()

def anonymous_mb():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous")) / 1024

for tries in range(1 if sys.argv[1] == "leave" else 1000):
    if (held := anonymous_mb()) < 40: break
print(held)
"""
"""100 MB are taken in small pieces; of every 50 one is kept, so that the heap's end never comes down."""


@pytest.mark.ci
@pytest.mark.skipif(sys.platform != "linux", reason="only glibc keeps so much")
def test_what_is_free_between_two_small_pieces_goes_back_too() -> None:
    leave, trim, late = (
        float(subprocess.run([sys.executable, "-c", HOLES, how], capture_output=True, text=True, check=True).stdout)
        for how in ("leave", "trim", "begin late")
    )
    assert leave > 90
    assert trim < 40
    assert late < 40, "what was freed before it began goes back at once, not after a minute"


LEFT_OVER = """
import threading, weakref
import cli.memory

class Thing: pass

thing, gone = Thing(), threading.Event()
thing.itself = thing
weakref.finalize(thing, gone.set)
del thing
cli.memory.spare_collections()
cli.memory.TRIM_S = 0.001
cli.memory.give_back_memory()
print(gone.wait(20))
"""


@pytest.mark.ci
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is given back")
def test_what_a_start_left_over_goes_a_minute_later() -> None:
    done = subprocess.run([sys.executable, "-c", LEFT_OVER], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
