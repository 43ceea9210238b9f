"""A whole game played through the page in a browser: what serves it, what a player has, and what must hold at its end.

A player sees the table with his own eyes and the page with his finger on it; nothing else. The camera of these games
sees without error, and hands do at once what rulings tell them.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import dist
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from hand_clock import HandClock
from matches import match_at
from plan_page import at
from playwright.sync_api import Browser, Locator, Page, Response, expect

from cli.main import main
from referee.journal.payloads import Confirmed, read_payload
from referee.journal.store import Journal
from referee.match_info import MatchInfo
from referee.observation import Observation, TableStatus
from rules.goal import winner_of
from rules.registry import game_named
from rules.ruling import Facts
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand
from web.app import create_app
from web.fair import Cup
from web.match_session import Die, MatchSession
from web.serve import Server, open_port

SEED = b"a whole evening at the table ...."[:32]
Seat = Callable[[Journal, Die], MatchSession]
"""What begins a match that is written in a journal, with the page's own dice."""
COUNTING = """
window.asked = 0;
window.shown = 0;
window.told = [];
const fetched = window.fetch;
window.fetch = async (...what) => {
  window.asked += 1;
  try {
    const answer = await fetched(...what);
    answer.clone().json().then((data) => (window.shown = Math.max(window.shown, data?.versions?.table ?? 0)), () => {});
    return answer;
  } finally {
    requestAnimationFrame(() => requestAnimationFrame(() => (window.asked -= 1)));
  }
};
addEventListener("DOMContentLoaded", () =>
  new MutationObserver(() => {
    const text = document.querySelector(".toast")?.textContent;
    if (text && window.told.at(-1) !== text) window.told.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""
"""Counts what the page has asked for and not drawn yet, and keeps what its toasts say."""
QUIET = "(version) => window.asked === 0 && window.shown >= version"


class Eye:
    """Players' hands and a camera without error: what rulings say is done, and seen."""

    def __init__(self, session: MatchSession, observation: Observation, reserve: Mapping[str, Stand]) -> None:
        self.session, self.observation, self.reserve = session, observation, reserve
        self._read = session.reading().journal[0]

    def look(self) -> None:
        """Do what the rulings said since the last look, and let the camera see it."""
        reducer, table = game_named(self.session.info.game).reducer, self.observation.table
        for entry in self.session.journal.entries(self._read + 1):
            self._read = entry.sequence
            payload = read_payload(entry)
            if isinstance(payload, Confirmed):
                table = reducer.obeyed(table, payload.effects)
        places = self.session.memory().places
        put = [self.reserve[name].moved_to(*places[name]) for name in self.reserve if name in places]
        table = replace(table, stands=(*table.stands, *(stand for stand in put if stand.name not in table)))
        was = {stand.name: stand.centre for stand in self.observation.table.stands}
        walked = tuple(
            (s.name, dist(was[s.name], s.centre)) for s in table.stands if was.get(s.name, s.centre) != s.centre
        )
        fallen = frozenset(self.session.memory().fallen)
        self.observation = replace(self.observation, table=table, unseen=fallen, walked=walked)
        self.session.publish(self.observation)


@dataclass
class PlayedGame:
    """A game being played: its session, its page, and what the page did that it should not have."""

    session: MatchSession
    eye: Eye
    page: Page
    address: str
    touch: bool
    complaints: list[str] = field(default_factory=list)

    # What a player sees.

    @property
    def side(self) -> str:
        """Whose turn it is."""
        return self.session.memory().side

    @property
    def over(self) -> bool:
        """Whether the page says that somebody has won."""
        return self.page.locator(".is-over").count() > 0

    def stands(self, *, ours: bool) -> list[Stand]:
        """Return the stands of the side to play, or the other's, that are on the table."""
        memory = self.session.memory()
        known = memory.over(self.eye.observation.table).stands
        return [stand for stand in known if (stand.side == memory.side) == ours]

    def said(self, selector: str) -> str:
        """Return the text of something on the page, nothing where it is not there."""
        found = self.page.locator(selector)
        return found.first.inner_text() if found.count() else ""

    def told(self) -> list[str]:
        """Return what the page has said in passing."""
        said: list[str] = self.page.evaluate("window.told")
        return said

    def has(self, act: str) -> bool:
        """Say whether a button for an act is there to be tapped."""
        return self.page.locator(f'[data-act="{act}"]:enabled').count() > 0

    # What a player does.

    def press(self, target: str | Locator) -> None:
        """Tap a button, and wait for what comes of it."""
        found = (self.page.locator(target) if isinstance(target, str) else target).first
        found.tap() if self.touch else found.click()
        self.settle()

    def act(self, name: str) -> None:
        """Tap the button of an act."""
        self.press(f'[data-act="{name}"]')

    def tap(self, x: float, y: float) -> None:
        """Tap a place on the table."""
        px = at(self.page, x, y)
        box = self.page.locator("svg.plan").bounding_box()
        assert box is not None
        inside = box["x"] <= px[0] <= box["x"] + box["width"] and box["y"] <= px[1] <= box["y"] + box["height"]
        assert inside, f"{x:.1f}, {y:.1f} is not in sight on the map"
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(*px)
        self.settle()

    def settle(self) -> None:
        """Let hands do what is said, and wait until the page shows it."""
        self.eye.look()
        self.page.wait_for_function(QUIET, arg=self.session.versions.table)

    def roll(self) -> None:
        """Throw the page's own dice until none is asked for, and say what was too close."""
        for _ in range(40):
            if self.page.locator(".roll").count():
                self.press(".roll")
            elif self.has("decide-in"):
                self.act("decide-in")
            elif self.has("answer-no") and self.page.locator(".question:not(.is-answered)").count():
                self.act("answer-no")
            elif self.has("confirm"):
                self.act("confirm")
            else:
                return
        raise AssertionError(f"the dice never end: {self.said('vd-card')}")

    def finish(self) -> None:
        """Play what is on the card to its end, and put it away."""
        if self.page.locator(".verdict.tone-out").count():
            self.complaints.append(f"offered, but: {self.said('.verdict-who')}: {self.said('.why')}")
        self.roll()
        if self.page.locator(".card-foot [data-act='away']").count():
            self.act("away")

    def offered(self) -> dict[str, str]:
        """Return what the chosen one may do, and what is said of it."""
        found = self.page.locator("vd-card .may-button").all()
        return {str(it.get_attribute("data-act")).removeprefix("do-"): it.inner_text() for it in found}

    def owed(self) -> None:
        """Settle what the page says is owed."""
        for _ in range(20):
            if not self.page.locator("vd-card [data-act='owed']").count():
                return
            self.act("owed")
            self.finish()
        raise AssertionError(f"what is owed never ends: {self.said('vd-card')} {self.told()}")

    def keep(self, name: str) -> None:
        """Keep a picture of the page in the folder that VEDETTE_PICTURES names; without one nothing is kept."""
        if folder := os.environ.get("VEDETTE_PICTURES"):
            language = self.page.locator("html").get_attribute("lang")
            self.page.screenshot(path=Path(folder) / f"{name}-{language}.png")


def seat_at(info: MatchInfo, table: Snapshot, known: Mapping[str, Facts] | None = None) -> Seat:
    """Return what begins a match of a game on a measured table, by default with what stands there as it starts."""

    def seat(journal: Journal, die: Die) -> MatchSession:
        first = State(
            tuple(side.name for side in info.sides), known=known or game_named(info.game).strengths(table)
        )  # fmt: skip
        observation = Observation(table, TableStatus("still"), frame_markers=(8, 8))
        match = match_at(table, info.game, first, info.settings, journal, title=info.title)
        return MatchSession(info, match, observation, die, HandClock().now_s)

    return seat


@contextmanager
def played_game(
    browser: Browser, folder: Path, seat: Seat, language: str = "en", *, reserve: Mapping[str, Stand] | None = None,
    **settings: Any,
) -> Iterator[PlayedGame]:  # fmt: skip
    """Serve a game on a table and open its page; at the end nothing may have gone wrong on the page."""
    with Journal(folder / "journal.db", write=True) as journal:
        session = seat(journal, Cup(2, lambda _: SEED))
        server = Server(create_app(session), open_port("127.0.0.1", 0), session.close)
        server.start()
        context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **settings})
        try:
            address = f"http://127.0.0.1:{server.port}/"
            context.add_cookies([{"name": "vedette_language", "value": language, "url": address}])
            context.set_default_timeout(20_000)
            context.add_init_script(COUNTING)
            page = context.new_page()
            eye = Eye(session, session.observation, reserve or {})
            game = PlayedGame(session, eye, page, address, bool(settings.get("has_touch")))
            page.on("pageerror", lambda error: game.complaints.append(str(error)))
            page.on("response", lambda answer: _hear(game, answer))
            page.goto(address)
            game.settle()
            yield game
            game.page.goto("about:blank")  # what is still on its way is no failure
            wrong = "\n".join(game.complaints)
            assert not wrong, wrong
        finally:
            context.close()
            server.close()


def _hear(game: PlayedGame, answer: Response) -> None:
    """Keep what failed: a request that a page should not have made, or an act that it offered and that was refused."""
    if answer.status >= 400:
        game.complaints.append(f"{answer.status} {answer.request.method} {answer.url} {answer.request.post_data}")


@dataclass(frozen=True)
class End:
    """What the page said at the end: who has won, under which words, who was struck off, which turn it was."""

    winner: str | None
    said: str
    struck: frozenset[str]
    turn: int
    entries: int


def end_and_sign(game: PlayedGame) -> End:
    """End the match on the page for who has won, or as a draw where both have; sign it, and return what was said."""
    expect(game.page.locator(".is-over")).to_be_visible()
    for act in ("next", "do-retreat", "do-give_up"):
        assert not game.has(act), "nothing is offered any more that would be refused"
    assert not game.page.locator(".strip").count(), "nobody is asked to move any more"
    assert not game.page.locator("#tool-end-turn").count(), "no turn ends any more, the match does"
    shown = game.page.locator(".stands [data-name]:not(.is-fallen)")
    names = {stand.name for stand in game.eye.observation.table.stands}
    names -= set(shown.evaluate_all("all => all.map((one) => one.dataset.name)"))
    turn, entries = (int(numbers_in(game.said(bar))[0]) for bar in (".turn-now", "vd-journal"))
    reading = game.session.reading()
    winner = winner_of(reading.moment.memory, reading.goals)
    game.keep(f"{game.session.info.game}-won")
    game.act("end-match")
    game.keep(f"{game.session.info.game}-score")
    game.page.locator("[data-end='draw']" if winner is None else f"[data-end='won {winner}']").click()
    game.page.wait_for_url("**/result*")
    for left in (2, 1):
        expect(game.page.locator("[data-sign]")).to_have_count(left)
        game.page.locator("[data-sign]").first.click()
    expect(game.page.locator("[data-sign]")).to_have_count(0)
    game.keep(f"{game.session.info.game}-result")
    return End(winner, game.page.locator("#result").inner_text(), frozenset(names), turn, entries)


def asked_of(folder: Path, *words: str) -> str:
    """Return what a command says of the match's journal; it must succeed."""
    done = CliRunner().invoke(main, [word.replace("JOURNAL", str(folder / "journal.db")) for word in words])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def held_together(folder: Path, end: End, language: str = "en") -> None:
    """Check that a finished match's journal is whole, says what the page said, and that its notation plays again."""
    assert "Every entry is whole" in asked_of(folder, "journal", "verify", "JOURNAL")
    assert "Every ruling comes out as it was written." in asked_of(folder, "journal", "replay", "--check", "JOURNAL")
    told = json.loads(asked_of(folder, "result", "JOURNAL", "--json", "--lang", language))
    assert told["ended"]
    # A journal does not keep what a match calls its sides.
    assert told["result"].partition(":")[2] == end.said.partition(":")[2]
    assert {side["name"] for side in told["sides"] if side["won"]} == {end.winner} - {None}
    assert all(side["signed"] for side in told["sides"])
    assert {name for side in told["sides"] for name in side["lost"]} == end.struck
    assert told["scores"][-1]["turn"] in (end.turn, end.turn + 1)
    assert told["seal"]["sequence"] == end.entries + 1
    asked_of(folder, "result", "JOURNAL", "--notation", "--out", str(folder / "match.txt"))
    again = json.loads(asked_of(folder, "battle", str(folder / "match.txt"), "--json"))
    assert set(again["fallen"]) == end.struck
    assert again["turn"] == end.turn


def numbers_in(text: str) -> list[float]:
    """Return the numbers of a sentence."""
    return [float(found.replace(",", ".")) for found in re.findall(r"\d+[.,]\d+|\d+", text)]
