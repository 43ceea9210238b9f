"""`vedette doctor`: what is installed, what is plugged in, what is wrong."""

import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib import metadata

import click

from cli import checkup, devices
from cli.checkup import Finding, trial
from cli.pictures import size_asked
from simulation.sources import open_source

_MARKS = {"good": ("✓", "ok"), "note": ("–", "--"), "wrong": ("✗", "!!")}
_COLOURS = {"good": "green", "note": "yellow", "wrong": "red"}


@click.command()
@click.option("--camera", metavar="URL|INDEX", help="Also try this camera for three seconds: size, rate, settings.")
@click.option("--width", type=click.IntRange(16, 16_384), help="Ask it for pictures this wide (3840 for 4K).")
@click.option("--height", type=click.IntRange(16, 16_384), help="... and this high (2160 for 4K).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(camera: str | None, width: int | None, height: int | None, as_json: bool) -> None:
    """Check what is installed, what is plugged in, and what is wrong.

    Changes nothing, and starts no camera but the one named with --camera. Show its output when you ask for help.
    """
    size_px = size_asked(width, height)
    if size_px is not None and camera is None:
        raise click.UsageError("--width and --height are asked of a camera: name it with --camera")
    cameras, ports = devices.cameras(), devices.serial_ports()
    package_finding, versions = checkup.packages()
    findings = [
        package_finding,
        checkup.opencv(),
        *checkup.games(),
        checkup.computer(),
        *checkup.folders(),
        *checkup.cameras(cameras),
        *checkup.serial_ports(ports),
        checkup.web_browser(),
        checkup.chromium(),
    ]
    if camera is not None:
        findings += trial(lambda: open_source(camera, size_px), size_px)
    about = {
        "vedette": metadata.version("vedette"),
        "python": platform.python_version(),
        "system": platform.platform(),
    }
    if as_json:
        report = {
            **about,
            "packages": versions,
            "cameras": [asdict(camera) for camera in cameras],
            "serial_ports": [asdict(port) for port in ports],
            "findings": [asdict(finding) for finding in findings],
        }
        click.echo(json.dumps(report, indent=2))
        return
    click.echo("Vedette {vedette}, Python {python}, {system}\n".format(**about))
    for line in lines_of(findings, sys.stdout.encoding):
        click.echo(line)


def lines_of(findings: Sequence[Finding], encoding: str | None) -> list[str]:
    """Write each finding on a line, its advice under it, and last how many things are wrong."""
    plain = not _can_write("✓–✗", encoding)
    width = max(len(finding.name) for finding in findings)
    lines = []
    for finding in findings:
        mark = click.style(_MARKS[finding.state][plain], fg=_COLOURS[finding.state])
        lines.append(f"  {mark} {finding.name:<{width}}  {finding.found}")
        if finding.advice:
            lines.append(f"  {' ' * (width + 2 + plain)}  {finding.advice}")
    wrong = sum(finding.state == "wrong" for finding in findings)
    counted = {0: "Nothing is wrong.", 1: "One thing is wrong."}.get(wrong, f"{wrong} things are wrong.")
    return [*lines, "", counted]


def _can_write(letters: str, encoding: str | None) -> bool:
    try:
        letters.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
