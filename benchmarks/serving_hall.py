"""A club's hall among the houses that hostile clients try: who comes into it, and a table that plays on beside them."""

import re
import sys
import threading
from pathlib import Path

from serving_client import Client, LostError

PLACE = "Table 1"
PAUSE_S = 0.2


def hall_command(folder: Path) -> list[str]:
    """Make a club with two matches and an evening, and return how its hall is served."""
    sys.path.append(str(Path(__file__).parents[1] / "tests" / "shared"))
    from journals import played  # noqa: PLC0415 - only here: a tool that serves a demo stays small

    from referee.club.evening.organising import Evenings  # noqa: PLC0415
    from referee.club.record import Club  # noqa: PLC0415
    from referee.journal.store import Journal  # noqa: PLC0415

    with Club(folder / "club.sqlite") as club:
        with Journal(played(folder)) as journal:
            club.take("Table 2", list(journal.entries()))
        evenings = Evenings(club)
        evenings.begin("Friday", "swiss", [f"P{k}" for k in range(6)], [PLACE, "Table 2"], minutes=60, reset_minutes=5)
    return ["club", "serve", "--database", str(folder / "club.sqlite")]


def matches_in(folder: Path) -> list[str]:
    """Return the whole numbers of the club's matches."""
    from referee.club.record import Club  # noqa: PLC0415

    with Club(folder / "club.sqlite") as club:
        return [match.match for match in club.matches()]


async def invited(organiser: Client, role: str, name: str) -> str:
    """Return the secret of a new link."""
    answer = await organiser.post("/api/door/invite", {"role": role, "name": name})
    if answer.status != 200:
        raise LostError(f"nobody is invited: {answer.status} {answer.body[:300]!r}")
    return str(re.search(r"/in/([\w-]+)", answer.data()["link"])[1])  # type: ignore[index]


async def hall_guest(organiser: Client, port: int, role: str, number: int) -> Client:
    """Return a client of that role, from an address of its own."""
    client = Client(port, f"127.0.0.{2 + number}")
    if role not in ("spectator", "stranger"):
        secret = await invited(organiser, role, f"Guest {number}")
        if role == "table":
            client.own["Authorization"] = f"Bearer {secret}"
        else:
            await client.get(f"/in/{secret}")
    return client


class PlayingTable(threading.Thread):
    """A table that ends turns and sends them by its link, until it is stopped; then it says what did not arrive."""

    def __init__(self, folder: Path, port: int, secret: str) -> None:
        super().__init__(daemon=True)
        self._folder, self._link = folder, f"http://127.0.0.1:{port}/in/{secret}"
        self._done = threading.Event()
        self._sent: tuple[int, int, str] = (0, -1, "")

    def run(self) -> None:
        from journals import TABLE  # noqa: PLC0415
        from matches import match_at  # noqa: PLC0415

        from referee.club.relay import OutboxRelay  # noqa: PLC0415
        from referee.journal.store import Journal  # noqa: PLC0415

        journal = Journal(self._folder / "table.sqlite", write=True)
        match = match_at(TABLE, journal=journal)
        relay = OutboxRelay(journal, self._link, "")
        relay.start()
        while not self._done.wait(PAUSE_S):
            match.end_turn()
        relay.close()
        self._sent = (journal.length, relay.sent.there, str(relay.sent.trouble or ""))
        journal.close()

    def stop(self) -> str | None:
        """Let it send what is left; return what is wrong, None where all has arrived."""
        self._done.set()
        self.join(60)
        written, there, trouble = self._sent
        return None if written == there else f"{there} of a table's {written} entries arrived: {trouble}"
