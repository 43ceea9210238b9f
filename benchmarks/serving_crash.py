"""Eight clients on every route that computes, while a referee plays: does the server live?

    python benchmarks/serving_crash.py [--minutes 10] [--houses ambush,yankee,...,wizard] [--seed 1]

Each house is a real `vedette demo` (or `serve`, for the wizard) with its camera's loop. Three clients sit at the
server's own computer, two play a side each, three are strangers: these ask as often as they may.
"""

import argparse
import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

from serving_asks import asks_of
from serving_client import HERE, Client, LostError, let_go, links_of, run_apart
from serving_hall import PLACE, PlayingTable, hall_guest, invited, matches_in
from serving_house import HALL, HOUSES, WIZARD, House, served
from serving_judge import Tally
from serving_play import play_on

WHO = ("referee", "referee", "referee", "player", "player", "spectator", "spectator", "spectator")
HALL_WHO = ("organiser", "table", "stranger")
"""Who comes into a hall besides."""
PACE_S = {"referee": 0.0, "player": 0.02, "spectator": 0.02, "organiser": 0.0, "table": 0.02, "stranger": 0.02}
"""So long a client waits after an answer: strangers keep within 60 requests a second."""
DEAREST = ("/api/reach", "/api/may", "/api/measure", "/api/match/act", "/api/board", "/api/setup", "/api/terrain")
"""What geometry is computed for."""
MOST_LETTERS = 6000
NOT_HERE = ("/api/door/", "/in/", "/api/match/mode", "/static/")
"""Nothing is computed there; with "declare first" the dearest routes would compute nothing either."""


async def guests(house: House, who: tuple[str, ...] = WHO) -> list[tuple[str, Client]]:
    """Return clients in these roles, each from an address of its own; players where there are links for them."""
    referee, made = Client(house.port), []
    if house.name == HALL:
        for number, role in enumerate((*who, *HALL_WHO)):
            at_home = role == "organiser"
            guest = Client(house.port) if at_home else await hall_guest(referee, house.port, role, number)
            made.append((role, guest))
        referee.close()
        return made
    links = list((await links_of(referee)).values()) if house.name != WIZARD else []
    referee.close()
    for number, wanted in enumerate(who):
        role = wanted if links or wanted != "player" else "spectator"
        client = Client(house.port, HERE if role == "referee" else f"127.0.0.{2 + number}")
        if role == "player":
            await client.get(links[number % len(links)])
        made.append((role, client))
    return made


async def crash(house: House, seconds: float, seed: int) -> Tally:
    """Ask for so long, or until the server dies, and return what was answered."""
    referee, tally, until = Client(house.port), Tally(), time.monotonic() + seconds
    asks = await asks_of(house.name, referee, Random(seed))
    if house.name == HALL:
        asks.known_ids = matches_in(house.folder)
    asks.routes = tuple(route for route in asks.routes if not route.path.startswith(NOT_HERE))
    dearest = [route for route in asks.routes if route.path.startswith(DEAREST)]
    dearest += 4 * [route for route in dearest if "{name}" in route.path]

    async def ask_on(number: int, role: str, client: Client) -> None:
        # Every other client asks for geometry only: threads meet in one place.
        allowed = [route for route in (dearest if number % 2 else asks.routes) if route.open_to(role)]
        allowed = allowed or [route for route in asks.routes if route.open_to(role)]
        while time.monotonic() < until and house.died is None:
            ask = asks.of(asks.dice.choice(allowed))
            try:
                answer = await client.ask(ask.route.method, ask.path, ask.body)
            except LostError as error:
                tally.fault(house.died or str(error))
                continue
            tally.note(f"{ask.route.method} {ask.route.path}", ask.path, answer)
            asks.learn(answer)
            await asyncio.sleep(PACE_S[role])

    async def play() -> None:
        while time.monotonic() < until and house.died is None:
            try:
                answer = await play_on(referee, asks)
                tally.note("the referee plays", "/api/match", answer)
            except LostError as error:
                tally.fault(house.died or str(error))

    clients = await guests(house)
    async with table_beside(house, tally):
        plays = [] if house.name in (WIZARD, HALL) else [play()]
        await asyncio.gather(*(ask_on(number, *each) for number, each in enumerate(clients)), *plays)
    await let_go([referee, *(client for _, client in clients)])
    return tally


@asynccontextmanager
async def table_beside(house: House, tally: Tally) -> AsyncIterator[None]:
    """Let a table of a hall play meanwhile, and note whether all its entries have arrived; other houses have none."""
    if house.name != HALL:
        yield
        return
    organiser = Client(house.port)
    table = PlayingTable(house.folder, house.port, await invited(organiser, "table", PLACE))
    table.start()
    yield
    wrong = await asyncio.to_thread(table.stop)
    organiser.close()
    if wrong is not None:
        tally.fault(wrong)


def crash_test(name: str, seconds: float, seed: int = 1) -> tuple[Tally, list[str]]:
    """Serve a house, ask it, close it; return the answers, and everything that was wrong."""
    with served(name) as house:
        tally = run_apart(crash(house, seconds, seed))
        return tally, [*tally.faults, *epilogue(house)]


def epilogue(house: House) -> list[str]:
    """Close a house and return what is wrong: how it ended, where it crashed, the bugs in its log, its journal."""
    ended, words = house.close(), house.words()
    bugs = [words[-MOST_LETTERS:]] if "Traceback" in words or "a bug while" in words else []
    trace = re.findall(r"Fatal Python error[^\n]*|Current thread.*?\n\n", words, re.DOTALL)
    return [*filter(None, (ended, house.verified())), *trace, *bugs]


def try_houses(option: str, most: float, test: Callable[[str, float, int], tuple[Tally, list[str]]]) -> int:
    """Try every house that the command line names; ``most`` of ``option`` is for all of them together."""
    parser = argparse.ArgumentParser()
    parser.add_argument(f"--{option}", dest="most", type=float, default=most, help="for all houses together")
    parser.add_argument("--houses", default=",".join(HOUSES))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names, bad = given.houses.split(","), False
    for name in names:
        began = time.monotonic()
        tally, wrong = test(name, given.most / len(names), given.seed)
        routes = len({route for route, _ in tally.answers})
        print(f"{name}: {tally.asked} requests on {routes} routes in {time.monotonic() - began:.0f} s, "
              f"{tally.statuses}; {'; '.join(wrong) or 'it lives'}", flush=True)  # fmt: skip
        bad |= bool(wrong)
    return int(bad)


if __name__ == "__main__":
    sys.exit(try_houses("minutes", 10.0, lambda name, minutes, seed: crash_test(name, 60 * minutes, seed)))
