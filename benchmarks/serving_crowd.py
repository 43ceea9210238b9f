"""The crowd of a soak, in a process of its own: pages that watch, and strangers who ask for the dearest there is.

    python benchmarks/serving_crowd.py PORT SECONDS SPECTATORS STRANGERS

A watching page does what a browser does: a stream of events, or where it gets none the versions every 0.75 s; for
every change the view, asked for again a second later where too many ask; for a new picture the picture, two a second
at most and one at a time. Each comes from an address of its own, in one of the languages. Prints one JSON object at
the end.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import quote

from serving_client import Answer, Client, LostError, NoStreamError

LANGUAGES = ("en", "it", "es")
POLL_S, RETRY_S, STREAM_AGAIN_S, PICTURE_S = 0.75, 1.0, 30.0, 0.5
BROWSER = {
    "Accept": "*/*", "Accept-Encoding": "gzip, deflate", "Connection": "keep-alive", "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "cors", "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
}  # fmt: skip
STRANGER_A_SECOND, HANDS = 60, 12


class Page:
    """One page that watches; ``seen`` are the acts it showed and when, by the machine's clock."""

    def __init__(self, client: Client, until: float, address: str = "/api/watch") -> None:
        self._client, self._until, self._address = client, until, address
        # One connection beside the stream's, as a browser keeps it: a view waits for the picture before it.
        self._asking = asyncio.Lock()
        self._table = self._picture = self._acts = -1
        self._dice = Random(client.source)
        self._run, self._fetching = "", asyncio.create_task(asyncio.sleep(0))
        self.seen: list[tuple[int, float]] = []
        self.told: Counter[str] = Counter()

    async def watch(self) -> None:
        """Watch until the end."""
        while time.monotonic() < self._until:
            try:
                await self._reload()
                async for versions in self._client.events():
                    self.told["streamed"] += 1
                    await self._hear(versions)
                    if time.monotonic() > self._until:
                        break
            except NoStreamError as refused:
                self.told[f"stream {_status(refused.answer)}"] += 1
                with suppress(LostError):
                    await self._poll()
            except LostError:
                self.told["lost"] += 1
                await asyncio.sleep(POLL_S)
        self._fetching.cancel()

    async def _poll(self) -> None:
        """Ask for the versions now and then, for a while; then try the stream again."""
        again = time.monotonic() + self._about(STREAM_AGAIN_S)
        while time.monotonic() < min(self._until, again):
            answer = await self._get("/api/versions")
            if answer.status != 200:
                self.told[f"versions {_status(answer)}"] += 1
                await asyncio.sleep(RETRY_S)
                if answer.status == 404:
                    return
                continue
            self.told["polled"] += 1
            await self._hear(answer.data())
            await asyncio.sleep(self._about(POLL_S))

    async def _hear(self, versions: dict[str, Any]) -> None:
        if versions["table"] != self._table or versions["run"] != self._run:
            await self._reload()
        if versions["picture"] != self._picture and self._fetching.done():
            self._picture = versions["picture"]
            self._fetching = asyncio.create_task(self._show_picture())

    def _about(self, seconds: float) -> float:
        return seconds * self._dice.uniform(0.75, 1.25)

    async def _get(self, path: str) -> Answer:
        async with self._asking:
            return await self._client.ask("GET", path, headers=BROWSER)

    async def _reload(self) -> None:
        while (answer := await self._get(self._address)).status in (429, 503):  # too many ask at this moment
            self.told[f"view {_status(answer)}"] += 1
            await asyncio.sleep(self._about(RETRY_S))
        if answer.status != 200:
            self.told[f"view {_status(answer)}"] += 1
            return
        view = answer.data()
        self._table, self._run = view["versions"]["table"], view["versions"]["run"]
        if view["acts"] != self._acts:
            self._acts = view["acts"]
            self.seen.append((self._acts, time.monotonic()))

    async def _show_picture(self) -> None:
        with suppress(LostError):
            answer = await self._get(f"/api/picture.jpg?v={self._picture}")
            self.told["picture" if answer.status == 200 else f"picture {_status(answer)}"] += 1
        await asyncio.sleep(PICTURE_S)

    def report(self) -> dict[str, Any]:
        """Return what it saw."""
        return {"seen": self.seen, "told": self.told, "bytes": self._client.bytes_read}


def _status(answer: Answer) -> str:
    """Return a status as it is counted; a 503 has to say when to ask again."""
    return f"{answer.status}{' without Retry-After' * (answer.status == 503 and 'retry-after' not in answer.headers)}"


class Stranger:
    """Somebody who asks for the dearest routes as often as an address may."""

    def __init__(self, port: int, number: int, until: float) -> None:
        self._port, self._source, self._until = port, f"127.0.9.{number + 1}", until
        self._dice, self._due = Random(number), time.monotonic()
        self._names: list[str] = ["Miller"]
        self.answers: Counter[str] = Counter()

    async def ask(self) -> None:
        """Ask with many hands until the end."""
        await asyncio.gather(*(self._hand() for _ in range(HANDS)))

    async def _hand(self) -> None:
        client = Client(self._port, self._source)
        while time.monotonic() < self._until:
            self._due = max(self._due, time.monotonic()) + 1 / STRANGER_A_SECOND
            await asyncio.sleep(self._due - time.monotonic())
            kind, path, headers = self._dear()
            try:
                answer = await client.ask("GET", path, headers=headers)
            except LostError:
                self.answers[f"{kind} lost"] += 1
                continue
            self.answers[f"{kind} {_status(answer)}"] += 1
            if kind == "view" and answer.status == 200:
                self._names = [stand["name"] for stand in answer.data()["stands"]]

    def _dear(self) -> tuple[str, str, dict[str, str]]:
        dice, name = self._dice, quote(self._dice.choice(self._names), safe="")
        odd = {"Host": f"{dice.choice(('127.0.0.1', 'localhost'))}:{dice.randrange(1, 60_000)}"}
        number = dice.randint(1, 60)
        return dice.choice((
            ("journal", f"/api/journal/{number}", {}), ("passport", "/passport.pdf", {}), ("view", "/api/view", {}),
            ("may", f"/api/may/{name}", {}), ("reach", f"/api/reach/{name}?lang={dice.choice(LANGUAGES)}", {}),
            ("evidence", f"/evidence/{number}.png?lang={dice.choice(LANGUAGES)}", odd),
        ))  # fmt: skip


async def crowd(port: int, seconds: float, spectators: int, strangers: int) -> dict[str, Any]:
    """Let them all in and return what they saw."""
    until = time.monotonic() + seconds
    pages = [
        Page(Client(port, f"127.0.{1 + k // 250}.{1 + k % 250 + 1}", LANGUAGES[k % 3]), until)
        for k in range(spectators)
    ]
    asking = [Stranger(port, k, until) for k in range(strangers)]
    running = [page.watch() for page in pages] + [stranger.ask() for stranger in asking]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds + 1):  # who waits for an answer, or for news, holds nobody up
            await asyncio.gather(*running)
    return {
        "pages": [page.report() for page in pages], "cpu_s": time.process_time(),
        "answers": sum((one.answers for one in asking), Counter()),
    }  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(asyncio.run(crowd(*(int(word) for word in sys.argv[1:5])))))
