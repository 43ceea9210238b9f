"""Bad requests by the thousand from everybody at once, while a referee plays: nothing breaks, nothing leaks.

    python benchmarks/serving_fuzz.py [--requests 100000] [--houses ambush,yankee,...,wizard] [--seed 1]

Each house is a real server. Spectators, a player of each side and referees send requests of which one thing or two are
wrong, to every route there is; afterwards the match must still play, the server stop as told, and its journal verify.
"""

import asyncio
import math
import sys
from random import Random

from serving_asks import asks_of
from serving_client import Client, LostError, let_go, run_apart
from serving_crash import PACE_S, epilogue, guests, table_beside, try_houses
from serving_hall import matches_in
from serving_house import HALL, WIZARD, House, served
from serving_judge import Tally
from serving_play import play_on, still_plays
from serving_spoiling import spoiled

WHO = ("spectator", "player", "player", "referee", "spectator", "referee", "referee", "referee", "spectator")
KEPT = ("/api/door/leave", "/api/door/renew", "/api/door/hall-pin")
"""A guest who gave the role back, or put all players out, would be another spectator from then on: asked seldom."""


async def fuzz(house: House, requests: int, seed: int) -> Tally:
    """Send so many requests, or until the server dies, and return what was answered."""
    referee, tally, left = Client(house.port), Tally(), requests
    asks = await asks_of(house.name, referee, Random(seed))
    if house.name == HALL:
        asks.known_ids = matches_in(house.folder)
    clients = await guests(house, WHO)

    async def ask_on(role: str, client: Client) -> None:
        nonlocal left
        while left > 0 and house.died is None:
            left -= 1
            # The routes of the roles above are asked too: they are to be refused.
            above = "organiser" if house.name == HALL else "referee"
            ask = asks.any(above if asks.dice.random() < 0.2 else role)
            if ask.route.path in KEPT and asks.dice.random() < 0.98:
                continue
            request = spoiled(ask, client, asks.dice)
            try:
                answer = await client.send(request.sent, request.method)
            except LostError as error:
                if house.died or not request.wire:
                    tally.fault(house.died or f"{role}: {error}")
                continue
            tally.note(f"{request.method} {ask.route.path}", request.path, answer)
            asks.learn(answer)
            if request.wire:
                client.close()
            await asyncio.sleep(PACE_S[role])

    async def play() -> None:
        while left > 0 and house.died is None:
            try:
                tally.note("the referee plays", "/api/match", await play_on(referee, asks))
                await asyncio.sleep(0.1)
            except LostError as error:
                tally.fault(house.died or str(error))

    async with table_beside(house, tally):
        plays = [] if house.name in (WIZARD, HALL) else [play()]
        await asyncio.gather(*(ask_on(*each) for each in clients), *plays)
    if house.died is None and not await _goes_on(house, referee):
        tally.fault("afterwards nothing can be played any more")
    await let_go([referee, *(client for _, client in clients)])
    return tally


async def _goes_on(house: House, referee: Client) -> bool:
    """Say whether the house is still of use: the match plays, the wizard's page opens."""
    if house.name in (WIZARD, HALL):
        return (await referee.get("/setup" if house.name == WIZARD else "/")).status == 200
    return await still_plays(referee, await asks_of(house.name, referee, Random(1)))


def fuzz_test(name: str, requests: int, seed: int = 1) -> tuple[Tally, list[str]]:
    """Serve a house, ask it, close it; return the answers, and everything that was wrong."""
    with served(name) as house:
        tally = run_apart(fuzz(house, requests, seed))
        return tally, [*tally.faults, *epilogue(house)]


if __name__ == "__main__":
    sys.exit(try_houses("requests", 100_000, lambda name, requests, seed: fuzz_test(name, math.ceil(requests), seed)))
