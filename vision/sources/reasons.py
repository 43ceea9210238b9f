"""Why a camera or stream could not be opened, in words that say what to do."""

import re
import socket
import ssl
from urllib.parse import urlsplit, urlunsplit

_PATIENCE_S = 3.0
_PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322, "rtmp": 1935}
ANSWERS_OTHERWISE = "it answers, but not with a video stream"


# A password that holds / ? or # should be written otherwise, and no such address can be opened; it is a secret all
# the same. What follows a : and is a number and then / is a port.
_LOGIN = re.compile(r"(?<=//)(?:[^/?#]*@|[^/?#:\[]*:(?!\d*(?:/|$)).*@)", re.DOTALL)
# Many cameras want name and password farther on: /user=me&password=it, ?loginuse=me&loginpas=it
_SECRET = re.compile(r"([^/?&;=]*(?:pas|pw|token|user|usr|login|auth|key|secret)[^/?&;=]*)=[^/?&;#]*", re.IGNORECASE)


def shown(url: str) -> str:
    """Return an address without the secrets in it."""
    return _SECRET.sub(r"\1=***", _LOGIN.sub("***@", url, count=1))


def without_secrets(url: str) -> str:
    """Return an address as if it had no secrets in it."""
    return _SECRET.sub("", _LOGIN.sub("", url, count=1))


def plain(told: str) -> str:
    """Return what a camera says of itself so that it can be shown: short, and nothing that a terminal obeys."""
    return "".join(letter if letter.isprintable() else "?" for letter in told[:60])


def port_of(url: str) -> int:
    """Return the port an address is about, 0 where it has none; raises ValueError for one that cannot be."""
    parts = urlsplit(url)
    return parts.port or _PORTS.get(parts.scheme.lower(), 0)


def why_no_stream(url: str) -> str:
    """Return the likely reason that an address which is not HTTP gives no stream, and what to do about it."""
    parts = urlsplit(url)
    try:
        port = port_of(url)
    except ValueError:
        return "the number after ':' is no port"
    if not port or parts.scheme.lower() in ("udp", "tcp", "rtp"):
        return "is the camera sending?"
    try:
        socket.create_connection((parts.hostname or "", port), _PATIENCE_S).close()
    except OSError as error:
        return trouble_words(error, url)
    if parts.scheme.lower().startswith("rtsp"):
        return _rtsp_words(url, parts.hostname or "", port)
    return ANSWERS_OTHERWISE


def trouble_words(error: object, url: str) -> str:  # noqa: PLR0911 - one for each
    """Return what an error while connecting means for the people at the table."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", port_of(url)
    if isinstance(error, socket.gaierror):
        return f"no computer called {host!r} is known on this network"
    if isinstance(error, TimeoutError):
        return f"{host} does not answer; are the camera and this computer in the same network?"
    if isinstance(error, ConnectionRefusedError):
        return f"{host} is there, but nothing answers on port {port}; is the camera's app running?"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"{host} cannot prove who it is (its certificate: {error.verify_message}); try http:// instead"
    if isinstance(error, ssl.SSLError):
        return f"{host} answers, but not in https; try http:// instead"
    if isinstance(error, OSError):
        return f"{host} cannot be reached ({error.strerror or error})"
    return ANSWERS_OTHERWISE


def status_words(code: int, reason: str, password_given: bool) -> str:
    """Return what an HTTP status means for the people at the table."""
    reason = plain(reason)
    if code in (301, 302, 303, 307, 308):
        return f"it sends us on and on ({code}); give the address where that ends"
    if code in (401, 403):
        return ask_for_password(code, password_given)
    if code in (404, 410):
        return f"it answers {code} {reason}; is the path after the address right?"
    if code in (429, 503):
        return f"it is busy ({code} {reason}); is another program showing this camera?"
    return f"it answers {code} {reason}"


def ask_for_password(code: int, given: bool) -> str:
    """Return what to do where a camera wants to know who asks."""
    if given:
        return f"it does not accept this name and password ({code})"
    return f"it asks for a name and password ({code}); write them as http://name:password@..."


def kind_words(kind: str) -> str:
    """Return what an answer of that kind means where a video was expected."""
    if kind == "text/html":
        return "it answers with a web page; the stream has an address of its own, often ending in /video"
    return f"it answers with {plain(kind)}, which is not a video stream"


def _rtsp_words(url: str, host: str, port: int) -> str:
    """Ask an RTSP server what it thinks of the address."""
    plain = urlunsplit(urlsplit(url)._replace(netloc=f"{host}:{port}"))
    try:
        with socket.create_connection((host, port), _PATIENCE_S) as line:
            line.settimeout(_PATIENCE_S)
            line.sendall(f"DESCRIBE {plain} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n\r\n".encode())
            words = line.recv(512).decode("latin-1").split("\r\n", 1)[0].split(" ", 2)
    except (OSError, UnicodeEncodeError):
        return ANSWERS_OTHERWISE
    if len(words) < 3 or not words[0].startswith("RTSP/") or not words[1].isdigit():
        return ANSWERS_OTHERWISE
    code = int(words[1])
    if code == 200:
        return "it offers a stream, but of a kind that cannot be played; set the camera to H.264 or MJPEG"
    return status_words(code, words[2], bool(urlsplit(url).username)).replace("http://name", "rtsp://name")
