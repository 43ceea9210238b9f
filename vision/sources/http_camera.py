"""A camera that answers over HTTP: with MJPEG, or with one JPEG each time it is asked."""

import contextlib
import http.client
import io
import ipaddress
import selectors
import socket
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from table.errors import BadInput, Wanted
from vision.picture_size import NoSize, check_size
from vision.sources.allowance import Allowance, Limit, Rationed
from vision.sources.device import DeviceTaken
from vision.sources.frames import SourceLost
from vision.sources.jpeg import Jpeg, whole_jpeg
from vision.sources.multipart import MOST_BYTES, NoMultipart, PartReader, boundary_of
from vision.sources.reasons import ANSWERS_OTHERWISE, ask_for_password, kind_words, plain, status_words, trouble_words


def at_home(host: str) -> bool:
    """Whether a host is in this network by its name or number: 192.168.1.20, camera, camera.local, localhost."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        name = host.lower().rstrip(".")
        return "." not in name or name.endswith((".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box"))
    return address.is_private or address.is_loopback or address.is_link_local


_PIECE_BYTES = 1 << 18
_HEAD_BYTES = 1 << 16
"""All there may be before the first picture: headers, interim answers, the pages of redirects."""
_REDIRECTS = 3
_MOST_DAMAGED = 30
MOST_AT_ONCE = 16
"""So many pictures are skipped for a newer one; a camera still ahead of us then is slower to be read from."""
_SNAPSHOT_EVERY_S = 1 / 15
_BREATH_S = 1 / 60
_GONE = "the camera hung up; is it still switched on and connected?"
_SILENT = "it stopped sending pictures; is it still switched on and connected?"


class OtherKind(BadInput):
    """The address answers with something that may be a video, but is neither MJPEG nor a JPEG."""


class HttpCamera:
    """The newest picture of an MJPEG stream, or of an address that gives one JPEG.

    A name and password in the address are used when the camera asks for them. Raises BadInput with what to do where
    the address cannot be opened, OtherKind where another reader may know what it sends.
    """

    warnings: tuple[str, ...] = ()

    def __init__(
        self,
        url: str,
        open_timeout_s: float,
        read_timeout_s: float,
        pause: Callable[[threading.Event, float], object] = threading.Event.wait,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url, self._timeout_s, self._pause, self._clock = url, read_timeout_s, pause, clock
        self._ended = threading.Event()
        self._socket: socket.socket | None = None
        self._answers: list[http.client.HTTPResponse] = []
        self._picture = Limit(
            read_timeout_s, MOST_BYTES, _SILENT, f"{MOST_BYTES / 1e6:.0f} MB came, and no picture in them was whole"
        )
        self._allowance = Allowance(clock, self._picture)
        self._opener = _opener(url, self._keep, self._answers, self._allowance)
        self._parts: list[Jpeg] = []
        self._last: bytes | None = None
        self._answer = self._ask(open_timeout_s)
        self._reader: PartReader | None = None
        self._ahead = False
        kind = self._answer.headers.get_content_type()
        if kind.startswith("multipart/"):
            self._reader = PartReader(boundary_of(self._answer.headers))
        elif kind not in ("image/jpeg", "image/jpg", "image/pjpeg"):
            self.release()
            raise (BadInput if kind.startswith(("text/", "image/")) else OtherKind)(
                "{reason}", reason=Wanted(kind_words(kind))
            )
        how = "MJPEG over HTTP" if self._reader else "a JPEG each time it is asked, over HTTP"
        self.notes: tuple[str, ...] = (how,)

    def _keep(self, opened: socket.socket) -> None:
        self._socket = opened

    def _ask(self, timeout_s: float) -> http.client.HTTPResponse:
        answer: http.client.HTTPResponse | None = None
        too_long = f"it takes longer than {timeout_s:g} s to begin its answer; is it busy?"
        too_much = f"its answer begins with more than {_HEAD_BYTES >> 10} KB that are no picture"
        self._allowance.begin(Limit(timeout_s, _HEAD_BYTES, too_long, too_much))
        try:
            answer = self._opener.open(_without_password(self._url), timeout=timeout_s)
        except urllib.error.HTTPError as error:
            with error:
                said = status_words(error.code, error.reason, bool(urlsplit(self._url).username))
                raise BadInput("{reason}", reason=Wanted(said)) from None
        except urllib.error.URLError as error:
            raise BadInput("{reason}", reason=Wanted(trouble_words(error.reason, self._url))) from None
        except ValueError as error:
            # urllib's own words for a camera that asks for another kind of password than Basic and Digest.
            said = ask_for_password(401, bool(urlsplit(self._url).username))
            raise BadInput("{reason} ({why})", reason=Wanted(said), why=error) from None
        except (OSError, http.client.HTTPException) as error:
            raise BadInput("{reason}", reason=Wanted(trouble_words(error, self._url))) from None
        finally:
            # urllib leaves the answer that asked for a password open.
            for other in self._answers:
                if other is not answer:
                    other.close()
            self._answers.clear()
        assert answer is not None
        packed = answer.headers.get("Content-Encoding", "identity")
        if packed.strip().lower() not in ("", "identity"):
            answer.close()
            raise BadInput("its pictures come packed ({packed}), which nobody asked for", packed=plain(packed))
        return answer

    def read(self) -> DeviceTaken:
        """Wait for the next picture and return the newest that is there; raises SourceLost saying what happened."""
        try:
            return self._newest() if self._reader else self._snapshot()
        except TimeoutError:
            raise SourceLost(_SILENT) from None
        except NoMultipart as error:
            raise SourceLost(str(error) or ANSWERS_OTHERWISE) from None
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            # A socket that another thread shut down fails in any of these ways.
            raise SourceLost(_GONE) from None

    def _newest(self) -> DeviceTaken:
        assert self._reader is not None
        if self._ahead:
            self._pause(self._ended, _BREATH_S)
        newest: DeviceTaken | None = None
        came = damaged = 0
        self._allowance.begin(self._picture)
        while newest is None or (came < MOST_AT_ONCE and self._more_is_there()):
            data = self._answer.read1(_PIECE_BYTES)
            if not data:
                if newest is not None:
                    break
                raise SourceLost(_GONE)
            for part in self._reader.feed(data):
                jpeg = sound_jpeg(part.data)
                if jpeg is not None:
                    newest, came = DeviceTaken(jpeg, part.stamp_s, came), came + 1
                    self._allowance.begin(self._picture)
                elif (damaged := damaged + 1) > _MOST_DAMAGED:
                    raise SourceLost("it sends damaged pictures only; is its app or its network in trouble?")
        self._ahead = came >= MOST_AT_ONCE
        return newest

    def _more_is_there(self) -> bool:
        # Python 3.13 hangs up as soon as the announced length has come.
        if self._socket is None or self._socket.fileno() < 0:
            return False
        if isinstance(self._socket, ssl.SSLSocket) and self._socket.pending():
            return True
        # Not select.select: beside hundreds of open pages this connection's number may be beyond what that can take.
        with selectors.DefaultSelector() as ready:
            ready.register(self._socket, selectors.EVENT_READ)
            return bool(ready.select(0))

    def _snapshot(self) -> DeviceTaken:
        if self._last is not None:
            self._pause(self._ended, _SNAPSHOT_EVERY_S)
            if self._ended.is_set():
                raise SourceLost("it is closed")
            try:
                self._answer = self._ask(self._timeout_s)
            except BadInput as error:
                raise SourceLost(str(error)) from None
        self._allowance.begin(self._picture)
        with self._answer:
            jpeg = sound_jpeg(self._answer.read())
        if jpeg is None:
            raise SourceLost("it sent a picture that is cut short")
        again, self._last = jpeg.data == self._last, jpeg.data
        return DeviceTaken(jpeg, again=again)

    def interrupt(self) -> None:
        """End a read under way at once."""
        self._ended.set()
        held = self._socket
        if held is not None:
            with contextlib.suppress(OSError):
                held.shutdown(socket.SHUT_RDWR)

    def release(self) -> None:
        """Hang up."""
        self.interrupt()
        self._answer.close()
        if self._socket is not None:
            self._socket.close()


def sound_jpeg(data: bytes) -> Jpeg | None:
    """Return the JPEG in these bytes, None for a damaged one; raises SourceLost for one too large to be decoded."""
    jpeg = whole_jpeg(data)
    if jpeg is not None:
        try:
            check_size(jpeg.data)
        except BadInput as error:
            if isinstance(error, NoSize):
                return None
            raise SourceLost(str(error)) from None
    return jpeg


class _Redirects(urllib.request.HTTPRedirectHandler):
    max_redirections = max_repeats = _REDIRECTS


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    path, query = (quote(part, safe="%/:=&?~+!$,;'@()*[]") for part in (parts.path, parts.query))
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], path=path, query=query, fragment=""))


def _opener(
    url: str,
    keep: Callable[[socket.socket], None],
    answers: list[http.client.HTTPResponse],
    allowance: Allowance,
) -> urllib.request.OpenerDirector:
    """Return what opens the address: without proxies (a camera is near), handing over its sockets and answers.

    What comes over its connections is rationed; it knows of HTTP only, whatever a camera redirects to.
    """

    class Answer(http.client.HTTPResponse):
        def __init__(self, sock: socket.socket, *args: Any, **kw: Any) -> None:
            super().__init__(sock, *args, **kw)
            self.fp = io.BufferedReader(Rationed(self.fp.detach(), sock, allowance))

        def read(self, amt: int | None = None) -> bytes:
            # Piece by piece: memory for all that an answer announces would be taken before any of it comes.
            return b"".join(iter(lambda: self.read1(_PIECE_BYTES), b"")) if amt is None else super().read(amt)

    class Http(http.client.HTTPConnection):
        response_class = Answer

        def connect(self) -> None:
            super().connect()
            keep(self.sock)

    class Https(http.client.HTTPSConnection):
        response_class = Answer

        def connect(self) -> None:
            super().connect()
            keep(self.sock)

    class HttpHandler(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            answers.append(self.do_open(Http, req))
            return answers[-1]

    class HttpsHandler(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            made: Any = Https
            answers.append(self.do_open(made, req, context=_trust(req.host)))
            return answers[-1]

    handlers: list[urllib.request.BaseHandler] = [
        HttpHandler(), HttpsHandler(), _Redirects(), urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(), urllib.request.UnknownHandler(),
    ]  # fmt: skip
    parts = urlsplit(url)
    if parts.username:
        known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        known.add_password(None, _without_password(url), unquote(parts.username), unquote(parts.password or ""))
        handlers += [urllib.request.HTTPBasicAuthHandler(known), urllib.request.HTTPDigestAuthHandler(known)]
    opener = urllib.request.OpenerDirector()
    for handler in handlers:
        opener.add_handler(handler)
    return opener


def _trust(host: str) -> ssl.SSLContext:
    """Return whom to believe: a camera in this network signs its own certificate, a public one has a proper one."""
    context = ssl.create_default_context()
    if at_home(urlsplit(f"//{host}").hostname or ""):
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
