"""This computer's own names on the local network."""

import socket
from collections.abc import Container


def lan_address() -> str | None:
    """Return this machine's address on the local network; None when it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only asks which way a packet would go.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def lan_page(port: int) -> str | None:
    """Return the address under which the local network finds a page of this machine; None when it is on none."""
    address = lan_address()
    return None if address is None else page_at(address, port)


def place_of(port: int, *, lan: bool, behind: str | None) -> str | None:
    """Return the address under which others find a page now; None where only this computer can open it.

    ``behind`` is the name of a proxy with TLS that hands everything on.
    """
    if behind is not None:
        return f"https://{behind}/"
    return lan_page(port) if lan else None


def hosts_of(*, lan: bool, behind: str | None) -> "OwnNames":
    """Return the host names that a page answers to."""
    return OwnNames(*LOCAL_HOSTS, *((behind,) if behind else ()), lan=lan)


def lan_names() -> tuple[str, ...]:
    """Return the host names under which the local network may ask for this machine's page.

    Avahi may call an appliance vedette.local, whatever its own name is (cli/units).
    """
    name = socket.gethostname().lower()
    address = lan_address()
    return tuple(dict.fromkeys((*([address] if address else []), name, f"{name}.local", "vedette.local")))


LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")


class OwnNames(Container[str]):
    """The host names that a page answers to: ``always`` these, and on the network this computer's of this moment.

    Its address may come after the page is up, and change: an appliance starts before the router does.
    """

    def __init__(self, *always: str, lan: bool) -> None:
        self._always, self._lan = frozenset(map(str.lower, always)), lan

    def __contains__(self, name: object) -> bool:
        return name in self._always or (self._lan and name in lan_names())


def page_at(host: str, port: int) -> str:
    """Return the address to type for a page; browsers add port 80 themselves."""
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"
