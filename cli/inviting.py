"""How the commands that serve a page open its door and say who may come in."""

import sys
import time
from collections.abc import Mapping

import click
import segno

from web.app import LOCAL_HOSTS
from web.doors.door import Door
from web.neighbours import lan_address, lan_names


def opened_door(sides: Mapping[str, str], port: int, *, lan: bool, host_name: str | None = None) -> Door:
    """Return the door of a session served on that port; ``host_name`` is the one that a proxy with TLS answers to."""
    if host_name is not None:
        return Door(sides, time.monotonic, f"https://{host_name}/", proxied=True)
    address = lan_address() if lan else None
    return Door(sides, time.monotonic, None if address is None else f"http://{address}:{port}/")


def answered_hosts(*, lan: bool, host_name: str | None = None) -> tuple[str, ...]:
    """Return the host names that the page answers to."""
    return (*LOCAL_HOSTS, *(lan_names() if lan else ()), *((host_name,) if host_name else ()))


def invite(door: Door, *, lan: bool) -> None:
    """Print who may come in, and how; nothing where only this computer can."""
    if door.place is None:
        if lan:
            click.echo("This computer is on no network: only it can open the page.", err=True)
        return
    here = "at this computer too" if door.proxied else "this computer's own browser needs none"
    # Behind a proxy nobody is in yet who could show the code on the page Invite.
    page = f"{door.place}pin" + (f"?code={door.code}" if door.proxied else "")
    click.echo(f"The referee's PIN: {door.pin.renew()}  (for {page}; {here})")
    click.echo(f"Everybody may watch: {door.place}  Links for the players, with QR codes: menu, Invite.")
    if not door.proxied:
        click.echo("PIN and links travel over plain HTTP; docs/serving.md says how to put TLS before it.")
    segno.make(door.place, micro=False).terminal(out=sys.stdout, compact=True)
