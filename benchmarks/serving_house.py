"""A Vedette that is served by a process of its own, watched from outside: its address, its memory, how it ended."""

import atexit
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from serving_hall import hall_command

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("ambush", "yankee", "montecassino", "rommel", "ancients")
WIZARD = "wizard"
"""Not a game: `vedette serve` on a set-up that is not finished yet."""
HALL = "hall"
"""A club's hall, with two matches in it and an evening begun."""
HOUSES = (*GAMES, WIZARD, HALL)
STARTED = re.compile(r"http://127\.0\.0\.1:(\d+)/|The hall is at http://[^:/]+:(\d+)/")
PIN = re.compile(r"PIN: (\d+)")
LEAVING_S = 30.0


class House:
    """One server: the demo of a game, or the wizard; closed it says how it ended and whether its journal is whole."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self.journal = folder / ("match/journal.db" if name == WIZARD else "match.sqlite")
        self._told = (folder / "stderr.txt").open("wb")
        demo = ["demo", "--game", name, "--journal", str(self.journal)]
        said = {WIZARD: _wizard, HALL: hall_command}.get(name, lambda _: demo)(folder)
        command = [sys.executable, "-u", "-X", "faulthandler", "-m", "cli.main", *said]
        # --lan, so that there are links for the players; strangers come from 127.0.0.2 and on.
        command += ["--lan", "--no-browser", "--port", str(_free_port())]
        path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._told, text=True, cwd=ROOT, start_new_session=True,
            env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
        atexit.register(self._kill)
        if threading.current_thread() is threading.main_thread():
            signal.signal(
                signal.SIGTERM, lambda *_: sys.exit(143)
            )  # so that a tool that is told to end leaves no server
        self.port, self.pin = self._address()

    def _address(self) -> tuple[int, str]:
        """Wait until it says where it is, and return port and PIN; no PIN where this computer is on no network."""
        port = 0
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := STARTED.search(line):
                port = int(found[1] or found[2])
            if port and self.name == HALL:
                return port, ""
            if port and (pin := PIN.search(line)):
                return port, pin[1]
            if port and "no network" in self.words():
                return port, ""
        raise RuntimeError(f"{self.name} did not start: {self.words()}")

    @property
    def died(self) -> str | None:
        """How the process ended by itself, in words; None while it runs."""
        status = self.process.poll()
        if status is None:
            return None
        name = f" ({signal.Signals(-status).name})" if status < 0 else ""
        return f"the server of {self.name} ended: exit {128 - status if status < 0 else status}{name}"

    def words(self) -> str:
        """Return what it has written to stderr so far: bugs in its log, and faulthandler's trace when it crashed."""
        return Path(self._told.name).read_text(encoding="utf-8", errors="replace")

    def memory_mb(self) -> float:
        """Return what it has of the machine's memory now."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text("ascii").splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return float("nan")

    def cpu_s(self) -> float:
        """Return how long it has kept a core busy."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> str | None:
        """End it as Ctrl-C does; return what is wrong with how it ended, None where all is well."""
        if self.died is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.communicate(timeout=LEAVING_S)
            except subprocess.TimeoutExpired:
                self._kill()
                return f"the server of {self.name} did not stop within {LEAVING_S:.0f} s of Ctrl-C"
        self._kill()
        return self.died if self.process.returncode else None

    def verified(self) -> str | None:
        """Let `vedette journal verify` look at its journal; return what it complains of, None of a whole one."""
        if self.name != HALL and not self.journal.exists():
            return None if self.name == WIZARD else "there is no journal"
        said = ["journal", "verify", str(self.journal)]
        if self.name == HALL:
            said = ["club", "verify", "--database", str(self.folder / "club.sqlite")]
        command = [sys.executable, "-m", "cli.main", *said]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, cwd=ROOT)
        return None if done.returncode == 0 else done.stdout + done.stderr

    def _kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._told.close()


@contextmanager
def served(name: str) -> Iterator[House]:
    """Serve that house in a folder that is gone afterwards."""
    with TemporaryDirectory(prefix="vedette-hostile-") as folder:
        house = House(name, Path(folder))
        try:
            yield house
        finally:
            house.close()


def _free_port() -> int:
    """Return a port below those that the system gives to outgoing connections: no client takes it meanwhile."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("0.0.0.0", port := random.randrange(20_000, 32_000)))
            return port


def _wizard(folder: Path) -> list[str]:
    """Write a set-up whose lens and table are known and whose roster is to do, and return how it is served."""
    import cv2  # noqa: PLC0415 - only here: a tool that serves a demo stays small
    import numpy as np  # noqa: PLC0415

    from calibration.profile import CameraProfile  # noqa: PLC0415
    from calibration.sheets.frame import frame_of  # noqa: PLC0415
    from referee.setup.folder import SetUp  # noqa: PLC0415
    from referee.setup.match_file import new_match  # noqa: PLC0415
    from simulation.rehearsal.demos import demo_scene  # noqa: PLC0415
    from simulation.synthetic.fittings import default_camera  # noqa: PLC0415
    from simulation.synthetic.renderer import Renderer  # noqa: PLC0415
    from vision.table_view import TableView  # noqa: PLC0415

    scene, frame = demo_scene("ambush"), frame_of(120.0, 100.0, range(240, 248))
    camera, setup, shots = default_camera(frame), SetUp(folder / "match"), folder / "shots"
    setup.match = replace(new_match("ambush", "At the farm"), settings=scene.settings)
    setup.frame, setup.table = frame, TableView(camera, frame)
    setup.camera = CameraProfile(camera.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
    shots.mkdir()
    for k in range(2):
        cv2.imwrite(str(shots / f"{k}.png"), Renderer(camera, frame, scene.roster, seed=k).render(scene.truth()))
    return ["serve", str(setup.folder), "--camera", str(shots), "--shelf", str(folder / "shelf")]
