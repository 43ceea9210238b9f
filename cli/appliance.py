"""`vedette appliance`: Vedette as the one thing a computer does, from the moment it is switched on."""

import contextlib
import json
import os
import secrets
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from cli.appliance_units import NAME, SERVICE, UNITS, unit_texts
from cli.page_server import TABLE_LINK
from referee.club.http_hall import read_link
from referee.journal.engines import url_of
from referee.setup.shelf import setup_at
from table.errors import BadInput, Wanted
from vision.sources.factory import EXPECTED
from web.doors.pin import DIGITS
from web.network import lan_address, page_at
from web.serve import open_port

PIN = Path("/etc/vedette/pin")
SECRETS = "secrets"
"""Beside the PIN: what systemd puts into Vedette's environment, and nobody else may read."""
RUNS_SYSTEMD = Path("/run/systemd/system")
DEVICES = ("video", "dialout", "uucp")
"""The groups that may open cameras and serial ports; no system has all."""
AVAHI = Path("/usr/sbin/avahi-daemon")


@dataclass(frozen=True, slots=True)
class Person:
    """Who Vedette runs as."""

    name: str
    uid: int
    gid: int
    home: Path


@click.group()
def command() -> None:
    """Vedette at every start of this computer, as http://vedette.local/ on every phone (Linux with systemd).

    docs/appliance.md has a recipe for a Raspberry Pi.
    """
    if os.name == "nt":
        raise BadInput("Windows has no systemd; docs/appliance.md says how a container does it")


@command.command()
@click.argument("folder", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--camera", metavar="URL|INDEX", help="What looks at FOLDER's table, if not what it names itself.")
@click.option("--port", type=click.IntRange(1, 65535), default=80, show_default=True, help="The page's port.")
@click.option("--user", metavar="NAME", help="Who it runs as, whose tables it shows. [who calls this]")
@click.option("--club", metavar="LINK", help="This table's link to its club's hall (docs/club.md).")
@click.option("--hall", metavar="URL|FILE", help="Be the hall of the club with this database, not a table.")
@click.option("--dry-run", is_flag=True, help="Only print what would be written and run.")
def install(
    folder: Path | None, camera: str | None, port: int, user: str | None, club: str | None, hall: str | None,
    dry_run: bool,
) -> None:  # fmt: skip
    """Let Vedette start with this computer, now and at every boot.

    It opens on your tables, on FOLDER's match, or on the club's hall. The referee's PIN is drawn once and stays the
    same, so that it can be written on the box. Run it again after a change; your tables and the PIN stay.
    """
    if camera is not None and not camera.strip():
        raise BadInput("no camera was named; expected {expected}", expected=Wanted(EXPECTED))
    if folder is not None:
        _ = setup_at(folder).match  # raises BadInput for one that cannot be read
    if not dry_run:
        _need_systemd()
    hidden = _hidden(club, hall, table=folder is not None or camera is not None)
    person = _person(user)
    arguments = ["serve"] if hall is None else ["club", "serve"]
    arguments += ["--lan", "--no-browser", "--port", str(port)]
    arguments += [] if camera is None else ["--camera", camera]
    arguments += [] if folder is None else [str(folder.resolve())]
    program = Path(sys.executable).with_name("vedette")
    units = unit_texts(program, arguments, person.name, _groups(), PIN, hall=hall is not None)
    begin = [["systemctl", "daemon-reload"], ["systemctl", "enable", *units], ["systemctl", "restart", *units]]
    if dry_run:
        _show(units, hidden, begin)
        return
    if (UNITS / SERVICE).exists():
        _run(["systemctl", "stop", SERVICE], check=False)  # it may hold the port
    open_port("0.0.0.0", port).close()
    if hall is None:
        click.echo("Preparing the eye for this machine (once; about 20 s) ...", err=True)
        _warm(person)
    pin = _pin()
    _keep(PIN.with_name(SECRETS), hidden)
    for name, text in units.items():
        (UNITS / name).write_text(text, encoding="utf-8")
    for words in begin:
        _run(words)
    click.echo(f"Vedette starts with this computer from now on: {_where(port)}")
    if not AVAHI.exists():
        click.echo("The name vedette.local needs Avahi: `apt-get install avahi-daemon`, then run this again.")
    if hall is None:
        click.echo(f"The referee's PIN: {pin}  (in {PIN}; write it on the box)")
    click.echo("The page is there in some seconds; `vedette appliance status` says how it goes.")


@command.command()
def remove() -> None:
    """Stop Vedette from starting with this computer; your tables stay."""
    _need_systemd()
    _run(["systemctl", "disable", "--now", SERVICE, NAME], check=False)
    for file in (UNITS / SERVICE, UNITS / NAME, PIN, PIN.with_name(SECRETS)):
        file.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # others may keep something there
        PIN.parent.rmdir()
    _run(["systemctl", "daemon-reload"])
    click.echo("Vedette no longer starts with this computer. Your tables stay where they are.")


@command.command()
def status() -> None:
    """Say whether Vedette starts with this computer, whether it runs, and what it said last."""
    file = UNITS / SERVICE
    if not file.exists():
        raise BadInput("Vedette does not start with this computer: `vedette appliance install` lets it")
    running = _run(["systemctl", "is-active", "--quiet", SERVICE], check=False) == 0
    click.echo(f"Vedette {'runs' if running else 'does NOT run'}. {_where(port_in(file.read_text(encoding='utf-8')))}")
    click.echo("What it said last:")
    _run(["journalctl", "--unit", SERVICE, "--lines", "12", "--output", "cat", "--no-pager"], check=False)


def port_in(unit: str) -> int:
    """Return the port that a unit of ours serves."""
    words = next(line for line in unit.splitlines() if line.startswith("ExecStart=")).split()
    return int(words[words.index('"--port"') + 1].strip('"'))


def _show(units: Mapping[str, str], hidden: str, begin: Sequence[Sequence[str]]) -> None:
    """Print what would be written and run."""
    for name, text in units.items():
        click.echo(f"# {UNITS / name}\n{text}")
    click.echo(f"# {PIN}: six digits, unless it is there\n")
    if hidden:
        click.echo(f"# {PIN.with_name(SECRETS)}: {hidden.partition('=')[0]}, for root's eyes only\n")
    for words in begin:
        click.echo(f"$ {' '.join(words)}")


def _where(port: int) -> str:
    address = lan_address()
    other = f" or {page_at(address, port)}" if address else "; this computer is on no network"
    return page_at("vedette.local", port) + other


def _person(user: str | None) -> Person:
    """Return who Vedette runs as: never root, who may write everywhere."""
    import pwd  # noqa: PLC0415 - not on Windows

    name = user or os.environ.get("SUDO_USER") or pwd.getpwuid(os.getuid()).pw_name
    try:
        found = pwd.getpwnam(name)
    except KeyError:
        raise BadInput(
            "--user: nobody is called {name} here; `useradd --system --create-home {name}` makes one", name=name
        ) from None
    if found.pw_uid == 0:
        raise BadInput("say with --user who Vedette runs as; it must not be root")
    return Person(found.pw_name, found.pw_uid, found.pw_gid, Path(found.pw_dir))


def _groups() -> list[str]:
    import grp  # noqa: PLC0415 - not on Windows

    there = {group.gr_name for group in grp.getgrall()}
    return [name for name in DEVICES if name in there]


def _need_systemd() -> None:
    if not RUNS_SYSTEMD.exists():
        raise BadInput("this computer is not run by systemd; docs/appliance.md says how a container does it")
    if os.geteuid() != 0:
        raise BadInput("only root changes what starts with a computer: `sudo {command}`", command=shlex.join(sys.argv))


def _warm(person: Person) -> None:
    """Compile the eye where that person's Vedette will look for it."""
    environment = {"HOME": str(person.home), "PATH": os.defpath}
    try:
        subprocess.run(
            [sys.executable, "-P", "-m", "vision.warmup"], check=False, cwd="/", env=environment, user=person.uid,
            group=person.gid, extra_groups=[],
        )  # fmt: skip
    except PermissionError:
        raise BadInput(
            "{person} may not run {program}: install Vedette where everybody may read it, for example in /opt/vedette",
            person=person.name, program=sys.executable,
        ) from None  # fmt: skip


def _pin() -> str:
    """Return the PIN that is kept; one is drawn where there is none."""
    if not PIN.exists():
        _keep(PIN, f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}\n")
    return PIN.read_text(encoding="ascii").strip()


def _keep(file: Path, text: str) -> None:
    """Write what only root may read; nothing to keep is no file."""
    file.unlink(missing_ok=True)
    if text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(text, encoding="utf-8")


def _hidden(club: str | None, hall: str | None, *, table: bool) -> str:
    """Return the line of Vedette's environment that has the club's secret; raises BadInput for what is none."""
    if hall is not None and (table or club is not None):
        raise BadInput("--hall is a computer of its own: leave the table's options out")
    if club is not None:
        read_link(club)
        return f"{TABLE_LINK}={json.dumps(club)}\n"
    if hall is not None:
        url_of(hall)
        return f"VEDETTE_CLUB={json.dumps(hall if '://' in hall else str(Path(hall).resolve()))}\n"
    return ""


def _run(words: Sequence[str], check: bool = True) -> int:
    """Run a program of the system's and return its status; raises BadInput where it had to go well and did not."""
    status = subprocess.run(words, check=False).returncode
    if check and status != 0:
        raise BadInput("`{command}` failed; what it says is above", command=shlex.join(words))
    return status
