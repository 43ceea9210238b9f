"""A referee who plays on, whatever the game: declares what the rules offer, throws, decides, takes back, ends turns."""

from typing import Any
from urllib.parse import quote

from serving_asks import Asks
from serving_client import Answer, Client

MOST_STEPS = 400


async def play_on(referee: Client, asks: Asks) -> Answer:
    """Do the next thing that a referee would do, and learn what came of it."""
    path, body = _next(asks)
    answer = await referee.post(path, body)
    asks.learn(answer)
    if answer.status == 409 and path != "/api/match/undo":  # the table is not as it was thought to be
        asks.learn(await referee.get("/api/view"))
    return answer


async def still_plays(referee: Client, asks: Asks) -> bool:
    """Say whether an action can be declared and is ruled on, whatever state the match was left in."""
    await settle(referee)
    asks.learn(await referee.get("/api/view"))
    for _ in range(MOST_STEPS):
        stand = str(asks.dice.choice(asks.view["stands"])["name"])
        asks.learn(await referee.get(f"/api/may/{quote(stand, safe='')}"))
        answer = await play_on(referee, asks)
        if answer.status == 200 and answer.data().get("ruling"):
            return True
    return False


async def settle(referee: Client) -> None:
    """Take away what holds a match up: a card, a shot that waits, stands that are being put back."""
    number = ((await referee.get("/api/view")).data().get("cannon") or {}).get("proposal") or {}
    for path, body in (
        ("/api/putting-back/end", {}), ("/api/putting-back/decline", {}), ("/api/match/mode", {"mode": "open"}),
        ("/api/cannon/dismiss", {"number": number.get("number", 1)}), ("/api/match/withdraw", {}),
        ("/api/match/undo", {}), ("/api/terrain/unlock", {}),
    ):  # fmt: skip
        await referee.post(path, body)


def _next(asks: Asks) -> tuple[str, dict[str, Any]]:
    view, dice, luck = asks.view, asks.dice, asks.dice.random()
    ruling = view.get("ruling") or {}
    if luck < 0.1:  # a referee who thinks better of it
        return dice.choice(("/api/match/undo", "/api/match/redo", "/api/match/withdraw")), {}
    if (ruling.get("question") or {"said": True})["said"] is None:
        return "/api/match/answer", {"evades": luck < 0.5}
    if not ruling.get("confirmed"):
        if ruling.get("undecided"):
            return "/api/match/decide", {"clause": ruling["undecided"]["name"], "passed": luck < 0.5}
        if ruling.get("needs"):
            return "/api/match/throw", {"dice": [dice.choice(asks.faces)]}
    return ("/api/match/confirm", {}) if ruling.get("ready") else _begun(asks)


def _begun(asks: Asks) -> tuple[str, dict[str, Any]]:
    view, dice, luck = asks.view, asks.dice, asks.dice.random()
    if luck < 0.05:
        return "/api/match/end-turn", {}
    if luck < 0.1 and not view.get("cannon"):
        return "/api/rehearsal/bump", {}
    if luck < 0.2 and view.get("cannon"):
        return "/api/rehearsal/fire", {"side": dice.choice(view["sides"])["name"]}
    if luck < 0.3 and view.get("suggestions"):
        tried = dice.choice(view["suggestions"])
        return "/api/match/declare", {"actor": tried["actor"], "target": tried["target"]}
    return "/api/match/act", {"action": asks.action()}
