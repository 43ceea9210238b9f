"""`vedette doctor`: what is installed, what is plugged in, what is wrong; what a camera or a film tells."""

import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

import click

from cli import checkup, devices
from cli.camera_findings import report_json
from cli.camera_trial import trial
from cli.checkup import Finding
from cli.film_scatter import Film, look_at_film
from cli.finite import FiniteRange
from cli.pictures import FilePath, check_drawing, compile_kernels, size_asked
from cli.sources import open_source
from cli.wrong_use import WrongUse
from vision.dictionary import dictionary as by_name
from web.network import lan_address
from web.serve import open_port

_MARKS = {"good": ("✓", "ok"), "note": ("–", "--"), "wrong": ("✗", "!!")}
_COLOURS = {"good": "green", "note": "yellow", "wrong": "red"}


@click.command()
@click.option("--camera", metavar="URL|INDEX", help="Also try this camera for five seconds, over a table at rest.")
@click.option("--width", type=click.IntRange(16, 16_384), help="Ask it for pictures this wide (3840 for 4K).")
@click.option("--height", type=click.IntRange(16, 16_384), help="... and this high (2160 for 4K).")
@click.option("--film", metavar="FILE|FOLDER", help="Look at a film instead: how markers at rest scatter in it.")
@click.option("--rate", "rate_hz", type=FiniteRange(0.001, 100_000), metavar="HZ",
              help="Pictures a second of --film, where it is pictures without times.")  # fmt: skip
@click.option("--dictionary", default="4x4_250", show_default=True, metavar="NAME", help="The markers' dictionary.")
@click.option("--marker-cm", type=FiniteRange(0, 1000, min_open=True), metavar="CM", help="How large markers are.")
@click.option("--table", "table_file", type=FilePath, metavar="table.toml", help="Your table: --film's scatter in mm.")
@click.option("--roster", "roster_file", type=FilePath, metavar="roster.toml", help="Your stands: names for --film.")
@click.option("--out", type=FilePath, metavar="OUT.png", help="Draw --film's scatter over its last picture.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    camera: str | None, width: int | None, height: int | None, film: str | None, rate_hz: float | None,
    dictionary: str, marker_cm: float | None, table_file: Path | None, roster_file: Path | None, out: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Check what is installed, what is plugged in, and what is wrong.

    Changes nothing, and starts no camera but the one named with --camera. Show its output when you ask for help.

    --camera also tells the camera's rate, noise, exposure, shutter and, if markers lie before it at rest, its tone,
    edges, and what ± to expect of it. --film tells the same of a film (`vedette capture --film`, or any video), and of
    each marker that rested: by how much its place scatters, and what Vedette says of that. ± holds 95 %.

    Ends with status 2 where the camera that --camera names gives no pictures, or not those asked for; else with 0,
    whatever it finds.
    """
    size_px = size_asked(width, height)
    if size_px is not None and camera is None:
        raise WrongUse("--width and --height are asked of a camera: name it with --camera")
    if film is None and (rate_hz or table_file or roster_file or out):
        raise WrongUse("--rate, --table, --roster and --out belong to --film")
    if film is not None and camera is not None:
        raise WrongUse("--camera and --film: one at a time")
    by_name(dictionary)  # a wrong name is told before anything else
    if film is not None:
        if out is not None:
            check_drawing(out)
        compile_kernels()
        _tell(look_at_film(film, rate_hz, dictionary, table_file, roster_file), marker_cm, out, as_json)
        return
    cameras, ports = devices.cameras(), devices.serial_ports()
    package_finding, versions = checkup.packages()
    findings = [
        package_finding,
        checkup.opencv(),
        *checkup.games(),
        checkup.computer(),
        checkup.memory(),
        *checkup.folders(),
        *checkup.cameras(cameras),
        *(checkup.light(cameras) if camera is None else ()),
        *checkup.serial_ports(ports),
        *checkup.network(open_port, lan_address()),
        checkup.web_browser(),
        checkup.chromium(),
    ]
    tried, told = list[Finding](), None
    if camera is not None:
        compile_kernels()
        tried, told = trial(lambda: open_source(camera, size_px), size_px, dictionary, marker_cm)
        findings += tried
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
            "camera": None if told is None else report_json(told),
        }
        click.echo(json.dumps(report, indent=2))
    else:
        click.echo("Vedette {vedette}, Python {python}, {system}\n".format(**about))
        for line in lines_of(findings, sys.stdout.encoding):
            click.echo(line)
    if any((finding.name, finding.state) == ("camera", "wrong") for finding in tried):
        click.get_current_context().exit(2)


def _tell(film: Film, marker_cm: float | None, out: Path | None, as_json: bool) -> None:
    """Print and draw what a film told."""
    findings = film.findings(marker_cm)
    if out is not None:
        film.draw(out)
    if as_json:
        click.echo(json.dumps({**film.as_json(), "findings": [asdict(finding) for finding in findings]}, indent=2))
        return
    for line in [*lines_of(findings, sys.stdout.encoding), "", *film.lines()]:
        click.echo(line)
    if out is not None:
        click.echo(f"Drawn into {out}.")


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
