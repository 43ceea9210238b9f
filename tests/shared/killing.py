"""Writers of a journal that are killed: one process that has everything loaded begins each as a child of its own."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

NURSERY = """
import os, random, sys
from referee.club.relay import OutboxRelay
from referee.journal.history import opened
from referee.journal.mirrored_journal import MirroredJournal
from referee.journal.store import Journal
from referee.match.match import Match
from rules.registry import rule
from journals import SIDES, TABLE
from rules.state import State
import sqlalchemy.dialects.postgresql.psycopg, psycopg

def say(words):
    os.write(1, (words + "\\n").encode())

def write(where, mirror, seed, club):
    dice = random.Random(seed)
    journal = Journal(where, write=True) if club else MirroredJournal(where, mirror)
    if journal.head is None:
        journal.append(opened("ambush", "killed again and again", {}, State(SIDES), "test"))
    match = Match(journal, TABLE, rule)
    if club:
        OutboxRelay(journal, mirror, club).start()
    def told():
        assert journal.trouble is None
        say("sealed " + journal.head.seal)

    told()
    while True:
        match.declare(*(("Miller", "Weber") if match.now.memory.side == "us" else ("Krause", "Moore")))
        if match.ruling.needs:  # who was killed after a shot has shot already
            match.throw([1], confirm=True)
            told()
        if match.can_undo and dice.random() < 0.2:
            match.undo()
            told()
        else:
            match.end_turn()
            told()

say("ready")
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        say(f"child {os.getpid()}")
        try:
            write(sys.argv[1], sys.argv[2], int(line), *sys.argv[3:4] or [None])
        except BaseException as error:
            say(f"failed {type(error).__name__}: {error}")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    say("dead")
"""

OPENS_S, WHILE_OPENING = 0.1, 0.3
"""A writer takes longer than this to open a journal; so many are killed before."""


class Writers:
    """Begins writers of one journal and its mirror, and kills them.

    With a ``place`` the second is a club's database, to which each sends on what it writes from that table.
    """

    def __init__(self, where: str | Path, mirror: str, *place: str) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))}
        self._nursery = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", NURSERY, str(where), mirror, *place], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        assert self._line() == "ready"

    def killed(self, dice: Random, longest_s: float) -> list[str]:
        """Begin a writer, kill it at any instant, and return the seals that it said were kept."""
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(f"{dice.randrange(1 << 30)}\n")
        self._nursery.stdin.flush()
        child = int(self._line().removeprefix("child "))
        opening = dice.random() < WHILE_OPENING
        # Past the opening it has a word to say, however busy the machine is.
        words = [] if opening else [self._line()]
        until = time.monotonic() + dice.uniform(0.0, OPENS_S if opening else longest_s)
        while time.monotonic() < until:
            time.sleep(0.0005)
        with suppress(ProcessLookupError):  # it died by itself: its last words come below
            os.kill(child, signal.SIGKILL)
        while (line := self._line()) != "dead":
            words.append(line)
        assert all(line.startswith("sealed ") for line in words), words
        return [line.removeprefix("sealed ") for line in words]

    def close(self) -> None:
        """Let the process end."""
        self._nursery.communicate(timeout=30)

    def _line(self) -> str:
        assert self._nursery.stdout is not None
        return self._nursery.stdout.readline().strip()
