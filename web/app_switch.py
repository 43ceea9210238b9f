"""The WSGI application that a server runs: it passes each request to the application that is open now."""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from web.application import Application
from web.response_cache import CachedResponse


class AppSwitch:
    """Hands every request to the application that is open now; ``close`` lets its streams go."""

    def __init__(self) -> None:
        self._app: Application | None = None
        self._close: Callable[[], None] = lambda: None
        self._lock = threading.Lock()

    @property
    def app(self) -> Application | None:
        """The application that answers now."""
        return self._app

    def open(self, app: Application, close: Callable[[], None] = lambda: None) -> None:
        """Let this application answer from now on; the one before is closed."""
        with self._lock:
            before, self._app, self._close = self._close, app, close
        before()

    def close(self) -> None:
        """Let every waiting page go."""
        with self._lock:
            before, self._close = self._close, lambda: None
        before()

    @property
    def busy(self) -> bool:
        """Whether the application computes something for the referee or a player."""
        return self._app is not None and self._app.busy

    def find_answer(self, environ: dict[str, Any]) -> CachedResponse | None:
        """Return what the application has an answer to already."""
        app = self._app
        return app.find_answer(environ) if app is not None else None

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request (WSGI)."""
        with self._lock:
            app = self._app
        assert app is not None, "an application is opened before it is served"
        return app.wsgi_app(environ, start_response)
