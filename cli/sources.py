"""Opening what stands after `--camera`, a phone among it, for which the command shows a QR code."""

import sys

import click
import segno

from simulation import sources
from vision.sources.factory import is_phone
from vision.sources.frames import FrameSource
from web.phone import open_phone_server

WAIT_S = 300.0
"""So long somebody may take to find his phone and open the page."""


def open_source(
    text: str, size_px: tuple[int, int] | None = None, *, ahead: bool = True, locking: bool = True
) -> FrameSource:
    """Return the source that a text names; for a phone the address that it must open is shown.

    Raises BadInput, in one line that says what to do, for a source that cannot be opened.
    """
    if not is_phone(text):
        return sources.open_source(text, size_px, ahead=ahead, locking=locking)
    server = open_phone_server()
    click.echo(f"Open {server.address} on the phone, or scan this:", err=True)
    segno.make(server.address, micro=False).terminal(out=sys.stderr, compact=True)
    source = server.source(ahead=ahead, ends=True)
    try:
        source.read(WAIT_S)
    except BaseException:
        source.close()
        raise
    click.echo("The phone sends pictures.", err=True)
    return source
