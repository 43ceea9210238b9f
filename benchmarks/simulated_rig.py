"""The rig's firmware as built, on a simulated chip whose time only passes when asked to, and its cable to the link."""

import contextlib
import shutil
import subprocess
from pathlib import Path
from types import TracebackType

from hardware.link import RigLink
from hardware.serial_port import READ_S, PortBroken, open_serial

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parent / "hardware" / "firmware"
HZ = 16_000_000
HALF_US = 8  # cycles
_SIMAVR = Path("/usr/include/simavr/sim_avr.h")


def missing() -> str | None:
    """Return what the simulation needs and this machine has not, or None."""
    programs = [name for name in ("make", "avr-gcc", "avr-objcopy", "cc") if shutil.which(name) is None]
    wanted = programs + ([] if _SIMAVR.exists() else ["libsimavr"])
    if not wanted:
        return None
    debian = "make gcc gcc-avr avr-libc simavr libsimavr-dev libelf-dev"
    return f"no {', '.join(wanted)} here (Debian: apt-get install {debian})"


def build(folder: Path, extra: str = "") -> tuple[Path, Path]:
    """Build firmware and simulator into a folder; return both files."""
    subprocess.run(["make", "-s", "-C", FIRMWARE, f"BUILD={folder}", f"EXTRA={extra}"], check=True)
    simulator = folder / "simulated_rig"
    source = HERE / "simulated_rig.c"
    libraries = ["-lsimavr", "-lutil", "-lelf"]
    subprocess.run(["cc", "-std=gnu11", "-O2", "-Wall", "-o", simulator, source, *libraries], check=True)
    return folder / "rig.elf", simulator


class SimulatedRig:
    """A rig in the simulator. Its time, `now_s`, goes on over all its starts; `said` is every line with its moment."""

    def __init__(self, folder: Path, *, pty: bool = False) -> None:
        command = [folder / "simulated_rig", folder / "rig.elf", *(["--pty"] if pty else [])]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="ascii")
        self.said: list[tuple[float, bytes]] = []
        self._off_s = 0.0
        self._cycles = self.lines = 0
        self._fresh: list[bytes] = []
        self.pty = next((line.split()[1] for line in self._answers() if line.startswith("pty ")), None)

    def __enter__(self) -> "SimulatedRig":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    @property
    def now_s(self) -> float:
        """Time since the first start, with the pauses without power."""
        return self._off_s + self._cycles / HZ

    @property
    def cycles(self) -> int:
        """Cycles since this start."""
        return self._cycles

    def tell(self, command: str) -> list[str]:
        """Give the simulator a command; return its answers but for the last."""
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        return self._answers()

    def on(self, seed: int = 1) -> None:
        """Give it power."""
        self.tell(f"on {seed}")

    def off(self, pause_s: float = 1.0) -> None:
        """Take its power away, at this very cycle, for so long."""
        self._off_s = self.now_s + pause_s
        self.tell("off")

    def run(self, seconds: float) -> None:
        """Let time pass."""
        self.run_cycles(round(seconds * HZ))

    def run_cycles(self, cycles: int, how: str = "run") -> None:
        """Let so many cycles pass; `until` stops after a line, `pace` takes real time."""
        self.tell(f"{how} {cycles}")

    def edge(self, after_cycles: int, sensor: str, level: int) -> None:
        """Let an input change so many cycles from now."""
        self.tell(f"at {after_cycles} {sensor} {level}")

    def tremble(self, sensor: str, hz: float) -> None:
        """Let an input go to and fro so often a second from now on, a little irregularly; 0: no more."""
        self.tell(f"tremble {sensor} {round(HZ / 2 / hz / 1.125) if hz else 0}")

    def send(self, data: bytes) -> None:
        """Send bytes to the rig."""
        if data:
            self.tell(f"send {data.hex()}")

    def fresh(self) -> bytes:
        """Return what it said since the last call."""
        data = b"".join(self._fresh)
        self._fresh.clear()
        return data

    def memory(self) -> bytes:
        """Return its EEPROM."""
        return bytes.fromhex(self.tell("eeprom")[0].split()[1])

    def writing(self) -> bool:
        """Whether a byte of EEPROM is being written."""
        return self.tell("writing")[0] != "writing -1"

    def _answers(self) -> list[str]:
        answers = []
        while line := self._process.stdout.readline():
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "ok":
                self._cycles, self.lines = map(int, rest.split())
                return answers
            if word == "wrong":
                raise ValueError(rest)
            if word == "line":
                cycle, _, text = rest.partition(" ")
                data = text.encode("ascii") + b"\n"
                self.said.append((self._off_s + int(cycle) / HZ, data))
                self._fresh.append(data)
            else:
                answers.append(line.rstrip("\n"))
        raise EOFError(f"the simulator ended with {self._process.wait()}")


class Cable:
    """The cable between a simulated rig and the link: reading lets the rig's time pass; it can be cut and mended."""

    def __init__(self, rig: SimulatedRig) -> None:
        self._rig = rig
        self.whole = True
        self.wait_s = READ_S
        self._last: float | None = None

    def cut(self, share: float) -> None:
        """Cut it: of what comes next, only this share gets through, in the middle of a line perhaps."""
        self.whole, self._last = False, share

    def mend(self) -> None:
        self.whole, self._last = True, None

    def read_some(self) -> bytes:
        share, self._last = self._last, None
        if share is None:
            self._check()
        self._rig.run_cycles(round(self.wait_s * HZ), "until")
        data = self._rig.fresh()
        return data if share is None else data[: int(share * len(data))]

    def write_all(self, data: bytes) -> None:
        self._check()
        self._rig.send(data)

    def interrupt(self) -> None:
        """Nobody waits here."""

    def close(self) -> None:
        """Nothing is held."""

    def _check(self) -> None:
        if not self.whole:
            raise PortBroken("the cable is cut")


class PtyCable(Cable):
    """The same over a pseudo-terminal that pyserial opens; the rig's time passes only while it is read, here too."""

    def __init__(self, rig: SimulatedRig) -> None:
        super().__init__(rig)
        self._port = open_serial(rig.pty)

    def read_some(self) -> bytes:
        before = self._rig.lines
        super().read_some()
        return self._port.read_some() if self._rig.lines != before else b""

    def write_all(self, data: bytes) -> None:
        self._check()
        self._port.write_all(data)

    def close(self) -> None:
        self._port.close()


def link_to(rig: SimulatedRig, cable: Cable, **how: object) -> RigLink:
    """Return the real link at the other end of a cable, living in the rig's time."""

    def plug_in(_url: str) -> Cable:
        cable._check()
        rig.fresh()  # what was said to nobody is lost
        return cable

    return RigLink("simulated", clock=lambda: rig.now_s, open_port=plug_in, **how)


def live(link: RigLink, rig: SimulatedRig, cable: Cable, until_s: float) -> None:
    """Let link and rig live until a moment of the rig's time."""
    while (left_s := until_s - rig.now_s) > 1e-6:
        cable.wait_s = min(READ_S, left_s)
        if wait_s := link.step():
            rig.run(min(wait_s, left_s))
            rig.fresh()
