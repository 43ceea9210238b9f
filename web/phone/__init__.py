"""A phone as the camera: the HTTPS page that it opens, and the pictures that it sends."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.phone.gate import PhoneGate


def open_gate() -> "PhoneGate":
    """Open the page by which a phone becomes the camera; raises BadInput where it cannot be."""
    from web.phone.gate import PhoneGate  # noqa: PLC0415 - cryptography is slow to load, and few need it

    return PhoneGate()
