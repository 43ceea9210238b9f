"""Cheap HTTP clients on plain sockets: hundreds in one process that shares the machine with the server it asks.

``source`` is the address a client comes from: to the server only 127.0.0.1 is this computer, and on Linux all of 127.*
may be used, so that 127.0.0.2 is a stranger.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

Result = TypeVar("Result")

PATIENCE_S = 60.0
HERE = "127.0.0.1"


class LostError(OSError):
    """The server closed the connection, or never answered."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the server's."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def data(self) -> Any:
        """Return the body as JSON; None where it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


class Client:
    """One connection, kept open and opened anew when it was closed; keeps the cookies it is given."""

    def __init__(self, port: int, source: str = HERE, language: str = "en") -> None:
        self.port, self.source, self.language = port, source, language
        self.cookies: dict[str, str] = {}
        self.own: dict[str, str] = {}  # headers that it sends with each request
        self.bytes_read = 0
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def beside(self) -> "Client":
        """Return another connection of the same browser."""
        other = Client(self.port, self.source, self.language)
        other.cookies = self.cookies
        return other

    async def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """Ask once, with JSON where there is a ``body``; raises LostError."""
        sent = None if body is None else json.dumps(body).encode()
        return await self.send(self.request(method, path, sent, headers), method)

    async def get(self, path: str) -> Answer:
        """Ask for a page."""
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any) -> Answer:
        """Act."""
        return await self.ask("POST", path, body)

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> bytes:
        """Return a request as a browser of the house sends it; ``headers`` take the place of its own."""
        lines = {"Host": f"127.0.0.1:{self.port}", "Accept-Language": self.language, **self.own}
        if self.cookies:
            lines["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            lines |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
            lines["Origin"] = f"http://127.0.0.1:{self.port}"
        lines |= headers or {}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogateescape") + (body or b"")

    async def send(self, request: bytes, method: str = "GET") -> Answer:
        """Send these very bytes and return the answer; raises LostError."""
        for again in (self._open is not None, False):
            try:
                async with asyncio.timeout(PATIENCE_S):
                    return await self._once(request, method)
            except TimeoutError:
                self.close()
                raise LostError(f"no answer within {PATIENCE_S:.0f} s: {request[:120]!r}") from None
            except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
                self.close()
                if not again:  # an open connection may have been closed for being idle
                    raise LostError(f"{type(error).__name__}: {error}: {request[:120]!r}") from error
        raise AssertionError("unreachable")

    async def _once(self, request: bytes, method: str) -> Answer:
        if self._open is None:
            self._open = await asyncio.open_connection(HERE, self.port, local_addr=(self.source, 0), limit=1 << 20)
        reader, writer = self._open
        writer.write(request)
        status, headers = await _head(reader)
        for name, _, value in (each.partition("=") for each in headers.get("set-cookie", "").split("\n") if each):
            self.cookies[name] = value.partition(";")[0]
        body = b"" if method == "HEAD" or status in (204, 304) else await _body(reader, headers)
        self.bytes_read += len(body)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, body)

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """Yield the versions that an event stream tells, on a connection of its own; raises LostError when it ends.

        What the server answers in a stream's place is raised as NoStreamError.
        """
        try:
            async with asyncio.timeout(PATIENCE_S):
                reader, writer = await asyncio.open_connection(
                    HERE, self.port, local_addr=(self.source, 0), limit=1 << 20
                )
                writer.write(self.request("GET", "/api/events", headers={"Accept": "text/event-stream"}))
                status, headers = await _head(reader)
        except (OSError, EOFError, TimeoutError) as error:
            raise LostError(f"no stream: {error}") from error
        try:
            if status != 200:
                raise NoStreamError(Answer(status, headers, await _body(reader, headers)))
            while True:
                async with asyncio.timeout(PATIENCE_S):
                    line = await reader.readline()
                if not line:
                    raise LostError("the stream ended")
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        except (EOFError, TimeoutError) as error:
            raise LostError(f"the stream ended: {error}") from error
        finally:
            writer.close()

    def close(self) -> None:
        """Let the connection go."""
        if self._open is not None:
            with suppress(OSError):
                self._open[1].close()
            self._open = None


class NoStreamError(Exception):
    """There is no stream for who asks."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = text.split("\r\n")
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        before = f"{headers[name.lower()]}\n" if name.lower() in headers else ""
        headers[name.lower()] = before + value
    status = int(first.split()[1])
    return (status, headers) if status != 100 else await _head(reader)


async def _body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return await reader.read()
    whole = b""
    while size := int((await reader.readline()).strip() or b"0", 16):
        whole += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return whole


async def let_go(clients: Iterable[Client]) -> None:
    """Close the connections of these clients before the loop ends."""
    for client in clients:
        client.close()
    await asyncio.sleep(0.1)  # the loop closes them in its next turns


async def links_of(referee: Client) -> dict[str, str]:
    """Draw the players' links, by side, as paths of this server; empty where this computer is on no network."""
    links = (await referee.post("/api/door/renew", {"what": "links"})).data().get("links") or {}
    return {side: "/join/" + link.rsplit("/", 1)[1] for side, link in links.items() if link}


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a thread of its own: in this one a test's browser may have a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
