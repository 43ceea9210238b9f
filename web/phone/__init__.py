"""A phone as the camera: the HTTPS page that it opens, and the pictures that it sends."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.phone.server import PhoneServer


def open_phone_server() -> "PhoneServer":
    """Open the page by which a phone becomes the camera; raises BadInput where it cannot be."""
    from web.phone.server import PhoneServer  # noqa: PLC0415 - cryptography is slow to load, and few need it

    return PhoneServer()
