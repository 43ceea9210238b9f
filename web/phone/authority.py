"""This computer's own certificate authority, for a browser gives its camera to pages over HTTPS only."""

import os
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import trustme

from table.errors import BadInput

VALID = timedelta(days=397)
"""iPhones believe no certificate that is valid for longer."""


class Authority:
    """A certificate authority kept in a folder, so that a phone has to trust it only once.

    Raises BadInput where the folder cannot be written. A file that is damaged is made anew.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        certificate, key = folder / "authority.crt", folder / "authority.key"
        try:
            self._authority = trustme.CA.from_pem(certificate.read_bytes(), key.read_bytes())
        except (OSError, ValueError):
            self._authority = trustme.CA(organization_name="Vedette", organization_unit_name="this computer's own")
            keep_private(certificate, self._authority.cert_pem.bytes())
            keep_private(key, self._authority.private_key_pem.bytes())

    @property
    def certificate(self) -> bytes:
        """What a phone installs to trust this computer's pages, as PEM."""
        return self._authority.cert_pem.bytes()

    def certify(self, names: Sequence[str], now: Callable[[], datetime]) -> tuple[Path, Path]:
        """Return the files of a certificate for these host names and addresses and of its key, as PEM."""
        leaf = self._authority.issue_cert(*names, not_before=now() - timedelta(days=1), not_after=now() + VALID)
        chain, key = self._folder / "page.crt", self._folder / "page.key"
        keep_private(chain, b"".join(part.bytes() for part in leaf.cert_chain_pems))
        keep_private(key, leaf.private_key_pem.bytes())
        return chain, key


def keep_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read; raises BadInput where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
    except OSError as error:
        raise BadInput("{path}: cannot be written ({reason})", path=path, reason=error.strerror) from None
