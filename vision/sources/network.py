"""Which computers are in this network."""

import ipaddress


def at_home(host: str) -> bool:
    """Whether a host is in this network by its name or number: 192.168.1.20, camera, camera.local, localhost."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        name = host.lower().rstrip(".")
        return "." not in name or name.endswith((".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box"))
    return address.is_private or address.is_loopback or address.is_link_local
