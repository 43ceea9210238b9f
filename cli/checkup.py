"""What the doctor looks at: each check gives one finding, with what to do where something is wrong."""

import os
import re
import shutil
import socket
import tempfile
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

import cv2
from platformdirs import user_data_dir, user_log_dir

from cli.devices import CameraDevice, Port
from rules.registry import game_names, trouble_with
from table.errors import BadInput
from web.serve import FIRST_PORT

State = Literal["good", "note", "wrong"]
BROWSERS = (
    "chromium", "chromium-browser", "chromium-headless-shell", "google-chrome", "google-chrome-stable", "chrome",
    "msedge",
)  # fmt: skip
LEAST_FREE_GB = 1.0
LEAST_MEMORY_GB = 1.0
"""A match with a 4K camera takes up to 0.7."""
MEMORY = Path("/proc/meminfo")
REINSTALL = "run `python3 start.py` again, or install Vedette anew"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; ``advice`` says what to do about it."""

    name: str
    state: State
    found: str
    advice: str | None = None


def packages() -> tuple[Finding, dict[str, str | None]]:
    """Compare what Vedette needs with what is installed: a finding and the versions by package (None: missing)."""
    lines = [line for line in metadata.requires("vedette") or [] if "extra ==" not in line]
    versions = {name: _version(name) for name in (re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in lines)}
    missing = [name for name, version in versions.items() if version is None]
    if missing:
        return Finding("packages", "wrong", f"missing: {', '.join(missing)}", REINSTALL), versions
    return Finding("packages", "good", f"all {len(versions)} there"), versions


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def opencv() -> Finding:
    """Say which OpenCV is loaded; two of its packages in one environment overwrite each other's files."""
    rivals = [
        name for name in ("opencv-python", "opencv-contrib-python", "opencv-contrib-python-headless") if _version(name)
    ]
    if rivals:
        advice = f"run `pip uninstall {' '.join(rivals)}`, then install Vedette anew"
        return Finding("OpenCV", "wrong", f"{cv2.__version__}, and {', '.join(rivals)} beside it", advice)
    if not hasattr(cv2, "aruco"):
        return Finding("OpenCV", "wrong", f"{cv2.__version__} without aruco", "install Vedette anew")
    return Finding("OpenCV", "good", f"{cv2.__version__}, {cv2.getNumThreads()} threads")


def games() -> list[Finding]:
    """Say which games are installed, and what is wrong with those that cannot be played."""
    troubles = {name: trouble_with(name) for name in game_names()}
    whole = [name for name, trouble in troubles.items() if trouble is None]
    first = Finding("games", "good" if whole else "wrong", ", ".join(whole) or "none", None if whole else REINSTALL)
    return [first, *(Finding("game", "wrong", trouble) for trouble in troubles.values() if trouble is not None)]


def computer() -> Finding:
    """Count the cores."""
    cores = os.cpu_count() or 1
    if cores < 2:
        return Finding(
            "computer", "note", "1 core", "4K pictures will be slow; a 1080p camera is enough for 20 mm markers"
        )
    return Finding("computer", "good", f"{cores} cores")


def memory(told: Path = MEMORY) -> Finding:
    """Say how much memory is free; only Linux tells what other programs would give back."""
    try:
        free = re.search(r"^MemAvailable: +(\d+) kB$", told.read_text("ascii"), re.MULTILINE)
        free_gb = int(free[1]) * 1024 / 1e9 if free is not None else None
    except OSError:
        free_gb = None
    if free_gb is None:
        return Finding("memory", "note", "this computer does not tell how much is free", "a match takes up to 0.7 GB")
    if free_gb < LEAST_MEMORY_GB:
        return Finding("memory", "wrong", f"{free_gb:.1f} GB free", "close other programs: a match takes up to 0.7 GB")
    return Finding("memory", "good", f"{free_gb:.1f} GB free")


def network(open_port: Callable[[str, int | None], socket.socket], address: str | None) -> list[Finding]:
    """Say where the page will be, on this computer and for the phones of the house; the port is let go at once."""
    try:
        with open_port("127.0.0.1", None) as opened:
            port = opened.getsockname()[1]
    except BadInput as error:
        return [Finding("page", "wrong", str(error))]
    page = Finding("page", "good", f"port {port} is free: http://127.0.0.1:{port}/")
    if port != FIRST_PORT:
        taken = "another program has it, perhaps a Vedette that still runs"
        page = Finding("page", "note", f"port {FIRST_PORT} is taken; it will be http://127.0.0.1:{port}/", taken)
    if address is None:
        none = Finding("phones", "note", "this computer is on no network", "join the Wi-Fi of the phones")
        return [page, none]
    return [page, Finding("phones", "good", f"open http://{address}:{port}/ once you `vedette serve --lan`")]


def folders() -> list[Finding]:
    """Try to write where Vedette writes, and look at the free space there."""
    places = {
        "this folder": Path.cwd(),
        "data folder": Path(user_data_dir("vedette", appauthor=False)),
        "log folder": Path(user_log_dir("vedette", appauthor=False)),
    }
    return [_folder(name, folder) for name, folder in places.items()]


def _folder(name: str, folder: Path) -> Finding:
    there = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
        free_gb = shutil.disk_usage(there).free / 1e9
    except OSError as error:
        return Finding(name, "wrong", f"{folder} cannot be written ({error.strerror})", "choose or free another folder")
    if free_gb < LEAST_FREE_GB:
        return Finding(
            name, "wrong", f"{folder}, {free_gb:.1f} GB free",
            "free some space: a match and its pictures take half a GB; on a full disk no journal can be written, and "
            "nothing more happens in the match until there is room",
        )  # fmt: skip
    return Finding(name, "good", f"{folder}, {free_gb:.0f} GB free")


def web_browser() -> Finding:
    """Say whether the demo can open its page by itself; without a desktop even an installed browser cannot."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        installed = _chromium()
        found = f"{installed} is here, but no screen to show it on" if installed else "none on this computer"
        return Finding("browser", "note", found, "open the address that `vedette demo` prints; from a phone with --lan")
    return Finding("browser", "good", "there: `vedette demo` opens it")


def chromium() -> Finding:
    """Look for a Chromium that runs without a screen: only the project's own browser tests need it."""
    found = _chromium()
    if found is None:
        return Finding("for the tests", "note", "no Chromium", "only the project's own tests need it")
    return Finding("for the tests", "good", f"Chromium, {found}")


def _chromium() -> str | None:
    return os.environ.get("VEDETTE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def cameras(found: list[CameraDevice]) -> list[Finding]:
    """Turn cameras into findings; none is worth a note only: pictures and streams work too."""
    if not found:
        return [Finding("cameras", "note", "none plugged in", "plug one in, or give a stream's address to --camera")]
    return [
        Finding("camera", "wrong" if c.trouble else "good", f"--camera {c.index}: {c.name}", c.trouble) for c in found
    ]


def light(found: list[CameraDevice]) -> list[Finding]:
    """Say how the light over the table is looked at: that needs a camera that runs."""
    how = f"`vedette doctor --camera {found[0].index if found else 'ADDRESS'}` tells it, with the markers on the table"
    return [Finding("light", "note", "not looked at yet", how)]


def serial_ports(found: list[Port]) -> list[Finding]:
    """Turn serial ports into findings; without a rig there is nothing to plug in."""
    if not found:
        return [Finding("serial ports", "good", "none, and only a cannon rig needs one")]
    return [Finding("serial port", "wrong" if p.trouble else "good", f"{p.device}: {p.name}", p.trouble) for p in found]
