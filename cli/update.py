"""`vedette update`: which Vedette this is, what is new in it, and how to get a newer one."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click

from cli.appliance_units import SERVICE, UNITS
from table.errors import BadInput

ROOT = Path(__file__).parents[1]
CHANGES = "CHANGELOG.md"
SHOWN = 12
CONTAINER = Path("/.dockerenv")
PATIENCE_S = 60.0


@click.command()
@click.option("--check", is_flag=True, help="Ask the place that this copy came from whether there is a newer one.")
def command(check: bool) -> None:
    """Say which Vedette this is, what is new in it, and how you update it.

    Only --check goes to the network. Nothing is changed.
    """
    clone = clone_of(ROOT, metadata.distribution("vedette").read_text("direct_url.json"))
    click.echo(f"Vedette {metadata.version('vedette')}, in {ROOT}")
    here = entries(_changes().read_text(encoding="utf-8"))
    if not check:
        _show("New in it:", here)
    else:
        count, there = changes_at_origin(clone)
        if count == 0:
            click.echo("There is nothing newer.")
            return
        _show(f"Not here yet ({count} commits):", [entry for entry in there if entry not in here])
    click.echo(f"To update: {update_commands(clone)}")


def entries(changes: str) -> list[str]:
    """Return the first sentence of each entry of a changelog, newest first, without its marks."""
    found = re.findall(r"^- (.*?)(?=^- |^#|\Z)", changes, re.DOTALL | re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(entry.split())).replace("`", "") for entry in found)
    return [re.split(r"(?<=[.;])\s(?![^(]*\))", entry.replace("*", ""))[0].rstrip(".;") for entry in plain]


def clone_of(root: Path, installed_from: str | None) -> Path | None:
    """Return the clone that this Vedette is, or was installed from (as pip notes it); None where there is none."""
    url = urlsplit(json.loads(installed_from or "{}").get("url", ""))
    folders = [root, *([Path(unquote(url.path))] if url.scheme == "file" else [])]
    return next((folder for folder in folders if (folder / ".git").exists()), None)


def changes_at_origin(clone: Path | None) -> tuple[int, list[str]]:
    """Ask the clone's origin: how many changes are not here, and the entries of its changelog. Raises BadInput."""
    if clone is None:
        raise BadInput("this copy does not know where it came from: ask there for a newer one")
    branch = _git(clone, "rev-parse", "--abbrev-ref", "HEAD").strip()
    if not _git(clone, "for-each-ref", "--format=%(upstream)", f"refs/heads/{branch}").strip():
        raise BadInput(
            "this copy is on the branch {branch}, which follows no other: there is nowhere to ask", branch=branch
        )
    _git(clone, "fetch", "--quiet")
    return int(_git(clone, "rev-list", "--count", "HEAD..@{upstream}")), entries(
        _git(clone, "show", f"@{{upstream}}:{CHANGES}")
    )


def update_commands(clone: Path | None) -> str:
    """Return the commands that update this copy."""
    if clone is None and CONTAINER.exists():
        return "git pull && docker compose up -d --build, in the folder of compose.yaml"
    tools = [f"{tool} install --force" for tool in ("pipx", "uv tool") if tool.split()[0] in Path(sys.prefix).parts]
    pip = tools[0] if tools else f"{shlex.quote(sys.executable)} -m pip install --upgrade"
    if clone is None:
        return f"{pip} FILE, with the newer copy"
    install = "python3 start.py vedette update" if clone == ROOT else f"{pip} ."
    again = f" && sudo systemctl restart {SERVICE}" if (UNITS / SERVICE).exists() else ""
    return f"cd {shlex.quote(str(clone))} && git pull && {install}{again}"


def _changes() -> Path:
    """Return the changelog: of the clone, or what the wheel brought along."""
    packed = [file.locate() for file in metadata.files("vedette") or [] if file.name == CHANGES]
    return next(Path(str(file)).resolve() for file in (ROOT / CHANGES, *packed) if Path(str(file)).is_file())


def _show(title: str, told: Sequence[str]) -> None:
    click.echo(title)
    for entry in told[:SHOWN]:
        click.echo(f"  - {entry}")
    if len(told) > SHOWN:
        click.echo(f"  and {len(told) - SHOWN} more, in {_changes()}")


def _git(clone: Path, *words: str) -> str:
    """Return what git says of a clone; raises BadInput where it cannot be asked."""
    try:
        asked = subprocess.run(
            ["git", "-C", clone, *words], capture_output=True, text=True, check=True, timeout=PATIENCE_S,
            env={**os.environ, "GIT_TERMINAL_PROMPT": "0"}, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except FileNotFoundError:
        raise BadInput("git is not installed on this computer: it would ask for a newer Vedette") from None
    except subprocess.TimeoutExpired:
        raise BadInput(
            "no answer in {patience_s:.0f} s from where Vedette came from: is there a network?", patience_s=PATIENCE_S
        ) from None
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["git did not say why"])[-1]
        raise BadInput("where Vedette came from cannot be asked; is there a network? ({last})", last=last) from None
    return asked.stdout
