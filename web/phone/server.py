"""The HTTPS server that a phone opens to become the camera: whoever knows its address sends it pictures."""

import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server
from platformdirs import user_data_path

from table.errors import BadInput
from vision.camera_identity import CameraIdentity
from vision.sources.live import Clock, LiveSource
from vision.sources.multipart import MOST_BYTES
from vision.sources.sent_pictures import SentPictures
from web.network import lan_address, lan_names
from web.phone.app import PhoneCamera, phone_app
from web.phone.authority import Authority, keep_private

PORTS = range(8490, 8510)
_TOKEN = 16


class PhoneServer:
    """Serves the phone's page at ``address`` until it is closed, and gives the pictures that it sends as a source.

    ``identity`` is the phone that sends them, None before one has said so. Address and certificate are kept in
    ``folder``, so that a phone finds its way back tomorrow. Raises BadInput where no port can be opened, or the folder
    cannot be written.
    """

    def __init__(
        self, folder: Path | None = None, *, clock: Clock = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:  # fmt: skip
        folder = folder or user_data_path("vedette", appauthor=False) / "phone"
        authority, self._clock = Authority(folder), clock
        self._device = SentPictures()
        self._camera = PhoneCamera()
        self.identity: CameraIdentity | None = None
        host, token = lan_address() or "127.0.0.1", _kept_token(folder / "address.txt")
        chain, key = authority.certify(tuple(dict.fromkeys((host, *lan_names(), "localhost", "127.0.0.1"))), now)
        app = phone_app(token, authority.certificate, self._take, self._tell)
        self._server = _opened(lambda port: _server(app, port, chain, key))
        self.address = f"https://{host}:{self._server.bind_addr[1]}/{token}/"
        self._thread = threading.Thread(target=self._server.serve, name="vedette-phone", daemon=True)
        self._thread.start()

    def source(self, *, ahead: bool = True, ends: bool = False) -> LiveSource:
        """Return the phone's pictures; a source that was given before ends. With ``ends`` its close closes the page.

        It waits for ever for the first picture: people have to find their phone.
        """

        def device() -> SentPictures:
            self._device.release()
            self._device = SentPictures(*self._camera.told())
            return self._device

        first = device()
        asked = f"open {self.address} on the phone"
        source = _PhoneSource(device, "the phone", self._clock, first=first, ahead=ahead, until_first=asked)
        source.after = self.close if ends else source.after
        return source

    def close(self) -> None:
        """Let the phone go."""
        self._device.release()
        self._server.stop()
        self._thread.join(timeout=5)

    def _take(self, data: bytes) -> None:
        self._device.put(data)

    def _tell(self, camera: PhoneCamera, phone_id: str) -> None:
        self._camera, self.identity = camera, camera.identity(phone_id)
        self._device.notes, self._device.warnings = camera.told()


class _PhoneSource(LiveSource):
    """The pictures of a phone; ``after`` is done once it is closed."""

    after: Callable[[], None] = staticmethod(lambda: None)

    def close(self) -> None:
        """Stop reading."""
        super().close()
        self.after()


def _kept_token(path: Path) -> str:
    """Return the secret part of the address: the one that was kept, else a new one."""
    try:
        kept = path.read_text("ascii")
        if kept.isalnum() and len(kept) == _TOKEN:
            return kept
    except (OSError, ValueError):
        pass
    token = secrets.token_hex(_TOKEN // 2)
    keep_private(path, token.encode())
    return token


def _server(app: Callable[..., object], port: int, chain: Path, key: Path) -> Server:
    server = _Server(("0.0.0.0", port), app, numthreads=4, max=8, timeout=10, shutdown_timeout=1)
    server.max_request_header_size, server.max_request_body_size = 16 << 10, MOST_BYTES
    server.ssl_adapter = BuiltinSSLAdapter(str(chain), str(key))
    return server


class _Server(Server):
    """A server that says nothing of what strangers send in place of TLS: that is no news for the terminal."""

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:
        """Write nothing."""


def _opened(make: Callable[[int], Server]) -> Server:
    """Return the server on the first port that is free; raises BadInput where none is."""
    for port in PORTS:
        if _is_taken(port):  # cheroot would leave the socket of its try open
            continue
        server = make(port)
        try:
            server.prepare()
        except OSError:
            continue
        return server
    raise BadInput(
        "ports {first} to {last} are all taken: the phone's page cannot be opened", first=PORTS[0], last=PORTS[-1]
    )


def _is_taken(port: int) -> bool:
    with socket.socket() as tried:
        if os.name == "posix":  # as cheroot's own; on Windows it would let two programs have a port
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("0.0.0.0", port))
        except OSError:
            return True
    return False
