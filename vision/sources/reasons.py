"""Why a stream could not be opened, as far as a second look can tell."""

import http.client
import socket
import ssl
import urllib.error
import urllib.request
from urllib.parse import urlsplit, urlunsplit

_PATIENCE_S = 3.0
_PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322, "rtmp": 1935}


def shown(url: str) -> str:
    """Return an address without the password in it."""
    parts = urlsplit(url)
    if "@" not in parts.netloc:
        return url
    return urlunsplit(parts._replace(netloc="***@" + parts.netloc.rpartition("@")[2]))


def why_no_stream(url: str) -> str:
    """Return the likely reason that an address gives no stream, and what to do about it."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    try:
        port = parts.port or _PORTS.get(parts.scheme.lower(), 0)
    except ValueError:
        return "the number after ':' is no port"
    if not port or parts.scheme.lower() in ("udp", "tcp", "rtp"):
        return "is the camera sending?"
    trouble = _unreachable(host, port)
    if trouble is not None:
        return trouble
    return _http_answer(url) if parts.scheme.lower() in ("http", "https") else "it answers, but not with a video stream"


def _unreachable(host: str, port: int) -> str | None:
    try:
        socket.create_connection((host, port), _PATIENCE_S).close()
    except socket.gaierror:
        return f"no computer called {host!r} is known on this network"
    except TimeoutError:
        return f"{host} does not answer; are the camera and this computer in the same network?"
    except ConnectionRefusedError:
        return f"{host} is there, but nothing answers on port {port}; is the camera's app running?"
    except OSError as error:
        return f"{host} cannot be reached ({error.strerror or error})"
    return None


def _http_answer(url: str) -> str:
    parts = urlsplit(url)
    plain = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    try:
        with urllib.request.urlopen(plain, timeout=_PATIENCE_S) as answer:
            kind = answer.headers.get_content_type()
    except urllib.error.HTTPError as error:
        with error:
            if error.code in (401, 403):
                return f"it asks for a name and password ({error.code}); write them as http://name:password@..."
            return f"it answers {error.code} {error.reason}; is the path after the address right?"
    except (OSError, ssl.SSLError, http.client.HTTPException, ValueError):
        return "it answers, but not with a video stream"
    if kind == "text/html":
        return "it answers with a web page; the stream has an address of its own, often ending in /video"
    return f"it answers with {kind}, which is not a video stream"
